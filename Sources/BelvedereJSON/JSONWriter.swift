/// Writes JSON: members in the order given, numbers with the fewest digits that read back as the
/// same value, nothing that depends on the locale.
public enum JSONWriter {
  /// The value on one line.
  public static func line(_ value: JSONValue) -> String {
    var out: [UInt8] = []
    append(value, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// The value over several lines, indented by two spaces, without a final newline. Arrays of
  /// numbers stay on one line.
  public static func pretty(_ value: JSONValue) -> String {
    var out: [UInt8] = []
    write(value, indentation: 2, depth: 0, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// A number as JSON; `null` for one that JSON cannot hold.
  public static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if abs(value) < 1e15, let integer = Int(exactly: value), value != 0 || value.sign == .plus {
      return String(integer)
    }
    return value.description
  }

  /// A text in quotes.
  public static func string(_ text: String) -> String {
    var out: [UInt8] = []
    append(text, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// Appends the value on one line, UTF-8.
  public static func append(_ value: JSONValue, to out: inout [UInt8]) {
    write(value, indentation: nil, depth: 0, to: &out)
  }

  /// Appends a text in quotes, UTF-8.
  public static func append(_ text: String, to out: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &out) }
  }

  private static func append(_ text: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    // Most texts hold nothing to escape: what lies between is copied in one piece.
    var start = 0
    var i = 0
    while i < text.count {
      guard let (escape, length) = escape(text, at: i) else {
        i += 1
        continue
      }
      out.append(contentsOf: text[start..<i])
      out.append(contentsOf: escape.utf8)
      i += length
      start = i
    }
    out.append(contentsOf: text[start...])
    out.append(UInt8(ascii: "\""))
  }

  /// What is written for the character that begins here, and how many bytes that is; `nil` where it
  /// stands for itself.
  private static func escape(
    _ text: UnsafeBufferPointer<UInt8>, at i: Int
  ) -> (escape: String, length: Int)? {
    let byte = text[i]
    switch byte {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case UInt8(ascii: "\n"): return ("\\n", 1)
    case UInt8(ascii: "\r"): return ("\\r", 1)
    case UInt8(ascii: "\t"): return ("\\t", 1)
    case 0..<0x20, 0x7F:
      let digits = String(byte, radix: 16)
      return ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits, 1)
    // U+2028 and U+2029 end lines for some readers of JSON lines.
    case 0xE2 where i + 2 < text.count && text[i + 1] == 0x80 && text[i + 2] | 1 == 0xA9:
      return (text[i + 2] == 0xA8 ? "\\u2028" : "\\u2029", 3)
    default: return nil
    }
  }

  private static func write(
    _ value: JSONValue, indentation: Int?, depth: Int, to out: inout [UInt8]
  ) {
    func breakLine(_ depth: Int) {
      guard let indentation else { return }
      let width = indentation * depth
      out.append(UInt8(ascii: "\n"))
      out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: width))
    }
    switch value.content {
    case .null: out.append(contentsOf: "null".utf8)
    case .bool(let flag): out.append(contentsOf: (flag ? "true" : "false").utf8)
    case .number(let value): out.append(contentsOf: number(value).utf8)
    case .string(let text): append(text, to: &out)
    case .array(let items):
      let isFlat = items.allSatisfy {
        if case .number = $0.content { return true } else { return false }
      }
      out.append(UInt8(ascii: "["))
      for (i, item) in items.enumerated() {
        if i > 0 { out.append(UInt8(ascii: ",")) }
        if i > 0, isFlat, indentation != nil { out.append(UInt8(ascii: " ")) }
        if !isFlat { breakLine(depth + 1) }
        write(item, indentation: indentation, depth: depth + 1, to: &out)
      }
      if !isFlat { breakLine(depth) }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (i, member) in members.enumerated() {
        if i > 0 { out.append(UInt8(ascii: ",")) }
        breakLine(depth + 1)
        append(member.name, to: &out)
        out.append(UInt8(ascii: ":"))
        if indentation != nil { out.append(UInt8(ascii: " ")) }
        write(member.value, indentation: indentation, depth: depth + 1, to: &out)
      }
      if !members.isEmpty { breakLine(depth) }
      out.append(UInt8(ascii: "}"))
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
