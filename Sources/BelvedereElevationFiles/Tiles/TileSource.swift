import BelvedereTerrain

/// Where tiles come from.
public protocol TileSource: Sendable {
  /// The source's name, for messages.
  var name: String { get }
  /// What is known before any tile is read.
  var info: TileSourceInfo { get }
  /// The bytes of a tile's file; `nil` where the source has no such tile. May be called from several
  /// threads at once.
  ///
  /// Errors are ``TerrainFileError``, `FileError`, `LimitError` and ``TileNetworkError``.
  func tile(_ id: TileID) throws -> [UInt8]?
  /// The zooms, coarsest first, that have a tile wherever a finer zoom has one, as far as that can be
  /// found out; asked for once, when coarser tiles are wanted. Those of the listed tiles unless a source
  /// says otherwise.
  func wholeZooms() -> [Int]
  /// Where there are tiles, as far as that can be found out; asked for once. The listed ones unless a source says
  /// otherwise.
  func coverage() -> TileCoverage?
}

extension TileSource {
  public func wholeZooms() -> [Int] { coverage()?.wholeZooms ?? [] }

  public func coverage() -> TileCoverage? { info.tiles.map { TileCoverage($0) } }
}

/// What a source of tiles says about itself.
public struct TileSourceInfo: Sendable, Hashable {
  /// The coarsest and finest zoom with tiles.
  public var zooms: ClosedRange<Int>
  /// The box that the tiles cover.
  public var bounds: GeographicBounds
  /// How the pixels are elevations, where the source says so.
  public var encoding: TileEncoding?
  /// Samples along a tile's edge; `nil` where a tile must tell.
  public var tileSize: Int?
  /// All tiles, where they were counted and are at most 512.
  public var tiles: [TileID]?

  /// Whether nothing is to be known outside the box, although coarser tiles may reach beyond it.
  public var isConfined = false

  /// Whom the tiles' data are owed to, in plain text; `nil` where nothing says it.
  public var attribution: String?
  /// Under which licence they are; `nil` where nothing says it.
  public var licence: String?

  /// Some tiles that are there, the finest last, for finding out the size of all.
  public var examples: [TileID] = []

  /// Makes a description.
  public init(
    zooms: ClosedRange<Int>, bounds: GeographicBounds, encoding: TileEncoding? = nil,
    tileSize: Int? = nil, tiles: [TileID]? = nil
  ) {
    self.zooms = zooms
    self.bounds = bounds
    self.encoding = encoding
    self.tileSize = tileSize
    self.tiles = tiles
  }

  /// Whether a tile may be asked for: not one that has nothing of the box of a confined source.
  func includes(_ id: TileID) -> Bool {
    !isConfined
      || bounds.intersections(with: id.bounds).contains { $0.west < $0.east && $0.south < $0.north }
  }

  /// The most tiles that are listed in ``tiles``.
  public static let maximumListedTiles = 512
  /// The most bytes of a tile's file.
  public static let maximumTileBytes = 32 << 20

  /// The whole map.
  public static let world = GeographicBounds(
    south: -85.0511287798066, west: -180, north: 85.0511287798066, east: 180)
}
