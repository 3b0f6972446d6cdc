import BelvedereSceneModel
import BelvedereTestSupport
import Foundation
import Testing

/// What of other people's GeoJSON is read otherwise than it stands there.
@Suite("Repairs of GeoJSON") struct GeometryRepairTests {
  private func warnings(_ text: String) throws -> [SceneWarning] {
    let folder = try TemporaryFolder()
    var sources = SceneSources()
    sources.overlays = [try folder.write("a.geojson", text)]
    return try SceneLoader().load(sources).warnings
  }

  private static func polygon(_ rings: String) -> String {
    #"{"type": "Polygon", "coordinates": [\#(rings)]}"#
  }

  private static let square = "[[0,0],[4,0],[4,4],[0,4],[0,0]]"

  @Test(
    "each is a warning with its words",
    arguments: [
      (polygon("[[0,0],[4,0],[4,4],[0,4]]"), "does not end where it begins"),
      (polygon("[[0,0],[4,0],[0,4],[4,3],[0,0]]"), "cuts itself"),
      (polygon(square + ",[[9,1],[8,2],[9,2],[9,1]]"), "lies outside of its outline"),
      // Beside the outline, and within its box.
      (polygon("[[0,0],[4,0],[0,4],[0,0]],[[3,3],[3,3.5],[3.5,3.5],[3,3]]"), "lies outside"),
      (polygon(square + ",[[1,1],[2,2],[3,3],[1,1]]"), "has no area"),
      (#"{"type": "Point", "coordinates": [1, 2, "x"]}"#, "first two are read"),
      (#"{"type": "Point", "coordinates": [1, 2, 3, 4]}"#, "more than three members"),
      (#"{"type": "Point", "coordinates": [1, 2], "bbox": [1, 2, 3]}"#, "\"bbox\""),
      (#"{"type": "Point", "coordinates": [1, 2], "features": []}"#, "RFC 7946, 7.1"),
      (
        #"{"type": "Feature", "id": {}, "properties": {}, "geometry": {"type": "Point", "coordinates": [1, 2]}}"#,
        "\"id\" is neither"
      ),
      (
        #"{"type": "GeometryCollection", "geometries": [{"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [1, 2]}]}]}"#,
        "is taken apart"
      ),
      (
        #"{"type": "FeatureCollection", "properties": {}, "features": [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [1, 2]}}]}"#,
        "the collection has members of another type"
      ),
    ])
  func words(_ text: String, _ said: String) throws {
    let found = try warnings("\n" + text)
    #expect(found.count == 1 && found.allSatisfy { !$0.isNote }, "\(found)")
    #expect(found.first?.message.contains(said) == true, "\(found)")
    if !said.contains("collection") { #expect(found.first?.line == 2, "\(found)") }
  }

  @Test("windings and repeated positions are notes, for they were never wrong or harm nothing")
  func notes() throws {
    for text in ["[[0,0],[0,4],[4,4],[4,0],[0,0]]", "[[0,0],[4,0],[4,0],[4,4],[0,0]]"] {
      let found = try warnings(Self.polygon(text))
      #expect(found.count == 1 && found.allSatisfy(\.isNote), "\(found)")
    }
  }

  @Test("what is right is not told")
  func right() throws {
    for rings in [
      Self.square, Self.square + ",[[1,1],[1,2],[2,2],[2,1],[1,1]]",
      // A hole that touches its outline in a corner, and an outline that touches itself.
      Self.square + ",[[0,0],[1,2],[2,1],[0,0]]",
      "[[0,0],[4,0],[4,4],[2,0],[0,4],[0,0]]",
      // Across the antimeridian, and around the world.
      "[[179,0],[-179,0],[-179,1],[179,1],[179,0]],[[179.5,0.2],[179.5,0.4],[-179.5,0.4],[179.5,0.2]]",
      "[[-180,-80],[180,-80],[180,80],[-180,80],[-180,-80]]",
    ] {
      #expect(try warnings(Self.polygon(rings)) == [], "\(rings)")
    }
    #expect(try warnings(#"{"type": "Point", "coordinates": [1, 2, 3], "bbox": null}"#) == [])
  }

  @Test("of several the first is named with their number, and of large rings crossings are found")
  func several() throws {
    func feature(_ rings: String) -> String {
      #"{"type": "Feature", "properties": {}, "geometry": \#(Self.polygon(rings))}"#
    }
    let open = "[[0,0],[4,0],[4,4]]"
    let text = [Self.square, open, Self.square, open].map(feature).joined(separator: ",\n")
    let found = try warnings(
      "{\"type\": \"FeatureCollection\", \"features\": [\n\(text)]}")
    #expect(
      found.map(\.description).first?.hasSuffix(
        "a.geojson:3: features[1]: a ring does not end where it begins, and is closed (so in 2 features, of which this is the first)"
      ) == true, "\(found)")
    // A circle of a thousand corners of which two have changed places.
    var circle = (0..<1000).map { i in
      let angle = Double(i) / 1000 * 2 * .pi
      return "[\(cos(angle)), \(sin(angle))]"
    }
    #expect(
      try warnings(Self.polygon("[" + (circle + [circle[0]]).joined(separator: ",") + "]")) == [])
    circle.swapAt(300, 301)
    let crossed = try warnings(
      Self.polygon("[" + (circle + [circle[0]]).joined(separator: ",") + "]"))
    #expect(crossed.first?.message.contains("cuts itself") == true, "\(crossed)")
  }
}
