/// Why a city model cannot be imported.
public struct CityModelError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, where, and what helps.
  public let description: String

  /// Whether more memory helps.
  public let isMemory: Bool

  init(_ description: String, isMemory: Bool = false) {
    (self.description, self.isMemory) = (description, isMemory)
  }
}
