import BelvedereImaging
import BelvedereSceneModel

/// The colours of the ground, sRGB-encoded in [0, 1].
enum GroundPalette {
  /// Land of which nothing is known.
  static let land = encoded("#C2BAA0")
  /// Land where the terrain is all that is known, by elevation.
  static let upland = encoded("#B3AC88")
  static let water = encoded("#4C7A93")
  static let road = encoded("#95928D")
  static let motorway = encoded("#A0988A")
  static let path = encoded("#CDBF9F")
  static let rail = encoded("#8D8782")
  static let casing = encoded("#C9C5BA")

  /// The colour of a cover, and how much it varies from place to place.
  static func cover(_ kind: LandCover.Kind) -> (color: SIMD3<Float>, variation: Float) {
    switch kind {
    case .urban: (encoded("#B3B09F"), 0.07)
    case .industrial: (encoded("#B9B5AE"), 0.03)
    case .park: (encoded("#8FA269"), 0.10)
    case .grass: (encoded("#ADA571"), 0.14)
    case .forest: (encoded("#5C7047"), 0.22)
    case .scrub: (encoded("#8F8B62"), 0.20)
    case .beach: (encoded("#DCCFAE"), 0.05)
    case .rock: (encoded("#9A9184"), 0.15)
    case .wetland: (encoded("#8E9A78"), 0.12)
    case .water: (water, 0)
    case .sports: (encoded("#8DAE66"), 0.04)
    case .cemetery: (encoded("#A3B084"), 0.10)
    case .plaza: (encoded("#CBC4B7"), 0.03)
    case .pier: (encoded("#B2ADA4"), 0.03)
    case .airport: (encoded("#B7B89F"), 0.05)
    }
  }

  /// Whether a cover ends in nature's irregular line rather than at a kerb.
  static func isWild(_ kind: LandCover.Kind) -> Bool {
    switch kind {
    case .grass, .forest, .scrub, .rock, .wetland: true
    default: false
    }
  }

  private static func encoded(_ hex: String) -> SIMD3<Float> {
    let c = Color(hex: hex) ?? Color(red: 0.5, green: 0.5, blue: 0.5)
    return SIMD3(Float(c.red), Float(c.green), Float(c.blue))
  }
}
