import BelvedereTerrain
import Synchronization

/// The voids of a raster that lie outside of its data, the sea or what surrounds a country, by the rule of
/// `EnclosedVoids`: those that reach an edge, be it of a gap among the rasters that it is made of, and make up more than
/// a twentieth of it or reach a shore. No land is invented there.
struct OutsideVoids: Sendable {
  /// Columns of each row, in order.
  private let runs: [ClosedRange<UInt32>]
  /// Where each row's begin among them, and where the last one's end.
  private let rows: [Int]
  /// How many voids are none of them.
  let holeCount: Int

  /// Samples of the largest raster that is read through for it.
  private static let maximumCount = 1 << 27
  /// Of more runs than so many the voids are noise.
  private static let maximumRuns = 1 << 22

  /// Reads all of a raster; `nil` where it is too large, or its voids are noise.
  ///
  /// - Parameter read: the samples of a number of whole rows, row-major.
  init?(
    _ grid: RasterGrid, _ parts: RasterParts?, rowsAtOnce: Int,
    read: (_ rows: Range<Int>) throws -> [Float]
  ) rethrows {
    let (width, height) = (grid.width, grid.height)
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= Self.maximumCount else { return nil }
    func spans(_ row: Int) -> [Range<Int>] {
      guard row >= 0, row < height else { return [] }
      return parts.map { $0.spans(row: row) } ?? [0..<width]
    }
    var voids = VoidRuns(width: width)
    var known = 0
    var (above, here) = ([Range<Int>](), spans(0))
    for top in stride(from: 0, to: height, by: rowsAtOnce) {
      let some = top..<min(top + rowsAtOnce, height)
      let samples = try read(some)
      for row in some {
        let below = spans(row + 1)
        let line = (row - top) * width
        samples.withUnsafeBufferPointer { samples in
          voids.add(row: row, of: here, above: above, below: below) { samples[line + $0] }
        }
        known += here.reduce(0) { $0 + $1.count }
        (above, here) = (here, below)
      }
      guard voids.runs.count <= Self.maximumRuns else { return nil }
    }
    let largest = EnclosedVoids.largest(of: known)
    var runs: [ClosedRange<UInt32>] = []
    var rows = [0]
    var holeCount = 0
    for run in voids.runs {
      let group = voids.group(of: run)
      guard EnclosedVoids.isOutside(group, largest: largest) else {
        holeCount += run.range.count
        continue
      }
      let (row, column) = run.range.lowerBound.quotientAndRemainder(dividingBy: width)
      while rows.count <= row { rows.append(runs.count) }
      let first = UInt32(truncatingIfNeeded: column)
      runs.append(first...(first + UInt32(truncatingIfNeeded: run.range.count - 1)))
    }
    while rows.count <= height { rows.append(runs.count) }
    (self.runs, self.rows, self.holeCount) = (runs, rows, holeCount)
  }

  /// Whether a sample is one of them.
  func contains(column: Int, row: Int) -> Bool {
    var (low, high) = (rows[row], rows[row + 1])
    let place = UInt32(clamping: column)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound < place { low = middle + 1 } else { high = middle }
    }
    return low < rows[row + 1] && runs[low].lowerBound <= place
  }

  /// They are looked for once, when the first void is to be filled.
  final class Store: Sendable {
    private let found = Mutex<OutsideVoids??>(nil)

    func value(_ find: () -> OutsideVoids?) -> OutsideVoids? {
      found.withLock { found in
        if let found { return found }
        let value = find()
        found = .some(value)
        return value
      }
    }
  }
}

extension RasterParts {
  /// The columns that some part has in a row, in order and apart.
  func spans(row: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    let own = parts.filter { $0.rows.contains(row) }.map(\.columns)
    for columns in own.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, columns.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, columns.upperBound)
      } else {
        result.append(columns)
      }
    }
    return result
  }
}
