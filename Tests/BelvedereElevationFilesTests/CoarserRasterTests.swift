import BelvedereElevationFiles
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Lower resolutions of large rasters")
struct CoarserRasterTests {
  private struct Blocks: ElevationRaster {
    let name = "blocks"
    let grid: RasterGrid
    let blockWidth, blockHeight: Int
    let metres: @Sendable (Int, Int) -> Float

    func block(column: Int, row: Int) -> [Float] {
      (0..<(blockWidth * blockHeight)).map { i in
        let (x, y) = (column * blockWidth + i % blockWidth, row * blockHeight + i / blockWidth)
        return x < grid.width && y < grid.height ? metres(x, y) : .nan
      }
    }
  }

  private let step = 0.001

  private func blocks(
    _ width: Int, _ height: Int, _ block: (Int, Int), left: Int = 0, top: Int = 0,
    margin: Double = 0.5, step: Double? = nil, _ metres: @escaping @Sendable (Int, Int) -> Float
  ) throws -> Blocks {
    let step = step ?? self.step
    let grid = try #require(
      RasterGrid(
        width: width, height: height, system: .geographic(.wgs84),
        originX: 7 + (Double(left) + 0.5) * step, originY: 47 - (Double(top) + 0.5) * step,
        stepX: step, stepY: -step, margin: margin))
    return Blocks(grid: grid, blockWidth: block.0, blockHeight: block.1) {
      metres($0 + left, $1 + top)
    }
  }

  @Test(
    "a plane stays the plane, over the same ground, and every block is read once",
    arguments: [(400, 300, 64, 64), (401, 299, 50, 7), (333, 257, 333, 1), (130, 517, 130, 517)])
  func plane(_ width: Int, _ height: Int, _ blockWidth: Int, _ blockHeight: Int) throws {
    let model = try RasterElevation(
      blocks(width, height, (blockWidth, blockHeight)) { 500 + Float($0) * 2 - Float($1) },
      cacheBytes: 16 * 1024, largestWhole: 4096)
    #expect(model.coarsened(to: 1.9 * step) == nil)
    let coarse = try #require(model.coarsened(to: 2.2 * step))
    let (a, b) = (model.bounds, coarse.bounds)
    #expect(abs(a.south - b.south) < 1e-12 && abs(a.north - b.north) < 1e-12)
    #expect(abs(a.west - b.west) < 1e-12 && abs(a.east - b.east) < 1e-12)
    #expect(abs(coarse.resolution / model.resolution - 2) < 0.02)
    var random = SplitMix64(seed: 5)
    // The outermost means hold where half of one ends.
    for _ in 0..<500 {
      let latitude = random.double((a.south + 2 * step)...(a.north - 2 * step))
      let longitude = random.double((a.west + 2 * step)...(a.east - 2 * step))
      let x = (longitude - 7) / step - 0.5
      let y = (47 - latitude) / step - 0.5
      let found = coarse.elevation(latitude: latitude, longitude: longitude) ?? .nan
      // Where the count is odd a mean stands up to one sample beside the middle of its samples.
      let slack = width % 2 == 0 && height % 2 == 0 ? 1e-3 : 3.1
      #expect(abs(found - (500 + 2 * x - y)) < slack)
    }
    let all = (a.south + b.north) / 2
    _ = coarse.elevation(latitude: all, longitude: a.west)
    let count = ((width - 1) / blockWidth + 1) * ((height - 1) / blockHeight + 1)
    #expect(model.blockReads <= count)
  }

  @Test("small rasters have none, however little memory there is, and large ones have them in any")
  func size() throws {
    let raster = try blocks(100, 100, (10, 10)) { Float($0 + $1) }
    for bytes in [0, 1024, 1 << 30] {
      let whole = try RasterElevation(raster, cacheBytes: bytes, largestWhole: 10_000)
      #expect(whole.coarsened(to: 1) == nil)
      let large = try RasterElevation(raster, cacheBytes: bytes, largestWhole: 9999)
      #expect(large.coarsened(to: 1) != nil)
    }
    let memory = MemoryRaster(
      name: "", grid: raster.grid, samples: [Float](repeating: 1, count: 10_000))
    #expect(try RasterElevation(memory, largestWhole: 0).coarsened(to: 1) == nil)
    // Where the outermost samples are the edge no mean lies there.
    let edged = try blocks(100, 100, (10, 10), margin: 0) { Float($0 + $1) }
    #expect(try RasterElevation(edged, largestWhole: 0).coarsened(to: 1) == nil)
  }

  @Test func theFilesOwnOverviewsComeFirstAndTheCoarsestThatServes() throws {
    let whole = try blocks(400, 400, (64, 64)) { _, _ in 1 }
    let overviews = try [(2, Float(2)), (4, 4), (8, 8)].map { factor, metres in
      try blocks(400 / factor, 400 / factor, (64, 64), step: step * Double(factor)) { _, _ in metres
      }
    }
    let model = try RasterElevation(whole, overviews: overviews, largestWhole: 256)
    for (spacing, metres) in [(1.0, nil), (1.99, nil), (2.01, 2.0), (3.9, 2), (4.01, 4), (100, 8)] {
      let found = model.coarsened(to: spacing * step)?.elevation(latitude: 46.8, longitude: 7.2)
      #expect(found == metres, "\(spacing)")
    }
    #expect(model.elevation(latitude: 46.8, longitude: 7.2) == 1)
  }

  @Test("voids are left out of means, and filled at every resolution where that is wanted")
  func voids() throws {
    let raster = try blocks(200, 200, (32, 32)) { x, y in
      (80..<100).contains(x) && (80..<100).contains(y) || x == 150 ? .nan : 70
    }
    let model = try RasterElevation(raster, cacheBytes: 4096, largestWhole: 1024)
    let coarse = try #require(model.coarsened(to: 3 * step))
    func elevation(_ model: any ElevationModel, _ x: Double, _ y: Double) -> Double? {
      model.elevation(latitude: 47 - (y + 0.5) * step, longitude: 7 + (x + 0.5) * step)
    }
    #expect(elevation(coarse, 90, 90) == nil)
    #expect(elevation(coarse, 150, 30) == 70)
    let mosaic = try ElevationMosaic(sources: [.init(model)], fillsVoids: true)
    let filled = try #require(mosaic.coarsened(to: 3 * step))
    #expect(elevation(filled, 90, 90) == 70)
  }

  @Test func whereNoPartOfAJoinedRasterLiesNothingIsFilledEither() throws {
    let plain: @Sendable (Int, Int) -> Float = { _, _ in 5 }
    let parts = try [
      blocks(100, 100, (25, 25), plain), blocks(100, 100, (25, 25), left: 100, plain),
      blocks(100, 100, (25, 25), top: 100, plain),
    ].map { try RasterElevation($0, cacheBytes: 1024, largestWhole: 256) }
    let joined = try RasterJoining.joined(
      parts.map { .init($0) }, sharing: ElevationCache(maximumBytes: 1024))
    #expect(joined.count == 1)
    let mosaic = try ElevationMosaic(sources: joined, fillsVoids: true)
    let coarse = try #require(mosaic.coarsened(to: 3 * step))
    #expect(coarse.elevation(latitude: 46.95, longitude: 7.15) == 5)
    #expect(coarse.elevation(latitude: 46.85, longitude: 7.15) == nil)
  }

  @Test("means are there at every power of two, of a raster of many samples too")
  func powersOfTwo() throws {
    let model = try RasterElevation(
      blocks(5000, 5000, (512, 512)) { Float($0 &* 3 &+ $1) }, cacheBytes: 1 << 20,
      largestWhole: 1 << 20)
    for (spacing, factor) in [(2.1, 2.0), (3.9, 2), (4.1, 4), (100, 4)] {
      let coarse = try #require(model.coarsened(to: spacing * step))
      #expect(abs(coarse.resolution / model.resolution - factor) < 0.01, "\(spacing)")
    }
  }

  @Test("means of means are the means of all samples, read once for all resolutions")
  func chain() throws {
    let metres: @Sendable (Int, Int) -> Float = { x, y in
      Float((x &* 7919 &+ y &* 104_729) % 997)
    }
    let (width, height) = (4608, 4096)
    let model = try RasterElevation(
      blocks(width, height, (512, 64), metres), cacheBytes: 1 << 16, largestWhole: 1 << 20)
    var random = SplitMix64(seed: 9)
    for factor in [4, 2] {
      let coarse = try #require(model.coarsened(to: (Double(factor) + 0.1) * step))
      for _ in 0..<200 {
        let (column, row) = (
          random.int(0...(width / factor - 1)), random.int(0...(height / factor - 1))
        )
        var sum = 0.0
        for y in (row * factor)..<((row + 1) * factor) {
          for x in (column * factor)..<((column + 1) * factor) { sum += Double(metres(x, y)) }
        }
        let middle = (Double(factor) - 1) / 2 + 0.5
        let found = coarse.elevation(
          latitude: 47 - (Double(row * factor) + middle) * step,
          longitude: 7 + (Double(column * factor) + middle) * step, by: .nearest)
        #expect(abs((found ?? .nan) - sum / Double(factor * factor)) < 1e-3)
      }
    }
    #expect(model.blockReads == 9 * 64)
  }

  @Test("a raster that cannot be read in one place has lower resolutions elsewhere")
  func damagedSamples() throws {
    let whole = Damaged(sound: try blocks(1200, 1200, (64, 64)) { _, _ in 5 }) {
      $0 != 16 || $1 != 16
    }
    let model = try RasterElevation(whole, cacheBytes: 1024, largestWhole: 0)
    let coarse = try #require(model.coarsened(to: 3 * step))
    #expect(coarse.elevation(latitude: 46.95, longitude: 7.05) == 5)
    #expect(model.failure is Damaged.Failure)
  }

  /// An overview of which some blocks cannot be read.
  private struct Damaged: ElevationRaster {
    struct Failure: Error {}
    let sound: Blocks
    let isSound: @Sendable (Int, Int) -> Bool
    var name: String { sound.name }
    var grid: RasterGrid { sound.grid }
    var blockWidth: Int { sound.blockWidth }
    var blockHeight: Int { sound.blockHeight }

    func block(column: Int, row: Int) throws -> [Float] {
      guard isSound(column, row) else { throw Failure() }
      return sound.block(column: column, row: row)
    }
  }

  @Test("where an overview is damaged, means of the samples are drawn, and it is told")
  func damagedOverview() throws {
    let whole = try blocks(400, 400, (64, 64)) { x, y in Float(x / 4 + y / 4) }
    let overview = try blocks(100, 100, (32, 32), step: step * 4) { x, y in Float(x + y) }
    func model(_ isSound: @escaping @Sendable (Int, Int) -> Bool) throws -> RasterElevation {
      try RasterElevation(
        whole, cacheBytes: 1024, overviews: [Damaged(sound: overview, isSound: isSound)],
        largestWhole: 0)
    }
    let (sound, damaged) = (try model { _, _ in true }, try model { x, y in x != 1 && y != 3 })
    #expect(damaged.overviewFailure == nil)
    let (a, b) = (
      try #require(sound.coarsened(to: 5 * step)), try #require(damaged.coarsened(to: 5 * step))
    )
    var random = SplitMix64(seed: 8)
    for _ in 0..<400 {
      let latitude = random.double(46.6...47)
      let longitude = random.double(7...7.4)
      let expected = a.elevation(latitude: latitude, longitude: longitude)
      #expect(expected != nil && b.elevation(latitude: latitude, longitude: longitude) == expected)
    }
    #expect(sound.overviewFailure == nil && damaged.overviewFailure is Damaged.Failure)
    #expect(damaged.failure == nil)
    let filled = try ElevationMosaic(sources: [.init(damaged)], fillsVoids: true)
    #expect(
      (filled.filledModels[0] as? RasterElevation)?.overviewFailure is Damaged.Failure)
    // Where no mean lies on the samples there is nothing to draw instead.
    let edged = try blocks(401, 401, (64, 64), margin: 0) { _, _ in 1 }
    let lost = try RasterElevation(
      edged, cacheBytes: 1024, overviews: [Damaged(sound: overview) { _, _ in false }],
      largestWhole: 0)
    _ = lost.coarsened(to: 5 * step)?.elevation(latitude: 46.8, longitude: 7.2)
    #expect(lost.failure is Damaged.Failure)
  }
}
