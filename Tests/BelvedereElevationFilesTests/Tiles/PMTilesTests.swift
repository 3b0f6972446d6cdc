import BelvedereElevationFiles
import BelvedereLimits
import BelvedereTestSupport
import Testing

@Suite("PMTiles") struct PMTilesTests {
  @Test(
    "the number along the Hilbert curves, against PyPI's pmtiles",
    arguments: [
      (0, 0, 0, 0), (1, 1, 0, 4), (3, 5, 2, 76), (12, 654, 1583, 8_921_942),
      (24, 9_999_999, 1_234_567, 349_377_998_498_453),
    ])
  func hilbert(_ zoom: Int, _ x: Int, _ y: Int, _ number: UInt64) {
    let id = TileID(zoom: zoom, x: x, y: y)
    #expect(id?.hilbertNumber == number)
    #expect(TileID(hilbertNumber: number) == id)
  }

  @Test("every number of the first zooms is one tile's, and the curve makes no jumps")
  func curve() {
    var last = TileID(zoom: 0, x: 0, y: 0)
    for number in 1..<5461 as Range<UInt64> {
      let id = TileID(hilbertNumber: number)
      #expect(id?.hilbertNumber == number)
      if let id, let last, id.zoom == last.zoom {
        #expect(abs(id.x - last.x) + abs(id.y - last.y) == 1)
      }
      last = id
    }
    #expect(TileID(hilbertNumber: .max) == nil)
  }

