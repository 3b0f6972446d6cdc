import BelvedereFiles
import BelvedereJSON

/// What metadata in JSON say about tiles: TileJSON, a style's source of elevations, MBTiles' and
/// PMTiles' own.
enum TileMetadata {
  static let maximumBytes = 1 << 20

  /// The encoding that an object names, in itself or in the text of a member `json`.
  static func encoding(of value: JSONValue, depth: Int = 0) -> TileEncoding? {
    guard case .object(let members) = value.content else { return nil }
    for member in members {
      guard case .string(let text) = member.value.content else { continue }
      switch member.name.lowercased() {
      case "encoding", "dem_encoding", "elevation_encoding", "raster_dem_encoding":
        if let encoding = TileEncoding(named: text) { return encoding }
      case "json" where depth == 0:
        if let inner = encoding(ofText: Array(text.utf8), depth: 1) { return inner }
      default: break
      }
    }
    return nil
  }

  /// The attribution that a text in JSON names; `nil` where it names none.
  static func attribution(ofText text: [UInt8]) -> String? { word(["attribution"], ofText: text) }

  /// The licence that a text in JSON names; `nil` where it names none.
  static func licence(ofText text: [UInt8]) -> String? { word(licenceNames, ofText: text) }

  /// What metadata call a licence: no format has a word of its own for it.
  static let licenceNames = ["license", "licence"]

  private static func word(_ names: [String], ofText text: [UInt8]) -> String? {
    guard text.count <= maximumBytes,
      let value = try? JSONParser.parse(text, maximumDepth: 16, maximumMemory: 64 << 20),
      case .object(let members) = value.content,
      case .string(let words)? = members.first(where: { names.contains($0.name) })?.value.content
    else { return nil }
    return plain(words)
  }

  /// A text of HTML without its tags, at most 500 letters; `nil` where nothing is left.
  static func plain(_ html: String) -> String? {
    var words = ""
    var isTag = false
    for letter in html.prefix(10_000) {
      switch letter {
      case "<": isTag = true
      case ">" where isTag: isTag = false
      case _ where isTag: break
      default: words.append(letter.isWhitespace ? " " : letter)
      }
    }
    for (name, letter) in [
      ("&copy;", "©"), ("&nbsp;", " "), ("&#169;", "©"), ("&quot;", "\""), ("&lt;", "<"),
      ("&gt;", ">"), ("&amp;", "&"),
    ] {
      words = words.split(separator: name, omittingEmptySubsequences: false)
        .joined(separator: letter)
    }
    let text = words.split(separator: " ").joined(separator: " ").prefix(500)
    return text.isEmpty ? nil : String(text)
  }

  /// The encoding that a text in JSON names; `nil` where it is none.
  static func encoding(ofText text: [UInt8], depth: Int = 0) -> TileEncoding? {
    guard text.count <= maximumBytes,
      let value = try? JSONParser.parse(text, maximumDepth: 16, maximumMemory: 64 << 20)
    else { return nil }
    return encoding(of: value, depth: depth)
  }

  /// The encoding that a folder's `tiles.json`, `tilejson.json` or `metadata.json` names.
  static func encoding(
    besideTilesIn folder: String, within root: String? = nil
  ) throws -> TileEncoding? {
    try first(besideTilesIn: folder, within: root) { encoding(ofText: $0) }
  }

  /// The attribution that they name.
  static func attribution(
    besideTilesIn folder: String, within root: String? = nil
  ) throws -> String? {
    try first(besideTilesIn: folder, within: root) { attribution(ofText: $0) }
  }

  /// The licence that they name.
  static func licence(
    besideTilesIn folder: String, within root: String? = nil
  ) throws -> String? {
    try first(besideTilesIn: folder, within: root) { licence(ofText: $0) }
  }

  private static func first<Value>(
    besideTilesIn folder: String, within root: String?, _ find: ([UInt8]) -> Value?
  ) throws -> Value? {
    for name in ["tilejson.json", "tiles.json", "metadata.json"] {
      let path = "\(folder)/\(name)"
      guard InputFile.kind(of: path) == .regular else { continue }
      if let root { try TileFolder.check(path, within: root) }
      let text = try InputFile.read(
        path, maximumBytes: maximumBytes, remedy: "metadata are far smaller")
      if let value = find(text) { return value }
    }
    return nil
  }
}
