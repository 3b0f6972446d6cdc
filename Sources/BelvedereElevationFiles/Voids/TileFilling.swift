import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import Synchronization

/// Fills the voids of the tiles of a zoom, when a tile is needed.
///
/// Tiles that the pyramid has at no zoom stay missing: a void is a sample without elevation, not a
/// place without tiles.
final class TileFilling: Sendable {
  let pyramid: TilePyramid
  let zoom: Int
  let rule: VoidFillingRule
  private let cache: Mutex<TileCache>

  init(pyramid: TilePyramid, zoom: Int, rule: VoidFillingRule) {
    self.pyramid = pyramid
    self.zoom = zoom
    self.rule = rule
    cache = Mutex(TileCache(maximumBytes: pyramid.maximumCachedBytes))
  }

  private var shift: Int { pyramid.shift }

  /// A tile, its voids filled; `nil` where the pyramid has none.
  func tile(_ id: TileID) -> PyramidTile? {
    guard pyramid.mayHave(id) else { return nil }
    let key = TileCache.Key(id: id, kind: .filled)
    if let known = cache.withLock({ $0.find(key) }) { return known }
    let made = make(id)
    cache.withLock { $0.insert(made, for: key) }
    return made
  }

  private func make(_ id: TileID) -> PyramidTile? {
    guard let tile = pyramid.tile(id) else { return nil }
    let size = pyramid.size
    let part = VoidWindow.Part(
      columns: (id.x << shift)..<(id.x << shift + size),
      rows: (id.y << shift)..<(id.y << shift + size))
    let window = VoidWindow(
      rule: rule, width: size << zoom, height: size << zoom,
      coarser: { self.coarser(row: $0, columns: $1) }, read: { self.read($0) })
    guard let metres = try? window.filled(part, tile.metres) else { return tile }
    return PyramidTile(metres: metres, effectiveZoom: tile.effectiveZoom)
  }

  /// What a sample rests on; columns beyond the world's edges are those on the other side.
  func kind(column: Int, row: Int) -> ElevationSample.Kind {
    let world = pyramid.size << zoom
    let column = column & (world - 1)
    let row = min(max(row, 0), world - 1)
    let part = VoidWindow.Part(columns: column..<(column + 1), rows: row..<(row + 1))
    guard let value = read(part).first, value.isNaN else { return .measured }
    return coarser(row: row, columns: [column])[0].isNaN ? .interpolated : .filledFromCoarser
  }

  /// The samples of a part as they are; void where there is no tile.
  private func read(_ part: VoidWindow.Part) -> [Float] {
    // bounded: a tile and its surroundings
    var samples = [Float](repeating: .nan, count: part.count)
    let (last, stride) = (pyramid.size - 1, part.columns.count)
    for y in (part.rows.lowerBound >> shift)...((part.rows.upperBound - 1) >> shift) {
      for x in (part.columns.lowerBound >> shift)...((part.columns.upperBound - 1) >> shift) {
        guard let tile = pyramid.tile(TileID(checkedZoom: zoom, x: x, y: y)) else { continue }
        let columns = part.columns.clamped(to: (x << shift)..<((x + 1) << shift))
        for row in part.rows.clamped(to: (y << shift)..<((y + 1) << shift)) {
          let to = (row - part.rows.lowerBound) * stride - part.columns.lowerBound
          let from = (row & last) << shift
          for column in columns { samples[to + column] = tile.metres[from + column & last] }
        }
      }
    }
    return samples
  }

  private func coarser(row: Int, columns: [Int]) -> [Float] {
    guard let coarser = rule.coarser else { return columns.map { _ in .nan } }
    let step = MapPoint.worldWidth / Double(pyramid.size << zoom)
    let latitude = MapPoint(x: 0, y: (Double(row) + 0.5) * step).coordinate.latitude
    return coarser.elevations(
      [latitude], columns.map { (Double($0) + 0.5) * step / MapPoint.worldWidth * 360 - 180 })
  }
}

