/// A file of elevations that cannot be used.
public struct TerrainFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's name.
  public let file: String
  /// What is wrong, and what helps.
  public let reason: String

  /// Makes an error.
  public init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  public var description: String { "\(file): \(reason)" }
}
