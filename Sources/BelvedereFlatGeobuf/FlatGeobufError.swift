/// What is wrong with a file in the format FlatGeobuf, and where.
public struct FlatGeobufError: Error, Sendable, Hashable, CustomStringConvertible {
  /// `the header`, `the index`, `feature 12`; empty for the whole file.
  public let place: String
  /// What is wrong.
  public let reason: String

  init(_ reason: String, in place: String = "") {
    (self.reason, self.place) = (reason, place)
  }

  public var description: String { place.isEmpty ? reason : "\(place) \(reason)" }
}
