import BelvedereSceneModel
import BelvedereText

/// How the names of a kind of road are written.
struct RoadNameStyle {
  /// Points of an em.
  let size: Double
  let weight: FontWeight
  /// Points of a metre from which on they are written.
  let least: Double
  /// The lower come first.
  let rank: Double
  /// Points that a street must have for a name, beside the name itself.
  let room: Double
  /// Points around the middle line that it takes.
  var reach: Double { isShield ? 0.88 * size : 0.62 * size }
  private let isShield: Bool

  init(_ kind: Road.Kind, isShield: Bool = false) {
    let (size, weight, least, rank): (Double, FontWeight, Double, Double) =
      switch kind {
      case .motorway: (12.5, .bold, 0.02, 0)
      case .primary: (12, .bold, 0.05, 1)
      case .secondary: (11.5, .regular, 0.1, 2)
      case .street: (11, .regular, 0.22, 3)
      case .ferry: (10, .regular, 0.08, 5)
      case .service, .path, .rail, .runway: (10, .regular, 0.55, 4)
      }
    (self.size, self.weight) = isShield ? (10, .bold) : (size, weight)
    self.isShield = isShield
    self.least = least
    self.rank = isShield ? rank - 0.5 : rank
    room = isShield ? 240 : 48
  }

  /// How much is seen of a name where a metre has so many points: they come and go softly.
  func opacity(_ pointsPerMetre: Double) -> Double {
    let t = min(max((pointsPerMetre / least - 1) / 0.25, 0), 1)
    return t * t * (3 - 2 * t)
  }
}
