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

  /// The rasters in order; neighbours may have one column or row in common.
  public let parts: [Part]
  /// Whether they leave no sample of the lattice to none of them.
  let isWhole: Bool
  let index: PartIndex

  init(_ parts: [Part], _ grid: RasterGrid) {
    self.init(
      parts,
      isWhole: Self.cover(
        parts.map { ($0.columns, $0.rows) }, columns: 0..<grid.width, rows: 0..<grid.height))
  }

  /// Whether some parts leave nothing of some columns and rows.
  static func cover(
    _ parts: [(columns: Range<Int>, rows: Range<Int>)], columns: Range<Int>, rows: Range<Int>
  ) -> Bool {
    let near = parts.filter { $0.columns.overlaps(columns) && $0.rows.overlaps(rows) }
      .sorted { $0.columns.lowerBound < $1.columns.lowerBound }
    // From row to row the same parts lie side by side until one begins or ends.
    let breaks = Set(near.flatMap { [$0.rows.lowerBound, $0.rows.upperBound] } + [rows.lowerBound])
    for row in breaks where rows.contains(row) {
      var end = columns.lowerBound
      for part in near where part.rows.contains(row) && part.columns.lowerBound <= end {
        end = max(end, part.columns.upperBound)
      }
      if end < columns.upperBound { return false }
    }
    return true
  }

  /// The parts beside which there is a place of the lattice that none has.
  func atGaps(of grid: RasterGrid) -> [Part] {
    guard !isWhole else { return [] }
    return parts.filter { part in
      let columns =
        max(part.columns.lowerBound - 1, 0)..<min(part.columns.upperBound + 1, grid.width)
      let rows = max(part.rows.lowerBound - 1, 0)..<min(part.rows.upperBound + 1, grid.height)
      let near = index.parts(columns: columns, rows: rows).map { parts[$0] }
      return !Self.cover(near.map { ($0.columns, $0.rows) }, columns: columns, rows: rows)
    }
  }

  private init(_ parts: [Part], isWhole: Bool) {
    self.parts = parts
    self.isWhole = isWhole
    index = PartIndex(parts)
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
    for n in index.parts(column: column, row: row) {
      let part = parts[n]
      if part.columns.contains(column), part.rows.contains(row) { return part }
    }
    return nil
  }

  /// Makes samples void that no raster has.
  ///
  /// - Parameter samples: those of some columns and rows, row-major.
  func clearOutside(_ samples: inout [Float], columns: Range<Int>, rows: Range<Int>) {
    guard !isWhole else { return }
    var result = [Float](repeating: .nan, count: samples.count)
    for n in index.parts(columns: columns, rows: rows) {
      let part = parts[n]
      let shared = part.columns.clamped(to: columns)
      for row in part.rows.clamped(to: rows) {
        let line = (row - rows.lowerBound) * columns.count - columns.lowerBound
        for column in shared { result[line + column] = samples[line + column] }
      }
    }
    samples = result
  }
}
