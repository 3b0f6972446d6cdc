import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereTerrain

/// The places between which the silhouette of a relief lies, from wherever it is seen.
///
/// Each block of a ``ReliefBlocks`` has its highest elevation at its corners; around the relief the foot
/// of its edge counts, too. What lies lower inside is hidden or seen between these. Of ground by the sea
/// only the land counts, and as much sea as a fifteenth of its extent; all of it where there is no land.
struct FramedRelief {
  /// At least one.
  let places: [MapPosition]

  /// Blocks of sea that are shown beside land.
  private static let shownSea = 2

  /// - Returns: `nil` where nothing is known.
  init?(_ scene: Scene, _ box: GeographicBounds) {
    var blocks = ReliefBlocks(scene.ground, box)
    if scene.baseElevation == nil, let land = blocks.land {
      // Looked at again: an island in a wide sea lies in few blocks.
      let margin = 0.05 * max(land.north - land.south, land.east - land.west)
      blocks = ReliefBlocks(
        scene.ground,
        GeographicBounds(
          south: max(land.south - margin, box.south), west: max(land.west - margin, box.west),
          north: min(land.north + margin, box.north), east: min(land.east + margin, box.east)))
      blocks.keepLand(within: Self.shownSea)
    }
    var places: [MapPosition] = []
    let scale = scene.verticalExaggeration
    let foot = scene.unknownElevation
    func add(_ coordinate: Coordinate, _ elevation: Double) {
      places.append(MapPosition(coordinate, elevation: elevation * scale))
    }
    for corner in blocks.corners {
      add(corner.coordinate, corner.top)
      if corner.isOuter { add(corner.coordinate, min(foot, corner.top)) }
    }
    guard !places.isEmpty else { return nil }
    self.places = places
  }
}
