import BelvedereElevationFiles
import BelvedereLimits
import BelvedereTerrain

/// Tiles of a server as a source of elevations.
enum ElevationServer {
  /// Prepares a server. Where all of a box is wanted and no zoom is named, it is asked which one is the finest; else
  /// nothing is sent yet.
  static func open(
    _ template: String, _ reading: ElevationReading, _ network: ElevationNetwork, cacheBytes: Int
  ) throws -> TileElevation {
    let shown = try TileTemplate(template).shown
    guard network.tiles.isAllowed || network.tiles.cacheFolder != nil else {
      throw TileNetworkError(
        .offline, url: shown,
        reason:
          "is a server's, and nothing is fetched unless it is asked for: give --allow-net, or "
          + "--tile-cache with the tiles that were fetched before")
    }
    let box = reading.bounds ?? TileSourceInfo.world
    let zoom = try zoom(covering: box, reading, network, shown)
    let server = try TileElevation.server(
      template: template, encoding: reading.encoding, zooms: 0...zoom, bounds: box,
      tileSize: reading.tileSize, network: network.tiles)
    // Where the zoom is chosen here, a server may end at a coarser one.
    let isChosen = reading.zoom == nil && network.isWholeBoxNeeded
    let finest = isChosen ? server.finestZoomWithTiles() ?? zoom : zoom
    let tiles = TerrariumWriter(covering: box, zoom: finest)
    let isListed = network.isWholeBoxNeeded && tiles.count <= TileSourceInfo.maximumListedTiles
    return try TileElevation(
      source: server.limited(
        to: finest,
        tiles: isListed
          ? tiles.tiles.compactMap { TileID(zoom: finest, x: $0.x, y: $0.y) } : nil),
      options: .init(encoding: reading.encoding, zoom: finest, cacheBytes: cacheBytes))
  }

  /// The zoom that is asked for, or the finest at which the box has few tiles.
  private static func zoom(
    covering box: GeographicBounds, _ reading: ElevationReading, _ network: ElevationNetwork,
    _ shown: String
  ) throws -> Int {
    func count(_ zoom: Int) -> Int { TerrariumWriter(covering: box, zoom: zoom).count }
    guard let zoom = reading.zoom else {
      let finest = ElevationNetwork.finestChosenZoom
      guard network.isWholeBoxNeeded else { return finest }
      return (0...finest).last { count($0) <= ElevationNetwork.chosenTiles } ?? 0
    }
    let maximum = ElevationNetwork.maximumTiles
    guard !network.isWholeBoxNeeded || count(zoom) <= maximum else {
      throw LimitError(
        subject: shown, value: "\(count(zoom)) tiles at zoom \(zoom)", limit: "\(maximum) tiles",
        remedy:
          "name a smaller box with --tile-bounds or a smaller zoom with --tile-zoom (\"bounds\" "
          + "and \"zoom\" in a scene)")
    }
    return zoom
  }
}
