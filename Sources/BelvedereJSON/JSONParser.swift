/// A strict parser of RFC 8259 with bounded depth.
///
/// Foundation's decoders report neither lines nor duplicate names, and overflow the stack of small
/// threads on deep input; a reader of files that people write by hand needs both.
public struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let maximumDepth: Int
  private let maximumMemory: Int
  /// About how much memory the values take that were read so far.
  private var memory = 0
  private var position = 0
  private var line = 1
  private var lineStart = 0

  /// Parses a whole text.
  ///
  /// - Parameters:
  ///   - text: UTF-8; a byte order mark is skipped.
  ///   - maximumDepth: how deep arrays and objects may nest.
  ///   - maximumMemory: how many bytes the values may take, about; held within a third by
  ///     `JSONParserTests`.
  /// - Throws: ``JSONSyntaxError`` for anything that is not exactly one JSON value: trailing text,
  ///   a number that is not finite, a name that stands twice in an object, invalid UTF-8.
  public static func parse(
    _ text: [UInt8], maximumDepth: Int = 64, maximumMemory: Int = .max
  ) throws(JSONSyntaxError) -> JSONValue {
    let result: Result<JSONValue, JSONSyntaxError> = text.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(
        bytes: bytes, maximumDepth: maximumDepth, maximumMemory: maximumMemory)
      do throws(JSONSyntaxError) {
        return .success(try parser.document())
      } catch {
        return .failure(error.exceedsMemory ? error.needing(JSONMemory.all(of: bytes)) : error)
      }
    }
    return try result.get()
  }

  /// Reads the value with which a part of a text begins, for readers that go through the text around it.
  ///
  /// - Parameters:
  ///   - position: where it begins; then where what follows it begins.
  ///   - depth: in how many arrays and objects it lies.
  /// - Returns: the value; `nil` where there is none, or something is wrong with it.
  package static func value(
    in text: UnsafeBufferPointer<UInt8>, at position: inout Int, depth: Int, maximumDepth: Int = 64
  ) -> JSONValue? {
    var parser = JSONParser(bytes: text, maximumDepth: maximumDepth, maximumMemory: .max)
    parser.position = position
    do throws(JSONSyntaxError) {
      let value = try parser.value(depth: depth)
      position = parser.position
      return value
    } catch {
      return nil
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, maximumMemory: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.maximumMemory = maximumMemory
  }

  /// Notes memory that is about to be taken. Arrays take up to twice their elements while they grow.
  private mutating func take(_ count: Int) throws(JSONSyntaxError) {
    memory += count
    guard memory <= maximumMemory else {
      throw JSONSyntaxError(
        line: line, column: position - lineStart + 1, reason: "the values need too much memory",
        exceedsMemory: true)
    }
  }

  private func error(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(
      line: line, column: position - lineStart + 1, reason: reason,
      isAtEnd: position >= bytes.count)
  }

  /// The byte here, or 0 at the end; a NUL byte is never valid JSON.
  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "\n"):
        position += 1
        line += 1
        lineStart = position
      default: return
      }
    }
  }

  private mutating func document() throws(JSONSyntaxError) -> JSONValue {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    skipSpace()
    if position == bytes.count { throw error("the file is empty") }
    let value = try self.value(depth: 0)
    skipSpace()
    if position < bytes.count { throw error("there is text after the end of the value") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    let start = line
    try take(JSONMemory.value)
    switch current {
    case UInt8(ascii: "{"): return JSONValue(.object(try object(depth: depth + 1)), line: start)
    case UInt8(ascii: "["): return JSONValue(.array(try array(depth: depth + 1)), line: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try string()), line: start)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONValue(.number(try number()), line: start)
    default:
      throw error(position >= bytes.count ? "the file ends too early" : "expected a value")
    }
  }

  private mutating func word(
    _ text: StaticString, _ content: JSONValue.Content
  ) throws(JSONSyntaxError) -> JSONValue {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { throw error("expected a value") }
    for i in 0..<count where bytes[position + i] != text.utf8Start[i] {
      throw error("expected a value")
    }
    position += count
    return JSONValue(content, line: line)
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
    if depth > maximumDepth { throw error("nested more than \(maximumDepth) deep") }
    position += 1
    var values: [JSONValue] = []
    skipSpace()
    if current == UInt8(ascii: "]") {
      position += 1
      return values
    }
    try take(JSONMemory.list)
    while true {
      skipSpace()
      values.append(try value(depth: depth))
      skipSpace()
      switch current {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "]"):
        position += 1
        return values
      default:
        throw error(
          position >= bytes.count ? "the file ends inside an array" : "expected ',' or ']'")
      }
    }
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> [JSONMember] {
    if depth > maximumDepth { throw error("nested more than \(maximumDepth) deep") }
    position += 1
    var members: [JSONMember] = []
    var names: Set<String> = []
    skipSpace()
    if current == UInt8(ascii: "}") {
      position += 1
      return members
    }
    try take(JSONMemory.list)
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else {
        throw error(
          position >= bytes.count ? "the file ends inside an object" : "expected a name in quotes")
      }
      let nameLine = line
      try take(JSONMemory.name)
      let name = try string()
      // A set costs more than a few comparisons; most objects are small.
      let isDuplicate: Bool
      if members.count < 8 {
        isDuplicate = members.contains { $0.name == name }
      } else {
        if names.isEmpty { names = Set(members.map(\.name)) }
        isDuplicate = !names.insert(name).inserted
      }
      if isDuplicate { throw error("\"\(name.prefix(60))\" stands twice in one object") }
      skipSpace()
      guard current == UInt8(ascii: ":") else { throw error("expected ':'") }
      position += 1
      skipSpace()
      members.append(JSONMember(name: name, value: try value(depth: depth), line: nameLine))
      skipSpace()
      switch current {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "}"):
        position += 1
        return members
      default:
        throw error(
          position >= bytes.count ? "the file ends inside an object" : "expected ',' or '}'")
      }
    }
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    var highest: UInt8 = 0
    while position < bytes.count, bytes[position] != UInt8(ascii: "\""),
      bytes[position] != UInt8(ascii: "\\"), bytes[position] >= 0x20
    {
      highest |= bytes[position]
      position += 1
    }
    if current == UInt8(ascii: "\"") {
      let slice = bytes[start..<position]
      let text = try highest < 0x80 ? ascii(slice) : utf8(slice)
      position += 1
      return text
    }
    var collected = Array(bytes[start..<position])
    while true {
      guard position < bytes.count else { throw error("the file ends inside a string") }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return try utf8(collected[...])
      }
      if byte < 0x20 { throw error("a control character stands in a string; escape it") }
      position += 1
      if byte == UInt8(ascii: "\\") {
        try escape(into: &collected)
      } else {
        collected.append(byte)
      }
    }
  }

  private mutating func utf8(
    _ slice: some Collection<UInt8>
  ) throws(JSONSyntaxError) -> String {
    try take(JSONMemory.text(slice.count))
    guard let text = String(validating: slice, as: UTF8.self) else {
      throw error("a string is not valid UTF-8")
    }
    return text
  }

  /// What is known to be ASCII needs no validation, which takes most of the time of a short text.
  private mutating func ascii(
    _ slice: Slice<UnsafeBufferPointer<UInt8>>
  ) throws(JSONSyntaxError) -> String {
    try take(JSONMemory.text(slice.count))
    return String(decoding: UnsafeBufferPointer(rebasing: slice), as: UTF8.self)
  }

  private mutating func escape(into out: inout [UInt8]) throws(JSONSyntaxError) {
    let byte = current
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte)
    case UInt8(ascii: "b"): out.append(8)
    case UInt8(ascii: "f"): out.append(12)
    case UInt8(ascii: "n"): out.append(10)
    case UInt8(ascii: "r"): out.append(13)
    case UInt8(ascii: "t"): out.append(9)
    case UInt8(ascii: "u"):
      var code = try hexDigits()
      if code >= 0xD800, code < 0xDC00 {
        guard current == UInt8(ascii: "\\"), position + 1 < bytes.count,
          bytes[position + 1] == UInt8(ascii: "u")
        else { throw error("half of a surrogate pair") }
        position += 2
        let low = try hexDigits()
        guard low >= 0xDC00, low < 0xE000 else { throw error("half of a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair") }
      out.append(contentsOf: String(Character(scalar)).utf8)
    default: throw error("unknown escape in a string")
    }
  }

  private mutating func hexDigits() throws(JSONSyntaxError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(current)).hexDigitValue else {
        throw error("\\u needs four hexadecimal digits")
      }
      code = code << 4 + UInt32(digit)  // checked: 0...15
      position += 1
    }
    return code
  }

  private mutating func number() throws(JSONSyntaxError) -> Double {
    if let number = PlainNumber.read(bytes, at: &position) { return number }
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    guard isDigit(current) else { throw error("a number needs digits") }
    if current == UInt8(ascii: "0"), position + 1 < bytes.count, isDigit(bytes[position + 1]) {
      throw error("a number may not begin with 0")
    }
    while isDigit(current) { position += 1 }
    if current == UInt8(ascii: ".") {
      position += 1
      guard isDigit(current) else { throw error("a number needs digits after the point") }
      while isDigit(current) { position += 1 }
    }
    if current | 0x20 == UInt8(ascii: "e") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      guard isDigit(current) else { throw error("a number needs digits in its exponent") }
      while isDigit(current) { position += 1 }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw error("a number is out of range") }
    return value
  }
}
