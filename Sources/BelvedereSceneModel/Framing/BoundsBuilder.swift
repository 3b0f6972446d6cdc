import BelvedereGeodesy
import BelvedereTerrain

/// Grows a box around places. Places on both sides of the antimeridian stay together: each is taken
/// on that turn of the world on which it lies nearest to the first.
struct BoundsBuilder {
  private var south = Double.infinity
  private var north = -Double.infinity
  private var west = Double.infinity
  private var east = -Double.infinity
  private var anchor: Double?

  mutating func add(_ polygon: GeographicPolygon) { add(polygon.rings.first ?? []) }

  mutating func add(_ box: GeographicBounds) {
    add([
      Coordinate(latitude: box.south, longitude: box.west),
      Coordinate(latitude: box.north, longitude: box.east),
    ])
  }

  /// Adds a line whose longitudes do not jump.
  mutating func add(_ path: [Coordinate]) {
    guard let first = path.first else { return }
    let reference = anchor ?? first.longitude
    anchor = reference
    let turn = ((first.longitude - reference) / 360).rounded() * 360
    for coordinate in path {
      south = min(south, coordinate.latitude)
      north = max(north, coordinate.latitude)
      west = min(west, coordinate.longitude - turn)
      east = max(east, coordinate.longitude - turn)
    }
  }

  var bounds: GeographicBounds? {
    guard south <= north else { return nil }
    // What goes around the world has no west or east.
    let isRound = east - west >= 360
    return GeographicBounds(
      south: south, west: isRound ? -180 : west, north: north, east: isRound ? 180 : east)
  }
}
