/// Why a glTF file cannot be read.
public struct GLTFError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where in the file, such as `meshes[0].primitives[2].indices`; empty for all of it.
  public let path: String
  /// What is wrong, and what helps.
  public let reason: String
  /// Whether the file may well be right but is larger than was allowed.
  public let exceedsLimit: Bool

  init(_ reason: String, at path: String = "", exceedsLimit: Bool = false) {
    self.path = path
    self.reason = reason
    self.exceedsLimit = exceedsLimit
  }

  public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
