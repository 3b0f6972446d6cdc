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

  /// The latitudes of rows that were asked for, from those beyond the northern edge on; not numbers of others.
  private var latitudes: [Double] = []

  /// - Parameter isKept: whether latitudes are kept, as many places have the same.
  init(_ tile: TileID, extent: Int, isKept: Bool = false) {
    self.extent = Int64(extent)  // checked: 64 bits
    let size = MapPoint.worldWidth / Double(1 << tile.zoom)
    (left, top, unit) = (Double(tile.x) * size, Double(tile.y) * size, size / Double(extent))
    if isKept, extent <= 1 << 13 {
      latitudes = Array(repeating: .nan, count: 2 * extent)
    }
  }

  /// A place; held at the map's northern and southern edge, beyond which tiles reach by their margins, and within
  /// four worlds.
  mutating func coordinate(_ place: VectorTileGeometry.Place) -> Coordinate {
    let world = MapPoint.worldWidth
    let x = min(max(left + Double(place.x) * unit, -4 * world), 4 * world)
    // A place beyond 180° stays beside its tile.
    return Coordinate(latitude: latitude(place.y), longitude: x / world * 360 - 180)
  }

  private mutating func latitude(_ row: Int64) -> Double {
    let n = Int(clamping: row &+ extent / 2)
    guard latitudes.indices.contains(n) else { return newLatitude(row) }
    if latitudes[n].isNaN { latitudes[n] = newLatitude(row) }
    return latitudes[n]
  }

  private func newLatitude(_ row: Int64) -> Double {
    let y = min(max(top + Double(row) * unit, 0), MapPoint.worldWidth)
    return MapPoint(x: 0, y: y).coordinate.latitude
  }

  /// Whether a place is the tile's own: of a point on an edge one tile alone says so.
  func owns(_ place: VectorTileGeometry.Place) -> Bool {
    place.x >= 0 && place.y >= 0 && place.x < extent && place.y < extent
  }
}
