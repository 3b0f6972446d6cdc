import ArgumentParser
import Belvedere
import BelvedereCityImport

/// A box in degrees, `south,west,north,east`.
enum BoxArgument {
  private static let example = "37.77,-122.43,37.81,-122.38"

  /// A box at most as wide as the world.
  static func parse(_ text: String) throws -> GeographicBounds {
    let box = try box(text)
    guard box.east - box.west <= 360 else {
      throw ValidationError("is wider than the world; at most 360 degrees lie from west to east")
    }
    return box
  }

  /// What an import reads: a box wider than the world is all of its width.
  static func ofImport(_ text: String) throws -> GeographicBounds { try box(text).onFirstTurn }

  /// A box as it is written.
  static func text(_ box: GeographicBounds) -> String {
    [box.south, box.west, box.north, box.east].map(JSONNumber.short).joined(separator: ",")
  }

  /// The box that a box is when its numbers are meant as west, south, east and north; `nil` where they cannot be.
  static func swapped(_ box: GeographicBounds) -> GeographicBounds? {
    bounds([box.west, box.south, box.east, box.north])
  }

  private static func box(_ text: String) throws -> GeographicBounds {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      Double(part.filter { $0 != " " }).flatMap { $0.isFinite ? $0 : nil }
    }
    guard parts.count == 4, numbers.count == 4 else {
      throw ValidationError(
        "must be four degrees, south,west,north,east, such as \(example); across the antimeridian "
          + "east exceeds 180")
    }
    if let box = bounds(numbers) { return box }
    throw ValidationError(
      "must be south,west,north,east with south below north within ±90 and west below east, such as \(example); "
        + "across the antimeridian east exceeds 180" + remedy(numbers))
  }

  /// The box that was meant, where another order makes one.
  private static func remedy(_ n: [Double]) -> String {
    let turned = n[1] > n[3] ? [n[0], n[1], n[2], n[3] + 360] : n
    let candidates = [
      // Across the antimeridian; west first; north first; east before west.
      turned[3] - turned[1] < 180 ? turned : n, [n[1], n[0], n[3], n[2]], [n[2], n[1], n[0], n[3]],
      [n[2], n[3], n[0], n[1]], [n[3], n[2], n[1], n[0]], [n[0], n[3], n[2], n[1]],
    ]
    return candidates.lazy.compactMap(bounds).first.map { "; meant may be \(text($0))" } ?? ""
  }

  private static func bounds(_ n: [Double]) -> GeographicBounds? {
    guard n[0] < n[2], n[0] >= -90, n[2] <= 90, abs(n[1]) <= 540, abs(n[3]) <= 540, n[1] < n[3]
    else { return nil }
    return GeographicBounds(south: n[0], west: n[1], north: n[2], east: n[3])
  }
}
