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
  private static let shownSea = 1
  /// Sea that is looked at beside land, as a part of the land's extent.
  private static let seaMargin = 0.05
  private static let mostLooks = 4

  /// - Returns: `nil` where nothing is known.
  init?(_ scene: Scene, _ box: GeographicBounds) {
    let blocks = Self.blocks(scene, box)
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

  private static func blocks(_ scene: Scene, _ box: GeographicBounds) -> ReliefBlocks {
    var blocks = ReliefBlocks(scene.ground, box)
    guard scene.baseElevation == nil else { return blocks }
    var box = box
    // Looked at again from nearer: an island in a wide sea lies in few blocks.
    for _ in 0..<mostLooks {
      guard let land = blocks.land else { return blocks }
      let margin = seaMargin * max(land.north - land.south, land.east - land.west)
      let closer = GeographicBounds(
        south: max(land.south - margin, box.south), west: max(land.west - margin, box.west),
        north: min(land.north + margin, box.north), east: min(land.east + margin, box.east))
      let isClose =
        closer.north - closer.south > 0.9 * (box.north - box.south)
        && closer.east - closer.west > 0.9 * (box.east - box.west)
      guard !isClose else { break }
      box = closer
      blocks = ReliefBlocks(scene.ground, box, leastLand: blocks.leastLand)
    }
    blocks.keepLand(within: shownSea)
    return blocks
  }
}
