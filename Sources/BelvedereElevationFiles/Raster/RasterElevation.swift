import BelvedereGeodesy
import BelvedereTerrain
import Synchronization

/// The ground of a raster that stays in its file: blocks are read when they are needed, and as many
/// are kept as a number of bytes allows.
///
/// The surface is bilinear in the raster's own coordinates. In the half pixel around the outermost
/// samples of a raster of pixels their values hold. Safe to use from many threads at once.
///
/// Blocks that cannot be read count as void; ``failure`` tells, and ``value(latitude:longitude:)``
/// throws.
public final class RasterElevation: ElevationModel {
  /// The raster.
  public let raster: any ElevationRaster
  public let bounds: GeographicBounds
  /// Degrees of latitude between samples, of a UTM raster in its middle.
  public let resolution: Double
  /// Degrees of longitude between samples, of a UTM raster in its middle.
  public let longitudinalResolution: Double
  public let datum: VerticalDatum
  let places: SamplePlaces
  let cache: BlockCache
  /// How its voids were filled; `nil` where they were not.
  let filling: RasterFilling?
  /// The rasters of which it is made; `nil` for one alone.
  public let parts: RasterParts?
  /// Lower resolutions for pictures; `nil` for none.
  let levels: RasterLevels?
  /// A raster of more samples has lower resolutions.
  let largestWhole: Int
  private let scanned = Mutex<RasterStatistics?>(nil)

  /// Makes a model.
  ///
  /// - Parameters:
  ///   - raster: What is sampled.
  ///   - cacheBytes: How many bytes the blocks in memory may take; at least one block is kept.
  ///   - datum: What its elevations are measured from.
  ///   - cache: Where blocks are kept; one of its own, of `cacheBytes`, unless given.
  ///   - overviews: The same ground at lower resolutions.
  ///   - largestWhole: Where the raster has more samples than so many, pictures of what is far are drawn
  ///     by the overviews, or by means where there are none. Whether it does must not depend on how
  ///     much memory there is, or pictures would.
  /// - Throws: `TerrainFileError` where the raster's coordinates have no place on the Earth.
  public convenience init(
    _ raster: any ElevationRaster, cacheBytes: Int = 64 << 20,
    datum: VerticalDatum = .meanSeaLevel(geoid: nil), sharing cache: ElevationCache? = nil,
    overviews: [any ElevationRaster] = [], largestWhole: Int = RasterElevation.largestLazyRaster
  ) throws {
    try self.init(
      raster, datum: datum, cache: cache ?? ElevationCache(maximumBytes: cacheBytes), parts: nil,
      overviews: overviews, largestWhole: largestWhole)
  }

  /// Samples of the largest raster that is read from its file as it is needed and yet drawn from its own
  /// samples alone, however far they are.
  public static let largestLazyRaster = 1 << 26

  /// A raster, and of which others it is made.
  init(
    _ raster: any ElevationRaster, datum: VerticalDatum, cache: ElevationCache, parts: RasterParts?,
    overviews: [any ElevationRaster] = [], largestWhole: Int
  ) throws {
    let whole = raster
    let raster = OnceAroundRaster.trimming(whole)
    let grid = raster.grid
    guard grid.system != .local else {
      throw TerrainFileError(
        file: raster.name,
        reason:
          "does not say where on the Earth it lies; name its coordinate reference system with "
          + "--crs EPSG:32610 or the like (\"crs\" in a scene), or set it with gdal_translate -a_srs"
      )
    }
    if let reason = grid.mismatch { throw TerrainFileError(file: raster.name, reason: reason) }
    guard let bounds = grid.bounds else {
      throw TerrainFileError(
        file: raster.name,
        reason: "its corners do not lie on the Earth in the system \(grid.system); "
          + "check its georeferencing with gdalinfo")
    }
    self.raster = raster
    self.datum = datum
    self.bounds = bounds
    (resolution, longitudinalResolution) = Self.resolution(grid, bounds)
    places = SamplePlaces(grid)
    self.cache = BlockCache(raster, in: cache)
    filling = nil
    self.parts = parts
    self.largestWhole = largestWhole
    levels =
      raster is MemoryRaster || grid.sampleCount <= largestWhole
      ? nil
      : Self.levels(
        of: self.cache,
        // Overviews of what was trimmed do not meet at whole numbers of their samples.
        overviews: grid == whole.grid ? overviews : [], datum: datum, parts: parts)
  }

  /// A raster on the same grid, its voids filled.
  init(_ base: RasterElevation, _ raster: any ElevationRaster, _ filling: RasterFilling) {
    self.raster = raster
    bounds = base.bounds
    datum = base.datum
    resolution = base.resolution
    longitudinalResolution = base.longitudinalResolution
    places = base.places
    // Of samples in memory nothing more is kept, and they shall not push others out.
    cache = BlockCache(
      raster, in: raster is MemoryRaster ? ElevationCache(maximumBytes: 0) : base.cache.store)
    self.filling = filling
    parts = base.parts
    levels = base.levels?.mapped(filling.coarser)
    largestWhole = base.largestWhole
  }

  /// The first error of a block that could not be read; its samples count as void.
  public var failure: (any Error)? { cache.failure ?? levels?.failure }

