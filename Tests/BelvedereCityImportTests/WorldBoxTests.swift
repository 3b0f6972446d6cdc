import BelvedereCityImport
import BelvedereTestSupport
import Foundation
import Testing

/// Areas and lines of GeoJSON from one end of the world to the other.
@Suite("Boxes around the world") struct WorldBoxTests {
  private func feature(_ type: String, _ coordinates: String, _ properties: String) -> String {
    #"{"type": "Feature", "properties": {\#(properties)}, "geometry": {"type": "\#(type)", "coordinates": \#(coordinates)}}"#
  }

  private func scene(
    _ features: [String]
  ) throws -> (files: [String: [UInt8]], dropped: [(reason: String, count: Int)]) {
    let folder = try TemporaryFolder()
    let text =
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
    let path = try folder.write("world.geojson", text)
    var options = CityImport.Options()
    options.layerFormat = .geoJSON
    let (files, report) = try CityImport(geoJSON: path, options: options).scene()
    return (Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes) }), report.dropped)
  }

  /// The rings of the only area, longitude first.
  private func rings(_ files: [String: [UInt8]]) throws -> [[[Double]]] {
    let data = Data(try #require(files["land-cover.geojson"]))
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let features = try #require(root["features"] as? [[String: Any]])
    let geometry = try #require(features.first?["geometry"] as? [String: Any])
    #expect(features.count == 1)
    if let rings = geometry["coordinates"] as? [[[Double]]] { return rings }
    return try #require((geometry["coordinates"] as? [[[[Double]]]])?.first)
  }

  private func sides(_ ring: [[Double]]) -> [Double] {
    let longitudes = ring.map { $0[0] }
    let latitudes = ring.map { $0[1] }
    return [longitudes.min(), longitudes.max(), latitudes.min(), latitudes.max()].map { $0 ?? .nan }
  }

  @Test(
    "a box of four corners from -180 to 180 is the whole band, with places between",
    arguments: [
      "[[[-180,-60],[180,-60],[180,60],[-180,60],[-180,-60]]]",
      "[[[180,60],[180,-60],[-180,-60],[-180,60],[180,60]]]",
      "[[[-180,-60],[0,-60],[180,-60],[180,60],[-180,60],[-180,-60]]]",
    ])
  func band(coordinates: String) throws {
    let (files, dropped) = try scene([feature("Polygon", coordinates, #""landuse": "forest""#)])
    let ring = try #require(try rings(files).first)
    #expect(sides(ring) == [-180, 180, -60, 60])
    for (a, b) in zip(ring, ring.dropFirst()) { #expect(abs(a[0] - b[0]) <= 90) }
    #expect(dropped.isEmpty)
  }

  @Test("a world with a hole keeps the hole where it is")
  func mask() throws {
    let (files, _) = try scene([
      feature(
        "Polygon",
        "[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]],[[0,0],[0,20],[30,20],[30,0],[0,0]]]",
        #""landuse": "forest""#)
    ])
    let rings = try rings(files)
    #expect(rings.count == 2)
    #expect(sides(rings[0]) == [-180, 180, -90, 90] && sides(rings[1]) == [0, 30, 0, 20])
  }

  @Test("what crosses the antimeridian still does, also with places on it")
  func crossing() throws {
    let (files, dropped) = try scene([
      feature(
        "Polygon",
        "[[[170,-10],[180,-10],[-180,-10],[-170,-10],[-170,10],[-180,10],[180,10],[170,10],[170,-10]]]",
        #""landuse": "forest""#)
    ])
    let sides = sides(try #require(try rings(files).first))
    #expect(sides[1] - sides[0] == 20 && dropped.isEmpty)
  }

  @Test("edges that may be meant to lead the long way around are told")
  func doubtful() throws {
    let (files, dropped) = try scene([
      feature(
        "Polygon", "[[[-170,-60],[170,-60],[170,60],[-170,60],[-170,-60]]]",
        #""landuse": "forest""#),
      feature("LineString", "[[-130,0],[140,20]]", #""highway": "primary""#),
      feature("LineString", "[[179.5,0],[-179.5,20]]", #""highway": "primary""#),
    ])
    let sides = sides(try #require(try rings(files).first))
    #expect(sides[1] - sides[0] == 20)
    let told = try #require(dropped.first { $0.reason.contains("short way") })
    #expect(told.count == 2 && told.reason.contains("put a place between"))
  }

  @Test("a line along a parallel from -180 to 180 is all of it")
  func parallel() throws {
    let (files, _) = try scene([
      feature("LineString", "[[-180,10],[180,10]]", #""highway": "primary""#)
    ])
    let text = String(decoding: try #require(files["roads.geojson"]), as: UTF8.self)
    #expect(text.contains("-180") && text.contains("[0,10]"), "\(text)")
  }

  @Test("OpenStreetMap's ways make such boxes, too")
  func ways() throws {
    var town = TownText()
    let nodes = [(-60.0, -180.0), (-60, 180), (60, 180), (60, -180)].map { town.node($0.0, $0.1) }
    town.way(nodes + [nodes[0]], ["natural": "water"])
    let (files, report) = try town.scene()
    let text = try #require(files["land-cover.geojson"])
    #expect(text.contains("-180") && text.contains("180.0") || text.contains("[180,"), "\(text)")
    #expect(report.dropped.isEmpty, "\(report.dropped)")
  }

  @Test("of buildings with the same outline the one stays that says more of its height")
  func repeated() throws {
    func building(_ corners: [String], _ properties: String) -> String {
      feature("Polygon", "[[\((corners + [corners[0]]).joined(separator: ","))]]", properties)
    }
    let corners = ["[7,46]", "[7.001,46]", "[7.001,46.001]", "[7,46.001]"]
    let turned = Array(corners[2...] + corners[..<2])
    let (files, dropped) = try scene([
      building(corners, #""building": "yes", "name": "plain", "amenity": "school""#),
      building(turned, #""building": "yes", "height": "12""#),
      // On top of the other, below the ground, and with another outline around the same middle.
      building(corners, #""building": "yes", "min_height": "20", "height": "30""#),
      building(corners, #""building": "yes", "layer": "-1""#),
      building(
        ["[7.0002,46.0002]", "[7.0008,46.0002]", "[7.0008,46.0008]", "[7.0002,46.0008]"],
        #""building": "yes""#),
    ])
    let text = String(decoding: try #require(files["buildings.geojson"]), as: UTF8.self)
    #expect(text.ranges(of: "\"building\"").count == 4 && !text.contains("plain"), "\(text)")
    #expect(dropped.first { $0.reason.contains("same outline") }?.count == 1)
  }
}
