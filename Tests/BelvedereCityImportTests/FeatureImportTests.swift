import BelvedereCityImport
import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

/// Scenes of GeoJSON and FlatGeobuf.
@Suite("Scenes of GeoJSON") struct FeatureImportTests {
  private static func feature(
    _ geometry: String, _ properties: String, id: String? = nil
  ) -> String {
    let id = id.map { "\"id\": \"\($0)\", " } ?? ""
    return
      "{\"type\": \"Feature\", \(id)\"properties\": {\(properties)}, \"geometry\": \(geometry)}"
  }

  private static func square(_ latitude: Double, _ longitude: Double, _ size: Double = 0.001)
    -> String
  {
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
      "[\(longitude + Double($0.0) * size),\(latitude + Double($0.1) * size)]"
    }
    return "{\"type\": \"Polygon\", \"coordinates\": [[\(corners.joined(separator: ","))]]}"
  }

  private static let line = "{\"type\": \"LineString\", \"coordinates\": [[7,46],[7.01,46.005]]}"
  private static let point = "{\"type\": \"Point\", \"coordinates\": [7.002,46.002]}"

  private static func collection(_ features: [String], _ more: String = "") -> String {
    "{\"type\": \"FeatureCollection\",\(more)\n\"features\": [\n\(features.joined(separator: ",\n"))\n]}\n"
  }

  /// The layers of a text and what was told.
  private func scene(
    _ text: String, _ change: (inout CityImport.Options) -> Void = { _ in }, memory: Int = .max
  ) throws -> (files: [String: [UInt8]], report: CityImport.Report) {
    let folder = try TemporaryFolder()
    let path = try folder.write("town.geojson", text)
    var options = CityImport.Options()
    options.layerFormat = .geoJSON
    change(&options)
    let (files, report) = try CityImport(
      geoJSON: path, options: options, maximumMemory: memory
    ).scene()
    return (Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes) }), report)
  }

  private func features(_ files: [String: [UInt8]], _ name: String) throws -> [[String: Any]] {
    let root =
      try JSONSerialization.jsonObject(with: Data(files[name] ?? Array("{}".utf8)))
      as? [String: Any]
    return root?["features"] as? [[String: Any]] ?? []
  }

  private func message(_ text: String, memory: Int = .max) -> String {
    do {
      _ = try scene(text, memory: memory)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("what Overpass and Osmium export becomes the layers of its tags")
  func openStreetMap() throws {
    let text = Self.collection(
      [
        Self.feature(
          Self.square(46, 7), #""@id": "way/1", "building": "house", "height": "9 m", "name": "A""#),
        Self.feature(Self.square(46.002, 7), #""leisure": "park", "name": "P""#, id: "way/2"),
        Self.feature(
          Self.line, #""id": 3, "highway": "residential", "lanes": 2, "name": "Weg", "lit": null"#),
        Self.feature(Self.point, #""natural": "tree", "height": "12""#),
        Self.feature(Self.point, #""place": "town", "name": "Thun""#),
        Self.feature(
          Self.square(46.004, 7),
          #""osm_id": "5", "other_tags": "\"building\"=>\"yes\",\"building:levels\"=>\"4\"""#),
        Self.feature(
          Self.square(46.006, 7), #""tags": {"building": "yes", "roof:shape": "gabled"}"#),
      ], #""copyright": "The data included in this document is from www.openstreetmap.org.","#)
    let (files, report) = try scene(text)
    #expect(report.features == 7)
    #expect(report.attribution == ["© OpenStreetMap contributors"])
    let layers = Dictionary(uniqueKeysWithValues: report.layers.map { ($0.name, $0.count) })
    #expect(
      layers == ["buildings": 3, "landCover": 1, "roads": 1, "trees": 1, "annotations": 2],
      "\(layers)")
    let houses = try features(files, "buildings.geojson")
    #expect(Set(houses.compactMap { $0["id"] as? String }).isSuperset(of: ["way/1", "5"]))
    let levels = houses.compactMap { ($0["properties"] as? [String: Any])?["building:levels"] }
    #expect(levels.count == 1 && levels.first as? String == "4")
    let road = try #require(try features(files, "roads.geojson").first)
    #expect(road["id"] as? String == "3")
    #expect((road["properties"] as? [String: Any])?["lanes"] as? String == "2")
    #expect(report.dropped.isEmpty, "\(report.dropped)")
  }

  @Test(
    "words of other schemas",
    arguments: [
      // Overture Maps: buildings, parts, segments, water, land use.
      (
        square(46, 7), #""has_parts": false, "is_underground": false, "class": "house""#,
        "buildings"
      ),
      (square(46, 7), #""height": 12.5, "num_floors": 3, "subtype": "residential""#, "buildings"),
      (line, #""subtype": "road", "class": "secondary", "names": {"primary": "R"}"#, "roads"),
      (line, #""subtype": "rail", "class": "standard_gauge""#, "roads"),
      (square(46, 7), #""subtype": "lake", "class": "lake""#, "landCover"),
      (square(46, 7), #""subtype": "park", "class": "park""#, "landCover"),
      // Geofabrik's shapes.
      (line, #""fclass": "tertiary", "code": 5115"#, "roads"),
      (square(46, 7), #""fclass": "building", "type": "house""#, "buildings"),
      (square(46, 7), #""fclass": "forest""#, "landCover"),
      (point, #""fclass": "village", "name": "V""#, "annotations"),
      (point, #""fclass": "museum", "name": "M""#, "annotations"),
      (line, #""fclass": "river", "width": 12"#, "landCover"),
      // TIGER/Line; footprints with levels; land that is used by a house.
      (line, #""MTFCC": "S1400", "FULLNAME": "Main St""#, "roads"),
      (square(46, 7), #""number_of_stories": 4"#, "buildings"),
      (square(46, 7), #""height": 8, "landuse": "residential""#, "buildings"),
    ])
  func words(_ geometry: String, _ properties: String, _ layer: String) throws {
    let (_, report) = try scene(Self.collection([Self.feature(geometry, properties)]))
    // Woods have trees.
    let names = report.layers.map(\.name).filter { $0 != "trees" }
    #expect(names == [layer], "\(properties): \(report.dropped)")
  }

  @Test("names come from Overture's and TIGER's properties")
  func names() throws {
    for name in [
      #""names": {"primary": "Main St"}, "class": "residential""#,
      #""MTFCC": "S1400", "FULLNAME": "Main St""#,
    ] {
      let (files, _) = try scene(Self.collection([Self.feature(Self.line, name)]))
      let road = try #require(try features(files, "roads.geojson").first)
      #expect((road["properties"] as? [String: Any])?["name"] as? String == "Main St")
    }
  }

  @Test("what does not say what it is: told, or what --as says")
  func undescribed() throws {
    let text = Self.collection([Self.feature(Self.square(46, 7), #""confidence": -1"#)])
    let (_, report) = try scene(text)
    #expect(report.layers.isEmpty)
    #expect(
      report.dropped.map(\.reason) == [
        "features that do not say what they are; --as says it, such as --as building=yes (the first: line 3)"
      ])
    let (_, known) = try scene(text, { $0.tags = [("building", "yes")] })
    #expect(known.layers.map(\.name) == ["buildings"])
    // What says something itself is not changed.
    let (_, park) = try scene(
      Self.collection([Self.feature(Self.square(46, 7), #""leisure": "park""#)]),
      { $0.tags = [("building", "yes")] })
    #expect(park.layers.map(\.name) == ["landCover"])
  }

  @Test(
    "one text in any form is one scene: collection, a feature a line, parted by U+001E, by parts of the file"
  )
  func forms() throws {
    var random = SplitMix64(seed: 9)
    let features = (0..<40).map { i in
      Self.feature(
        Self.square(46 + 0.002 * Double(i % 7), 7 + 0.002 * Double(i / 7)),
        #""building": "yes", "name": "\"[{]}, \\ \#(i)", "levels": \#(1 + i % 9)"#, id: "way/\(i)")
    }
    let expected = try scene(Self.collection(features)).files
    #expect(try self.features(expected, "buildings.geojson").count == 40)
    let lines = try scene(features.joined(separator: "\n")).files
    #expect(lines == expected)
    let sequence = try scene(features.map { "\u{1E}\($0)\n" }.joined()).files
    #expect(sequence == expected)
    let two = try scene(
      Self.collection(Array(features[..<15])) + Self.collection(Array(features[15...]))
    ).files
    #expect(two == expected)
    // A file is read a mebibyte at a time: the seam falls anywhere.
    for _ in 0..<60 {
      let blank = String(repeating: " ", count: (1 << 20) - Int(random.next() % 6000))
      #expect(try scene(blank + Self.collection(features)).files == expected)
    }
    // Members in another order, and features of that name within properties.
    let other =
      "{\"bbox\": [7,46,8,47], \"x\": {\"features\": [1, {\"a\": [2]}]},"
      + "\"features\": [\(features.joined(separator: " ,\n"))], \"type\": \"FeatureCollection\"}"
    #expect(try scene(other).files == expected)
  }

  @Test("the layers of a scene come in again as they are")
  func again() throws {
    let features = (0..<30).flatMap { i in
      [
        Self.feature(
          Self.square(46 + 0.002 * Double(i % 7), 7 + 0.002 * Double(i / 7)),
          #""building": "house", "height": "\#(5 + i)""#, id: "way/\(i)"),
        Self.feature(
          "{\"type\": \"LineString\", \"coordinates\": [[7,\(46 + i / 10)],[7.01,46.0\(i)]]}",
          #""highway": "primary", "name": "W \#(i)""#, id: "way/\(100 + i)"),
      ]
    }
    let (files, _) = try scene(Self.collection(features))
    for name in ["buildings.geojson", "roads.geojson"] {
      let bytes = try #require(files[name])
      let again = try scene(String(decoding: bytes, as: UTF8.self)).files
      #expect(again[name] == bytes)
    }
  }

  @Test("FlatGeobuf gives what GeoJSON gives")
  func flatGeobuf() throws {
    let text = Self.collection(
      (0..<30).map { i in
        Self.feature(
          Self.square(46 + 0.002 * Double(i % 7), 7 + 0.002 * Double(i / 7)),
          #""building": "house", "height": "\#(5 + i)""#, id: "way/\(i)")
      })
    let packed = try #require(
      try scene(text, { $0.layerFormat = .flatGeobuf }).files["buildings.fgb"])
    var options = CityImport.Options()
    options.layerFormat = .geoJSON
    let files = try CityImport(flatGeobuf: packed, options: options).scene().files
    #expect(
      files.first { $0.name == "buildings.geojson" }?.bytes
        == (try scene(text).files["buildings.geojson"]))
    for count in [0, 5, 40, packed.count / 2, packed.count - 1] {
      #expect(throws: FeatureImportError.self) {
        _ = try CityImport(flatGeobuf: Array(packed.prefix(count)))
      }
    }
  }

  @Test("a box cuts")
  func box() throws {
    let text = Self.collection([
      Self.feature(Self.square(46, 7), #""building": "yes""#),
      Self.feature(Self.square(46, 7.1), #""building": "yes""#),
      Self.feature(Self.line, #""highway": "primary""#),
    ])
    let (files, report) = try scene(
      text, { $0.box = .init(south: 45.9, west: 6.9, north: 46.1, east: 7.005) })
    #expect(report.layers.map(\.count) == [1, 1])
    let road = try #require(try features(files, "roads.geojson").first)
    let places =
      (road["geometry"] as? [String: Any])?["coordinates"] as? [[Double]] ?? []
    #expect(abs((places.last?[0] ?? 0) - 7.005) < 1e-9)
  }

  @Test("bad texts are refused with their line and what helps")
  func bad() throws {
    let house = Self.feature(Self.square(46, 7), #""building": "yes""#)
    #expect(message("").contains("is empty"))
    #expect(message("  \n ").contains("is empty"))
    #expect(message("[1, 2]").contains("line 1: is not GeoJSON"))
    #expect(message("{}").contains("it has no \"type\""))
    #expect(message(Self.collection([house, house + " "]) + "\n\nx").contains("line 8"))
    #expect(message(Self.collection([house + "\n" + house])).contains("line 4: there is no comma"))
    #expect(message(Self.collection([house, ""])).contains("line 5: a feature begins with"))
    #expect(message(Self.collection([house, "7"])).contains("line 4: a feature begins with"))
    #expect(message(String(Self.collection([house]).dropLast(4))).contains("may be cut off"))
    #expect(message(String(Self.collection([house]).prefix(90))).contains("may be cut off"))
    // A bracket, a brace, a quote is missing in the middle: what follows has nothing to do with it.
    let last = try #require(house.range(of: "]", options: .backwards))
    for flawed in [
      house.replacingCharacters(in: last, with: ""),
      house.replacingOccurrences(of: "\"Feature\"", with: "\"Feature"),
    ] {
      let text = Self.collection([house, house, flawed] + Array(repeating: house, count: 40))
      #expect(message(text).contains("line 5: is not valid JSON"), "\(message(text))")
    }
    #expect(
      message(Self.collection([house, "{\"type\": \"Feature\",\n\"a\" 1}"]))
        .contains("line 5: is not valid JSON"))
    // Beside the features, after them.
    let open =
      Self.collection([house, house]).dropLast(2) + ",\n \"x\": {\"a\": [1, 2},\n \"y\": 1\n}\n"
    #expect(message(String(open)).contains("line 6: is not valid JSON"), "\(message(String(open)))")
    let late = Self.collection([house, house]).dropLast(2) + ",\n \"x\": 01}"
    #expect(message(String(late)).contains("line 6: is not valid JSON"), "\(message(String(late)))")
    #expect(message(#"{"type": "Topology", "objects": {}}"#).contains("topo2geo"))
    #expect(message(#"{"version": 0.6, "elements": []}"#).contains("osmtogeojson"))
    #expect(message(#"{"type": "FeatureCollection"}"#).contains("no array \"features\""))
    #expect(message(#"{"type": "Feature", "features": []}"#).contains("allows one of them"))
    let crs = #""crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3857"}},"#
    #expect(message(Self.collection([house], crs)).contains("EPSG:4326"))
    let huge = Self.feature(
      Self.square(46, 7), "\"a\": \"\(String(repeating: "x", count: 2 << 20))\"")
    #expect(message(Self.collection([huge]), memory: 32 << 20).contains("over 1 MiB; split it"))
    let deep = Self.collection([String(repeating: "[", count: 100_000)])
    #expect(message(deep).contains("line 3"))
    #expect(
      message(Self.collection(["{\"a\":" + String(repeating: "[", count: 100_000)]))
        .contains("line 3: is not valid JSON: nested more than"))
  }

  @Test("a damaged feature is left out and named")
  func damaged() throws {
    let house = Self.feature(Self.square(46, 7), #""building": "yes""#)
    let flaws = [
      #"{"type": "Feature", "properties": {}}"#, #"{"type": "Thing"}"#,
      Self.feature(#"{"type": "Polygon", "coordinates": [[[7, 946], [7, 46], [8, 46]]]}"#, ""),
      Self.feature(#"{"type": "Polygon", "coordinates": [[[7, 46]]]}"#, ""),
    ]
    let (_, report) = try scene(Self.collection([house] + flaws + flaws))
    #expect(report.layers.map(\.count) == [1])
    #expect(report.dropped.count == 6, "\(report.dropped)")
    #expect(report.dropped.first?.reason.contains("line 4: it has no geometry") ?? false)
    #expect(report.dropped.last?.count == 3, "\(report.dropped)")
  }
}
