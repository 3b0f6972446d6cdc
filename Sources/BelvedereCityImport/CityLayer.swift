/// A layer of an imported scene: a file of it.
public struct CityLayer: Sendable {
  /// What it holds: `land`, `landCover`, `roads`, `buildings`, `cityModel`, `trees` or `annotations`.
  public let name: String
  /// The file's name.
  public let file: String
  /// Whether it is streamed: what of it a picture needs is read then.
  public var isStreamed = false
  /// Metres of the largest of its things, of layers that are streamed; `nil` where they are of any size.
  public var size: Double?
  /// Metres of the things for which its own stand where these are not seen; `nil` for things themselves.
  public var standsFor: Double?
  /// How many things it holds.
  public let count: Int
  /// The file's bytes, one part after another.
  public let parts: [[UInt8]]
  /// All of them.
  public var bytes: [UInt8] { parts.count == 1 ? parts[0] : Array(parts.joined()) }

  init(
    name: String, file: String, isStreamed: Bool = false, size: Double? = nil,
    standsFor: Double? = nil, count: Int, parts: [[UInt8]]
  ) {
    (self.name, self.file, self.count, self.parts) = (name, file, count, parts)
    (self.isStreamed, self.size, self.standsFor) = (isStreamed, size, standsFor)
  }

  /// A file's name with a suffix before its extension.
  static func file(_ name: String, _ suffix: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return name + suffix }
    return name[..<dot] + suffix + name[dot...]
  }
}
