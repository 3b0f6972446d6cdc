import BelvedereFiles
import BelvedereLimits
import BelvedereTerrain

/// Vector tiles from a folder, an MBTiles or a PMTiles file; inflated where gzip compressed them.
public struct VectorTileArchive: TileSource {
  private let tiles: any TileSource
  /// The most bytes of a tile, inflated: in memory its features may be fifty times as large.
  private static let maximumBytes = 8 << 20

  /// Opens a folder of tiles named `{z}/{x}/{y}.mvt` or `z_x_y.mvt` (or `.pbf`), or an archive.
  ///
  /// - Throws: `TerrainFileError`, `FileError` and `LimitError`, which name the file.
  public init(path: String) throws {
    guard InputFile.kind(of: path) != .folder else {
      tiles = try TileFolder(path: path, content: .vectors)
      return
    }
    let start = try InputFile.start(of: path, count: 16)
    if PMTiles.recognizes(start) {
      tiles = try PMTiles(path: path, content: .vectors)
    } else if MBTiles.recognizes(start) {
      tiles = try MBTiles(path: path, content: .vectors)
    } else {
      throw TerrainFileError(
        file: path, reason: "is no MBTiles or PMTiles file and no folder of tiles")
    }
  }

  /// Whether a name leads to an archive of tiles, or to a folder; cheap.
  public static func isPlausible(_ path: String) -> Bool {
    switch InputFile.kind(of: path) {
    case .folder: return true
    case .regular:
      let start = (try? InputFile.start(of: path, count: 16)) ?? []
      return recognizes(start)
        || path.lowercased().hasSuffix(".pmtiles") || path.lowercased().hasSuffix(".mbtiles")
    case .missing, .other: return false
    }
  }

  /// Whether a file is an archive of tiles, by the 16 bytes that it begins with.
  public static func recognizes(_ start: [UInt8]) -> Bool {
    PMTiles.recognizes(start) || MBTiles.recognizes(start)
  }

  public var name: String { tiles.name }
  public var info: TileSourceInfo { tiles.info }
  public func wholeZooms() -> [Int] { tiles.wholeZooms() }
  public func coverage() -> TileCoverage? { tiles.coverage() }

  public func tile(_ id: TileID) throws -> [UInt8]? {
    guard let bytes = try tiles.tile(id) else { return nil }
    let name = "\(name), tile \(id)"
    if bytes.starts(with: [0x1F, 0x8B]) {
      return try Gunzip.bytes(bytes, maximumBytes: Self.maximumBytes, name: name)
    }
    guard bytes.count <= Self.maximumBytes else {
      throw LimitError(
        subject: name, value: "\(bytes.count) bytes", limit: "\(Self.maximumBytes) bytes",
        remedy: "a tile is far smaller")
    }
    return bytes
  }
}
