/// Why a file of features cannot be imported.
public struct FeatureImportError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, where, and what helps.
  public let description: String
  /// Whether more memory helps.
  public let isMemory: Bool
  /// Whether a temporary file for what does not fit into memory could not be written.
  public let isScratch: Bool

  init(_ description: String, isMemory: Bool = false, isScratch: Bool = false) {
    (self.description, self.isMemory, self.isScratch) = (description, isMemory, isScratch)
  }
}
