import BelvedereGeoMath
import BelvedereGeodesy

/// The tiles of a level that a box touches.
struct TileExtent: Sendable {
  let x, y, columns, rows: Int

  var count: Int { columns * rows }  // bounded: by the samples of the finest level

  init(level: Int, _ bounds: GeographicBounds) {
    let e = Self.edges(bounds)
    let size = TerrainTileAddress(level: level, x: 0, y: 0).size
    let count = 1 << level
    let all = -count...(2 * count)
    x = Int(flooring: e.west / size, in: all)
    y = Int(flooring: e.north / size, in: 0...(count - 1))
    columns = min(Int(flooring: e.east / size, in: all) - x + 1, count)
    rows = Int(flooring: e.south / size, in: 0...(count - 1)) - y + 1
  }

  /// The number of a tile of the level, whichever world it lies in; `nil` outside.
  @inline(__always)
  func index(_ tile: TerrainTileAddress) -> Int? {
    let column = (tile.x - x) & ((1 << tile.level) - 1)
    let row = tile.y - y
    guard column < columns, row >= 0, row < rows else { return nil }
    return row * columns + column
  }

  /// Map points of the edges, a little beyond: a vertex that is rounded across them is still inside.
  static func edges(
    _ bounds: GeographicBounds
  ) -> (west: Double, east: Double, north: Double, south: Double) {
    let w = MapPoint.worldWidth
    let slack = 1e-3
    return (
      (bounds.west + 180) / 360 * w - slack, (bounds.east + 180) / 360 * w + slack,
      MapPoint(Coordinate(latitude: bounds.north, longitude: 0)).y - slack,
      MapPoint(Coordinate(latitude: bounds.south, longitude: 0)).y + slack
    )
  }
}
