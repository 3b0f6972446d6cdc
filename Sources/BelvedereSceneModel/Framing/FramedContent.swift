import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereTerrain

/// The places between which buildings, overlays and annotations lie that are all that a scene holds.
///
/// They are gathered in 32 × 32 blocks: of each the corners of its box, as high as its highest building and
/// as low as its lowest ground.
struct FramedContent {
  let places: [MapPosition]

  private struct Block {
    var box: GeographicBounds
    var foot, top: Double
  }

  private static let side = 32
  /// Metres that are shown across at least around pins and lines, and around areas such as the floors of a venue.
  private static let (least, leastArea) = (200.0, 30.0)

  /// - Returns: `nil` where there is something else, or nothing.
  init?(_ scene: Scene, _ box: GeographicBounds) {
    guard scene.roads.isEmpty, scene.landCover.isEmpty, scene.beams.isEmpty, scene.trees.isEmpty,
      scene.land == nil, scene.streamed.isEmpty
    else { return nil }
    var blocks: [Int: Block] = [:]
    func line(_ value: Double, _ low: Double, _ high: Double) -> Int {
      let part = (value - low) / max(high - low, 1e-9)
      return Int(clamping: part * Double(Self.side), in: 0...Self.side - 1)
    }
    func add(_ place: Coordinate, _ foot: Double, _ top: Double) {
      // Few things that lie far from all others are not framed.
      guard place.latitude >= box.south, place.latitude <= box.north,
        let longitude = box.longitude(of: place.longitude)
      else { return }
      let own = GeographicBounds(
        south: place.latitude, west: longitude, north: place.latitude, east: longitude)
      let n =
        line(place.latitude, box.south, box.north) * Self.side + line(longitude, box.west, box.east)
      let block = blocks[n] ?? Block(box: own, foot: foot, top: top)
      blocks[n] = Block(
        box: block.box.union(own), foot: min(block.foot, foot), top: max(block.top, top))
    }
    for building in scene.buildings {
      let corners = building.footprint.rings.first ?? []
      let feet = corners.map { scene.drawnElevation(at: $0) }
      guard let foot = feet.min(), let highest = feet.max() else { continue }
      let height = building.risenHeight(lowest: foot, highest: highest)
      for place in corners { add(place, foot, foot + height) }
    }
    for model in scene.models {
      let foot = scene.drawnElevation(at: model.coordinate)
      let (low, high) = model.heights(exaggeration: scene.verticalExaggeration)
      let base = model.isAboveSea ? 0 : foot
      for place in model.outline { add(place, base + low, base + high) }
    }
    let marks = scene.overlays.flatMap(\.shape.outline) + scene.annotations.map(\.coordinate)
    for place in marks {
      let elevation = scene.drawnElevation(at: place)
      add(place, elevation, elevation)
    }
    // A pin is seen with what is around it.
    if scene.buildings.isEmpty, scene.models.isEmpty {
      let scale = CoordinateRegion.metersPerDegree(at: box.center.latitude)
      let least = scene.overlays.contains { Self.isArea($0) } ? Self.leastArea : Self.least
      let (height, width) = (least / scale.latitude, least / scale.longitude)
      if box.north - box.south < height, box.east - box.west < width {
        let center = box.center
        let elevation = scene.drawnElevation(at: center)
        blocks[0] = Block(
          box: GeographicBounds(
            south: center.latitude - height / 2, west: center.longitude - width / 2,
            north: center.latitude + height / 2, east: center.longitude + width / 2),
          foot: elevation, top: elevation)
      }
    }
    places = blocks.sorted { $0.key < $1.key }.flatMap { _, block in
      [block.box.south, block.box.north].flatMap { latitude in
        [block.box.west, block.box.east].flatMap { longitude in
          Set([block.foot, block.top]).sorted().map {
            MapPosition(Coordinate(latitude: latitude, longitude: longitude), elevation: $0)
          }
        }
      }
    }
    guard !places.isEmpty else { return nil }
  }

  /// Whether an overlay has a size that is to be seen.
  private static func isArea(_ overlay: Overlay) -> Bool {
    switch overlay.shape {
    case .polygon, .multiPolygon: overlay.fillColor != nil
    default: false
    }
  }
}
