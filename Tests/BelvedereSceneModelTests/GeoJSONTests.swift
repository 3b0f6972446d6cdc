import BelvedereSceneModel
import BelvedereTestSupport
import Foundation
import Testing

@Suite("GeoJSON") struct GeoJSONTests {
  private func buildings(_ text: String) throws -> LoadedScene {
    let folder = try TemporaryFolder()
    let path = try folder.write("b.geojson", text)
    return try SceneLoader().load(SceneSources(buildings: [path]))
  }

  private func feature(_ properties: String, id: String = "") -> String {
    """
    {"type": "Feature", \(id.isEmpty ? "" : "\"id\": \(id),") "properties": \(properties),
     "geometry": {"type": "Polygon", "coordinates":
      [[[7, 46], [7.0002, 46], [7.0002, 46.0002], [7, 46.0002], [7, 46]]]}}
    """
  }

  @Test(
    "lengths as OpenStreetMap writes them",
    arguments: [
      ("11", 11.0), ("11 m", 11), ("11m", 11), ("12,5", 12.5), ("36'", 10.9728),
      ("36'6\"", 11.1252), ("40 ft", 12.192), ("11;12", 12), ("~9", 9), (" 7.25 metres ", 7.25),
      ("1.2 km", 1200), ("-3", -3),
    ])
  func lengths(_ text: String, _ expected: Double) {
    #expect(abs((OSMValue.metres(text) ?? .nan) - expected) < 1e-9)
  }

