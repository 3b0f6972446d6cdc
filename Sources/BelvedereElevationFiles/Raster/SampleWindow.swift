import BelvedereGeoMath
import BelvedereTerrain

/// The samples under a part of a batch, side by side in memory.
struct SampleWindow {
  private let cache: BlockCache
  /// The raster's column and row of the window's first sample.
  private(set) var left = 0
  private(set) var top = 0
  private var width = 0
  private var height = 0
  private var samples: [Float] = []
  private var hasVoids = false
  /// Places, in window coordinates, beyond which there is surely nothing.
  private var low = SIMD2<Double>.zero
  private var high = SIMD2<Double>.zero
  /// The positions of the last line whose values must be found otherwise.
  private(set) var doubtful: [Int] = []

  /// So near to a line of samples, in cells, what rounds otherwise may see another cell.
  private static let doubt = 4 * PlacePatch.errorBound

  init(_ cache: BlockCache) { self.cache = cache }

  /// Reads the samples around an extent of columns and rows; blocks that cannot be read are void.
  ///
  /// - Parameter margin: how many more on each side.
  /// - Returns: Whether there are at most so many.
  mutating func load(
    _ extent: (low: SIMD2<Double>, high: SIMD2<Double>), _ grid: RasterGrid, around margin: Double,
    atMost limit: Int
  ) -> Bool {
    let (lastColumn, lastRow) = (grid.width - 1, grid.height - 1)
    left = Int(flooring: extent.low.x - margin, in: 0...lastColumn)
    top = Int(flooring: extent.low.y - margin, in: 0...lastRow)
    width = Int(flooring: extent.high.x + margin + 1, in: left...lastColumn) - left + 1
    height = Int(flooring: extent.high.y + margin + 1, in: top...lastRow) - top + 1
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= limit else { return false }
    let slack = grid.margin + 1e-3
    low = SIMD2(-Double(left) - slack, -Double(top) - slack)
    high = SIMD2(Double(lastColumn - left) + slack, Double(lastRow - top) + slack)
    if samples.count < count { samples = Array(repeating: .nan, count: count) }
    copyBlocks()
    hasVoids = samples[..<count].contains { $0.isNaN }
    return true
  }

  private mutating func copyBlocks() {
    let (w, h) = (cache.blockWidth, cache.blockHeight)
    for blockRow in (top / h)...((top + height - 1) / h) {
      let rows = max(top, blockRow * h)..<min(top + height, (blockRow + 1) * h)
      for blockColumn in (left / w)...((left + width - 1) / w) {
        let columns = max(left, blockColumn * w)..<min(left + width, (blockColumn + 1) * w)
        let block = try? cache.block(column: blockColumn, row: blockRow)
        for row in rows {
          let to = (row - top) * width - left
          let from = (row - blockRow * h) * w - blockColumn * w
          samples.withUnsafeMutableBufferPointer { samples in
            guard let block else {
              for column in columns { samples[to + column] = .nan }
              return
            }
            block.withUnsafeBufferPointer { block in
              for column in columns { samples[to + column] = block[from + column] }
            }
          }
        }
      }
    }
  }

  /// The bilinear values of a line of places, whose columns and rows in the window are polynomials
  /// of `t`. Those of ``doubtful`` positions are left out.
  mutating func interpolate(
    _ x: SIMD4<Double>, _ y: SIMD4<Double>, _ t: [Double],
    into line: UnsafeMutableBufferPointer<Float>
  ) {
    doubtful.removeAll(keepingCapacity: true)
    let (lastX, lastY) = (Double(width - 1), Double(height - 1))
    let (width, hasVoids) = (self.width, self.hasVoids)
    samples.withUnsafeBufferPointer { samples in
      for i in line.indices {
        let t = t[i]
        let px = PlacePatch.value(x, t)
        let py = PlacePatch.value(y, t)
        guard px >= 0, py >= 0, px < lastX, py < lastY else {
          let isOutside = px < low.x || py < low.y || px > high.x || py > high.y
          if isOutside { line[i] = .nan } else { doubtful.append(i) }
          continue
        }
        let column = Int(px)  // checked: within the window
        let row = Int(py)  // checked: within the window
        let fx = px - Double(column)
        let fy = py - Double(row)
        let k = row &* width &+ column
        let (a, b) = (samples[k], samples[k &+ 1])
        let (c, d) = (samples[k &+ width], samples[k &+ width &+ 1])
        let top = Double(a) + Double(b - a) * fx
        let bottom = Double(c) + Double(d - c) * fx
        line[i] = Float(top + (bottom - top) * fy)
        if hasVoids, Self.isNearLine(fx) || Self.isNearLine(fy),
          !(a.isNaN && b.isNaN && c.isNaN && d.isNaN)
        {
          doubtful.append(i)
        }
      }
    }
  }

  /// The bicubic values of a line of places, as ``interpolate(_:_:_:into:)``; of places beside voids and
  /// the window's edges they are left out, too.
  mutating func interpolateRound(
    _ x: SIMD4<Double>, _ y: SIMD4<Double>, _ t: [Double],
    into line: UnsafeMutableBufferPointer<Float>
  ) {
    doubtful.removeAll(keepingCapacity: true)
    let (lastX, lastY) = (Double(width - 2), Double(height - 2))
    samples.withUnsafeBufferPointer { samples in
      for i in line.indices {
        let px = PlacePatch.value(x, t[i])
        let py = PlacePatch.value(y, t[i])
        if px < low.x || py < low.y || px > high.x || py > high.y {
          line[i] = .nan
          continue
        }
        guard px >= 1, py >= 1, px < lastX, py < lastY else {
          doubtful.append(i)
          continue
        }
        let column = Int(px)  // checked: within the window
        let row = Int(py)  // checked: within the window
        let wx = BicubicGrid.keys(px - Double(column))
        let wy = BicubicGrid.keys(py - Double(row))
        var sum = 0.0
        for j in 0..<4 {
          let k = (row &+ j &- 1) &* width &+ column &- 1
          let four = SIMD4<Double>(
            SIMD4(samples[k], samples[k &+ 1], samples[k &+ 2], samples[k &+ 3]))
          sum += (four * wx).sum() * wy[j]
        }
        line[i] = Float(sum)
        if sum.isNaN { doubtful.append(i) }
      }
    }
  }

  @inline(__always)
  private static func isNearLine(_ fraction: Double) -> Bool {
    fraction < doubt || fraction > 1 - doubt
  }
}
