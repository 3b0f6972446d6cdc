import BelvedereGeoMath
import BelvedereSceneModel

/// How a drawn map looks: its emphasis and its appearance.
enum MapTheme: Sendable, Hashable, CaseIterable {
  case standard, muted, dark, mutedDark

  /// The theme of a configuration. Pictures from above have the standard's light and air.
  init(_ configuration: MapConfiguration) {
    guard case .standard(let map) = configuration else {
      self = .standard
      return
    }
    switch (map.appearance, map.emphasisStyle) {
    case (.light, .default): self = .standard
    case (.light, .muted): self = .muted
    case (.dark, .default): self = .dark
    case (.dark, .muted): self = .mutedDark
    }
  }

  var isDark: Bool { self == .dark || self == .mutedDark }

  /// The colours of the ground.
  var palette: GroundPalette {
    switch self {
    case .standard: .standard
    case .muted: .muted
    case .dark: .dark
    case .mutedDark: .mutedDark
    }
  }

  /// What becomes of the colours of all else: buildings, bridges, trees, the tints of relief.
  var tone: MapTone {
    switch self {
    case .standard: MapTone()
    case .muted: MapTone(saturation: 0.3, scale: SIMD3(0.52, 0.52, 0.52), offset: 0.36, glass: 0.3)
    case .dark:
      MapTone(saturation: 0.55, scale: SIMD3(0.115, 0.125, 0.15), offset: 0.012, glass: 0.7)
    case .mutedDark:
      MapTone(saturation: 0.25, scale: SIMD3(0.075, 0.08, 0.092), offset: 0.022, glass: 0.4)
    }
  }

  /// By what the light of the sky and of the haze is multiplied where it is seen.
  var air: SIMD3<Float> {
    isDark ? SIMD3(0.022, 0.029, 0.044) : SIMD3(repeating: 1)
  }
}

/// A change of colours, on linear components: less colourful, then scaled and raised.
struct MapTone: Sendable, Hashable {
  var saturation: Float = 1
  var scale = SIMD3<Float>(repeating: 1)
  var offset: Float = 0
  /// How much of the windows in walls is seen.
  var glass: Float = 1

  /// Whether nothing changes.
  var isIdentity: Bool { self == MapTone() }

  /// Weights of red, green and blue in a colour's luminance.
  static let luminance = SIMD3<Float>(0.2126, 0.7152, 0.0722)

  @inline(__always)
  func applied(to color: SIMD3<Float>) -> SIMD3<Float> {
    let gray = color.x * Self.luminance.x + color.y * Self.luminance.y + color.z * Self.luminance.z
    return ((color - gray) * saturation + gray) * scale + offset
  }

  /// What becomes a colour: faces with it have the colour itself.
  func inverse(of color: SIMD3<Float>) -> SIMD3<Float> {
    let even = (color - offset) / scale
    let gray = (even * Self.luminance).sum()
    return (even - gray) / saturation + gray
  }

  /// The same of sRGB-encoded components.
  func applied(toEncoded color: SIMD3<Float>) -> SIMD3<Float> {
    if isIdentity { return color }
    let toned = applied(
      to: SIMD3(
        Transfer.linear(color.x), Transfer.linear(color.y), Transfer.linear(color.z)))
    let held = pointwiseMin(pointwiseMax(toned, .zero), SIMD3(repeating: 1))
    return SIMD3(Transfer.encoded(held.x), Transfer.encoded(held.y), Transfer.encoded(held.z))
  }
}

extension MapTheme {
  /// The light of the sun and of the sky on surfaces: on muted and dark maps less of it comes straight from
  /// the sun and it is whiter, so that shadows are paler; level ground is about as bright.
  ///
  /// - Parameter height: the sine of the sun's elevation.
  func light(
    sun: SIMD3<Float>, sky: SIMD3<Float>, height: Float
  ) -> (sun: SIMD3<Float>, sky: SIMD3<Float>) {
    let (direct, whiteness): (Float, Float)
    switch self {
    case .standard: return (sun, sky)
    case .muted: (direct, whiteness) = (0.5, 0.8)
    case .dark, .mutedDark: (direct, whiteness) = (0.8, 0.75)
    }
    func white(_ color: SIMD3<Float>) -> SIMD3<Float> {
      let gray = (color * MapTone.luminance).sum()
      return color + (gray - color) * whiteness
    }
    let spread = (sun * MapTone.luminance).sum() * (1 - direct) * max(height, 0)
    return (white(sun) * direct, white(sky) + spread)
  }
}

extension Atmosphere {
  /// The same sky, and the same haze, in the colours of a theme.
  func styled(_ theme: MapTheme) -> Atmosphere {
    if theme == .standard { return self }
    var other = self
    let tint = theme.air
    other.horizonLight *= tint
    for i in other.table.indices { other.table[i] *= tint }
    (other.sunLight, other.skyLight) = theme.light(
      sun: sunLight, sky: skyLight, height: sunDirection.z)
    return other
  }
}
