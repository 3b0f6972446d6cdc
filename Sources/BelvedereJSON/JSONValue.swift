/// A JSON value that remembers the line on which it stands, so that a reader can say where a
/// mistake is.
public struct JSONValue: Sendable {
  /// What the value is.
  public enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
  }

  /// The value.
  public let content: Content
  /// The line of its first character, from 1.
  public let line: Int

  /// Makes a value.
  public init(_ content: Content, line: Int = 0) {
    self.content = content
    self.line = line
  }

  /// `a number`, `an object` …, for messages.
  public var kind: String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value as a message quotes it: short values whole, long ones by their kind.
  public var excerpt: String {
    switch content {
    case .number(let value):
      // As it was most probably written: 99, not 99.0.
      return Int(exactly: value).map { "\($0)" } ?? "\(value)"
    case .string(let value):
      return value.count <= 40 ? "\"\(value)\"" : "\"\(value.prefix(40))…\""
    default: return kind
    }
  }
}

/// A name and its value in an object.
public struct JSONMember: Sendable {
  /// The name.
  public let name: String
  /// The value.
  public let value: JSONValue
  /// The line of the name.
  public let line: Int

  /// Makes a member.
  public init(name: String, value: JSONValue, line: Int = 0) {
    self.name = name
    self.value = value
    self.line = line
  }
}

/// A text that is not JSON, or that exceeds a limit.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line and column, from 1.
  public let line, column: Int
  /// What is wrong.
  public let reason: String
  /// Whether the text may well be JSON but its values need more memory than was allowed.
  public let exceedsMemory: Bool
  /// About how many bytes its values need then; 0 for other reasons.
  public let neededMemory: Int
  /// Whether it is at the end of the text: that may be cut off.
  public let isAtEnd: Bool

  init(
    line: Int, column: Int, reason: String, exceedsMemory: Bool = false, neededMemory: Int = 0,
    isAtEnd: Bool = false
  ) {
    self.line = line
    self.column = column
    self.reason = reason
    self.exceedsMemory = exceedsMemory
    self.neededMemory = neededMemory
    self.isAtEnd = isAtEnd
  }

  /// The same with what is needed.
  func needing(_ bytes: Int) -> JSONSyntaxError {
    JSONSyntaxError(
      line: line, column: column, reason: reason, exceedsMemory: exceedsMemory,
      neededMemory: bytes)
  }

  public var description: String { "line \(line), column \(column): \(reason)" }
}
