import Belvedere

/// What of a scene stands where elevations do not reach.
enum ContentBeyondGround {
  /// A warning where a hundredth or more of the roads or of the buildings lie beyond all elevations, on the level ground
  /// that is drawn there.
  static func warning(_ scene: Scene) -> [String] {
    let ground = scene.ground
    // Where land is known it is drawn as such.
    guard !ground.isEmpty, scene.land == nil else { return [] }
    func isBeyond(_ place: Coordinate?) -> Bool {
      place.map {
        !ground.hasData(latitude: $0.latitude, longitude: wrappedLongitude($0.longitude))
      } ?? false
    }
    let counts = [
      ("roads", scene.roads.count, scene.roads.count { isBeyond($0.path.first) }),
      (
        "buildings", scene.buildings.count,
        scene.buildings.count { isBeyond($0.footprint.rings.first?.first) }
      ),
    ]
    let parts = counts.filter { 100 * $0.2 >= max($0.1, 1) }
      .map { "\(grouped($0.2)) of \(grouped($0.1)) \($0.0)" }
    guard !parts.isEmpty else { return [] }
    return [
      "\(parts.joined(separator: " and ")) lie where no elevation is known, and stand on level ground there; "
        + "another --dem, which may be coarser, gives it"
    ]
  }
}
