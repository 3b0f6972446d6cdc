/// How trees between those of a scene become fewer and smaller with their distance from the eye, until the crowns that are
/// painted on the ground are all that is left.
///
/// It depends on the distance alone, so that none appears or vanishes at once in a film.
struct WoodFade {
  /// Metres up to which all stand, and beyond which none does, for a field of view of 30°.
  static let (all, none) = (600.0, 2400.0)
  /// The last part of its way in which a tree becomes smaller.
  private static let shrinking = 0.25
  /// A picture's focal length in parts of its height at that field of view: 0.5 / tan 15°.
  private static let usual = 1.866

  private let scale: Double

  /// - Parameter focalLength: in parts of the picture's height. Through longer lenses trees are seen farther away, up to twice as far.
  init(focalLength: Double) {
    scale = min(max(focalLength / Self.usual, 0.25), 2)
  }

  /// Metres from the eye beyond which no tree stands.
  var reach: Double { Self.none * scale }

  /// The part of its size that a tree has.
  ///
  /// - Parameters:
  ///   - rank: from 0 for a tree that vanishes first to 1.
  ///   - distance: metres from the eye.
  func size(rank: Double, distance: Double) -> Double {
    let end = (Self.all + (Self.none - Self.all) * rank) * scale
    return min(max((end - distance) / (Self.shrinking * end), 0), 1)
  }
}
