import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereVectorTiles

/// Where the places of a vector tile's layer lie on the Earth.
///
/// Accuracy: that of doubles; the numbers of a layer are 0.15 m apart at zoom 15 and an extent of 4096, at the equator.
struct TilePlaces {
  private let left, top, unit: Double
  private let extent: Int64

  init(_ tile: TileID, extent: Int) {
    self.extent = Int64(extent)  // checked: 64 bits
    let size = MapPoint.worldWidth / Double(1 << tile.zoom)
    (left, top, unit) = (Double(tile.x) * size, Double(tile.y) * size, size / Double(extent))
  }

  /// A place; held at the map's northern and southern edge, beyond which tiles reach by their margins, and within
  /// four worlds.
  func coordinate(_ place: VectorTileGeometry.Place) -> Coordinate {
    let world = MapPoint.worldWidth
    let x = min(max(left + Double(place.x) * unit, -4 * world), 4 * world)
    let y = min(max(top + Double(place.y) * unit, 0), world)
    // A place beyond 180° stays beside its tile.
    return Coordinate(
      latitude: MapPoint(x: 0, y: y).coordinate.latitude, longitude: x / world * 360 - 180)
  }

  /// Whether a place is the tile's own: of a point on an edge one tile alone says so.
  func owns(_ place: VectorTileGeometry.Place) -> Bool {
    place.x >= 0 && place.y >= 0 && place.x < extent && place.y < extent
  }
}
