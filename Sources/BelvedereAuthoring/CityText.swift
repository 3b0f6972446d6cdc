import BelvedereGeoMath
import BelvedereGeodesy

/// Numbers as the generated files write them: as short as their precision allows.
package enum CityText {
  /// A number with at most so many decimals, without trailing zeros.
  package static func number(_ value: Double, decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int(clamping: value * Double(scale), in: -(1 << 52)...(1 << 52))
    let magnitude = abs(scaled)
    var text = String(magnitude / scale)
    let fraction = magnitude % scale
    if fraction != 0 {
      var digits = String(fraction)
      digits = String(repeating: "0", count: decimals - digits.count) + digits
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return scaled < 0 ? "-" + text : text
  }

  package static func position(_ c: Coordinate, decimals: Int = 5) -> String {
    let longitude = number(c.longitude, decimals: decimals)
    return "[\(longitude),\(number(c.latitude, decimals: decimals))]"
  }

  package static func path(_ coordinates: [Coordinate], decimals: Int = 5) -> String {
    "[" + coordinates.map { position($0, decimals: decimals) }.joined(separator: ",") + "]"
  }

  /// Rows of a table, a dozen to a line.
  package static func lines(_ rows: [String]) -> String {
    stride(from: 0, to: rows.count, by: 12).map { start in
      rows[start..<min(start + 12, rows.count)].joined(separator: ",")
    }.joined(separator: ",\n")
  }

  package static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
