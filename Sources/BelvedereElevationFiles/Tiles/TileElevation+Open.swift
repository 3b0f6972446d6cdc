import BelvedereFiles
import BelvedereTerrain

extension TileElevation {
  /// Opens tiles by their name: a folder, one tile's PNG, an MBTiles or a PMTiles file. The contents
  /// decide, not the name.
  ///
  /// - Parameter root: A resolved folder that no file of a folder may leave by a link.
  public static func open(
    _ path: String, within root: String? = nil, options: Options = Options()
  ) throws -> TileElevation {
    try TileElevation(source: source(path, root), options: options)
  }

  /// Opens the tiles of a server; nothing is fetched unless the network is allowed.
  ///
  /// The options must give the encoding. Where they give no zoom, it is the finest of `zooms`.
  ///
  /// - Parameter tiles: All tiles that are to be asked for, where they are few; the range of their
  ///   elevations is then exact.
  public static func open(
    template: String, zooms: ClosedRange<Int> = 0...15,
    bounds: GeographicBounds = TileSourceInfo.world, tileSize: Int = 256,
    tiles: [TileID]? = nil, network: TileNetwork, options: Options = Options()
  ) throws -> TileElevation {
    let source = try server(
      template: template, encoding: options.encoding, zooms: zooms, bounds: bounds,
      tileSize: tileSize, tiles: tiles, network: network)
    return try TileElevation(source: source, options: options)
  }

  /// The tiles of a server as a source; nothing is sent yet.
  public static func server(
    template: String, encoding: TileEncoding?, zooms: ClosedRange<Int>, bounds: GeographicBounds,
    tileSize: Int, tiles: [TileID]? = nil, network: TileNetwork
  ) throws -> HTTPTiles {
    guard let encoding else {
      throw TerrainFileError(
        file: TileTemplate.withoutQuery(template),
        reason: "does not say how its pixels are elevations; "
          + "give the encoding, terrarium or terrain-rgb (--encoding; \"encoding\" in a scene)")
    }
    return try HTTPTiles(
      template: TileTemplate(template), encoding: encoding, zooms: zooms, bounds: bounds,
      tileSize: tileSize, tiles: tiles, network: network)
  }

  /// Whether a name leads to tiles: a folder of them, an MBTiles or a PMTiles file, or a PNG whose
  /// name says which tile it is.
  public static func recognizes(_ path: String) -> Bool {
    switch InputFile.kind(of: path) {
    case .folder: return TileFolder.isPlausible(path)
    case .regular:
      guard let start = try? beginning(of: path) else { return false }
      return PMTiles.recognizes(start) || MBTiles.recognizes(start)
        || (start.starts(with: [0x89, 0x50, 0x4E, 0x47])
          && (try? TileFolder(file: path)) != nil)
    case .other, .missing: return false
    }
  }

  static func source(_ path: String, _ root: String?) throws -> any TileSource {
    if InputFile.kind(of: path) == .folder { return try TileFolder(path: path, within: root) }
    let start = try beginning(of: path)
    if PMTiles.recognizes(start) { return try PMTiles(path: path) }
    if MBTiles.recognizes(start) { return try MBTiles(path: path) }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return try TileFolder(file: path) }
    throw TerrainFileError(
      file: path, reason: "is neither a folder of tiles nor an MBTiles, PMTiles or PNG file")
  }

  private static func beginning(of path: String) throws -> [UInt8] {
    try RandomAccessFile(path).prefix(16)
  }
}
