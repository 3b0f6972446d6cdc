/// What the tiles of an archive are.
public enum TileContent: Sendable, Hashable {
  /// Elevations as PNGs.
  case pictures
  /// Mapbox Vector Tiles, as a rule compressed by gzip.
  case vectors

  /// How the names of such files end, in lower case.
  var endings: [String] {
    switch self {
    case .pictures: [".png"]
    case .vectors: [".mvt", ".pbf", ".mvt.gz", ".pbf.gz"]
    }
  }

  /// The word for a tile, for messages.
  var word: String {
    switch self {
    case .pictures: "PNG"
    case .vectors: "a vector tile"
    }
  }
}
