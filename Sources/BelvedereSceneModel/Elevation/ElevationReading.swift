import BelvedereElevationFiles
import BelvedereTerrain

/// How a source of elevations is read: what it does not say itself.
public struct ElevationReading: Sendable, Hashable {
  /// What the coordinates of rasters mean, whatever they say; `nil` for what they say. The name of an
  /// `.hgt` tile says where it lies, and so does the number of a tile of a pyramid.
  public var system: CoordinateReferenceSystem?
  /// How the pixels of tiles are elevations; `nil` for what they say.
  public var encoding: TileEncoding?
  /// The zoom whose tiles are used; `nil` for the finest.
  public var zoom: Int?
  /// Samples along the edge of a server's tiles, 256 or 512.
  public var tileSize = 256
  /// The box for which a server is asked; `nil` for the whole map.
  public var bounds: GeographicBounds?

  /// Makes a reading that takes sources by their word.
  public init(system: CoordinateReferenceSystem? = nil, encoding: TileEncoding? = nil) {
    self.system = system
    self.encoding = encoding
  }
}

/// Which servers of tiles may be asked, and for how much.
public struct ElevationNetwork: Sendable, Hashable {
  /// How tiles are fetched: not at all unless that is allowed.
  public var tiles = TileNetwork()
  /// Whether all that a server covers is wanted, as for a picture. The number of its tiles is then
  /// limited; else only those tiles are asked for in which a place lies.
  public var isWholeBoxNeeded = true

  /// Makes a network that may not be used.
  public init() {}

  /// How many tiles a box may have, where the zoom is chosen and where it is given.
  static let chosenTiles = 256
  static let maximumTiles = 16_384
  /// The finest zoom that is chosen.
  static let finestChosenZoom = 15
}
