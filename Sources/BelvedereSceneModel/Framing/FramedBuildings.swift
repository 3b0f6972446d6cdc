import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereTerrain

/// The places between which buildings stand that are all that a scene holds.
///
/// They are gathered in 32 × 32 blocks: of each the corners of its box, as high as its highest building and
/// as low as its lowest foot.
struct FramedBuildings {
  let places: [MapPosition]

  private struct Block {
    var box: GeographicBounds
    var foot, top: Double
  }

  private static let side = 32

  /// - Returns: `nil` where there is something else, or no building.
  init?(_ scene: Scene, _ box: GeographicBounds) {
    guard !scene.buildings.isEmpty, scene.roads.isEmpty, scene.landCover.isEmpty,
      scene.beams.isEmpty, scene.trees.isEmpty, scene.overlays.isEmpty, scene.annotations.isEmpty,
      scene.land == nil
    else { return nil }
    var blocks: [Int: Block] = [:]
    func line(_ value: Double, _ low: Double, _ high: Double) -> Int {
      let part = (value - low) / max(high - low, 1e-9)
      return Int(clamping: part * Double(Self.side), in: 0...Self.side - 1)
    }
    for building in scene.buildings {
      let corners = building.footprint.rings.first ?? []
      let feet = corners.map { scene.drawnElevation(at: $0) }
      guard let foot = feet.min() else { continue }
      for place in corners {
        guard let longitude = box.longitude(of: place.longitude) else { continue }
        let own = GeographicBounds(
          south: place.latitude, west: longitude, north: place.latitude, east: longitude)
        let n =
          line(place.latitude, box.south, box.north) * Self.side
          + line(longitude, box.west, box.east)
        let top = foot + building.height
        let block = blocks[n] ?? Block(box: own, foot: foot, top: top)
        blocks[n] = Block(
          box: block.box.union(own), foot: min(block.foot, foot), top: max(block.top, top))
      }
    }
    places = blocks.sorted { $0.key < $1.key }.flatMap { _, block in
      [block.box.south, block.box.north].flatMap { latitude in
        [block.box.west, block.box.east].flatMap { longitude in
          [block.foot, block.top].map {
            MapPosition(Coordinate(latitude: latitude, longitude: longitude), elevation: $0)
          }
        }
      }
    }
    guard !places.isEmpty else { return nil }
  }
}
