/// What a whole raster holds.
public struct RasterStatistics: Sendable, Hashable {
  /// The lowest and highest sample in metres; 0...0 when all are void.
  public let range: ClosedRange<Double>
  /// How many samples are void, unreadable ones among them.
  public let voidCount: Int
  /// How many blocks could not be read.
  public let unreadableBlocks: Int
  /// How many samples there are.
  public let sampleCount: Int
  /// The lowest and highest sample in metres; `nil` when all are void.
  public var knownRange: ClosedRange<Double>? { voidCount < sampleCount ? range : nil }

  /// Reads all blocks of a raster, one at a time.
  public init(_ raster: any ElevationRaster) {
    let grid = raster.grid
    var low = Float.infinity
    var high = -Float.infinity
    var voids = 0
    var failures = 0
    for row in 0..<raster.blockRows {
      let rows = min(raster.blockHeight, grid.height - row * raster.blockHeight)
      for column in 0..<raster.blockColumns {
        let columns = min(raster.blockWidth, grid.width - column * raster.blockWidth)
        guard let block = try? raster.block(column: column, row: row) else {
          failures += 1
          voids += rows * columns
          continue
        }
        block.withUnsafeBufferPointer { block in
          for y in 0..<rows {
            let start = y * raster.blockWidth
            for i in start..<(start + columns) {
              let value = block[i]
              if value.isNaN {
                voids += 1
              } else {
                low = min(low, value)
                high = max(high, value)
              }
            }
          }
        }
      }
    }
    range = low <= high ? Double(low)...Double(high) : 0...0
    voidCount = voids
    unreadableBlocks = failures
    sampleCount = grid.sampleCount
  }
}
