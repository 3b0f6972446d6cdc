import BelvedereFiles

/// An `.hgt` tile that stays in its file.
public struct HGTRaster: ElevationRaster {
  public let name: String
  public let grid: RasterGrid
  public let blockWidth = 256
  public let blockHeight = 256
  private let file: RandomAccessFile

  /// Opens a tile.
  ///
  /// - Parameters:
  ///   - file: The whole tile.
  ///   - tileName: A name that gives the position, such as `N37W123.hgt`.
  /// - Throws: `TerrainFileError` where the name or the size is not a tile's.
  public init(_ file: RandomAccessFile, tileName: String) throws {
    let (corner, edge) = try HGT.checked(
      name: tileName, of: file.name, byteCount: file.size)
    guard
      let grid = RasterGrid(
        width: edge, height: edge, system: .geographic(.wgs84), originX: Double(corner.longitude),
        originY: Double(corner.latitude + 1), stepX: 1 / Double(edge - 1),
        stepY: -1 / Double(edge - 1), margin: 0)
    else { throw TerrainFileError(file: file.name, reason: "lies nowhere on the Earth") }
    name = file.name
    self.grid = grid
    self.file = file
  }

  public func block(column: Int, row: Int) throws -> [Float] {
    guard column >= 0, column < blockColumns, row >= 0, row < blockRows else {
      throw TerrainFileError(file: name, reason: "has no block in column \(column), row \(row)")
    }
    let (left, top) = (column * blockWidth, row * blockHeight)
    let width = min(blockWidth, grid.width - left)
    var samples: [Float] = []
    samples.reserveCapacity(blockWidth * blockHeight)  // bounded: 2¹⁶
    // A square of them, though the file has rows: neighbours on the ground are asked for together.
    for y in top..<min(top + blockHeight, grid.height) {
      let start = 2 * (y * grid.width + left)
      let bytes = try file.read(at: start, count: 2 * width)  // bounded: a row
      samples += HGT.samples(bytes)
      let beyond = blockWidth - width
      samples += repeatElement(.nan, count: beyond)
    }
    samples += repeatElement(.nan, count: blockWidth * blockHeight - samples.count)  // bounded: 2¹⁶
    return samples
  }
}
