import BelvedereTerrain

/// A layer of an imported scene: a file of it.
public struct CityLayer {
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
  /// Of land the box in which its outlines are known.
  public var bounds: GeographicBounds?
  /// How many things it holds.
  public let count: Int
  private let content: LayerContent

  /// Tells the file's bytes, one part after another.
  ///
  /// - Throws: `FileError` where those that did not fit into memory cannot be read, and what `body` throws.
  public func forEachPart(_ body: ([UInt8]) throws -> Void) throws {
    try content.forEachPart(body)
  }

  /// All of them.
  ///
  /// - Throws: as ``forEachPart(_:)`` does.
  public func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPart { bytes += $0 }
    return bytes
  }

  init(
    name: String, file: String, isStreamed: Bool = false, size: Double? = nil,
    standsFor: Double? = nil, bounds: GeographicBounds? = nil, count: Int, content: LayerContent
  ) {
    self.bounds = bounds
    (self.name, self.file, self.count, self.content) = (name, file, count, content)
    (self.isStreamed, self.size, self.standsFor) = (isStreamed, size, standsFor)
  }

  /// A file's name with a suffix before its extension.
  static func file(_ name: String, _ suffix: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return name + suffix }
    return name[..<dot] + suffix + name[dot...]
  }
}
