/// An authored file that cannot be used, and why.
public struct AuthoringError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's name.
  public let file: String
  /// What is wrong.
  public let reason: String

  /// Makes an error.
  public init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  public var description: String { "\(file): \(reason)" }
}
