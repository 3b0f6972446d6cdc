/// Writes JSON: members in the order given, numbers with the fewest digits that read back as the
/// same value, nothing that depends on the locale.
public enum JSONWriter {
  /// The value on one line.
  public static func line(_ value: JSONValue) -> String {
    var out = ""
    write(value, indentation: nil, depth: 0, to: &out)
    return out
  }

  /// The value over several lines, indented by two spaces, without a final newline. Arrays of
  /// numbers stay on one line.
  public static func pretty(_ value: JSONValue) -> String {
    var out = ""
    write(value, indentation: 2, depth: 0, to: &out)
    return out
  }

  /// A number as JSON; `null` for one that JSON cannot hold.
  public static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if abs(value) < 1e15, let integer = Int(exactly: value), value != 0 || value.sign == .plus {
      return String(integer)
    }
    return "\(value)"
  }

  /// A text in quotes.
  public static func string(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      // U+2028 and U+2029 end lines for some readers of JSON lines.
      case _
      where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028
        || scalar.value == 0x2029:
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  private static func write(
    _ value: JSONValue, indentation: Int?, depth: Int, to out: inout String
  ) {
    func breakLine(_ depth: Int) {
      guard let indentation else { return }
      let width = indentation * depth
      out += "\n" + String(repeating: " ", count: width)
    }
    switch value.content {
    case .null: out += "null"
    case .bool(let flag): out += flag ? "true" : "false"
    case .number(let value): out += number(value)
    case .string(let text): out += string(text)
    case .array(let items):
      let isFlat = items.allSatisfy {
        if case .number = $0.content { return true } else { return false }
      }
      out += "["
      for (i, item) in items.enumerated() {
        if i > 0 { out += isFlat && indentation != nil ? ", " : "," }
        if !isFlat { breakLine(depth + 1) }
        write(item, indentation: indentation, depth: depth + 1, to: &out)
      }
      if !isFlat { breakLine(depth) }
      out += "]"
    case .object(let members):
      out += "{"
      for (i, member) in members.enumerated() {
        if i > 0 { out += "," }
        breakLine(depth + 1)
        out += string(member.name) + (indentation == nil ? ":" : ": ")
        write(member.value, indentation: indentation, depth: depth + 1, to: &out)
      }
      if !members.isEmpty { breakLine(depth) }
      out += "}"
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self.init(.string(value)) }
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  public init(floatLiteral value: Double) { self.init(.number(value)) }
  public init(integerLiteral value: Int) { self.init(.number(Double(value))) }
  public init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }
  public init(nilLiteral: ()) { self.init(.null) }

  /// Keeps the order of the members.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(.object(elements.map { JSONMember(name: $0.0, value: $0.1) }))
  }

  /// A number.
  public static func number(_ value: Double) -> JSONValue { JSONValue(.number(value)) }
  /// A whole number.
  public static func integer(_ value: Int) -> JSONValue { JSONValue(.number(Double(value))) }
  /// A text.
  public static func string(_ value: String) -> JSONValue { JSONValue(.string(value)) }
  /// An array of texts.
  public static func strings(_ values: [String]) -> JSONValue {
    JSONValue(.array(values.map { .string($0) }))
  }
}