  /// How many blocks were read from the file so far.
  public var blockReads: Int { cache.reads }

  /// The lowest and highest sample; 0...0 when all are void. Where voids were filled it may be wider.
  ///
  /// The first access reads the whole raster, once.
  public var range: ClosedRange<Double> { filling?.range() ?? statistics.range }

  public var statedRange: ClosedRange<Double>? { nil }

  /// The lowest and highest sample and the number of voids; read from the whole raster, once.
  public var statistics: RasterStatistics {
    if let known = scanned.withLock({ $0 }) { return known }
    let result = RasterStatistics(raster)
    scanned.withLock { $0 = result }
    return result
  }

  /// Of several rasters together what lies in one of them.
  public func hasData(latitude: Double, longitude: Double) -> Bool {
    guard let place = places.position(latitude: latitude, longitude: longitude) else {
      return false
    }
    guard let parts, !parts.isWhole else { return true }
    guard let part = part(nearest: place.column, place.row) else { return false }
    return part.model?.hasData(latitude: latitude, longitude: longitude) ?? true
  }

  public func elevation(latitude: Double, longitude: Double) -> Double? {
    (try? value(latitude: latitude, longitude: longitude)) ?? nil
  }

  /// Bilinear elevation in metres; `nil` outside and beside a void.
  ///
  /// - Throws: what the raster's block throws where it cannot be read.
  public func value(latitude: Double, longitude: Double) throws -> Double? {
    guard let place = places.position(latitude: latitude, longitude: longitude) else { return nil }
    var cursor = BlockCursor(cache)
    let value = try bilinear(place.column, place.row, &cursor)
    return value.isNaN ? heldAtEdge(latitude: latitude, longitude: longitude) : value
  }

  /// The elevation of the nearest sample in metres; `nil` outside and where that sample is void.
  ///
  /// - Throws: what the raster's block throws where it cannot be read.
  public func nearest(latitude: Double, longitude: Double) throws -> Double? {
    guard let place = places.position(latitude: latitude, longitude: longitude) else { return nil }
    var cursor = BlockCursor(cache)
    let value = try nearest(place.column, place.row, &cursor)
    return value.isNaN ? nil : value
  }

  /// A void with no weight does not hide its neighbours.
  @inline(__always)
  func bilinear(
    _ column: SamplePlaces.Position, _ row: SamplePlaces.Position, _ cursor: inout BlockCursor
  ) throws -> Double {
    let right = places.next(column: column.index)
    func line(_ row: Int) throws -> Double {
      let a = Double(try cursor.sample(column.index, row))
      if column.fraction == 0 { return a }
      let b = Double(try cursor.sample(right, row))
      return a + (b - a) * column.fraction
    }
    let top = try line(row.index)
    if row.fraction == 0 { return top }
    let bottom = try line(places.next(row: row.index))
    return top + (bottom - top) * row.fraction
  }

  /// Degrees of latitude and of longitude between samples.
  private static func resolution(
    _ grid: RasterGrid, _ bounds: GeographicBounds
  ) -> (Double, Double) {
    let extent = grid.extent
    let mean = (
      (bounds.north - bounds.south) * abs(grid.stepY) / (extent.north - extent.south),
      (bounds.east - bounds.west) * abs(grid.stepX) / (extent.east - extent.west)
    )
    switch grid.system {
    case .geographic: return (abs(grid.stepY), abs(grid.stepX))
    case .webMercator, .local: return mean
    case .utm, .rijksdriehoek:
      // The box around a raster that is turned against the meridians is larger than the raster.
      return SampleSpacing(grid).map { ($0.latitude, $0.longitude) } ?? mean
    }
  }
}

/// The blocks that were used last, one of each kind of neighbour, without a lock for each sample.
struct BlockCursor {
  private let cache: BlockCache
  private var keys = SIMD4<Int>(repeating: -1)
  private var blocks: ([Float], [Float], [Float], [Float]) = ([], [], [], [])

  init(_ cache: BlockCache) { self.cache = cache }

  /// A sample of the grid.
  @inline(__always)
  mutating func sample(_ column: Int, _ row: Int) throws -> Float {
    let (blockColumn, x) = column.quotientAndRemainder(dividingBy: cache.blockWidth)
    let (blockRow, y) = row.quotientAndRemainder(dividingBy: cache.blockHeight)
    // Blocks beside and below each other have places of their own.
    let slot = (blockColumn & 1) | (blockRow & 1) << 1
    let key = blockRow * cache.blockColumns + blockColumn
    let i = y * cache.blockWidth + x
    if keys[slot] != key {
      try load(slot, key, blockColumn, blockRow)
    }
    switch slot {
    case 0: return blocks.0[i]
    case 1: return blocks.1[i]
    case 2: return blocks.2[i]
    default: return blocks.3[i]
    }
  }

  @inline(never)
  private mutating func load(_ slot: Int, _ key: Int, _ column: Int, _ row: Int) throws {
    let block = try cache.block(column: column, row: row)
    keys[slot] = key
    switch slot {
    case 0: blocks.0 = block
    case 1: blocks.1 = block
    case 2: blocks.2 = block
    default: blocks.3 = block
    }
  }
}
