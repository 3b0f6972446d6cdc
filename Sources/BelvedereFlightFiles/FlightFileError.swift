/// Why a file of a flight cannot be read or written.
public struct FlightFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of trouble it is.
  public enum Kind: Sendable, Hashable {
    /// The text or its bytes are broken.
    case malformed
    /// A value lies outside its domain, or a needed one is absent.
    case value
    /// The file is sound, but says what no flight of cameras over a map can.
    case unsupported
    /// The file is larger or deeper than the limits allow.
    case tooLarge
    /// This build, or this machine, lacks what is needed.
    case unavailable
  }

  /// What kind of trouble it is.
  public let kind: Kind
  /// Where: a line, a column, a field; empty for all of the file.
  public let place: String
  /// What is wrong there, and what helps.
  public let reason: String

  /// Makes an error.
  public init(_ kind: Kind, at place: String = "", _ reason: String) {
    self.kind = kind
    self.place = place
    self.reason = reason
  }

  public var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}
