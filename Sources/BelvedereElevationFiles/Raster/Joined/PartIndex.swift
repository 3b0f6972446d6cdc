import BelvedereGeoMath

/// Finds which of many parts of a lattice may have a sample: the lattice cut into fields, each with the numbers
/// of the parts that reach it.
struct PartIndex: Sendable {
  private let columns, rows: Range<Int>
  private let side: Int
  /// The numbers of each field's parts, ascending.
  private let fields: [[Int]]

  init(_ parts: [RasterParts.Part]) {
    columns =
      (parts.map(\.columns.lowerBound).min() ?? 0)..<(parts.map(\.columns.upperBound).max() ?? 1)
    rows = (parts.map(\.rows.lowerBound).min() ?? 0)..<(parts.map(\.rows.upperBound).max() ?? 1)
    side = Int(clamping: Double(parts.count).squareRoot().rounded(.up), in: 1...256)
    var fields = [[Int]](repeating: [], count: side * side)  // bounded: side ≤ 256
    for (n, part) in parts.enumerated() {
      for row in Self.fields(part.rows, rows, side) {
        for column in Self.fields(part.columns, columns, side) {
          fields[row * side + column].append(n)
        }
      }
    }
    self.fields = fields
  }

  /// The numbers of the parts that may have a sample, ascending.
  func parts(column: Int, row: Int) -> [Int] {
    guard columns.contains(column), rows.contains(row) else { return [] }
    return fields[Self.field(row, rows, side) * side + Self.field(column, columns, side)]
  }

  /// The numbers of the parts that may have samples of some columns and rows, ascending.
  func parts(columns: Range<Int>, rows: Range<Int>) -> [Int] {
    var found: Set<Int> = []
    for row in Self.fields(rows, self.rows, side) {
      for column in Self.fields(columns, self.columns, side) {
        found.formUnion(fields[row * side + column])
      }
    }
    return found.sorted()
  }

  /// In which of equal fields of a range a number lies.
  private static func field(_ number: Int, _ range: Range<Int>, _ side: Int) -> Int {
    (number - range.lowerBound) * side / max(range.count, 1)
  }

  private static func fields(
    _ some: Range<Int>, _ range: Range<Int>, _ side: Int
  ) -> ClosedRange<Int> {
    let shared = some.clamped(to: range)
    // Fields of numbers out of the range hold nothing that is looked for.
    guard !shared.isEmpty else { return 0...0 }
    return field(shared.lowerBound, range, side)...field(shared.upperBound - 1, range, side)
  }
}
