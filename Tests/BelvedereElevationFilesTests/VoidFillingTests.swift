import BelvedereElevationFiles
import BelvedereTerrain
import BelvedereTestSupport
import Synchronization
import Testing

/// Counts from any thread.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }
}

@Suite("Voids of rasters and tiles in a mosaic") struct FileVoidTests {
  /// A raster that is not known to be in memory, in blocks of a few samples.
  private struct Blocks: ElevationRaster {
    let name = "blocks"
    let grid: RasterGrid
    let blockWidth: Int
    let blockHeight: Int
    let metres: @Sendable (Int, Int) -> Float

    func block(column: Int, row: Int) -> [Float] {
      (0..<(blockWidth * blockHeight)).map { i in
        let (x, y) = (column * blockWidth + i % blockWidth, row * blockHeight + i / blockWidth)
        return x < grid.width && y < grid.height ? metres(x, y) : .nan
      }
    }
  }

  private func grid(_ side: Int, step: Double, west: Double = 7, north: Double = 47) throws
    -> RasterGrid
  {
    try #require(
      RasterGrid(
        width: side, height: side, system: .geographic(.wgs84), originX: west, originY: north,
        stepX: step, stepY: -step, margin: 0))
  }

  /// A plane of 81 × 81 samples with a hole of 11 × 11 samples in its middle.
  private func holed(block: (Int, Int), _ metres: Float = 100) throws -> RasterElevation {
    try RasterElevation(
      Blocks(grid: grid(81, step: 0.0005), blockWidth: block.0, blockHeight: block.1) { x, y in
        abs(x - 40) <= 5 && abs(y - 40) <= 5 ? .nan : metres
      })
  }

  private func coarse(_ metres: Float, hasHole: Bool = false) throws -> RasterElevation {
    try RasterElevation(
      Blocks(grid: grid(21, step: 0.01, west: 6.9, north: 47.1), blockWidth: 21, blockHeight: 21) {
        x, y in hasHole && abs(x - 12) <= 3 && abs(y - 12) <= 3 ? .nan : metres
      })
  }

  private func mosaic(_ models: [any ElevationModel], fillsVoids: Bool) throws -> ElevationMosaic {
    try ElevationMosaic(
      sources: models.enumerated().map { .init($0.element, name: "source \($0.offset)") },
      fillsVoids: fillsVoids)
  }

  /// The mean of the nearest known samples in eight directions within 100 samples, one by one; NaN where more than
  /// half of the circle has none.
  private func searched(_ samples: [[Float]], _ x: Int, _ y: Int) -> Float {
    var (sum, weights) = (0.0, 0.0)
    var isKnown: [Bool] = []
    for (dx, dy) in [(1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1)] {
      isKnown.append(false)
      for step in 1...100 {
        let (c, r) = (x + dx * step, y + dy * step)
        guard samples.indices.contains(r), samples[r].indices.contains(c) else { break }
        guard !samples[r][c].isNaN else { continue }
        let distance = Double(step) * (dx != 0 && dy != 0 ? 2.0.squareRoot() : 1)
        sum += Double(samples[r][c]) / distance
        weights += 1 / distance
        isKnown[isKnown.count - 1] = true
        break
      }
    }
    // Between two neighbours that have one at most three have none.
    let isOneSided = (0..<8).contains { start in
      (0...3).allSatisfy { !isKnown[(start + $0) % 8] }
    }
    return weights > 0 && !isOneSided ? Float(sum / weights) : .nan
  }

  @Test("voids are filled from the nearest samples in eight directions, as far as 100 samples")
  func eightDirections() throws {
    var random = SplitMix64(seed: 7)
    let side = 230
    for part in [3, 60, 9000] {
      // No void reaches the raster's edge: all are holes in it.
      let samples = (0..<side).map { y in
        (0..<side).map { x in
          let isAtEdge = x == 0 || y == 0 || x == side - 1 || y == side - 1
          return isAtEdge || random.next() % UInt64(part) == 0
            ? Float(random.next() % 4000) / 4 : .nan
        }
      }
      for block in [(64, 48), (230, 7)] {
        let raster = try RasterElevation(
          Blocks(grid: grid(side, step: 0.0005), blockWidth: block.0, blockHeight: block.1) {
            samples[$1][$0]
          })
        let model = try mosaic([raster], fillsVoids: true)
        let latitudes = (0..<side).map { 47 - Double($0) * 0.0005 }
        let longitudes = (0..<side).map { 7 + Double($0) * 0.0005 }
        let found = model.elevations(latitudes: latitudes, longitudes: longitudes, by: .nearest)
        for y in 0..<side {
          for x in 0..<side {
            let expected = samples[y][x].isNaN ? searched(samples, x, y) : samples[y][x]
            let value = found[y * side + x]
            #expect(
              value == expected || value.isNaN && expected.isNaN,
              "1 in \(part), blocks \(block), \(x), \(y): \(value), not \(expected)")
          }
        }
      }
    }
  }

  @Test("a raster of nothing but voids is read once, however small the cache")
  func voidBlocks() throws {
    struct Empty: ElevationRaster {
      let name = "void"
      let grid: RasterGrid
      let blockWidth = 64
      let blockHeight = 64
      let note: @Sendable () -> Void

      func block(column: Int, row: Int) -> [Float] {
        note()
        return Array(repeating: .nan, count: 64 * 64)
      }
    }
    let cache = ElevationCache(maximumBytes: 32 * 64 * 64 * 4)
    let counter = Counter()
    let raster = try RasterElevation(
      Empty(grid: grid(640, step: 0.0001)) { counter.add() }, sharing: cache)
    let model = try mosaic([raster], fillsVoids: true)
    let latitudes = (0..<640).map { 47 - Double($0) * 0.0001 }
    let longitudes = (0..<640).map { 7 + Double($0) * 0.0001 }
    for _ in 0..<3 {
      let found = model.elevations(latitudes: latitudes, longitudes: longitudes)
      #expect(!found.contains { !$0.isNaN })
    }
    #expect(counter.value == 100)
    #expect(cache.byteCount == 0)
  }

  private let middle = (latitude: 46.98, longitude: 7.02)

  @Test("a void is filled from the coarser source without a step, and the sample says so")
  func coarser() throws {
    for block in [(81, 81), (8, 8), (81, 1), (5, 13)] {
      let m = try mosaic([holed(block: block), coarse(60)], fillsVoids: false)
      let sample = try #require(m.sample(latitude: middle.latitude, longitude: middle.longitude))
      // The coarser one, moved to what is around the hole but for the little that the distance takes.
      #expect((99...100).contains(sample.elevation))
      #expect(sample.kind == .filledFromCoarser)
      #expect(sample.sourceName == "source 0")
      var last = sample.elevation
      for n in 0...140 {
        let longitude = middle.longitude + Double(n) * 0.00005
        let value = try #require(m.elevation(latitude: middle.latitude, longitude: longitude))
        #expect(value >= last - 1e-4 && value - last < 2, "\(block) \(n)")
        last = value
      }
      #expect(last == 100)
      let known = try #require(m.sample(latitude: 46.995, longitude: 7.02))
      #expect(known.kind == .measured)
    }
  }

  @Test("what no source knows is interpolated where that is wanted, and the sample says so")
  func interpolated() throws {
    for block in [(81, 81), (8, 8), (81, 1)] {
      let without = try mosaic([holed(block: block)], fillsVoids: false)
      #expect(without.sample(latitude: middle.latitude, longitude: middle.longitude) == nil)
      let m = try mosaic([holed(block: block)], fillsVoids: true)
      let sample = try #require(m.sample(latitude: middle.latitude, longitude: middle.longitude))
      #expect(abs(sample.elevation - 100) < 1e-3)
      #expect(sample.kind == .interpolated)
      let both = try mosaic([holed(block: block), coarse(60, hasHole: true)], fillsVoids: true)
      let third = try #require(both.sample(latitude: middle.latitude, longitude: middle.longitude))
      #expect((60...100).contains(third.elevation))
    }
  }

  @Test("what a block of a file becomes does not depend on how the file is cut into blocks")
  func independence() throws {
    var random = SplitMix64(seed: 11)
    let metres: [Float] = (0..<(60 * 60)).map { _ in
      random.oneIn(3) ? .nan : Float(random.double(0...500))
    }
    func model(_ block: (Int, Int)) throws -> ElevationMosaic {
      let blocks = try Blocks(
        grid: grid(60, step: 0.001), blockWidth: block.0, blockHeight: block.1
      ) { metres[$1 * 60 + $0] }
      return try mosaic([RasterElevation(blocks), coarse(60, hasHole: true)], fillsVoids: true)
    }
    let latitudes = (0..<60).map { 47 - Double($0) * 0.001 }
    let longitudes = (0..<60).map { 7 + Double($0) * 0.001 }
    let whole = try model((60, 60)).elevations(latitudes: latitudes, longitudes: longitudes)
    #expect(whole.allSatisfy { $0.isFinite })
    for block in [(7, 7), (60, 1), (16, 64)] {
      let cut = try model(block).elevations(latitudes: latitudes, longitudes: longitudes)
      #expect(zip(cut, whole).allSatisfy { abs($0 - $1) < 1e-3 }, "\(block)")
    }
  }

  @Test("around a void only the blocks within reach are read")
  func reads() throws {
    let raster = try RasterElevation(
      Blocks(grid: grid(1200, step: 0.0001), blockWidth: 400, blockHeight: 400) { x, y in
        x == 450 && y == 450 ? .nan : 100
      })
    let m = try mosaic([raster], fillsVoids: true)
    #expect(m.elevation(latitude: 47 - 0.045, longitude: 7 + 0.045) == 100)
    // 100 samples to each side of the one void.
    #expect(raster.blockReads == 4)
  }

  @Test("a block that cannot be read takes no other one with it, and is asked for few times")
  func damaged() throws {
    struct Damaged: ElevationRaster {
      let name = "damaged"
      let grid: RasterGrid
      let blockWidth = 50
      // High enough not to be filled together with the block below.
      let blockHeight = 130
      let note: @Sendable () -> Void

      func block(column: Int, row: Int) throws -> [Float] {
        if column == 3, row == 1 {
          note()
          throw TerrainFileError(file: name, reason: "is damaged")
        }
        // A void at the western edge, wider than a hole there may be.
        return (0..<6500).map { i in
          column == 0 && row == 0 && i % 50 < 20 && (5..<45).contains(i / 50) ? .nan : 100
        }
      }
    }
    let counter = Counter()
    let raster = try RasterElevation(
      Damaged(grid: grid(200, step: 0.0005)) { counter.add() }, cacheBytes: 6500 * 4)
    let model = try mosaic([raster], fillsVoids: true)
    for row in 0..<200 where row % 7 == 0 {
      for column in 0..<200 where column % 7 == 0 && (column < 150 || row < 130) {
        let value = model.elevation(
          latitude: 47 - Double(row) * 0.0005, longitude: 7 + Double(column) * 0.0005)
        let isVoid = column < 20 && (5..<45).contains(row)
        #expect(isVoid || value == 100, "\(column), \(row): \(value ?? .nan)")
      }
    }
    #expect(counter.value < 20, "\(counter.value) times")
  }

  @Test("a raster in memory tells how many voids were filled")
  func counts() throws {
    let grid = try grid(41, step: 0.001)
    let samples: [Float] = (0..<(41 * 41)).map { i in
      abs(i % 41 - 20) <= 5 && abs(i / 41 - 20) <= 5 ? .nan : 100
    }
    let raster = try RasterElevation(MemoryRaster(name: "memory", grid: grid, samples: samples))
    let coarser = try mosaic([raster, coarse(60)], fillsVoids: true)
    #expect(coarser.filledCounts[0].fromCoarser == 121)
    #expect(
      coarser.sample(latitude: middle.latitude, longitude: middle.longitude)?.kind
        == .filledFromCoarser)
    let alone = try mosaic([raster], fillsVoids: true)
    #expect(alone.filledCounts[0].fromSurroundings == 121)
    #expect(
      alone.sample(latitude: middle.latitude, longitude: middle.longitude)?.kind == .interpolated)
    #expect(coarser.range == 60...100)
  }

  @Test("voids of tiles are filled as those of rasters, across the tiles' borders")
  func tiles() throws {
    var tiles = MemoryTiles(zooms: 2...2)
    for x in 0..<4 {
      for y in 0..<4 where (x, y) != (0, 0) {
        try tiles.add(2, x, y, size: 16) { c, r in
          abs(c - 32) <= 4 && abs(r - 32) <= 4 ? .nan : 100
        }
      }
    }
    let pyramid = try TileElevation(source: tiles)
    #expect(pyramid.elevation(latitude: 0, longitude: 0) == nil)
    let alone = try mosaic([pyramid], fillsVoids: true)
    for longitude in [-20.0, -1, 0, 0.01, 9] {
      let sample = try #require(alone.sample(latitude: 0, longitude: longitude))
      #expect(abs(sample.elevation - 100) < 1e-3)
      #expect(sample.kind == .interpolated)
    }
    #expect(alone.sample(latitude: 40, longitude: 100)?.kind == .measured)
    // There is no tile: that is no void.
    #expect(alone.elevation(latitude: 80, longitude: -170) == nil)
    let world = HeightField(
      width: 3, height: 3, bounds: GeographicBounds(south: -80, west: -180, north: 80, east: 180),
      samples: [Float](repeating: 40, count: 9))
    let both = try mosaic([pyramid, world], fillsVoids: false)
    let sample = try #require(both.sample(latitude: 0, longitude: 0))
    #expect((95...100).contains(sample.elevation))
    #expect(sample.kind == .filledFromCoarser)
    #expect(both.elevation(latitude: 40, longitude: 100) == 100)
    let batch = both.elevations(latitudes: [0, 40], longitudes: [0, 100])
    #expect((95...100).contains(batch[0]) && batch[3] == 100)
    // Filled by another rule meanwhile, the first is what it was.
    #expect(alone.elevation(latitude: 0, longitude: 0).map { abs($0 - 100) < 1e-3 } == true)
  }

  @Test(
    "a void across the seam of two lattices is filled as one, in memory and out of a file",
    arguments: [true, false])
  func acrossSeam(_ isInMemory: Bool) throws {
    // 20 m a thousandth of a degree eastwards; the void reaches ten of these to both sides, and is so long
    // that its ends tell little of its middle.
    func raster(_ west: Double, _ step: Double, _ count: Int) throws -> RasterElevation {
      let grid = try #require(
        RasterGrid(
          width: count, height: count, system: .geographic(.wgs84), originX: west + step / 2,
          originY: 47 - step / 2, stepX: step, stepY: -step, margin: 0.5))
      let metres = { @Sendable (x: Int, y: Int) -> Float in
        let (east, south) = (
          grid.originX + Double(x) * step - 7, 47 - grid.originY + Double(y) * step
        )
        return abs(east) < 0.01 && abs(south - 0.06) < 0.02 ? .nan : Float(5000 + 20_000 * east)
      }
      guard isInMemory else {
        return try RasterElevation(
          Blocks(grid: grid, blockWidth: 16, blockHeight: 16, metres: metres))
      }
      let samples = (0..<(count * count)).map { metres($0 % count, $0 / count) }
      return try RasterElevation(MemoryRaster(name: "\(west)", grid: grid, samples: samples))
    }
    let west = try raster(6.88, 0.001, 120)
    let east = try raster(7, 0.0015, 80)
    for models in [[west, east], [east, west]] {
      let mosaic = try mosaic(models, fillsVoids: true)
      for row in -50...50 {
        var last: Double?
        for column in -200...200 {
          let longitude = 7 + Double(column) * 1e-4
          let found = try #require(
            mosaic.elevation(latitude: 46.94 + Double(row) * 1e-4, longitude: longitude),
            "\(row), \(column)")
          // The ground rises by 2 m, and by 400 m across the void: filled from each side alone it would do most of
          // that between two samples.
          if let last { #expect(abs(found - last) < 12, "\(row), \(column): \(found)") }
          last = found
        }
      }
    }
  }
}
