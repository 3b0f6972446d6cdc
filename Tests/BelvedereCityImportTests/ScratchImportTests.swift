import BelvedereCityImport
import BelvedereElevationFiles
import BelvedereOSM
import BelvedereTestSupport
import Foundation
import Testing

/// Imports that need more than they may keep in memory.
@Suite(
  "Imports larger than memory",
  .enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct ScratchImportTests {
  /// Houses, of which some have parts, streets, parks in parks, and trees, in no order of their places.
  private var town: TownText {
    var town = TownText()
    for i in 0..<1500 {
      let n = i * 7919 % 1500
      let (south, west) = (46 + 0.0003 * Double(n % 40), 7 + 0.0004 * Double(n / 40))
      var tags = ["building": n % 7 == 0 ? "retail" : "yes", "name": "Haus \(n)"]
      if n % 3 == 0 { tags["building:levels"] = "\(1 + n % 9)" }
      if n % 50 == 0 { tags["height"] = "\(40 + n)" }
      town.box(south, west, 0.0001 + 1e-7 * Double(n % 13), tags)
      if n % 11 == 0 {
        town.box(south, west, 0.00009, ["building:part": "yes", "height": "\(5 + n % 20)"])
      }
    }
    for n in 0..<60 {
      let at = 7.0002 + 0.0002 * Double(n * 7 % 60)
      town.way(
        [town.node(46, at), town.node(46.012, at)],
        ["highway": ["primary", "residential", "footway", "motorway"][n % 4], "name": "Weg \(n)"])
      town.box(
        46 + 0.0001 * Double(n), 7.01 + 0.0001 * Double(n), 0.008 - 0.0001 * Double(n * 7 % 60),
        ["leisure": n % 2 == 0 ? "park" : "pitch"])
      _ = town.node(46.0031, 7.0005 + 0.0007 * Double(n * 7 % 60), ["natural": "tree"])
      _ = town.node(46.0031, 7.0005, ["natural": "tree", "height": "\(5 + n % 9)"])
    }
    return town
  }

  private func options(
    _ folder: String?, isStreamed: Bool, _ format: LayerFormat
  ) -> CityImport.Options {
    var options = CityImport.Options()
    options.scratchFolder = folder
    options.isStreamed = isStreamed
    options.layerFormat = format
    return options
  }

  /// The bytes of all files, one after another by their names.
  private func contents(_ city: CityImport) throws -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: try city.scene().files.map { ($0.name, $0.bytes) })
  }

  @Test(
    "files are the same whatever is kept in memory, and none is left over",
    arguments: [
      (false, LayerFormat.flatGeobuf), (false, LayerFormat.geoJSON), (true, LayerFormat.flatGeobuf),
    ])
  func sameBytes(_ isStreamed: Bool, _ format: LayerFormat) throws {
    let folder = try TemporaryFolder()
    let bytes = town.bytes
    let whole = try contents(
      CityImport(xml: bytes, options: options(nil, isStreamed: isStreamed, format)))
    #expect(whole.count > 4)
    // Two features, some of them, most of them.
    for memory in [300_000, 900_000, 1_600_000] {
      let city = try CityImport(
        xml: bytes, options: options(folder.path, isStreamed: isStreamed, format),
        maximumMemory: memory)
      let spilled = try contents(city)
      #expect(spilled == whole, "\(memory)")
      // What was read may be told again.
      #expect(try contents(city) == whole, "\(memory)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(
    "what does not fit is refused without a folder for it, and told where that takes no files",
    arguments: [nil, "/dev/null/none"])
  func refused(_ folder: String?) throws {
    let bytes = town.bytes
    let error = #expect(throws: OSMError.self) {
      _ = try CityImport(
        xml: bytes, options: options(folder, isStreamed: true, .flatGeobuf),
        maximumMemory: 300_000)
    }
    #expect(error?.kind == (folder == nil ? .memory : .scratch), "\(String(describing: error))")
    if let folder { #expect(error?.description.contains(folder) == true) }
  }

  @Test("places of nodes lie in files where there is little memory for them")
  func places() throws {
    guard let path = SharedData.file("osm/monaco-latest.osm.pbf") else { return }
    let folder = try TemporaryFolder()
    let options = options(folder.path, isStreamed: false, .flatGeobuf)
    let whole = try contents(CityImport(pbf: path, options: options))
    for memory in [1 << 20, 3 << 19] {
      #expect(
        try contents(CityImport(pbf: path, options: options, maximumMemory: memory)) == whole)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.isEmpty)
    // They take files, and a folder that has none is named.
    let other = self.options(folder.path + "/none", isStreamed: false, .flatGeobuf)
    let error = #expect(throws: OSMError.self) {
      _ = try CityImport(pbf: path, options: other, maximumMemory: 1 << 20)
    }
    #expect(error?.kind == .scratch && error?.description.contains("/none") == true)
  }

  @Test("vector tiles fill files, too")
  func tiles() throws {
    guard let path = SharedData.file("sf/sf_z15.pmtiles") else { return }
    let folder = try TemporaryFolder()
    let options = options(folder.path, isStreamed: true, .flatGeobuf)
    let archive = try VectorTileArchive(path: path)
    let whole = try contents(CityImport(tiles: archive, options: options))
    let spilled = try contents(
      CityImport(tiles: archive, options: options, maximumMemory: 2 << 20))
    #expect(spilled == whole)
    let other = self.options(folder.path + "/none", isStreamed: true, .flatGeobuf)
    let error = #expect(throws: TileImportError.self) {
      _ = try CityImport(tiles: archive, options: other, maximumMemory: 2 << 20)
    }
    #expect(error?.isScratch == true && error?.description.contains("/none") == true)
  }
}
