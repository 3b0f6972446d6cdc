import BelvedereFiles
import BelvedereLimits

/// A grid of elevations that is read in pieces.
///
/// Pieces ("blocks") are what the file is made of: tiles, strips, runs of rows. They tile the grid
/// from its first sample on; the last ones may reach beyond it.
public protocol ElevationRaster: Sendable {
  /// The file's name for messages.
  var name: String { get }
  /// Where the samples stand.
  var grid: RasterGrid { get }
  /// Columns and rows of a block.
  var blockWidth: Int { get }
  var blockHeight: Int { get }
  /// Reads a block: `blockWidth × blockHeight` metres, row-major; NaN is a void or lies beyond the
  /// raster.
  ///
  /// - Parameters:
  ///   - column: 0..<``blockColumns``.
  ///   - row: 0..<``blockRows``.
  /// - Throws: `TerrainFileError`, `FileError` or `LimitError`.
  func block(column: Int, row: Int) throws -> [Float]
}

extension ElevationRaster {
  /// How many blocks lie beside each other.
  public var blockColumns: Int { (grid.width - 1) / blockWidth + 1 }
  /// How many blocks lie below each other.
  public var blockRows: Int { (grid.height - 1) / blockHeight + 1 }

  /// Reads a window: `width × height` metres, row-major, NaN for voids.
  ///
  /// The window must lie in the raster. Each block that it touches is read once.
  ///
  /// - Throws: what ``block(column:row:)`` throws, and `LimitError` where the window would not fit
  ///   into memory.
  public func read(
    column: Int, row: Int, width: Int, height: Int, limits: Limits = .standard
  ) throws -> [Float] {
    guard column >= 0, row >= 0, width >= 1, height >= 1, width <= grid.width,
      height <= grid.height, column <= grid.width - width, row <= grid.height - height
    else {
      throw TerrainFileError(
        file: name,
        reason: "has no window of \(width) × \(height) samples at column \(column), row \(row); "
          + "it is \(grid.width) × \(grid.height)")
    }
    let count = try checkedSampleCount(width, height, name: name, limits: limits)
    var result = [Float](repeating: .nan, count: count)
    for blockRow in (row / blockHeight)...((row + height - 1) / blockHeight) {
      for blockColumn in (column / blockWidth)...((column + width - 1) / blockWidth) {
        let block = try self.block(column: blockColumn, row: blockRow)
        let top = blockRow * blockHeight
        let left = blockColumn * blockWidth
        let rows = max(row, top)..<min(row + height, top + blockHeight)
        let columns = max(column, left)..<min(column + width, left + blockWidth)
        for y in rows {
          let from = (y - top) * blockWidth + columns.lowerBound - left
          let to = (y - row) * width + columns.lowerBound - column
          for i in 0..<columns.count { result[to + i] = block[from + i] }
        }
      }
    }
    return result
  }
}

/// How many samples a grid has, where they fit into memory together.
func checkedSampleCount(
  _ width: Int, _ height: Int, name: String, limits: Limits
) throws -> Int {
  let (count, overflow) = width.multipliedReportingOverflow(by: height)
  let maximum = min(limits.maximumElevationSamples, limits.maximumMemory / 8)
  guard !overflow, count <= maximum else {
    throw LimitError(
      subject: name, value: "\(width) × \(height) samples to hold at once",
      limit: "\(maximum) samples",
      remedy: "use a part of it, keep it tiled on disk, or raise --memory")
  }
  return count
}

/// A raster whose samples are in memory.
public struct MemoryRaster: ElevationRaster {
  public let name: String
  public let grid: RasterGrid
  /// `width × height` metres, row-major, NaN for voids.
  public let samples: [Float]

  /// Makes a raster of as many samples as the grid has.
  public init(name: String, grid: RasterGrid, samples: [Float]) {
    precondition(samples.count / grid.width == grid.height, "wrong grid size")
    self.name = name
    self.grid = grid
    self.samples = samples
  }

  public var blockWidth: Int { grid.width }
  public var blockHeight: Int { grid.height }
  public func block(column: Int, row: Int) -> [Float] { samples }
}
