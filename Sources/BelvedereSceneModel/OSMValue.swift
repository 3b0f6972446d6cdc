/// Values as OpenStreetMap's tags write them.
public enum OSMValue {
  /// A length in metres: `11`, `11 m`, `12,5`, `36'`, `36'6"`, `40 ft`, `1.2 km`; of a list such
  /// as `11;12` the largest. `nil` for a text that is no length.
  public static func metres(_ text: some StringProtocol) -> Double? {
    if let value = plain(text) { return value }
    if text.utf8.count > 100 { return nil }
    if text.contains(";") {
      return text.split(separator: ";").compactMap { metres($0) }.max()
    }
    var rest = Substring(text)[...]
    rest = trimmed(rest)
    if let first = rest.first, first == "~" || first == "≈" { rest = trimmed(rest.dropFirst()) }
    guard let (value, after) = number(rest) else { return nil }
    let unit = trimmed(after).lowercased()
    switch unit {
    case "", "m", "meter", "meters", "metre", "metres", "m.": return value
    case "km": return value * 1000
    case "cm": return value / 100
    case "ft", "feet", "foot", "ft.", "'", "′": return value * 0.3048
    case "in", "\"", "″": return value * 0.0254
    default: return feetAndInches(value, unit)
    }
  }

  /// A count such as a number of levels; of a list the largest.
  public static func count(_ text: some StringProtocol) -> Double? {
    if let value = plain(text) { return value }
    if text.utf8.count > 100 { return nil }
    return text.split(separator: ";").compactMap { part in
      let rest = trimmed(Substring(part))
      guard let (value, after) = number(rest), trimmed(after).isEmpty else { return nil }
      return value
    }.max()
  }

  /// A number of digits alone, perhaps with a point among them, as most values are; `nil` for others.
  private static func plain(_ text: some StringProtocol) -> Double? {
    guard text.utf8.count <= 15 else { return nil }
    var (digits, decimals, isAfterPoint) = (0, 1, false)
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "."), last != 0, !isAfterPoint {
        isAfterPoint = true
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))  // checked: at most 15 digits
        if isAfterPoint { decimals *= 10 }
      } else {
        return nil
      }
      last = byte
    }
    // Both are below 2⁵³: their quotient rounds once.
    return last == 0 || last == UInt8(ascii: ".") ? nil : Double(digits) / Double(decimals)
  }

  /// `36'6"`: the feet are read, the rest begins with their mark.
  private static func feetAndInches(_ feet: Double, _ unit: String) -> Double? {
    guard let mark = unit.first, mark == "'" || mark == "′" else { return nil }
    guard let (inches, after) = number(trimmed(unit.dropFirst())) else { return nil }
    let end = trimmed(after)
    guard end.isEmpty || end == "\"" || end == "″" || end == "''" else { return nil }
    return feet * 0.3048 + inches * 0.0254
  }

  /// A decimal number, with a point or a comma, at the beginning of a text.
  private static func number(_ text: Substring) -> (Double, Substring)? {
    var digits = ""
    var hasPoint = false
    var end = text.startIndex
    while end < text.endIndex {
      let character = text[end]
      if character.isASCII, character.isWholeNumber {
        digits.append(character)
      } else if character == "." || character == ",", !hasPoint, !digits.isEmpty {
        hasPoint = true
        digits.append(".")
      } else if character == "-", digits.isEmpty {
        digits.append("-")
      } else {
        break
      }
      end = text.index(after: end)
    }
    if digits.last == "." { digits.removeLast() }
    guard let value = Double(digits), value.isFinite else { return nil }
    return (value, text[end...])
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return text
  }
}
