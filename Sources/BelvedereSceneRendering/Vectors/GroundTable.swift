import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

extension MapSquare {
  /// From the kernels' number of a tile.
  init(kernelKey key: UInt64) {
    level = Int(key >> 58) - 1 + BELVEDERE_LOWEST_LEVEL  // checked: 6 bits
    x = Int(key >> 31 & 0x7FF_FFFF)  // checked: 27 bits
    // Rows count from four worlds above the map.
    y = Int(key & 0x7FFF_FFFF) - 4 * MapSquare.across(level)  // checked: 31 bits
  }

  /// Tiles around the world.
  fileprivate static func across(_ level: Int) -> Int { 1 << (20 - level) }

  fileprivate var kernelRow: Int { y + 4 * Self.across(level) }
}

/// For each level the rectangle of tiles that holds all that a picture shows.
///
/// A level's tiles lie within some hundred of them around the eye, because the texels that a pixel
/// shows grow with its distance: a table of the rectangle is small.
struct GroundWindows {
  /// From the lowest level.
  private(set) var levels: [BelvedereLevel]
  /// Entries of the table of tiles; entry 0 is no tile.
  private(set) var count = 1

  /// `nil` if the table would be too large.
  init?(_ keys: [MapSquare], eye: MapPoint) {
    levels = Array(repeating: BelvedereLevel(), count: BELVEDERE_LEVELS)
    for number in 0..<BELVEDERE_LEVELS {
      let level = number + BELVEDERE_LOWEST_LEVEL
      let own = keys.lazy.filter { $0.level == level }
      guard let first = own.first else { continue }
      let across = MapSquare.across(level)
      // Columns relative to the eye's, so that a window may reach across 180°.
      let size = MapSquare.texelSize(level) * Double(GroundTile.texels)
      let middle = Int(flooring: eye.x / size, in: -(1 << 40)...(1 << 40)) - across / 2
      var columns = Int.max...Int.max
      var rows = first.kernelRow...first.kernelRow
      for key in own {
        let column = (key.x - middle) & (across - 1)
        columns =
          columns.lowerBound == .max
          ? column...column : min(columns.lowerBound, column)...max(columns.upperBound, column)
        rows = min(rows.lowerBound, key.kernelRow)...max(rows.upperBound, key.kernelRow)
      }
      let entries = columns.count.multipliedReportingOverflow(by: rows.count)
      guard !entries.overflow, entries.partialValue < 1 << 22 else { return nil }
      levels[number] = BelvedereLevel(
        column: Int32(truncatingIfNeeded: (columns.lowerBound + middle) & (across - 1)),
        row: Int32(truncatingIfNeeded: rows.lowerBound),
        columns: Int32(truncatingIfNeeded: columns.count),
        rows: Int32(truncatingIfNeeded: rows.count), first: Int32(truncatingIfNeeded: count))
      count += entries.partialValue
    }
    guard count < 1 << 24 else { return nil }
  }

  /// The entry of a tile.
  func entry(_ key: MapSquare) -> Int? {
    let level = levels[key.level - BELVEDERE_LOWEST_LEVEL]
    let across = MapSquare.across(key.level)
    let (columns, rows) = (Int(level.columns), Int(level.rows))  // checked: Int32 to Int
    let column = (key.x - Int(level.column)) & (across - 1)  // checked: Int32 to Int
    let row = key.kernelRow - Int(level.row)  // checked: Int32 to Int
    guard column < columns, row >= 0, row < rows else { return nil }
    return Int(level.first) + row * columns + column  // checked: Int32 to Int
  }
}

/// The painted squares of ground in a table for the kernels.
final class GroundTable {
  private let levels: [BelvedereLevel]
  /// Keeps alive what the table points to.
  private let tiles: [GroundTile]
  private let bases: SharedBuffer<UInt64>
  private let layers: [SharedBuffer<UInt64>]

  /// - Parameter layerCount: layers of tiles over the ground.
  init(
    _ windows: GroundWindows, _ painted: [(key: MapSquare, tile: GroundTile)], layerCount: Int
  ) {
    levels = windows.levels
    tiles = painted.map { $0.tile }
    bases = SharedBuffer(repeating: 0, count: windows.count)
    layers = (0..<layerCount).map { _ in SharedBuffer(repeating: 0, count: windows.count) }
    for (key, tile) in painted {
      guard let entry = windows.entry(key) else { continue }
      bases[entry] = UInt64(UInt(bitPattern: tile.base.base))  // checked: an address
      for (layer, texels) in zip(layers, tile.layers) {
        guard let texels else { continue }
        layer[entry] = UInt64(UInt(bitPattern: texels.base))  // checked: an address
      }
    }
  }

  deinit {
    bases.deallocate()
    layers.forEach { $0.deallocate() }
  }

  /// Tells a picture of the table, which must live as long.
  func fill(_ picture: inout BelvedereShading) {
    BelvedereShading.fill(&picture.levels, levels)
    picture.tiles = UnsafePointer(bases.base)
    picture.tile_count = Int32(truncatingIfNeeded: bases.count)
    picture.layer_count = Int32(truncatingIfNeeded: layers.count)
    BelvedereShading.fill(&picture.layers, layers.map { UnsafePointer($0.base) })
  }
}
