/// Why an XML text cannot be read.
public struct XMLError: Error, Sendable, Hashable {
  /// What kind of trouble.
  public enum Kind: Sendable, Hashable {
    /// It is no XML, declares a document type, or has too many attributes.
    case malformed
    /// Its elements nest too deep.
    case tooDeep
    /// Expat is not there.
    case unavailable
  }

  public let kind: Kind
  /// Line and column; empty where there is none.
  public let place: String
  public let reason: String
}
