/// Why a city model cannot be imported.
public struct CityModelError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, where, and what helps.
  public let description: String

  init(_ description: String) { self.description = description }
}
