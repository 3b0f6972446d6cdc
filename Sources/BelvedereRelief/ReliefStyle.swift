import BelvedereTerrain

/// How ground is painted where its elevations are all that is known.
public struct ReliefStyle: Sendable, Hashable {
  /// The tints; `nil` for gray.
  public var palette: HypsometricPalette?
  /// How strongly slopes are shaded, 0 for not at all to 1.
  public var shading: Double
  /// By how much slopes are steepened before they are shaded, above 0.
  public var steepening: Double
  /// Lines of equal elevation; `nil` for none.
  public var contours: ContourLines?

  /// Makes a style.
  public init(
    palette: HypsometricPalette?, shading: Double = 1, steepening: Double = 1,
    contours: ContourLines? = nil
  ) {
    self.palette = palette
    self.shading = shading
    self.steepening = steepening
    self.contours = contours
  }

  /// The colour of ground, sRGB-encoded in [0, 1].
  ///
  /// - Parameters:
  ///   - elevation: metres.
  ///   - east, north: the rise in metres for each metre.
  public func color(elevation: Float, east: Float, north: Float) -> SIMD3<Float> {
    let tint = palette?.color(elevation) ?? Self.paper
    // Water is level; what rises below it shows faintly.
    let part = palette?.landPart(elevation) ?? 1
    let strength = Float(shading) * (0.35 + 0.65 * part)
    let factor = Float(steepening)
    let light = Hillshade.multidirectional(east: east * factor, north: north * factor)
    return Self.shaded(tint, light / Hillshade.levelBrightness, strength)
  }

  /// A colour in shade or light; `light` is 1 on level ground.
  ///
  /// Shade is violet, for the sky lights it; light is warm and whitens.
  private static func shaded(
    _ color: SIMD3<Float>, _ light: Float, _ strength: Float
  ) -> SIMD3<Float> {
    if light < 1 {
      let dark = min((1 - light) * strength, 1)
      return color * (SIMD3(repeating: 1) - SIMD3(0.86, 0.84, 0.68) * dark)
    }
    let bright = min((light - 1) * strength, 1)
    return color + (SIMD3(1, 0.985, 0.93) - color) * (bright * 0.55)
  }

  /// Lays ink over a colour.
  ///
  /// - Parameter rise: the gradient's length in metres for each pixel.
  public func inked(
    _ color: SIMD3<Float>, elevation: Float, rise: Float, width: Float
  ) -> SIMD3<Float> {
    guard let contours else { return color }
    // The coast is a line already.
    if let palette, palette.hasSea, abs(Double(elevation)) < contours.interval / 2 { return color }
    let ink = contours.coverage(elevation: elevation, rise: rise, width: width)
    guard ink > 0 else { return color }
    let isWater = palette.map { $0.hasSea && elevation < 0 } ?? false
    let pen: SIMD3<Float> = isWater ? SIMD3(0.16, 0.36, 0.55) : SIMD3(0.42, 0.24, 0.11)
    return color + (pen - color) * (ink * 0.72)
  }

  private static let paper = SIMD3<Float>(0.86, 0.86, 0.86)
}
