import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereThreads
import Synchronization

/// Elevations of a pyramid of tiles at one zoom: samples at the pixels' centres, bilinear in map
/// points between them and across the tiles' borders.
///
/// Where a tile is missing, its samples are those of the surface of the finest coarser zoom, so that
/// the ground has no step at its border; where there is none, the elevation is `nil`. At the outer
/// border of what is covered the outermost samples are held for half a sample. Longitudes wrap.
/// Tiles are read when they are first needed and kept up to a number of bytes. May be used from
/// several threads at once.
///
/// Accuracy: the bilinear surface within 1e-6 of a sample's distance and 1e-9 of the largest sample.
public final class TileElevation: ElevationModel {
  /// How a pyramid is used.
  public struct Options: Sendable, Hashable {
    /// How pixels are elevations; `nil` for what the source says about itself.
    public var encoding: TileEncoding?
    /// The zoom whose samples are used; `nil` for the finest.
    public var zoom: Int?
    /// The bytes of decoded tiles that are kept, at least 1 MiB; the tiles in use come on top.
    public var cacheBytes = 128 << 20

    /// Makes options.
    public init(encoding: TileEncoding? = nil, zoom: Int? = nil, cacheBytes: Int = 128 << 20) {
      self.encoding = encoding
      self.zoom = zoom
      self.cacheBytes = cacheBytes
    }
  }

  /// An elevation and where it comes from.
  public struct Sample: Sendable, Hashable {
    /// Metres above the datum; `nil` where there is no tile, and beside a void.
    public var elevation: Double?
    /// The zoom that was asked for.
    public var requestedZoom: Int
    /// The coarsest zoom that took part; `nil` where there is no tile at all.
    public var effectiveZoom: Int?
  }

  /// Where the tiles come from.
  public var source: any TileSource { pyramid.source }
  /// How pixels are elevations.
  public var encoding: TileEncoding { pyramid.encoding }
  /// Samples along a tile's edge.
  public var tileSize: Int { pyramid.size }
  /// The zoom whose samples are used.
  public let zoom: Int
  public let bounds: GeographicBounds

  let pyramid: TilePyramid
  let level: TileLevel
  private let knownRange = Mutex<ClosedRange<Double>?>(nil)

  /// Looks at tiles.
  public init(source: any TileSource, options: Options = Options()) throws {
    let info = source.info
    guard let encoding = options.encoding ?? info.encoding else {
      throw TerrainFileError(
        file: source.name,
        reason: "does not say how its pixels are elevations; "
          + "give the encoding, terrarium or terrain-rgb (--encoding; \"encoding\" in a scene)")
    }
    if let zoom = options.zoom, !info.zooms.contains(zoom) {
      throw TerrainFileError(
        file: source.name,
        reason: "has tiles of the zooms \(info.zooms.lowerBound) to \(info.zooms.upperBound), "
          + "not \(zoom)")
    }
    zoom = options.zoom ?? info.zooms.upperBound
    bounds = info.bounds
    pyramid = TilePyramid(
      source: source, encoding: encoding,
      size: try Self.tileSize(of: source, encoding), cacheBytes: options.cacheBytes)
    level = TileLevel(pyramid: pyramid, zoom: zoom)
  }

  /// The same tiles at a zoom, their voids filled where that is wanted.
  init(_ base: TileElevation, zoom: Int, filling: TileFilling?) {
    self.zoom = zoom
    bounds = base.bounds
    pyramid = base.pyramid
    level = TileLevel(pyramid: base.pyramid, zoom: zoom, filling: filling)
  }

  /// The coarsest zoom whose samples are no farther apart than some degrees of latitude and that has
  /// tiles wherever a finer one has; `nil` where that is the own one.
  func coarserZoom(for spacing: Double) -> Int? {
    pyramid.wholeZooms.first {
      $0 < zoom && resolution * Double(1 << (zoom - $0)) <= spacing
    }
  }

  /// The samples of a coarser zoom.
  public func coarsened(to spacing: Double) -> (any ElevationModel)? {
    coarserZoom(for: spacing).map { TileElevation(self, zoom: $0, filling: nil) }
  }

