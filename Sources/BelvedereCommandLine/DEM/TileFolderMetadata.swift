import Belvedere
import BelvedereFiles
import BelvedereJSON

/// The file beside written tiles that says what they are, `tilejson.json`: TileJSON 3.0.0, with the member
/// `encoding` by which styles of maps name elevation tiles.
enum TileFolderMetadata {
  private static let name = "tilejson.json"

  /// Refuses to put Terrarium tiles beside those of another encoding.
  static func check(_ folder: String) throws {
    guard let encoding = try TileFolder.encoding(in: folder), encoding != .terrarium else { return }
    throw CommandFailure(
      .usage,
      "\(folder): holds \(encoding.rawValue) tiles, as its metadata say, and Terrarium tiles would not "
        + "fit in; choose another folder with -o")
  }

  /// Describes all tiles that lie in a folder.
  ///
  /// - Parameter source: what the tiles were made of.
  static func write(_ folder: String, named source: String) throws {
    let info = try TileFolder(path: folder).info
    let box = info.bounds
    let value: JSONValue = [
      "tilejson": .string("3.0.0"), "name": .string(source),
      "tiles": .strings(["{z}/{x}/{y}.png"]), "scheme": .string("xyz"),
      "encoding": .string(TileEncoding.terrarium.rawValue), "tileSize": .integer(256),
      "minzoom": .integer(info.zooms.lowerBound), "maxzoom": .integer(info.zooms.upperBound),
      "bounds": JSONValue(
        .array([box.west, box.south, box.east, box.north].map { .number($0) })),
    ]
    try AtomicFile(path: "\(folder)/\(name)") { Interruption.note(temporary: $0) }
      .write(Array((JSONWriter.pretty(value) + "\n").utf8)) { Interruption.note(temporary: $0) }
  }
}