  @Test("a file of PyPI's pmtiles: directories and metadata in gzip")
  func reference() throws {
    let model = try TileElevation.open(fixture("reference.pmtiles"))
    #expect(model.encoding == .terrarium)
    #expect(model.zoom == 2)
    #expect(model.source.info.tiles?.count == 6)
    let at = coordinate(x: 11, y: 12, zoom: 2)
    #expect(
      abs((model.elevation(latitude: at.latitude, longitude: at.longitude) ?? .nan) - 12_211) < 1e-6
    )
    let coarse = coordinate(x: 3, y: 12, zoom: 2)
    #expect(
      model.sample(latitude: coarse.latitude, longitude: coarse.longitude).effectiveZoom == 1)
  }

  private func tiles() throws -> [(id: UInt64, bytes: [UInt8])] {
    try (0..<85).map { number in
      let id = try #require(TileID(hilbertNumber: UInt64(number)))
      return (UInt64(number), try terrariumTile(id) { _, _ in Double(number) })
    }
  }

  @Test("leaf directories, up to three directories deep", arguments: [(0, 1), (10, 1), (4, 2)])
  func leaves(_ size: Int, _ depth: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", pmtiles(tiles(), leafSize: size, depth: depth))
    let file = try PMTiles(path: path)
    for number in 0..<85 as Range<UInt64> {
      let id = try #require(TileID(hilbertNumber: number))
      let bytes = try #require(try file.tile(id))
      let samples = try TileSamples(png: bytes, name: "", encoding: .terrarium)
      #expect(samples.metres.allSatisfy { $0 == Float(number) })
    }
    #expect(try file.tile(#require(TileID(zoom: 4, x: 3, y: 3))) == nil)
  }

  @Test("four directories deep is refused, and so is a loop")
  func depth() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", pmtiles(tiles(), leafSize: 3, depth: 3))
    let file = try PMTiles(path: path)
    let error = #expect(throws: TerrainFileError.self) {
      try file.tile(#require(TileID(zoom: 0, x: 0, y: 0)))
    }
    #expect(error?.reason.contains("3 deep") == true)
  }

  @Test(
    "hostile headers",
    arguments: [
      (0, 0x51, "not"), (7, 2, "version 2"), (9, 0x7F, "within the file"),
      (15, 0x80, "within the file"),
      (17, 0xFF, "within"), (47, 0xFF, "leaf"), (63, 0x7F, "tiles"), (97, 3, "brotli"),
      (97, 9, "not known"), (98, 4, "zstd"), (99, 1, "vector"), (99, 3, "jpeg"), (101, 99, "zooms"),
      (100, 5, "zooms"),
    ])
  func headers(_ at: Int, _ value: UInt8, _ words: String) throws {
    let folder = try TemporaryFolder()
    var bytes = pmtiles(try tiles())
    bytes[at] = value
    let error = #expect(throws: TerrainFileError.self) {
      try PMTiles(path: folder.write("a", bytes))
    }
    #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
  }

  @Test("hostile directories: too many entries, overflows, a huge tile")
  func directories() throws {
    let folder = try TemporaryFolder()
    let good = pmtiles([(0, [1, 2, 3])])
    // The root directory: number of entries, tile, run, length, offset.
    for (root, isLimit) in [
      ([0xFF, 0xFF, 0xFF, 0xFF, 0x0F], false), ([2, 0, 0, 1, 1, 1, 1, 1, 1], false),
      ([1, 0, 1, 0, 1], false), ([1, 0, 1, 1, 0], false),
      ([1, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1], true),
      ([1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1, 1, 1], false),
      ([1, 0, 1, 100, 1], false), ([1, 0, 1, 3, 1, 0], false),
    ] as [([UInt8], Bool)] {
      var bytes = Array(good[..<127]) + root + Array(good[132...])
      bytes[16] = UInt8(root.count)
      for at in [24, 40, 56] { bytes[at] = UInt8(Int(bytes[at]) + root.count - 5) }
      let path = try folder.write("a", bytes)
      let id = try #require(TileID(zoom: 0, x: 0, y: 0))
      if isLimit {
        #expect(throws: LimitError.self) { try PMTiles(path: path).tile(id) }
      } else {
        #expect(throws: TerrainFileError.self) { try PMTiles(path: path).tile(id) }
      }
    }
  }

  @Test("an empty leaf, and one that two entries name, end the look at all directories")
  func wastefulLeaves() throws {
    let folder = try TemporaryFolder()
    func zooms(_ root: [UInt8], _ leaves: [UInt8]) throws -> [Int] {
      let sound = pmtiles([(0, [1, 2, 3])])
      // Sections: root, metadata, leaves, tiles.
      var bytes = Array(sound[..<127]) + root + Array(sound[132..<156]) + leaves + [1, 2, 3]
      bytes[16] = UInt8(root.count)
      for at in [24, 40] { bytes[at] = UInt8(127 + root.count + (at == 40 ? 24 : 0)) }
      bytes[48] = UInt8(leaves.count)
      bytes[56] = UInt8(127 + root.count + 24 + leaves.count)
      return try PMTiles(path: folder.write("a", bytes)).wholeZooms()
    }
    // Entries: tile, run, length, offset.
    let leaf: [UInt8] = [1, 0, 1, 3, 1]
    #expect(try zooms([1, 0, 0, 5, 1], leaf) == [0])
    #expect(try zooms([1, 0, 0, 1, 1], [0]) == [])
    #expect(try zooms([2, 0, 1, 0, 0, 5, 5, 1, 1], leaf) == [])
  }

  @Test("a file cut or changed anywhere never crashes")
  func damage() throws {
    let folder = try TemporaryFolder()
    for good in [
      try bytes(ofFile: fixture("reference.pmtiles")),
      pmtiles(Array(try tiles().prefix(9)), leafSize: 4),
    ] {
      for end in 0..<good.count {
        exercise(try folder.write("a", Array(good[..<end])))
      }
      forEachSeed(1500) { random in
        var bytes = good
        for _ in 0..<random.int(1...3) {
          // The directories are where it matters.
          let at = random.oneIn(3) ? random.int(0...(bytes.count - 1)) : random.int(7...250)
          bytes[at] =
            random.oneIn(2) ? bytes[at] ^ UInt8(1 << random.int(0...7)) : UInt8(random.int(0...255))
        }
        exercise(try folder.write("a", bytes))
      }
    }
  }

  @Test("vector tiles are refused")
  func vectorTiles() throws {
    guard let path = SharedData.file("sf/sf_z15.pmtiles") else { return }
    let error = #expect(throws: TerrainFileError.self) {
      try TileElevation.open(path, options: .init(encoding: .terrarium))
    }
    #expect(error?.reason.contains("vector") == true)
  }
}
