import BelvedereSceneModel

/// How a kind of road is painted.
struct RoadStyle {
  /// A layer of paint.
  struct Pass {
    let color: SIMD3<Float>
    let opacity: Float
    /// Texels wider than the road.
    let extraTexels: Double
    /// Texels of a dash and of a gap; `nil` for a whole line.
    var dash: (on: Double, off: Double)?
  }

  private let kind: Road.Kind

  init(_ kind: Road.Kind) { self.kind = kind }

  /// Roads are drawn at least this wide, so that the important ones stay visible from afar.
  var minimumTexels: Double {
    switch kind {
    case .motorway: 1.5
    case .primary: 1.1
    case .secondary: 0.9
    case .runway: 1
    case .ferry: 1.3
    case .rail: 0.9
    case .street: 0.5
    case .service, .path: 0.3
    }
  }

  /// Metres of a texel from which on the kind is not drawn.
  var vanishes: Double {
    switch kind {
    case .motorway, .primary: 400
    case .secondary, .runway, .ferry: 120
    case .street: 60
    case .rail: 36
    case .service, .path: 14
    }
  }

  /// The colour from kerb to kerb, sRGB-encoded.
  func color(_ palette: GroundPalette) -> SIMD3<Float> {
    switch kind {
    case .motorway, .primary: palette.motorway
    case .secondary, .street, .service, .runway: palette.road
    case .path: palette.path
    case .rail: palette.rail
    case .ferry: palette.ferry
    }
  }

  /// How much of a kind is a line of the map where a texel is so many metres wide, 0 to 1: from afar main roads are a texel
  /// or two wide, and what tells asphalt from a meadow near by would not be seen there.
  private func lineShare(metersPerTexel: Double) -> Float {
    let (start, end, most): (Double, Double, Float)
    switch kind {
    case .motorway, .primary: (start, end, most) = (9, 36, 1)
    case .secondary: (start, end, most) = (14, 80, 0.6)
    default: return 0
    }
    return most * Float(min(max((metersPerTexel - start) / (end - start), 0), 1))
  }

  /// How much of its opacity a kind has left: it is gone where it vanishes, and whole at half of that.
  private func presence(metersPerTexel: Double) -> Float {
    switch kind {
    case .motorway, .primary, .secondary, .rail:
      Float(min(max(2 - 2 * metersPerTexel / vanishes, 0), 1))
    default: 1
    }
  }

  /// The layers, from the bottom.
  func passes(metersPerTexel: Double, _ palette: GroundPalette) -> [Pass] {
    let share = lineShare(metersPerTexel: metersPerTexel)
    var color = color(palette) + (palette.farRoad - color(palette)) * share
    if kind == .rail, let dark = palette.farCasing {
      // A thin line from afar, which is lost in the grey of ballast.
      let part = Float(min(max((metersPerTexel - 1.2) / 4, 0), 1)) * palette.farCasingOpacity
      color += (dark - color) * (0.8 * part)
    }
    if kind == .ferry {
      // As wide as it can just be seen, however near: it marks a way, and is none.
      let width = Road.Kind.ferry.defaultWidth / metersPerTexel
      return [
        Pass(
          color: color, opacity: 0.75, extraTexels: min(1.6 - width, 0), dash: (7, 6))
      ]
    }
    let opacity = palette.roadOpacity * presence(metersPerTexel: metersPerTexel)
    let fill = Pass(color: color, opacity: opacity, extraTexels: 0)
    if share > 0, kind != .secondary, let edge = palette.farCasing {
      // A light line on sand or bare ground is told by its edges.
      let edges = Pass(
        color: edge, opacity: 0.4 * min(3 * share, 1) * opacity * palette.farCasingOpacity,
        extraTexels: 1.4)
      return [edges, fill]
    }
    // A kerb, where it is wide enough to be seen.
    guard metersPerTexel < 1.2, kind != .path else { return [fill] }
    if kind == .rail {
      // Sleepers between rails, as maps have them: light dashes on the line.
      let metres = 1 / metersPerTexel
      return [
        fill,
        Pass(
          color: palette.casing, opacity: 0.8 * palette.roadOpacity, extraTexels: -1.8 * metres,
          dash: (7 * metres, 7 * metres)),
      ]
    }
    return [
      Pass(
        color: palette.casing, opacity: 0.5 * palette.roadOpacity,
        extraTexels: 1.2 / metersPerTexel), fill,
    ]
  }
}
