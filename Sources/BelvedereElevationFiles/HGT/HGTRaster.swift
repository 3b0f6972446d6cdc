import BelvedereFiles

/// An `.hgt` tile that stays in its file.
public struct HGTRaster: ElevationRaster {
  public let name: String
  public let grid: RasterGrid
  public let blockWidth: Int
  public let blockHeight = 32
  private let file: RandomAccessFile

  /// Opens a tile.
  ///
  /// - Parameters:
  ///   - file: The whole tile.
  ///   - tileName: A name that gives the position, such as `N37W123.hgt`.
  /// - Throws: `TerrainFileError` where the name or the size is not a tile's.
  public init(_ file: RandomAccessFile, tileName: String) throws {
    let (corner, edge) = try HGT.checked(name: tileName, byteCount: file.size)
    guard
      let grid = RasterGrid(
        width: edge, height: edge, system: .geographic(.wgs84), originX: Double(corner.longitude),
        originY: Double(corner.latitude + 1), stepX: 1 / Double(edge - 1),
        stepY: -1 / Double(edge - 1), margin: 0)
    else { throw TerrainFileError(file: file.name, reason: "lies nowhere on the Earth") }
    name = file.name
    self.grid = grid
    self.file = file
    blockWidth = edge
  }

  public func block(column: Int, row: Int) throws -> [Float] {
    guard column == 0, row >= 0, row < blockRows else {
      throw TerrainFileError(file: name, reason: "has no block in column \(column), row \(row)")
    }
    let rows = min(blockHeight, grid.height - row * blockHeight)
    let count = rows * grid.width
    let start = row * blockHeight * grid.width * 2
    let bytes = try file.read(at: start, count: count * 2)  // bounded: 32 rows
    var samples = HGT.samples(bytes)
    samples += repeatElement(.nan, count: blockWidth * blockHeight - count)  // bounded: 32 rows
    return samples
  }
}
