import BelvedereElevationFiles
import BelvedereTerrain
import BelvedereTestSupport
import Synchronization
import Testing

@Suite("Pyramids for pictures") struct CoarsenedTilesTests {
  /// The whole world at zooms 1 to 3, as high as its zoom; the finest tiles are listed but not there.
  private func source(without missing: TileID? = nil) throws -> MemoryTiles {
    var source = MemoryTiles(zooms: 1...3)
    var listed: [TileID] = []
    for zoom in 1...3 {
      for x in 0..<(1 << zoom) {
        for y in 0..<(1 << zoom) {
          guard let id = TileID(zoom: zoom, x: x, y: y), id != missing else { continue }
          listed.append(id)
          if zoom < 3 { try source.add(zoom, x, y) { _, _ in Double(zoom * 100) } }
        }
      }
    }
    source.info.tiles = listed
    return source
  }

  private func heights(_ model: any ElevationModel) -> [Float] {
    model.elevations(latitudes: [40, 10, -30], longitudes: [-100, 5, 77])
  }

  @Test("wide spacings read coarse tiles and no fine ones")
  func zooms() throws {
    let tiles = try TileElevation(source: source())
    let r = tiles.resolution
    #expect(tiles.coarsened(to: r * 1.9) == nil)
    let half = try #require(tiles.coarsened(to: r * 2.1))
    #expect(heights(half).allSatisfy { $0 == 200 })
    #expect(abs(half.resolution / r - 2) < 1e-9)
    let quarter = try #require(tiles.coarsened(to: r * 100))
    #expect(heights(quarter).allSatisfy { $0 == 100 })
    // In a mosaic, whose voids are filled, too.
    let mosaic = try ElevationMosaic(sources: [.init(tiles)], fillsVoids: true)
    let coarse = try #require(mosaic.coarsened(to: r * 2.1))
    #expect(heights(coarse).allSatisfy { $0 == 200 })
    #expect(heights(try #require(coarse.coarsened(to: r * 4.1))).allSatisfy { $0 == 100 })
    #expect(mosaic.coarsened(to: r) == nil)
  }

  @Test("a zoom with a hole is not taken for a finer one")
  func holes() throws {
    let tiles = try TileElevation(source: source(without: TileID(zoom: 2, x: 1, y: 1)))
    #expect(tiles.coarsened(to: tiles.resolution * 2.1) == nil)
    let coarse = try #require(tiles.coarsened(to: tiles.resolution * 4.1))
    #expect(heights(coarse).allSatisfy { $0 == 100 })
  }

  @Test("far places on the borders of missing tiles make no tiles, and have the same numbers")
  func borders() throws {
    var source = MemoryTiles(zooms: 0...8)
    try source.add(0, 0, 0, size: 64) { c, r in Double((c * 37 + r * 91) % 500) }
    try source.add(8, 128, 120, size: 64) { c, r in Double((c * 13 + r * 7) % 90) }
    let tiles = try TileElevation(source: source)
    let longitudes = (0..<20).map { Double($0 - 10) * 360 / 64 }
    let latitudes = (0..<20).map {
      coordinate(x: 0, y: Double(64 * 6 * $0 + 6399) + 0.5, zoom: 8, size: 64).latitude
    }
    let grid = tiles.elevations(latitudes: latitudes, longitudes: longitudes)
    #expect(tiles.cachedBytes < 1 << 20)
    for (j, latitude) in latitudes.enumerated() {
      for (i, longitude) in longitudes.enumerated() {
        let one = try #require(tiles.elevation(latitude: latitude, longitude: longitude))
        #expect(abs(one - Double(grid[20 * j + i])) < 1e-3)
      }
    }
  }

  /// The zooms that have a tile wherever a finer one has one, tile by tile.
  private func wholeZooms(_ tiles: Set<TileID>) -> [Int] {
    Set(tiles.map(\.zoom)).sorted().filter { zoom in
      tiles.allSatisfy { $0.zoom <= zoom || tiles.contains($0.ancestor(atZoom: zoom)) }
    }
  }

