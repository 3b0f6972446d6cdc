import BelvedereCityImport
import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereLimits
import BelvedereOSM
import BelvedereSceneModel
import BelvedereTestSupport
import Foundation
import Testing

/// Scenes whose layers are FlatGeobuf.
@Suite("Scenes of FlatGeobuf") struct FlatGeobufSceneTests {
  private static func square(_ south: Double, _ west: Double, _ side: Double) -> [Coordinate] {
    [(0, 0), (0, side), (side, side), (side, 0), (0, 0)].map {
      Coordinate(latitude: south + $0.0, longitude: west + $0.1)
    }
  }

  private func file(
    _ shapes: [FlatGeobufFeature.Geometry], _ properties: [(key: String, value: String)] = []
  ) -> [UInt8] {
    var writer = FlatGeobufWriter()
    for shape in shapes { writer.add(shape, properties: properties) }
    return writer.file(named: "x", hasIndex: true)
  }

  private func write(_ bytes: [UInt8], _ name: String, in folder: TemporaryFolder) throws -> String
  {
    let path = "\(folder.path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(
    "a town is the same scene in both formats",
    .enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
  func bothFormats() throws {
    var town = TownText()
    for i in 0..<300 {
      let (south, west) = (46 + 0.0004 * Double(i % 17), 7 + 0.0004 * Double(i / 17))
      let tags = [
        "building": ["yes", "Apartments", "office"][i % 3], "building:levels": "\(i % 9)",
        "height": i % 4 == 0 ? "1\(i % 10).5 m" : "", "name": "Haus \(i) ä",
      ].filter { !$0.value.isEmpty && $0.value != "0" }
      town.box(south, west, 0.0002, tags)
    }
    let outer = town.box(46.01, 7, 0.001, [:])
    let inner = town.box(46.0103, 7.0003, 0.0004, [:])
    town.relation(
      [(outer, "outer"), (inner, "inner")], ["type": "multipolygon", "building": "school"])
    town.box(46, 7.01, 0.002, ["leisure": "park"])
    town.box(46.0005, 7.0105, 0.001, ["natural": "water"])
    for i in 0..<40 {
      let at = 7 + 0.0004 * Double(i)
      town.way(
        [town.node(46, at), town.node(46.005, at + 0.0001), town.node(46.01, at)],
        ["highway": ["primary", "footway"][i % 2], "name": "Weg \(i)"])
    }
    let folder = try TemporaryFolder()
    var scenes: [LoadedScene] = []
    for format in LayerFormat.allCases {
      var options = CityImport.Options()
      options.layerFormat = format
      let path = "\(folder.path)/\(format.rawValue)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (name, bytes) in try CityImport(xml: town.bytes, options: options).scene().files {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
      }
      scenes.append(try SceneLoader().load(path: path))
    }
    let (flat, text) = (scenes[0], scenes[1])
    #expect(flat.files.contains("buildings.fgb") && text.files.contains("buildings.geojson"))
    #expect(flat.scene.buildings.count == 301 && flat.scene.roads.count == 40)
    #expect(flat.scene.buildings == text.scene.buildings)
    #expect(flat.scene.roads == text.scene.roads)
    #expect(flat.scene.landCover == text.scene.landCover && flat.scene.landCover.count == 2)
    #expect(flat.report.entries.map(\.count) == text.report.entries.map(\.count))
    #expect(flat.report.entries.map(\.subject) == text.report.entries.map(\.subject))
  }

  @Test("more features than a thread takes at once keep their order")
  func order() throws {
    let folder = try TemporaryFolder()
    var writer = FlatGeobufWriter()
    for i in 0..<5000 {
      writer.add(
        .polygons([[Self.square(46, 7 + 0.001 * Double(i), 0.0005)]]),
        properties: [("id", "\(i)"), ("height", "\(i + 1)")].map { ($0.0, $0.1) })
    }
    let path = try write(writer.file(named: "", hasIndex: false), "many.fgb", in: folder)
    let scene = try SceneLoader().load(SceneSources(buildings: [path])).scene
    #expect(scene.buildings.map(\.id) == (0..<5000).map(String.init))
    #expect(scene.buildings[1234].height == 1235)
  }

  @Test("areas, lines and places of a file are laid over the map")
  func overlays() throws {
    let folder = try TemporaryFolder()
    let path = try write(
      file(
        [
          .polygons([[Self.square(46, 7, 0.01)]]),
          .lines([
            [Coordinate(latitude: 46, longitude: 7), Coordinate(latitude: 46.1, longitude: 7)]
          ]),
          .points([Coordinate(latitude: 46.05, longitude: 7)]),
        ], [("name", "Platz"), ("stroke", "#123456")]), "over.fgb", in: folder)
    var sources = SceneSources()
    sources.overlays = [path]
    let scene = try SceneLoader().load(sources).scene
    #expect(scene.overlays.count == 2 && scene.annotations.map(\.title) == ["Platz"])
  }

  @Test("what is wrong is named, and damaged features alone are left out")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let good = file([.polygons([[Self.square(46, 7, 0.01)]])])
    func problem(_ bytes: [UInt8], limits: Limits = .standard) throws -> String {
      let path = try write(bytes, "x.fgb", in: folder)
      do {
        _ = try SceneLoader(limits: limits).load(SceneSources(buildings: [path]))
        return ""
      } catch { return "\(error)" }
    }
    #expect(try problem(good) == "")
    // Another reference system: its number stands in the header.
    let code = try #require(Data(good).range(of: Data([0xE6, 0x10, 0, 0])))
    var other = good
    other.replaceSubrange(code, with: [0xE8, 0x64, 0, 0])
    #expect(try problem(other).contains("EPSG:25832"))
    #expect(try problem(other).contains("ogr2ogr -t_srs EPSG:4326"))
    #expect(try problem(Array(good.dropLast(3))).contains("x.fgb"))
    #expect(try problem(Array(good.dropLast(3))).contains("cut off"))
    var version = good
    version[3] = 2
    #expect(try problem(version).contains("version 2"))
    var small = Limits.standard
    small.maximumMemory = 1 << 20
    let many = file((0..<3000).map { _ in .polygons([[Self.square(46, 7, 0.01)]]) })
    #expect(try problem(many, limits: small).contains("memory"))
    let path = try write(
      file([
        .polygons([[Self.square(95, 7, 0.01)]]), .polygons([[Self.square(46, 7, 0)]]),
        .polygons([[Self.square(46, 7, 0.01)]]),
      ]), "part.fgb", in: folder)
    let loaded = try SceneLoader().load(SceneSources(buildings: [path]))
    #expect(loaded.scene.buildings.count == 1)
    let warnings = loaded.warnings.map(\.description)
    #expect(warnings.contains { $0.contains("features[0]") && $0.contains("latitude must be") })
    #expect(warnings.contains { $0.contains("features[1]") && $0.contains("no area") })
  }
}
