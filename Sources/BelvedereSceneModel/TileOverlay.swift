import BelvedereElevationFiles

/// Colour tiles laid over the map: MapKit's `MKTileOverlay`. Where there is no tile the map shows.
///
/// Each pixel shows the zoom whose pixels are about as large as it is, mixed with the next coarser one.
public struct TileOverlay: Sendable, Hashable {
  /// The tiles.
  public var tiles: RasterTiles
  /// The zoom below which, seen from farther away, nothing is drawn; `nil` to draw means of the coarsest
  /// tiles' pixels, up to five zooms coarser.
  public var minimumZoom: Int?
  /// The finest zoom whose tiles are looked at: what is nearer magnifies them. `nil` for the finest there is.
  public var maximumZoom: Int?
  /// Whether the tiles are the map: then no land, water and roads are painted beneath them, and buildings
  /// stand before them as before any map.
  public var canReplaceMapContent: Bool

  /// Makes an overlay's content.
  public init(
    tiles: RasterTiles, minimumZoom: Int? = nil, maximumZoom: Int? = nil,
    canReplaceMapContent: Bool = false
  ) {
    self.tiles = tiles
    self.minimumZoom = minimumZoom
    self.maximumZoom = maximumZoom
    self.canReplaceMapContent = canReplaceMapContent
  }
}
