/// A raster at a lower resolution: a sample is the mean of the known samples in its part of the ground, void
/// where there are none. A block is made when it is asked for.
struct ReducedRaster: ElevationRaster {
  let base: BlockCache
  let grid: RasterGrid
  let blockWidth, blockHeight: Int

  /// At most so many samples a reduced raster has: 16 MiB of them.
  static let maximumSamples = 1 << 22
  private static let side = 256

  /// - Parameter factor: how many columns, and rows, become about one, at least 2.
  /// - Returns: `nil` as of ``init(_:width:height:)``.
  init?(_ base: BlockCache, factor: Int) {
    let whole = base.raster.grid
    self.init(
      base, width: (whole.width - 1) / factor + 1, height: (whole.height - 1) / factor + 1)
  }

  /// - Parameters:
  ///   - width, height: columns and rows, no more than the raster has.
  /// - Returns: `nil` where the outermost samples are the raster's edge, since their mean would not lie there,
  ///   and of rasters of 2³¹ lines.
  init?(_ base: BlockCache, width: Int, height: Int) {
    let whole = base.raster.grid
    guard whole.margin == 0.5, max(whole.width, whole.height) < 1 << 31,
      (1...whole.width).contains(width), (1...whole.height).contains(height)
    else { return nil }
    // Over the same ground to its edges.
    let across = Double(whole.width) / Double(width)
    let down = Double(whole.height) / Double(height)
    let first = whole.position(column: across / 2 - 0.5, row: down / 2 - 0.5)
    guard
      let grid = RasterGrid(
        width: width, height: height, system: whole.system, originX: first.x, originY: first.y,
        stepX: whole.stepX * across, stepY: whole.stepY * down, margin: 0.5)
    else { return nil }
    self.base = base
    self.grid = grid
    // A strip that is as wide as the raster is read once.
    blockWidth = base.blockColumns == 1 ? width : min(width, Self.side)
    blockHeight = min(height, max(Self.side * Self.side / blockWidth, 1))
  }

  /// The powers of two from 2 up to the least one that makes a raster small enough.
  static func factors(for grid: RasterGrid) -> [Int] {
    var factors = [2]
    var factor = 2
    while factor < 1 << 20,
      ((grid.width - 1) / factor + 1) * ((grid.height - 1) / factor + 1) > maximumSamples
    {
      factor *= 2
      factors.append(factor)
    }
    return factors
  }

  var name: String { base.raster.name }

  func block(column: Int, row: Int) throws -> [Float] {
    try samples(
      columns: (column * blockWidth)..<min((column + 1) * blockWidth, grid.width),
      rows: (row * blockHeight)..<min((row + 1) * blockHeight, grid.height), width: blockWidth,
      height: blockHeight)
  }

  /// Some columns and rows in a block of another size, void beyond them.
  func samples(
    columns: Range<Int>, rows: Range<Int>, width: Int, height: Int
  ) throws -> [Float] {
    let whole = base.raster.grid
    let left = Self.starts(columns, grid.width, whole.width)
    let top = Self.starts(rows, grid.height, whole.height)
    let count = columns.count * rows.count  // bounded: a block
    var sums = [(sum: Double, count: Double)](repeating: (0, 0), count: count)
    let (w, h) = (base.blockWidth, base.blockHeight)
    for y in (top[0] / h)...((top[rows.count] - 1) / h) {
      for x in (left[0] / w)...((left[columns.count] - 1) / w) {
        let block = try base.block(column: x, row: y)
        Self.add(block, x * w, y * h, w, h, left, top, to: &sums)
      }
    }
    var result = [Float](repeating: .nan, count: width * height)  // bounded: a block
    for j in 0..<rows.count {
      for i in 0..<columns.count {
        let cell = sums[j * columns.count + i]
        if cell.count > 0 { result[j * width + i] = Float(cell.sum / cell.count) }
      }
    }
    return result
  }

  /// The first of the whole raster's lines in each of some lines, and the first after them.
  private static func starts(_ lines: Range<Int>, _ count: Int, _ whole: Int) -> [Int] {
    // Evenly, in whole numbers, of which none is as great as 2³¹.
    (lines.lowerBound...lines.upperBound).map { line in
      line * whole / count  // bounded: below 2⁶²
    }
  }

  /// Adds the samples of a block to the cells in which they lie.
  private static func add(
    _ block: [Float], _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ left: [Int], _ top: [Int],
    to sums: inout [(sum: Double, count: Double)]
  ) {
    let across = left.count - 1
    block.withUnsafeBufferPointer { block in
      sums.withUnsafeMutableBufferPointer { sums in
        for j in 0..<(top.count - 1) {
          for row in max(top[j], y)..<max(min(top[j + 1], y + height), max(top[j], y)) {
            let line = (row - y) * width - x
            for i in 0..<across {
              let from = max(left[i], x)
              let to = min(left[i + 1], x + width)
              guard from < to else { continue }
              var cell = sums[j * across + i]
              for column in from..<to {
                let value = Double(block[line + column])
                // A comparison with NaN is false.
                if value == value {
                  cell.sum += value
                  cell.count += 1
                }
              }
              sums[j * across + i] = cell
            }
          }
        }
      }
    }
  }
}
