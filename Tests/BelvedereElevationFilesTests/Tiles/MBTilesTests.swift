import BelvedereElevationFiles
import BelvedereLimits
import BelvedereTestSupport
import Testing

@Suite("MBTiles", .enabled(if: MBTiles.libraryVersion != nil, "built without SQLite"))
struct MBTilesTests {
  @Test("rows count from the south; zooms and tiles are those that are there")
  func plain() throws {
    let model = try TileElevation.open(fixture("plain.mbtiles"))
    #expect(model.encoding == .terrarium)
    #expect(model.source.info.zooms == 1...2)
    #expect(model.source.info.tiles?.count == 6)
    let at = coordinate(x: 11, y: 12, zoom: 2)
    #expect(
      abs((model.elevation(latitude: at.latitude, longitude: at.longitude) ?? .nan) - 12_211) < 1e-6
    )
    #expect(model.sample(latitude: -40, longitude: -90).effectiveZoom == 1)
    #expect(model.sample(latitude: -40, longitude: 90).elevation == nil)
  }

  @Test("the encoding in the metadata's JSON")
  func json() throws {
    let model = try TileElevation.open(fixture("json.mbtiles"))
    #expect(model.encoding == .terrainRGB)
    let at = coordinate(x: 3, y: 4, zoom: 1)
    #expect(
      abs((model.elevation(latitude: at.latitude, longitude: at.longitude) ?? .nan) - 4103) < 1e-3)
  }

  @Test("a view instead of a table, as tools make that store equal tiles once")
  func view() throws {
    let model = try TileElevation.open(
      fixture("view.mbtiles"), options: .init(encoding: .terrarium))
    #expect(model.source.info.tiles?.count == 2)
    #expect(model.elevation(latitude: 40, longitude: 90) != nil)
  }

  @Test("without an encoding the error says what to give")
  func silent() {
    let error = #expect(throws: TerrainFileError.self) {
      try TileElevation.open(fixture("silent.mbtiles"))
    }
    #expect(error?.reason.contains("--encoding") == true)
  }

  @Test(
    "hostile views are refused: recursion, functions",
    arguments: [("recursive", "not authorized"), ("function", "not authorized")])
  func refusedViews(_ name: String, _ words: String) {
    let error = #expect(throws: TerrainFileError.self) {
      try TileElevation.open(fixture("\(name).mbtiles"), options: .init(encoding: .terrarium))
    }
    #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
  }

  @Test("a view that would take for ever ends by its budget")
  func endlessView() {
    #expect(throws: LimitError.self) {
      try TileElevation.open(fixture("endless.mbtiles"), options: .init(encoding: .terrarium))
    }
  }

  @Test("tiles that are not PNG are refused")
  func otherTiles() throws {
    let error = #expect(throws: TerrainFileError.self) {
      try TileElevation.open(fixture("jpeg.mbtiles"), options: .init(encoding: .terrarium))
    }
    #expect(error?.reason.contains("jpg") == true)
    guard let path = SharedData.file("sf/sf_z15.mbtiles") else { return }
    #expect(throws: TerrainFileError.self) {
      try TileElevation.open(path, options: .init(encoding: .terrarium))
    }
  }

  @Test("names with signs that mean something in a URI; a journal beside the file is not read")
  func names() throws {
    let folder = try TemporaryFolder()
    let good = try bytes(ofFile: fixture("plain.mbtiles"))
    for name in ["a b?mode=rwc&x#y%41.mbtiles", "ü'\".mbtiles"] {
      let path = try folder.write(name, good)
      try folder.write("\(name)-journal", [UInt8](repeating: 7, count: 4096))
      try folder.write("\(name)-wal", [UInt8](repeating: 7, count: 4096))
      let model = try TileElevation.open(path)
      #expect(model.elevation(latitude: 40, longitude: 90) != nil)
    }
    #expect(folder.contents.count == 6)
  }

  @Test("a file cut or changed anywhere never crashes")
  func damage() throws {
    let folder = try TemporaryFolder()
    for name in ["plain.mbtiles", "view.mbtiles"] {
      let good = try bytes(ofFile: fixture(name))
      for end in stride(from: 0, to: good.count, by: 7) {
        exercise(try folder.write("a", Array(good[..<end])))
      }
      forEachSeed(1000) { random in
        var bytes = good
        for _ in 0..<random.int(1...4) {
          let at = random.int(0...(bytes.count - 1))
          bytes[at] =
            random.oneIn(2) ? bytes[at] ^ UInt8(1 << random.int(0...7)) : UInt8(random.int(0...255))
        }
        exercise(try folder.write("a", bytes))
      }
    }
  }
}