  /// The box of the tiles of which there is no part in a finer one, tile by tile.
  private func finestBounds(_ tiles: Set<TileID>) -> GeographicBounds? {
    var parents: Set<TileID> = []
    for tile in tiles { for zoom in 0..<tile.zoom { parents.insert(tile.ancestor(atZoom: zoom)) } }
    return tiles.subtracting(parents).map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 }
  }

  private func isNear(_ a: GeographicBounds, _ b: GeographicBounds) -> Bool {
    [\GeographicBounds.south, \.west, \.north, \.east].allSatisfy {
      abs(a[keyPath: $0] - b[keyPath: $0]) < 1e-9
    }
  }

  @Test(
    "of more tiles than are listed coarser ones say the range, and where there are none some of them",
    arguments: [true, false])
  func surveyed(_ hasCoarser: Bool) throws {
    let folder = try TemporaryFolder()
    // 1024 tiles that rise from west to east; coarser ones have their means.
    var tiles: [(id: UInt64, bytes: [UInt8])] = []
    for zoom in (hasCoarser ? 4 : 9)...9 {
      let side = 1 << (zoom - 4)
      for i in 0..<(side * side) {
        let (x, y) = (side + i % side, 11 * side + i / side)
        let id = try #require(TileID(zoom: zoom, x: x, y: y))
        let level = 9 - zoom
        let png = try terrariumTile(id) { column, _ in
          1000 + Double((column << level) % 256 + (1 << level) / 2)
        }
        tiles.append((id.hilbertNumber, png))
      }
    }
    tiles.sort { $0.id < $1.id }
    for leafSize in [0, 100] {
      let path = try folder.write(
        "\(leafSize).pmtiles", pmtiles(tiles, leafSize: leafSize, zooms: 4...9))
      let model = try TileElevation.open(path, options: .init(encoding: .terrarium, zoom: nil))
      #expect(model.source.info.tiles == nil)
      let survey = try #require(model.surveyedRange)
      #expect(!survey.isExact)
      #expect((1000...1030).contains(survey.range.lowerBound), "\(survey)")
      #expect((1220...1256).contains(survey.range.upperBound), "\(survey)")
      // What must hold for every sample still does.
      #expect(model.range.lowerBound <= 1000 && model.range.upperBound >= 1255)
    }
  }

  @Test("of a PMTiles file of any size all directories say which zooms are whole")
  func directories() throws {
    let folder = try TemporaryFolder()
    var random = SplitMix64(seed: 12)
    var found: Set<[Int]> = []
    for n in 0..<40 {
      // Parts of the world, and now and then a tile too few.
      var tiles: Set<TileID> = []
      for _ in 0..<random.int(1...3) {
        let zoom = random.int(2...6)
        let last = (1 << zoom) - 1
        guard let top = TileID(zoom: zoom, x: random.int(0...last), y: random.int(0...last)) else {
          continue
        }
        for z in 0...8 {
          if z < zoom { tiles.insert(top.ancestor(atZoom: z)) }
          let down = max(z - zoom, 0)
          for i in 0..<(z < zoom ? 0 : 1 << (2 * down)) {
            let (x, y) = (top.x << down + i % (1 << down), top.y << down + i >> down)
            if let id = TileID(zoom: z, x: x, y: y) { tiles.insert(id) }
          }
        }
      }
      for _ in 0..<(n % 3) {
        if let lost = tiles.sorted(by: { $0.hilbertNumber < $1.hilbertNumber }).dropFirst(
          random.int(0...(tiles.count - 1))
        ).first {
          tiles.remove(lost)
        }
      }
      let numbers = tiles.map(\.hilbertNumber).sorted()
      let path = try folder.write(
        "\(n).pmtiles",
        pmtiles(numbers.map { ($0, [UInt8](repeating: 1, count: 4)) }, leafSize: n % 4 * 40))
      let source = try PMTiles(path: path)
      let whole = source.wholeZooms()
      #expect(whole == wholeZooms(tiles), "\(n)")
      let box = try #require(finestBounds(tiles))
      // The header states the world.
      let wanted = GeographicBounds(
        south: max(box.south, -85), west: box.west, north: min(box.north, 85), east: box.east)
      #expect(isNear(source.info.bounds, wanted), "\(n): \(source.info.bounds), not \(wanted)")
      found.insert(whole)
    }
    #expect(found.count > 3, "\(found)")
  }

  @Test("of an MBTiles file its table says so")
  func table() throws {
    try #require(MBTiles.libraryVersion != nil, "built without SQLite")
    for name in ["plain", "view", "json"] {
      let source = try MBTiles(path: fixture("\(name).mbtiles"))
      let tiles = try #require(source.info.tiles)
      #expect(source.wholeZooms() == wholeZooms(Set(tiles)), "\(name)")
    }
  }

  @Test("a server's zooms count from the finest up to the first without a tile")
  func server() throws {
    try #require(HTTPTiles.libraryVersion != nil, "built without libcurl")
    let png = try (2...5).map { zoom in
      try terrariumTile(#require(TileID(zoom: zoom, x: 0, y: 0))) { _, _ in Double(zoom) }
    }
    let server = try MisbehavingServer { request in
      let zoom = request.path.split(separator: "/").first.flatMap { Int($0) } ?? 0
      return (2...5).contains(zoom) && zoom != 3
        ? MisbehavingServer.response("200 OK", png[zoom - 2])
        : MisbehavingServer.response("404 Not Found", [])
    }
    defer { server.stop() }
    var network = TileNetwork(isAllowed: true)
    network.allowsPrivateAddresses = true
    let source = HTTPTiles(
      template: try TileTemplate(server.template), encoding: .terrarium, zooms: 0...5, tileSize: 8,
      network: network)
    #expect(source.wholeZooms() == [4, 5])
    let tiles = try TileElevation(source: source)
    let half = try #require(tiles.coarsened(to: tiles.resolution * 10))
    #expect(half.elevation(latitude: 10, longitude: 10) == 4)
    #expect(tiles.elevation(latitude: 10, longitude: 10) == 5)
    // Without the network nothing coarser is known.
    network.isAllowed = false
    let offline = HTTPTiles(
      template: try TileTemplate(server.template), encoding: .terrarium, zooms: 0...5, tileSize: 8,
      network: network)
    #expect(offline.wholeZooms().isEmpty)
  }

  @Test("tiles that were used last stay, whichever they are, and bytes stay within the bound")
  func cache() throws {
    // Each tile of 256² samples takes a quarter of a mebibyte.
    let source = CountingTiles(zoom: 6)
    let tiles = try TileElevation(
      source: source, options: .init(encoding: .terrarium, cacheBytes: 2 << 20))
    func read(_ x: Int) {
      let at = coordinate(x: Double(x * 256 + 100), y: 100, zoom: 6, size: 256)
      #expect(tiles.elevation(latitude: at.latitude, longitude: at.longitude) == Double(x))
    }
    let before = source.count
    for x in 0..<7 { read(x) }
    #expect(source.count == before + 7)
    // The first one again and again, others once.
    read(0)
    for x in 7..<40 {
      read(x)
      read(0)
      #expect(tiles.cachedBytes <= 2 << 20)
    }
    #expect(source.count == before + 40)
    // The last six are there still, those before are not.
    for x in 34..<40 { read(x) }
    #expect(source.count == before + 40)
    read(20)
    #expect(source.count == before + 41)
  }
}

/// A row of tiles, each as high as its column, and how many were asked for.
private final class CountingTiles: TileSource {
  let name = "counted"
  let info: TileSourceInfo
  private let asked = Mutex(0)

  init(zoom: Int) {
    var info = TileSourceInfo(zooms: zoom...zoom, bounds: TileSourceInfo.world)
    info.tileSize = 256
    self.info = info
  }

  var count: Int { asked.withLock { $0 } }

  func tile(_ id: TileID) throws -> [UInt8]? {
    asked.withLock { $0 += 1 }
    return try terrariumTile(id, size: 256) { _, _ in Double(id.x) }
  }
}
