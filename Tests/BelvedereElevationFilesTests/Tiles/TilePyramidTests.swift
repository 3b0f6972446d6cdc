import BelvedereElevationFiles
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Pyramids of elevation tiles") struct TilePyramidTests {
  /// Elevations linear in samples of zoom 2.
  private func plane(_ column: Int, _ row: Int) -> Double { Double(column) * 2 + Double(row) }

  private func whole(zoom: Int, _ metres: (Int, Int) -> Double) throws -> MemoryTiles {
    var source = MemoryTiles(zooms: zoom...zoom)
    for x in 0..<(1 << zoom) {
      for y in 0..<(1 << zoom) { try source.add(zoom, x, y, metres) }
    }
    return source
  }

  @Test("the bilinear surface goes on across the borders of tiles")
  func borders() throws {
    let model = try TileElevation(source: whole(zoom: 2, plane))
    #expect(model.tileSize == 8)
    forEachSeed(200) { random in
      let (x, y) = (random.double(0...31), random.double(0...31))
      let at = coordinate(x: x, y: y, zoom: 2)
      let value = model.elevation(latitude: at.latitude, longitude: at.longitude)
      try check(
        abs((value ?? .nan) - (2 * x + y)) < 1e-6, "\(x), \(y): \(String(describing: value))")
    }
    // Between the last sample of a tile and the first of the next.
    let at = coordinate(x: 7.25, y: 15.5, zoom: 2)
    let value = try #require(model.elevation(latitude: at.latitude, longitude: at.longitude))
    #expect(abs(value - 30) < 1e-9)
  }

  @Test("around the antimeridian, and whole turns away")
  func antimeridian() throws {
    let model = try TileElevation(source: whole(zoom: 1) { column, _ in column == 15 ? 100 : 0 })
    let between = coordinate(x: 15.5, y: 5, zoom: 1)
    for turn in [-720.0, -360, 0, 360] {
      let value = model.elevation(
        latitude: between.latitude, longitude: between.longitude + turn)
      #expect(abs((value ?? .nan) - 50) < 1e-6)
    }
    let value = model.elevation(latitude: between.latitude, longitude: -180 + 360 / 64)
    #expect(abs((value ?? .nan) - 25) < 1e-6)
    #expect(model.elevation(latitude: 85.06, longitude: 0) == nil)
    #expect(model.elevation(latitude: .nan, longitude: 0) == nil)
    #expect(model.elevation(latitude: 0, longitude: .infinity) == nil)
    #expect(model.elevation(latitude: 85.0511287798066, longitude: 0) != nil)
    #expect(model.elevation(latitude: -85.0511287798066, longitude: 180) != nil)
  }

  @Test("a missing tile is made of the coarser one, without a step at its border")
  func parents() throws {
    var source = MemoryTiles(zooms: 0...2)
    try source.add(0, 0, 0) { column, row in Double(column * 10 + row * 100) }
    for x in 0..<4 {
      for y in 0..<4 where x != 1 || y != 1 {
        try source.add(2, x, y) { column, row in
          ((Double(column) + 0.5) / 4 - 0.5) * 10 + ((Double(row) + 0.5) / 4 - 0.5) * 100
        }
      }
    }
    let model = try TileElevation(source: source)
    let inside = coordinate(x: 11.5, y: 11.5, zoom: 2)
    let sample = model.sample(latitude: inside.latitude, longitude: inside.longitude)
    #expect(sample.requestedZoom == 2)
    #expect(sample.effectiveZoom == 0)
    // Sample 11.5 of zoom 2 is 2.5 of zoom 0.
    #expect(abs((sample.elevation ?? .nan) - 275) < 1e-6)
    let outside = coordinate(x: 20, y: 11.5, zoom: 2)
    #expect(
      model.sample(latitude: outside.latitude, longitude: outside.longitude).effectiveZoom == 2)
    // Across the border in small steps.
    var last: Double?
    for x in stride(from: 5.0, through: 10, by: 0.01) {
      let at = coordinate(x: x, y: 11.5, zoom: 2)
      let value = try #require(model.elevation(latitude: at.latitude, longitude: at.longitude))
      if let last { #expect(abs(value - last) < 0.03) }
      last = value
    }
  }

  @Test("nothing where no zoom has a tile; the outermost samples are held for half a sample")
  func coverage() throws {
    var source = MemoryTiles(zooms: 2...2)
    try source.add(2, 1, 1, plane)
    source.info.examples = [try #require(TileID(zoom: 2, x: 1, y: 1))]
    let model = try TileElevation(source: source)
    func value(_ x: Double, _ y: Double) -> Double? {
      let at = coordinate(x: x, y: y, zoom: 2)
      return model.elevation(latitude: at.latitude, longitude: at.longitude)
    }
    #expect(abs((value(8, 9) ?? .nan) - 25) < 1e-6)
    #expect(abs((value(7.6, 9) ?? .nan) - 25) < 1e-6)
    #expect(abs((value(15.4, 15.4) ?? .nan) - 45) < 1e-6)
    #expect(value(7.4, 9) == nil)
    #expect(value(16, 9) == nil)
    let none = model.sample(latitude: 0, longitude: 100)
    #expect(none.elevation == nil && none.effectiveZoom == nil)
    // Borders belong to the tile on either side.
    let bounds = try #require(TileID(zoom: 2, x: 1, y: 1)).bounds
    for latitude in [bounds.south, bounds.north] {
      for longitude in [bounds.west, bounds.east] {
        #expect(model.elevation(latitude: latitude, longitude: longitude) != nil)
      }
    }
  }

  @Test("beside a void there is nothing; a void without weight does not matter")
  func voids() throws {
    let model = try TileElevation(
      source: whole(zoom: 0) { column, row in column == 3 && row == 3 ? .nan : 7 })
    func value(_ x: Double, _ y: Double) -> Double? {
      let at = coordinate(x: x, y: y, zoom: 0)
      return model.elevation(latitude: at.latitude, longitude: at.longitude)
    }
    #expect(value(2.5, 2.5) == nil)
    #expect(value(3, 3) == nil)
    #expect(value(1.5, 3.2) == 7)
    #expect(value(4.001, 3) == 7)
  }

  @Test("a grid of positions gives the numbers of single positions")
  func batch() throws {
    var source = MemoryTiles(zooms: 0...3)
    try source.add(0, 0, 0) { Double($0 + 10 * $1) }
    forEachSeed(1) { random in
      for _ in 0..<30 {
        let (x, y) = (random.int(0...7), random.int(0...7))
        try source.add(3, x, y) { column, row in
          (column * 7 + row * 3) % 41 == 0 ? .nan : Double(column * row)
        }
      }
    }
    let model = try TileElevation(source: source)
    let latitudes = stride(from: -86.0, through: 86, by: 1.37).map { $0 }
    let longitudes = stride(from: -200.0, through: 200, by: 2.11).map { $0 }
    let grid = model.elevations(latitudes: latitudes, longitudes: longitudes)
    var seen = 0
    for (row, latitude) in latitudes.enumerated() {
      for (column, longitude) in longitudes.enumerated() {
        let one = model.elevation(latitude: latitude, longitude: longitude)
        let other = grid[row * longitudes.count + column]
        #expect(one == nil ? other.isNaN : abs(Double(other) - (one ?? 0)) < 1e-3)
        if one != nil { seen += 1 }
      }
    }
    #expect(seen > 10_000)
  }

  @Test("a damaged tile counts as missing and is named")
  func problems() throws {
    var source = MemoryTiles(zooms: 0...1)
    try source.add(0, 0, 0) { _, _ in 5 }
    try source.add(1, 1, 1) { _, _ in 9 }
    try source.add(1, 1, 0, size: 16) { _, _ in 9 }
    source.tiles[try #require(TileID(zoom: 1, x: 0, y: 0))] = [1, 2, 3]
    source.info.tileSize = 8
    let model = try TileElevation(source: source)
    #expect(model.sample(latitude: 40, longitude: -90).elevation == 5)
    #expect(model.sample(latitude: 40, longitude: 90).elevation == 5)
    #expect(model.sample(latitude: -40, longitude: 90).elevation == 9)
    let reasons = model.problems.map(\.description)
    #expect(reasons.count == 2)
    #expect(reasons.contains { $0.contains("1/0/0") && $0.contains("not a PNG") })
    #expect(reasons.contains { $0.contains("16 samples") && $0.contains("8 are expected") })
  }

  @Test("the cache keeps within its bytes, and many threads agree")
  func cache() async throws {
    var source = MemoryTiles(zooms: 4...4)
    for x in 0..<16 {
      for y in 0..<16 { try source.add(4, x, y, size: 64) { Double(($0 &* 31 &+ $1 &* 17) % 999) } }
    }
    let model = try TileElevation(source: source, options: .init(cacheBytes: 1 << 20))
    func sum(_ seed: UInt64) -> Double {
      var random = SplitMix64(seed: seed)
      return (0..<3000).reduce(0) { sum, _ in
        sum
          + (model.elevation(
            latitude: random.double(-84...84), longitude: random.double(-180...180)) ?? .nan)
      }
    }
    let alone = sum(7)
    #expect(alone.isFinite)
    await withTaskGroup(of: Double.self) { group in
      for _ in 0..<8 { group.addTask { sum(7) } }
      for await value in group { #expect(value == alone) }
    }
    #expect(model.cachedBytes <= 1 << 20)
    #expect(model.cachedBytes > 1 << 18)
  }

  @Test("a folder: nested and flat names, the encoding beside it, the range, a zoom")
  func folder() throws {
    let folder = try TemporaryFolder()
    for (zoom, x, y) in [(0, 0, 0), (1, 0, 0), (1, 1, 1)] {
      let id = try #require(TileID(zoom: zoom, x: x, y: y))
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(zoom)/\(x)", withIntermediateDirectories: true)
      try folder.write("\(id).png", terrariumTile(id) { Double($0 + zoom * 100 + $1) })
    }
    #expect(TileElevation.recognizes(folder.path))
    let error = #expect(throws: TerrainFileError.self) { try TileElevation.open(folder.path) }
    #expect(error?.reason.contains("--encoding") == true)
    try folder.write("tiles.json", #"{"tilejson":"3.0.0","encoding":"terrarium"}"#)
    let model = try TileElevation.open(folder.path)
    #expect(model.zoom == 1)
    #expect(model.range == 0...130)
    #expect(model.sample(latitude: 60, longitude: 60).effectiveZoom == 0)
    #expect(model.sample(latitude: 60, longitude: -60).effectiveZoom == 1)
    #expect(try TileElevation.open(folder.path, options: .init(zoom: 0)).range == 0...14)
    #expect(throws: TerrainFileError.self) {
      try TileElevation.open(folder.path, options: .init(zoom: 2))
    }

    let flat = try TemporaryFolder()
    let id = try #require(TileID(zoom: 3, x: 5, y: 2))
    let file = try flat.write("ground_3_5_2_here.png", terrariumTile(id) { Double($0 + $1) })
    for path in [flat.path, file] {
      let model = try TileElevation.open(path, options: .init(encoding: .terrarium))
      #expect(model.bounds == id.bounds)
      #expect(model.range == 56...70)
    }
    let empty = try TemporaryFolder()
    #expect(!TileElevation.recognizes(empty.path))
    #expect(throws: TerrainFileError.self) { try TileElevation.open(empty.path) }
    let nameless = try empty.write("picture.png", terrariumTile(id) { _, _ in 0 })
    #expect(throws: TerrainFileError.self) { try TileElevation.open(nameless) }
    #expect(throws: TerrainFileError.self) { try TileElevation.open(empty.write("a.txt", "text")) }
    #expect(throws: (any Error).self) { try TileElevation.open("\(empty.path)/missing.pmtiles") }
  }
}
