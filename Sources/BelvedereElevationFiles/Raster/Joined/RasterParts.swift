import BelvedereGeoMath

/// Which of several rasters, side by side on one lattice, has a sample.
public struct RasterParts: Sendable {
  /// A raster's share of the lattice.
  public struct Part: Sendable {
    /// The raster's name.
    public let name: String
    /// Its columns and rows.
    public let columns, rows: Range<Int>
    /// The raster alone, whose outermost values hold to its edge; `nil` where it is not known.
    var model: RasterElevation?
  }

  /// The rasters in order; none overlaps another.
  public let parts: [Part]
  /// Whether they leave no sample of the lattice to none of them.
  let isWhole: Bool

  init(_ parts: [Part], _ grid: RasterGrid) {
    self.parts = parts
    // bounded: parts do not overlap, and a grid has fewer samples than an integer counts
    isWhole = parts.reduce(0) { $0 + $1.columns.count * $1.rows.count } == grid.sampleCount
  }

  private init(_ parts: [Part], isWhole: Bool) {
    self.parts = parts
    self.isWhole = isWhole
  }

  /// The parts on a lattice over the same ground with other numbers of columns and rows; what they share
  /// there belongs to both.
  func scaled(from grid: RasterGrid, to other: RasterGrid) -> RasterParts {
    func scaled(_ range: Range<Int>, _ whole: Int, _ count: Int) -> Range<Int> {
      let ratio = Double(count) / Double(whole)
      let low = Int(flooring: Double(range.lowerBound) * ratio, in: 0...(count - 1))
      let high = (Double(range.upperBound) * ratio).rounded(.up)
      return low..<Int(clamping: high, in: (low + 1)...count)
    }
    return RasterParts(
      parts.map {
        Part(
          name: $0.name, columns: scaled($0.columns, grid.width, other.width),
          rows: scaled($0.rows, grid.height, other.height))
      }, isWhole: isWhole)
  }

  /// The raster that has a sample; `nil` where none has.
  func part(column: Int, row: Int) -> Part? {
    parts.first { $0.columns.contains(column) && $0.rows.contains(row) }
  }

  /// Makes samples void that no raster has.
  ///
  /// - Parameter samples: those of some columns and rows, row-major.
  func clearOutside(_ samples: inout [Float], columns: Range<Int>, rows: Range<Int>) {
    guard !isWhole else { return }
    var result = [Float](repeating: .nan, count: samples.count)
    for part in parts {
      let shared = part.columns.clamped(to: columns)
      for row in part.rows.clamped(to: rows) {
        let line = (row - rows.lowerBound) * columns.count - columns.lowerBound
        for column in shared { result[line + column] = samples[line + column] }
      }
    }
    samples = result
  }
}
