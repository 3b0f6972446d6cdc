/// A file of elevations that cannot be used.
public struct TerrainFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's name.
  public let file: String
  /// What is wrong, and what helps.
  public let reason: String
  /// Whether the file may well be sound, but is of a kind or stored in a way that is not read here.
  public let isOfUnreadKind: Bool

  /// Makes an error.
  public init(file: String, reason: String, isOfUnreadKind: Bool = false) {
    self.file = file
    self.reason = reason
    self.isOfUnreadKind = isOfUnreadKind
  }

  public var description: String { "\(file): \(reason)" }
}
