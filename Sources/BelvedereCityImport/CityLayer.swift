/// A layer of an imported scene: a file of it.
public struct CityLayer: Sendable {
  /// What it holds: `land`, `landCover`, `roads`, `buildings`, `cityModel`, `trees` or `annotations`.
  public let name: String
  /// The file's name.
  public let file: String
  /// How many things it holds.
  public let count: Int
  public let bytes: [UInt8]

  /// A file's name with a suffix before its extension.
  static func file(_ name: String, _ suffix: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return name + suffix }
    return name[..<dot] + suffix + name[dot...]
  }
}
