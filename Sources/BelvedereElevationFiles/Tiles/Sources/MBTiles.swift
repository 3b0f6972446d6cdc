import BelvedereFiles
import BelvedereLimits
import BelvedereTerrain
internal import CBelvedereSQLite

/// An MBTiles file: an SQLite database with a table or view of tiles.
///
/// The database is not trusted. It is opened for reading only and as immutable – nobody may write it
/// meanwhile, and journals beside it are not looked at – with SQLite's own defences: an untrusted
/// schema, checked cell sizes, no memory mapping, no functions, triggers or recursion, and a budget
/// of steps for every question instead of a time, so that the answer does not depend on the machine.
/// Source: "MBTiles 1.3 Specification", Mapbox; "Defense Against The Dark Arts", SQLite.
public final class MBTiles: TileSource {
  public let name: String
  public let info: TileSourceInfo
  private let database: MBTilesDatabase

  /// The most tiles whose places are looked at when a file is opened.
  private static let mostCounted = 1 << 18

  /// The version of SQLite that is loaded; `nil` in a build without it.
  public static var libraryVersion: String? {
    bv_sqlite_library_version().map(String.init(cString:))
  }

  /// Opens a file whose tiles are of a kind.
  public init(path: String, content: TileContent = .pictures) throws {
    name = path
    // Before SQLite sees it: a name must lead to a file.
    _ = try RandomAccessFile(path)
    database = try MBTilesDatabase(path: path)
    let metadata = try database.metadata()
    let (tiles, examples) = try database.listedTiles()
    let zooms = try Self.zooms(metadata, tiles, database, path)
    // What there is counts here, too; of a table that is too long to be read the metadata.
    let bounds =
      (try? database.coverage(limit: Self.mostCounted))?.finestBounds
      ?? Self.bounds(metadata["bounds"])
    var info = TileSourceInfo(
      zooms: zooms, bounds: bounds ?? TileSourceInfo.world,
      encoding: Self.encoding(metadata), tiles: tiles)
    info.examples = examples
    info.attribution = metadata["attribution"].flatMap(TileMetadata.plain)
    info.licence = TileMetadata.licenceNames.lazy.compactMap { metadata[$0] }.first
      .flatMap(TileMetadata.plain)
    self.info = info
    guard let format = metadata["format"] else { return }
    let formats =
      switch content {
      case .pictures: ["png", "image/png"]
      case .vectors: ["pbf", "mvt", "application/x-protobuf", "application/vnd.mapbox-vector-tile"]
      }
    guard formats.contains(format.lowercased()) else {
      throw TerrainFileError(
        file: path,
        reason: "its tiles are \"\(format.prefix(20))\", not \(content.word); only tiles stored "
          + "so are read")
    }
  }

  /// Whether a file's first bytes are those of an SQLite database.
  public static func recognizes(_ start: [UInt8]) -> Bool {
    start.starts(with: "SQLite format 3".utf8)
  }

  public func tile(_ id: TileID) throws -> [UInt8]? {
    guard info.zooms.contains(id.zoom) else { return nil }
    return try database.tile(id)
  }

  /// Of all its tiles, where they can be listed within SQLite's budget.
  public func coverage() -> TileCoverage? { (try? database.coverage()) ?? nil }

  private static func encoding(_ metadata: [String: String]) -> TileEncoding? {
    for key in ["encoding", "dem_encoding", "elevation_encoding"] {
      if let encoding = metadata[key].flatMap({ TileEncoding(named: $0) }) { return encoding }
    }
    return metadata["json"].flatMap { TileMetadata.encoding(ofText: Array($0.utf8)) }
  }

  private static func zooms(
    _ metadata: [String: String], _ tiles: [TileID]?, _ database: MBTilesDatabase, _ path: String
  ) throws -> ClosedRange<Int> {
    // What there is counts; metadata are often wrong.
    if let tiles {
      guard let low = tiles.map(\.zoom).min(), let high = tiles.map(\.zoom).max() else {
        throw TerrainFileError(file: path, reason: "holds no tiles")
      }
      return low...high
    }
    if let zooms = try database.zooms() { return zooms }
    let low = metadata["minzoom"].flatMap { Int($0) }  // checked: nil for other texts
    let high = metadata["maxzoom"].flatMap { Int($0) }  // checked: nil for other texts
    guard let low, let high, low >= 0, low <= high, high <= TileID.maximumZoom else {
      throw TerrainFileError(file: path, reason: "does not say which zooms it holds")
    }
    return low...high
  }

  /// `west,south,east,north` in degrees.
  private static func bounds(_ text: String?) -> GeographicBounds? {
    let numbers = (text ?? "").split(separator: ",", maxSplits: 8).compactMap {
      Double($0.filter { $0 != " " })
    }
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] < numbers[2],
      numbers[1] < numbers[3], abs(numbers[1]) <= 90, abs(numbers[3]) <= 90,
      abs(numbers[0]) <= 180, numbers[2] <= 540
    else { return nil }
    return GeographicBounds(
      south: numbers[1], west: numbers[0], north: numbers[3], east: numbers[2])
  }
}
