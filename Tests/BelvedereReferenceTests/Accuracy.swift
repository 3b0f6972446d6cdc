import BelvedereTestSupport
import Foundation

/// The largest error seen of one quantity, beside the bound that is stated for it.
struct Accuracy: Sendable, Hashable {
  /// The function, as a reader knows it.
  let function: String
  /// What must not be exceeded.
  let bound: Double
  /// The bound's unit, and what it is relative to.
  let unit: String
  /// What the errors were measured against.
  let against: String
  /// The largest error seen; infinite where an answer was of the wrong kind.
  private(set) var largest = 0.0
  /// How many were compared.
  private(set) var cases = 0
  /// Where the largest was seen.
  private(set) var place = ""

  init(_ function: String, bound: Double, _ unit: String, against: String) {
    self.function = function
    self.bound = bound
    self.unit = unit
    self.against = against
  }

  /// Takes an error into account; NaN is the greatest of all.
  mutating func note(_ error: Double, _ place: @autoclosure () -> String) {
    cases += 1
    guard !(error <= largest) else { return }
    largest = error.isNaN ? .infinity : error
    self.place = place()
  }

  /// Takes a row's error into account.
  mutating func note(_ error: Double, _ row: Int, of table: [ReferenceRow]) {
    note(error, "\(table[row].table), row \(row)")
  }

  /// A number with two digits, rounded away from zero so that it never flatters.
  static func text(_ value: Double) -> String {
    guard value > 0, value.isFinite else { return value == 0 ? "0" : "wrong" }
    if value == value.rounded(), value < 100 { return String(format: "%.0f", value) }
    let unit = pow(10, floor(log10(value)) - 1)
    let text = String(format: "%.1e", (value / unit - 1e-9).rounded(.up) * unit)
    return text.replacingOccurrences(of: "e-0", with: "e-").replacingOccurrences(
      of: ".0e", with: "e")
  }

  /// The row of the table in Tests/Reference/ACCURACY.md.
  var line: String {
    "| \(function) | \(Self.text(bound)) \(unit) | \(Self.text(largest)) | \(cases) | \(against) |"
  }

  /// What a committed row must share with this one: all but the largest error.
  static func key(ofLine line: String) -> [Substring] {
    var parts = line.split(separator: "|", omittingEmptySubsequences: false)
    if parts.count > 3 { parts.remove(at: 3) }
    return parts
  }
}

/// The table of Tests/Reference/ACCURACY.md.
enum AccuracyTable {
  /// The committed file.
  static let url = PackageRoot.url.appendingPathComponent("Tests/Reference/ACCURACY.md")

  /// The whole document.
  static func document(_ rows: [Accuracy]) -> String {
    """
    # Accuracy

    The largest errors that `BelvedereReferenceTests` sees, and the bounds it holds them to. The
    references come from an independent implementation with 60 digits, `Tests/Reference/generate.py`,
    written from the definitions; each is the nearest double to the exact result for exact inputs.

    "Beyond rounding" leaves out what a double cannot hold: the last place of a result in degrees, up
    to 1.6 nm each, and 1e-15 of the distances from the centre to the eye and to the place, both as
    they are seen from the eye. `make accuracy` writes this file.

    | function | stated bound | largest error seen | cases | against |
    |---|---|---|---|---|
    \(rows.map(\.line).joined(separator: "\n"))

    """
  }

  /// The rows of the committed file.
  static func committed() throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| function") }
  }
}
