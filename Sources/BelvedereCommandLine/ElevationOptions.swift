import ArgumentParser
import Belvedere

extension TileEncoding: ExpressibleByArgument {}

/// How sources of elevations are read, and which servers may be asked.
struct ElevationOptions: ParsableArguments {
  /// What `--dem` takes in every command that has it.
  static let filesHelp = ArgumentHelp(
    """
    An elevation file (.hgt, .hgt.zip, GeoTIFF, Esri grid) or a folder of them; a folder of \
    {z}/{x}/{y}.png, an .mbtiles or a .pmtiles file of elevation tiles; with --allow-net a \
    server's URL with {z}, {x}, {y}. May be repeated; the finest counts.
    """)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What the coordinates of elevation files mean, whatever they say. (default: what they say)",
      valueName: "EPSG:code"))
  var crs: String?

  @Option(
    name: .long,
    help:
      "How pixels of elevation tiles are metres, whatever the tiles say. (default: what they say)"
  )
  var encoding: TileEncoding?

  @Option(
    name: .long, parsing: .unconditional,
    help: """
      The zoom of elevation tiles. (default: the finest; of a server's the finest up to 15, for \
      pictures with at most 256 tiles)
      """)
  var tileZoom: Int?

  @Option(
    name: .long, help: "Samples along the edge of a server's tiles, 256 or 512.")
  var tileSize = 256

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The box for which a server is asked. (default: the world)",
      valueName: "south,west,north,east"),
    transform: BoxArgument.parse)
  var tileBounds: GeographicBounds?

  @Flag(name: .long, help: "Let elevation tiles be fetched over the network.")
  var allowNet = false

  @Flag(name: .long, help: "Let servers on this machine and in private networks be asked.")
  var allowPrivateNet = false

  @Option(
    name: .long,
    help: "A folder that keeps fetched tiles; without --allow-net they come from it alone.")
  var tileCache: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds that the tiles of a server may take together. (default: 300)", valueName: "s"),
    transform: { try RangedNumber.positive($0, "a number of seconds", upTo: 86_400) })
  var tileTimeLimit: Double?

  func validate() throws {
    if let crs, system == nil {
      throw ValidationError(
        "--crs takes EPSG:4326 (longitude and latitude), EPSG:3857 (Web Mercator), EPSG:28992 (RD New) "
          + "or a zone of UTM such as EPSG:32610, got \"\(crs)\"")
    }
    if let tileZoom, !(0...TileID.maximumZoom).contains(tileZoom) {
      throw ValidationError(
        "--tile-zoom must be between 0 and \(TileID.maximumZoom), got \(tileZoom)")
    }
    guard tileSize == 256 || tileSize == 512 else {
      throw ValidationError("--tile-size must be 256 or 512, got \(tileSize)")
    }
    if allowPrivateNet, !allowNet {
      throw ValidationError("--allow-private-net allows nothing without --allow-net; give both")
    }
  }

  private var system: CoordinateReferenceSystem? {
    crs.flatMap { CoordinateReferenceSystem(text: $0) }
  }

  var reading: ElevationReading {
    var reading = ElevationReading(system: system, encoding: encoding)
    reading.zoom = tileZoom
    reading.tileSize = tileSize
    reading.bounds = tileBounds
    return reading
  }

  /// The servers that may be asked.
  ///
  /// - Parameter isWholeBoxNeeded: whether more than single places is wanted.
  func network(isWholeBoxNeeded: Bool = true) -> ElevationNetwork {
    var network = ElevationNetwork()
    network.isWholeBoxNeeded = isWholeBoxNeeded
    network.tiles.isAllowed = allowNet
    network.tiles.allowsPrivateAddresses = allowPrivateNet
    network.tiles.cacheFolder = tileCache
    network.tiles.timeLimit = tileTimeLimit ?? TileNetwork.standardTimeLimit
    network.tiles.userAgent = "Belvedere/\(belvedereVersion)"
    return network
  }

  /// Refuses names that are no source, and options that mean nothing for the sources that there are.
  func check(_ sources: [String]) throws {
    if sources.contains("-") {
      throw ValidationError(
        "elevations are not read from standard input, since a place in them is looked up; save them "
          + "to a file and name that")
    }
    guard sources.isEmpty else { return }
    let given = [
      ("--crs", crs != nil), ("--encoding", encoding != nil), ("--tile-zoom", tileZoom != nil),
      ("--tile-bounds", tileBounds != nil),
    ]
    if let (name, _) = given.first(where: \.1) {
      throw ValidationError("\(name) goes with --dem; a scene says it of each terrain itself")
    }
  }
}
