import BelvedereSceneModel

/// What a face of a deck's or ramp's upper side shows, as its pattern tells: a part of a kind of road.
struct RoadPaint: Hashable {
  enum Part: Hashable {
    /// The roadway, and the strip between its edge and the deck's.
    case roadway, kerb
    /// The line on its middle.
    case traffic(Road.Traffic)
  }

  let kind: Road.Kind
  let part: Part

  private static let parts: [Part] = [.roadway, .kerb] + Road.Traffic.allCases.map(Part.traffic)

  /// All of them, by their patterns.
  static let all: [RoadPaint] = parts.flatMap { part in
    Road.Kind.allCases.map { RoadPaint(kind: $0, part: part) }
  }

  private static let patterns = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1, UInt8(clamping: $0)) })

  var pattern: UInt8 { Self.patterns[self] ?? 0 }

  /// Whether roads of a kind have kerbs, on the ground as on decks.
  static func hasKerb(_ kind: Road.Kind) -> Bool {
    kind != .path && kind != .rail && kind != .ferry
  }

  /// Its colour on a map, sRGB-encoded: that which the same road has on the ground.
  func color(_ look: GroundLook) -> SIMD3<Float> {
    let palette = look.theme.palette
    let road = RoadStyle(kind).color(palette)
    // Over pictures from above roads on the ground let them through; those on decks the deck.
    let bright = GroundPalette.overImagery
    var isBright = false
    if case .imagery(_, let hasRoads) = look.base { isBright = hasRoads }
    func over(_ below: SIMD3<Float>) -> SIMD3<Float> {
      isBright ? below + (RoadStyle(kind).color(bright) - below) * bright.roadOpacity : below
    }
    switch part {
    case .roadway: return over(road)
    case .kerb:
      // Half of what lies below is seen through a kerb.
      let kerb = isBright ? bright.casing : palette.casing
      return (palette.land + kerb) / 2
    case .traffic(let traffic):
      return look.hasTraffic
        ? TrafficStyle(traffic, isDark: look.theme.isDark).color : over(road)
    }
  }
}