extension TileElevation: VoidFillable {
  /// The tiles with their voids filled, each when it is needed: a void is the mean of the nearest
  /// known samples in eight directions, weighed by the inverse of their distance; where there is none
  /// within 100 samples it stays.
  public func fillingVoids(by rule: VoidFillingRule) -> VoidFilledModel {
    VoidFilledModel(VoidFilledTiles(self, TileFilling(pyramid: pyramid, zoom: zoom, rule: rule)))
  }
}

/// The same filling at coarser zooms, each begun when it is first needed.
private final class TileFillings: Sendable {
  private let finest: TileFilling
  private let coarser = Mutex<[Int: TileFilling]>([:])

  init(of finest: TileFilling) { self.finest = finest }

  func filling(zoom: Int) -> TileFilling {
    if zoom == finest.zoom { return finest }
    return coarser.withLock { kept in
      if let filling = kept[zoom] { return filling }
      let made = TileFilling(pyramid: finest.pyramid, zoom: zoom, rule: finest.rule)
      kept[zoom] = made
      return made
    }
  }
}

/// Tiles whose voids are filled.
struct VoidFilledTiles: ElevationModel {
  let tiles: TileElevation
  private let filling: TileFilling
  private let fillings: TileFillings

  init(_ base: TileElevation, _ filling: TileFilling) {
    self.init(base, filling, TileFillings(of: filling))
  }

  private init(_ base: TileElevation, _ filling: TileFilling, _ fillings: TileFillings) {
    tiles = TileElevation(base, zoom: filling.zoom, filling: filling)
    self.filling = filling
    self.fillings = fillings
  }

  func coarsened(to spacing: Double) -> (any ElevationModel)? {
    tiles.coarserZoom(for: spacing).map {
      VoidFilledTiles(tiles, fillings.filling(zoom: $0), fillings)
    }
  }

  var bounds: GeographicBounds { tiles.bounds }
  var resolution: Double { tiles.resolution }
  var longitudinalResolution: Double { tiles.longitudinalResolution }
  var range: ClosedRange<Double> { tiles.range }

  func resolutions(in box: GeographicBounds) -> ClosedRange<Double>? {
    tiles.resolutions(in: box)
  }

  func mayHaveData(in box: GeographicBounds) -> Bool { tiles.mayHaveData(in: box) }

  func hasData(latitude: Double, longitude: Double) -> Bool {
    tiles.hasData(latitude: latitude, longitude: longitude)
  }

  func elevation(latitude: Double, longitude: Double) -> Double? {
    tiles.elevation(latitude: latitude, longitude: longitude)
  }

  func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    tiles.elevations(latitudes: latitudes, longitudes: longitudes)
  }

  func elevation(
    latitude: Double, longitude: Double, by interpolation: ElevationInterpolation
  ) -> Double? {
    tiles.elevation(latitude: latitude, longitude: longitude, by: interpolation)
  }

  func elevations(
    latitudes: [Double], longitudes: [Double], by interpolation: ElevationInterpolation
  ) -> [Float] {
    tiles.elevations(latitudes: latitudes, longitudes: longitudes, by: interpolation)
  }

  func sample(latitude: Double, longitude: Double) -> ElevationSample? {
    guard let elevation = elevation(latitude: latitude, longitude: longitude),
      let (x, y) = tiles.place(latitude: latitude, longitude: longitude)
    else { return nil }
    // A sample with no weight does not matter.
    func reached(_ place: Double) -> [Int] {
      let index = Int(flooring: place, in: -1...((tiles.tileSize << tiles.zoom) - 1))
      return Double(index) == place ? [index] : [index, index + 1]
    }
    let kinds = reached(y).flatMap { row in
      reached(x).map { filling.kind(column: $0, row: row) }
    }
    return ElevationSample(elevation: elevation, kind: kinds.max() ?? .measured)
  }
}
