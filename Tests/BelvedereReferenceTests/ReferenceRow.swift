import BelvedereTestSupport
import Foundation
import Testing

/// A row of a table of Tests/Reference/Vectors: doubles and words, made by another implementation.
struct ReferenceRow: Sendable {
  /// The table's name, for messages.
  let table: String
  private let cells: [Substring]

  /// A number; NaN, which no bound admits, where the cell holds none.
  subscript(_ column: Int) -> Double {
    column < cells.count ? Double(cells[column]) ?? .nan : .nan
  }

  /// A row number of another table.
  func index(_ column: Int) -> Int { column < cells.count ? Int(cells[column]) ?? -1 : -1 }

  /// A word.
  func word(_ column: Int) -> String { column < cells.count ? String(cells[column]) : "" }

  /// Whether the cell says that there is no number.
  func isNil(_ column: Int) -> Bool { word(column) == "nil" }

  /// How many cells there are.
  var count: Int { cells.count }

  /// The rows of a table; every table has at least 100.
  static func all(_ table: String) throws -> [ReferenceRow] {
    let url = PackageRoot.url.appendingPathComponent("Tests/Reference/Vectors/\(table).csv")
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { ReferenceRow(table: table, cells: $0.split(separator: ",")) }
    try #require(rows.count >= 100, "\(table) has lost its rows")
    return rows
  }
}
