/// Why data of OpenStreetMap cannot be read.
public struct OSMError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of trouble.
  public enum Kind: Sendable, Hashable {
    /// The file is none of its format, or damaged.
    case malformed
    /// It needs more memory than there is.
    case memory
    /// A temporary file for what does not fit into memory cannot be made, written or read.
    case scratch
    /// The library that reads it is not part of this build.
    case unavailable
    /// The receiver wanted no more.
    case stopped
  }

  public let kind: Kind
  /// What and where.
  public let reason: String

  public var description: String { reason }

  /// Makes an error.
  public init(kind: Kind, reason: String) { (self.kind, self.reason) = (kind, reason) }

  static let unavailable = OSMError(
    kind: .unavailable,
    reason:
      "OpenStreetMap's data are read by libosmium, which this build has not; install libosmium2-dev "
      + "and build again")
}
