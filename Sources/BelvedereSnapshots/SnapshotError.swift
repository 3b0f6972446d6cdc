import BelvedereGeodesy
import BelvedereLimits

/// Why there is no snapshot.
public enum SnapshotError: Error, Sendable, CustomStringConvertible {
  /// It was cancelled.
  case cancelled
  /// The snapshotter is making a snapshot already; it makes one at a time.
  case isLoading
  /// An option or the camera is outside its domain.
  case invalid(DomainError)
  /// Something else of the options makes no sense.
  case refused(String)
  /// The scene has no camera of that name.
  case unknownCamera(String, known: [String])
  /// A region or rectangle is asked for on the globe.
  case notOnGlobe
  /// The picture needs more memory than there is, or has too many pixels.
  case tooLarge(LimitError)
  /// Data that the picture needs are not to be had: what, and why. A part is named once.
  case missing([MissingData])

  public var description: String {
    switch self {
    case .cancelled: "the snapshot was cancelled"
    case .isLoading:
      "the snapshotter is loading already; wait for it, or make another one for the next snapshot"
    case .invalid(let error): error.description
    case .refused(let reason): reason
    case .unknownCamera(let name, let known):
      "the scene has no camera \"\(name.prefix(40))\"; it has "
        + (known.isEmpty ? "none" : known.joined(separator: ", "))
    case .notOnGlobe:
      "a region or a map rectangle is framed on the flat map; give a camera for the globe, or the flat "
        + "projection"
    case .tooLarge(let error): error.description
    case .missing(let data):
      "data are missing: " + data.prefix(3).map(\.description).joined(separator: "; ")
        + (data.count > 3 ? "; and \(data.count - 3) more" : "")
    }
  }

  /// Whether a placeholder stands in: the options were good, the data were not.
  var allowsPlaceholder: Bool { if case .missing = self { true } else { false } }
}

/// A part of the data that a picture needs and that is not to be had.
public struct MissingData: Sendable, Hashable, CustomStringConvertible {
  /// What is to blame.
  public enum Cause: String, Sendable, Hashable {
    /// A server or the way to it.
    case network
    /// A file, or a part of it.
    case file
  }

  /// What is to blame.
  public let cause: Cause
  /// Which part, why, and what helps.
  public let reason: String

  /// Makes a description of a part.
  public init(cause: Cause, reason: String) {
    self.cause = cause
    self.reason = reason
  }

  public var description: String { reason }
}