  @Test(
    "other texts are no length",
    arguments: ["", "tall", "m", "3 floors", "--5", ";", "1.2.3", "5 m 3"])
  func noLengths(_ text: String) { #expect(OSMValue.metres(text) == nil) }

  @Test(
    "heights: tag, levels, assumption",
    arguments: [
      (#"{"height": 30}"#, 30.0), (#"{"height": "30 m"}"#, 30),
      (#"{"building:levels": "5"}"#, 17), (#"{"number_of_stories": 2}"#, 7.4),
      (#"{"height": "?", "building:levels": 5}"#, 17), (#"{"building": "house"}"#, 8),
      (#"{"building": "garage"}"#, 3), (#"{}"#, 12), (#"{"height": -4}"#, 12),
      (#"{"height": 1e300}"#, 12),
    ])
  func heights(_ properties: String, _ expected: Double) throws {
    let scene = try buildings(feature(properties)).scene
    #expect(scene.buildings.count == 1)
    #expect(abs(scene.buildings[0].height - expected) < 1e-9)
  }

  @Test("roofs, minimum heights, colours, names, ids")
  func attributes() throws {
    let loaded = try buildings(
      feature(
        #"""
        {"height": "20", "min_height": "5 m", "roof:shape": "pyramidal", "roof:height": "260 m",
         "building:colour": "Red", "name": "N", "building": "church"}
        """#, id: "42"))
    let building = loaded.scene.buildings[0]
    #expect(building.minHeight == 5)
    #expect(building.roof == .pyramid)
    #expect(building.roofHeight == 15, "no more than there is")
    #expect(building.color?.hex == "#ff0000")
    #expect(building.name == "N")
    #expect(building.id == "42")
    #expect(building.use == .civic)
  }

  @Test(
    "materials of walls and roofs",
    arguments: [
      (#""building:material": "brick", "roof:material": "roof_tiles""#, .brick, .roofTiles),
      (#""building:material": "Timber framing""#, .timberFraming, nil),
      (#""building:material": "?;sheet-metal", "roof:material": "copper;slate""#, .metal, .copper),
      (#""building:material": "cheese", "roof:material": """#, nil, nil),
      (#""building:material": 4"#, nil, nil),
    ] as [(String, BuildingMaterial?, BuildingMaterial?)])
  func materials(_ tags: String, _ wall: BuildingMaterial?, _ roof: BuildingMaterial?) throws {
    let building = try buildings(feature("{\"height\": 12, \(tags)}")).scene.buildings[0]
    #expect(building.material == wall && building.roofMaterial == roof)
    #expect(building.color == nil && building.roofColor == nil)
  }

  @Test(
    "shapes and directions of roofs",
    arguments: [
      (#""roof:shape": "hipped""#, .hip, nil, false),
      (#""roof:shape": "half-hipped", "roof:orientation": "across""#, .halfHip, nil, true),
      (#""roof:shape": "skillion", "roof:direction": "SSW""#, .skillion, 202.5, false),
      (#""roof:shape": "gabled", "roof:direction": "-90""#, .gable, 270, false),
      (#""roof:shape": "mansard", "roof:direction": "uphill""#, .mansard, nil, false),
      (#""roof:shape": "round""#, .round, nil, false),
      (#""roof:shape": "sawtooth""#, .flat, nil, false),
    ] as [(String, Building.Roof, Double?, Bool)])
  func roofs(_ tags: String, _ roof: Building.Roof, _ direction: Double?, _ isShort: Bool) throws {
    let building = try buildings(
      feature("{\"height\": 12, \"roof:levels\": \"1\", \(tags)}")
    ).scene.buildings[0]
    #expect(building.roof == roof && building.ridgeIsShort == isShort)
    #expect(building.roofDirection == direction, "\(building.roofDirection ?? -1)")
    #expect(building.roofHeight == (roof == .flat ? 0 : 3.2))
  }

  @Test("damaged features are left out and named")
  func damaged() throws {
    let loaded = try buildings(
      """
      {"type": "FeatureCollection", "features": [5, \(feature("{}")),
       {"type": "Feature", "properties": null, "geometry": null},
       {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": "x"}},
       {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": []}},
       {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
         [[[7, 46], [7, 46], [7, 46]]]}},
       {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [7, 99]}}
      ]}
      """)
    #expect(loaded.scene.buildings.count == 1)
    #expect(loaded.report.count(SceneReport.damagedFeatures) == 5)
    #expect(loaded.report.count(SceneReport.otherGeometry) == 1)
    #expect(loaded.warnings.first?.description.contains("features[0]") == true)
  }

  @Test(
    "what is not GeoJSON is an error",
    arguments: [
      "5", "[]", "{}", #"{"type": "Topology"}"#, #"{"type": "FeatureCollection"}"#,
      #"{"type": "FeatureCollection", "features": {}}"#, #"{"type": "Polygon"}"#,
      #"{"type": "FeatureCollection", "features": [], "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3857"}}}"#,
    ])
  func notGeoJSON(_ text: String) {
    #expect(throws: SceneError.self) { try buildings(text) }
  }

  @Test("bare geometries, collections, holes, and rings across the antimeridian")
  func geometries() throws {
    let polygon = """
      {"type": "Polygon", "coordinates": [[[179.9, 0], [-179.9, 0], [-179.9, 1], [179.9, 1]],
       [[180, 0.2], [180.05, 0.2], [180, 0.4]]]}
      """
    for text in [
      polygon, #"{"type": "GeometryCollection", "geometries": [\#(polygon)]}"#,
      #"{"type": "Feature", "properties": null, "geometry": \#(polygon)}"#,
    ] {
      let rings = try buildings(text).scene.buildings[0].footprint.rings
      #expect(rings.count == 2)
      #expect(rings[0].map(\.longitude) == [179.9, 180.1, 180.1, 179.9])
    }
    let world = """
      {"type": "Polygon", "coordinates": [[[-180, 0], [-90, 0], [0, 0], [90, 0], [180, 0], [180, 80], [90, 80],
       [0, 80], [-90, 80], [-180, 80]], [[120, 20], [130, 20], [120, 30]], [[-180, 20], [-179, 20], [-180, 30]]]}
      """
    let rings = try buildings(world).scene.buildings[0].footprint.rings
    #expect(rings.dropFirst().map { $0[0].longitude } == [120, -180])
    let multi = """
      {"type": "MultiPolygon", "coordinates": [[[[0,0,5],[1,0,5],[1,1,5]]], [[[2,0],[3,0],[3,1]]]]}
      """
    #expect(try buildings(multi).scene.buildings.count == 2)
  }

  @Test("flipped bytes and cuts never trap")
  func fuzz() throws {
    let folder = try TemporaryFolder()
    let seed = Array(
      #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","id":1,"properties":{"height":"1 m",
      "kind":"park","highway":"path"},"geometry":{"type":"GeometryCollection","geometries":[
      {"type":"Polygon","coordinates":[[[7,46],[8,46],[8,47],[7,46]],[[7.1,46],[7.2,46],[7.2,46.1]]]},
      {"type":"LineString","coordinates":[[7,46],[8,46]]}]}}]}
      """#.utf8)
    var random = SplitMix64(seed: 11)
    for i in 0..<1500 {
      var bytes = seed
      if i < seed.count {
        bytes.removeLast(i)
      } else {
        bytes[Int.random(in: bytes.indices, using: &random)] ^=
          1
          << UInt8.random(
            in: 0...7, using: &random)
      }
      let path = try folder.write("f.geojson", bytes)
      let sources = SceneSources(buildings: [path], roads: [path], landCover: [path])
      _ = try? SceneLoader().load(sources)
    }
  }

  @Test("roads: our own kinds, OpenStreetMap's and TIGER's")
  func roads() throws {
    let folder = try TemporaryFolder()
    let tags = [
      (#"{"kind": "rail"}"#, Road.Kind.rail, 4.0), (#"{"highway": "residential"}"#, .street, 10),
      (#"{"highway": "primary", "lanes": "4"}"#, .primary, 14.6),
      (#"{"highway": "footway", "width": "3 m"}"#, .path, 3),
      (#"{"mtfcc": "S1100"}"#, .motorway, 14), (#"{"mtfcc": "S1730"}"#, .service, 5),
    ]
    for (properties, kind, width) in tags {
      let path = try folder.write(
        "r.geojson",
        """
        {"type": "Feature", "properties": \(properties),
         "geometry": {"type": "LineString", "coordinates": [[7, 46], [8, 46]]}}
        """)
      let road = try SceneLoader().load(SceneSources(roads: [path])).scene.roads.first
      #expect(road?.kind == kind)
      #expect(abs((road?.width ?? 0) - width) < 1e-9)
    }
  }

  @Test("downtown San Francisco: 2,096 buildings, 1,525 with a height")
  func downtown() throws {
    guard let path = SharedData.file("sf/downtown_buildings_osm.geojson") else { return }
    let loaded = try SceneLoader().load(SceneSources(buildings: [path]))
    let report = loaded.report
    let underground = report.count(SceneReport.underground)
    #expect(loaded.scene.buildings.count + underground == 2096)
    #expect(underground == 5)
    #expect(
      report.count(SceneReport.heightsFromTags) + report.count(SceneReport.heightsFromLevels)
        + report.count(SceneReport.heightsAssumed) == loaded.scene.buildings.count)
    let tagged =
      report.count(SceneReport.heightsFromTags) + report.count(SceneReport.unreadableHeights)
    #expect((1520...1525).contains(tagged))
    let pyramid = loaded.scene.buildings.first { $0.name == "Transamerica Pyramid" }
    #expect(pyramid?.height == 260)
    #expect(pyramid?.roof == .pyramid)
    #expect(
      loaded.scene.buildings.first { $0.name == "San Francisco Ferry Building" }?.height == 83.1)
    #expect(loaded.scene.buildings.first { $0.name == "Salesforce Tower" }?.height == 326)
  }

  @Test("the roads of San Francisco: 4,087 lines")
  func tiger() throws {
    guard let path = SharedData.file("sf/roads_tiger2017.geojson") else { return }
    let loaded = try SceneLoader().load(SceneSources(roads: [path]))
    #expect(loaded.scene.roads.count + loaded.report.count(SceneReport.unknownKinds) == 4087)
    #expect(loaded.scene.roads.filter { $0.kind == .motorway }.count == 18)
    #expect(loaded.scene.roads.filter { $0.kind == .primary }.count == 52)
  }

  @Test("a public collection of bad files: refused or repaired, never a trap")
  func hints() throws {
    guard let folder = SharedData.file("geojson/geojsonhint") else { return }
    for name in ["bad", "good"] {
      for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)") {
        let path = "\(folder)/\(name)/\(file)"
        for sources in [
          SceneSources(buildings: [path]), SceneSources(roads: [path]),
          SceneSources(landCover: [path]),
        ] {
          // The positions of one are [latitude, longitude].
          if name == "good", file != "issue82.geojson" {
            #expect(throws: Never.self, "\(file)") { try SceneLoader().load(sources) }
          } else {
            _ = try? SceneLoader().load(sources)
          }
        }
      }
    }
  }
}