  /// The size of the first tile that is found: an example, or one over the middle of the bounds.
  private static func tileSize(
    of source: any TileSource, _ encoding: TileEncoding
  ) throws -> Int {
    if let size = source.info.tileSize { return size }
    let middle = source.info.bounds.center
    let above = source.info.zooms.reversed().map {
      TileID(zoom: $0, latitude: middle.latitude, longitude: middle.longitude)
    }
    // A damaged tile does not matter as long as there is a sound one.
    var failure: (any Error)?
    for id in source.info.examples.suffix(8).reversed() + above {
      do {
        guard let bytes = try source.tile(id) else { continue }
        return try TileSamples(png: bytes, name: "\(source.name), tile \(id)", encoding: encoding)
          .size
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return 256
  }

  /// The distance between samples in degrees of latitude at the middle of the bounds.
  public var resolution: Double {
    let world = 360 / Double(tileSize << zoom)
    return world * MapPoint.metersPerMapPoint(at: bounds.center.latitude)
      / MapPoint.metersPerMapPoint(at: 0)
  }

  /// The distance between samples in degrees of longitude.
  public var longitudinalResolution: Double { 360 / Double(tileSize << zoom) }

  /// Bilinear elevation in metres; `nil` where no tile is, and beside a void.
  public func elevation(latitude: Double, longitude: Double) -> Double? {
    sample(latitude: latitude, longitude: longitude).elevation
  }

  /// Bilinear elevation in metres, and the zoom that it comes from.
  public func sample(latitude: Double, longitude: Double) -> Sample {
    var result = Sample(elevation: nil, requestedZoom: zoom, effectiveZoom: nil)
    guard let (x, y) = place(latitude: latitude, longitude: longitude) else { return result }
    guard let value = sample(x: x, y: y) else { return result }
    result.effectiveZoom = value.effectiveZoom
    result.elevation = value.metres.isNaN ? nil : value.metres
    return result
  }

  /// Whether there is a tile, and the nearest of its samples is not marked as outside the data.
  public func hasData(latitude: Double, longitude: Double) -> Bool {
    guard let (x, y) = place(latitude: latitude, longitude: longitude) else { return false }
    let last = (pyramid.size << zoom) - 1
    let (column, row) = (
      Int(clamping: x.rounded(), in: 0...last), Int(clamping: y.rounded(), in: 0...last)
    )
    let home = TileID(
      checkedZoom: zoom, x: column >> pyramid.shift, y: row >> pyramid.shift)
    guard let tile = pyramid.tile(home) else { return false }
    let inTile = pyramid.size - 1
    return !tile.metres[(row & inTile) << pyramid.shift + column & inTile].isOutsideData
  }

  /// A position in samples; `nil` outside the bounds and beyond the map's edge.
  func place(latitude: Double, longitude: Double) -> (x: Double, y: Double)? {
    guard let x = column(longitude: longitude), let y = row(latitude: latitude) else { return nil }
    return (x, y)
  }

  /// Tiles reach beyond the bounds, coarse ones far; what they say there is no part of the model, or finer and
  /// coarser zooms would end in different places.
  func column(longitude: Double) -> Double? {
    guard longitude.isFinite, abs(longitude) < 1e6 else { return nil }
    let (west, width) = (bounds.west, bounds.east - bounds.west)
    let turns = (longitude - west) / 360
    let east = (turns - turns.rounded(.down)) * 360
    guard width >= 360 || east <= width + Self.hair || east >= 360 - Self.hair
    else { return nil }
    let x = MapPoint(Coordinate(latitude: 0, longitude: wrappedLongitude(longitude))).x
    return x * Double(pyramid.size << zoom) / MapPoint.worldWidth - 0.5
  }

  func row(latitude: Double) -> Double? {
    guard abs(latitude) <= MapPoint.maximumLatitude, latitude <= bounds.north + Self.hair,
      latitude >= bounds.south - Self.hair
    else { return nil }
    let y = MapPoint(Coordinate(latitude: latitude, longitude: 0)).y
    return y * Double(pyramid.size << zoom) / MapPoint.worldWidth - 0.5
  }

  /// Whether a place lies on an edge of the bounds.
  func isEdge(latitude: Double, longitude: Double) -> (column: Bool, row: Bool) {
    func isAt(_ edge: Double) -> Bool {
      let turns = (longitude - edge) / 360
      return abs(turns - turns.rounded()) * 360 <= Self.hair
    }
    return (
      isAt(bounds.west) || isAt(bounds.east),
      abs(latitude - bounds.south) <= Self.hair || abs(latitude - bounds.north) <= Self.hair
    )
  }

  /// Degrees by which a place may lie beyond the bounds by rounding: a tenth of a millimetre.
  private static let hair = 1e-9

  /// The surface at a place in samples.
  func sample(x: Double, y: Double) -> TileLevel.Value? {
    let last = (1 << zoom) - 1
    let column = (x + 0.5) / Double(pyramid.size)
    let row = (y + 0.5) / Double(pyramid.size)
    let home = TileID(
      checkedZoom: zoom, x: Int(flooring: column, in: 0...last),
      y: Int(flooring: row, in: 0...last))
    if let value = level.sample(x: x, y: y, within: home) { return value }
    // A border belongs to the tiles on either side, whatever rounding makes of it.
    let tolerance = 1e-5 * Double(1 << zoom) / MapPoint.worldWidth
    func sides(_ place: Double, _ home: Int) -> [Int] {
      let border = place.rounded()
      guard abs(place - border) <= tolerance else { return [home] }
      let index = Int(clamping: border, in: 0...(last + 1))
      return [index - 1, index]
    }
    for y in sides(row, home.y) where (0...last).contains(y) {
      for x in sides(column, home.x) {
        // In the world of the tile that is asked.
        let tile = TileID(checkedZoom: zoom, x: x & last, y: y)
        if let value = level.sample(
          x: (column + Double(tile.x - x)) * Double(pyramid.size) - 0.5,
          y: row * Double(pyramid.size) - 0.5, within: tile)
        {
          return value
        }
      }
    }
    return nil
  }

  /// The tiles that could not be used so far, at most 100; they count as missing.
  public var problems: [TileProblem] { pyramid.problems.first }

  /// Whether a server was asked for tiles and has not a single one of them.
  public var isServerWithoutTiles: Bool { source is HTTPTiles && pyramid.isWithoutTiles }

  /// The bytes of decoded tiles that are kept now.
  public var cachedBytes: Int { pyramid.cachedBytes }

  public var statedRange: ClosedRange<Double>? { nil }

  /// A range that holds every sample: the lowest and highest sample where there are at most 512
  /// tiles, found when it is first asked for; of larger pyramids the range of the ground on Earth.
  public var range: ClosedRange<Double> {
    knownRange.withLock { known in
      if let known { return known }
      let found = survey()
      known = found
      return found
    }
  }

  /// The lowest and highest ground, in the deepest trench and on the highest summit.
  static let rangeOfEarth = -11_000.0...9_000.0

  private func survey() -> ClosedRange<Double> {
    let own = surveyed()
    guard let coarser = level.filling?.rule.coarser?.range() else { return own }
    return min(own.lowerBound, coarser.lowerBound)...max(own.upperBound, coarser.upperBound)
  }

  /// Asks a server for several tiles at once: waiting takes most of the time.
  private func fetch(_ tiles: [TileID]) {
    Parallel.forEach(tiles.count, threads: 8) { i, _ in _ = pyramid.tile(tiles[i]) }
  }

  private func surveyed() -> ClosedRange<Double> {
    guard let tiles = source.info.tiles else { return Self.rangeOfEarth }
    let own = tiles.filter { $0.zoom <= zoom }
    if source is HTTPTiles { fetch(own) }
    return extremes(of: own) ?? 0...0
  }

  /// The lowest and highest of some tiles' samples; `nil` where none has any.
  private func extremes(of tiles: some Sequence<TileID>) -> ClosedRange<Double>? {
    tiles.lazy.compactMap { self.pyramid.extremes($0) }.reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// The lowest and highest sample, or what some tell of them: ``range`` where it is found by looking at all tiles;
  /// else those of the finest zoom that lies everywhere below and has at most 512 tiles, and where there is no such
  /// zoom of 256 tiles spread evenly. `nil` where these hold none, and of a server whose tiles are not listed.
  ///
  /// Cost: reads the tiles.
  public var surveyedRange: (range: ClosedRange<Double>, isExact: Bool)? {
    guard source.info.tiles == nil else { return (range, true) }
    guard !(source is HTTPTiles) else { return nil }
    for coarser in ([zoom] + pyramid.wholeZooms.reversed()) where coarser <= zoom {
      let tiles = self.tiles(over: bounds, atZoom: coarser)
      let count = tiles.columns.count * tiles.rows.count  // checked: at most 2^48
      guard count <= TileSourceInfo.maximumListedTiles else { continue }
      let all = tiles.rows.flatMap { y in
        tiles.columns.map { TileID(checkedZoom: coarser, x: $0 & ((1 << coarser) - 1), y: y) }
      }
      return extremes(of: all).map { ($0, coarser == zoom) }
    }
    let tiles = self.tiles(over: bounds, atZoom: zoom)
    let side = 16
    func spread(_ range: ClosedRange<Int>) -> [Int] {
      (0..<side).map { range.lowerBound + (range.count - 1) * (2 * $0 + 1) / (2 * side) }
    }
    let some = spread(tiles.rows).flatMap { y in
      spread(tiles.columns).map { TileID(checkedZoom: zoom, x: $0 & ((1 << zoom) - 1), y: y) }
    }
    return extremes(of: some).map { ($0, false) }
  }

  /// The tiles of a zoom over a box; columns may lie beyond the world's edge.
  private func tiles(
    over box: GeographicBounds, atZoom zoom: Int
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let tiles = Double(1 << zoom)
    // Edges belong to the tiles within.
    let hair = 1e-6
    func range(_ low: Double, _ high: Double, _ limits: ClosedRange<Int>) -> ClosedRange<Int> {
      let first = Int(flooring: low * tiles + hair, in: limits)
      return first...max(first, Int(flooring: high * tiles - hair, in: limits))
    }
    func part(_ latitude: Double) -> Double {
      let held = min(max(latitude, -MapPoint.maximumLatitude), MapPoint.maximumLatitude)
      return MapPoint(Coordinate(latitude: held, longitude: 0)).y / MapPoint.worldWidth
    }
    let last = (1 << zoom) - 1
    return (
      range((box.west + 180) / 360, (box.east + 180) / 360, 0...(2 * last + 1)),
      range(part(box.north), part(box.south), 0...last)
    )
  }
}
