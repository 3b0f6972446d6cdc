import BelvedereLimits
import BelvedereSceneModel
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Mistakes in scenes") struct SceneErrorTests {
  private func load(_ text: String) throws -> LoadedScene {
    try SceneLoader().load(data: Array(text.utf8), name: "scene.json")
  }

  private func message(_ text: String) -> String {
    do {
      _ = try load(text)
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  @Test("a mistake is named with file, line and place")
  func place() {
    let text = """
      {"belvedere": 1,
       "buildings": [
        {"rectangle": {"center": [7, 46], "width": 1, "depth": 1}, "height": 5},
        {"rectangle": {"center": [7, 46], "width": 1, "depth": 1},
         "height": "tall"}]}
      """
    #expect(
      message(text) == """
        scene.json:5: buildings[1].height: expected a number of metres, got "tall"
        """)
  }

  @Test(
    "wrong values are refused with a reason",
    arguments: [
      ("{}", "\"belvedere\": 1 is missing"),
      ("[]", "expected the scene as an object"),
      (#"{"belvedere": 2}"#, "version 2"),
      (
        #"{"belvedere": 1, "light": {"time": "2026-06-21T18:00:00"}}"#,
        "light.time: the offset from UTC is missing"
      ),
      (#"{"belvedere": 1, "light": {"time": 12}}"#, "expected a date and a time"),
      (#"{"type": "FeatureCollection", "features": []}"#, "is GeoJSON"),
      (#"{"belvedere": 1, "camera": {}}"#, "\"centerCoordinate\" is missing"),
      (
        #"{"belvedere": 1, "camera": {"centerCoordinate": {"latitude": 90, "longitude": 0}, "distance": 5}}"#,
        "camera.centerCoordinate.latitude"
      ),
      (
        #"{"belvedere": 1, "camera": {"centerCoordinate": {"latitude": 0, "longitude": 0}, "distance": 0}}"#,
        "above 0"
      ),
      (
        #"{"belvedere": 1, "camera": {"centerCoordinate": {"latitude": 0, "longitude": 0}, "distance": 5, "pitch": 400}}"#,
        "between 0 and 90"
      ),
      (
        #"{"belvedere": 1, "trees": [{"at": [46, 100], "height": 3}]}"#, "are the two swapped?"
      ),
      (#"{"belvedere": 1, "trees": [{"at": [7, 46], "height": 3, "kind": "conifr"}]}"#, "conifer"),
      (#"{"belvedere": 1, "roads": [{"kind": "street", "path": [[7, 46]]}]}"#, "at least 2"),
      (
        #"{"belvedere": 1, "land": [[[[7, 46], [8, 46], [9, 46]]]]}"#, "no area"
      ),
      (#"{"belvedere": 1, "buildings": [{"height": 3}]}"#, "needs one of"),
      (
        #"{"belvedere": 1, "overlays": [{"circle": {"center": [7, 46], "radius": 1}, "fillColor": "red"}]}"#,
        "#rrggbb"
      ),
      (
        #"{"belvedere": 1, "overlays": [{"circle": {"center": [7, 46], "radius": 1}, "blendMode": "multiplied"}]}"#,
        "known: normal, multiply"
      ),
      (
        #"{"belvedere": 1, "overlays": [{"circle": {"center": [7, 46], "radius": 1}, "lineDash": [0, 0]}]}"#,
        "overlays[0].lineDash: has no length"
      ),
      (
        #"{"belvedere": 1, "overlays": [{"circle": {"center": [7, 46], "radius": 1}, "lineDash": [1, -2]}]}"#,
        "between 0 and"
      ),
      (
        #"{"belvedere": 1, "overlays": [{"circle": {"center": [7, 46], "radius": 1}, "lineCap": "flat"}]}"#,
        "known: butt, round, square"
      ),
      (
        #"{"belvedere": 1, "overlays": [{"circle": {"center": [7, 46], "radius": 1}, "strokeEnd": 1.5}]}"#,
        "between 0 and 1"
      ),
      (
        #"{"belvedere": 1, "overlays": [{"circle": {"center": [7, 46], "radius": 1}, "gradient": [{"at": 1, "color": "white"}, {"at": 0, "color": "black"}]}]}"#,
        "overlays[0].gradient[0].color: expected a colour"
      ),
      (
        #"{"belvedere": 1, "terrain": [{"hills": [], "bounds": {"south": 2, "west": 0, "north": 1, "east": 1}}]}"#,
        "south must be less"
      ),
      (#"{"belvedere": 1, "verticalExaggeration": -1}"#, "between 0 and 100"),
      (#"{"belvedere": 1, "name": 5}"#, "expected a text"),
      ("{\"belvedere\": 1,\n \"name\": }", "scene.json:2: not valid JSON"),
      ("<?xml version=\"1.0\"?><osm/>", "become a scene by 'belvedere import'"),
      ("\0\0\0\u{D}OSMHeader", "become a scene by 'belvedere import'"),
    ])
  func wrong(_ text: String, _ expected: String) {
    #expect(message(text).contains(expected), "\(message(text))")
  }

  @Test("an unknown key is a warning with a guess")
  func unknownKey() throws {
    let loaded = try load(
      "{\"belvedere\": 1,\n\"trees\": [{\"at\": [7, 46], \"height\": 3, \"knid\": 1}], \"q\": 2}")
    #expect(loaded.warnings.count == 2)
    #expect(
      loaded.warnings.map(\.description).contains(
        "scene.json:2: trees[0]: unknown key \"knid\"; did you mean \"kind\"?"))
    #expect(loaded.scene.trees.count == 1)
  }

  @Test("files stay in the scene's folder")
  func outside() throws {
    let folder = try TemporaryFolder()
    let inner = "\(folder.path)/scene"
    try folder.write("secret.geojson", #"{"type":"FeatureCollection","features":[]}"#)
    for name in [
      "../secret.geojson", "/etc/hostname", "a/../../secret.geojson", "missing.geojson", "", ".",
    ] {
      let path = try folder.write(
        "scene.json", #"{"belvedere": 1, "roads": [{"file": "\#(name)"}]}"#)
      #expect(throws: SceneError.self, "\(name)") { try SceneLoader().load(path: path) }
    }
    #expect(symlink("\(folder.path)/secret.geojson", "\(folder.path)/ok.geojson") == 0)
    let path = try folder.write(
      "scene.json", #"{"belvedere": 1, "roads": [{"file": "ok.geojson"}]}"#)
    #expect(try SceneLoader().load(path: path).scene.roads.isEmpty)
    #expect(mkdir(inner, 0o755) == 0)
    #expect(symlink("\(folder.path)/secret.geojson", "\(inner)/link.geojson") == 0)
    let second = try folder.write(
      "scene/scene.json", #"{"belvedere": 1, "roads": [{"file": "link.geojson"}]}"#)
    let error = #expect(throws: SceneError.self) { try SceneLoader().load(path: second) }
    #expect(error?.description.contains("link that leaves") == true)
    #expect(try SceneLoader(allowsOutsideFiles: true).load(path: inner).files == ["link.geojson"])
  }

  @Test("pipes, folders and missing files are refused at once")
  func odd() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    for name in ["pipe", "missing", ""] {
      #expect(throws: (any Error).self) { try SceneLoader().load(path: "\(folder.path)/\(name)") }
    }
    #expect(throws: (any Error).self) { try SceneLoader().load(path: "/dev/zero") }
  }

  @Test("limits name what exceeds them")
  func limits() {
    var limits = Limits.standard
    limits.maximumObjects = 2
    let trees = Array(repeating: #"{"at":[7,46],"height":3}"#, count: 3).joined(separator: ",")
    let text = #"{"belvedere": 1, "trees": [\#(trees)]}"#
    #expect(throws: LimitError.self) {
      try SceneLoader(limits: limits).load(data: Array(text.utf8), name: "scene.json")
    }
    limits = .standard
    limits.maximumJSONBytes = 10
    #expect(throws: LimitError.self) {
      try SceneLoader(limits: limits).load(data: Array(text.utf8), name: "scene.json")
    }
    limits = .standard
    limits.maximumMemory = 100
    #expect(throws: LimitError.self) {
      try SceneLoader(limits: limits).load(data: Array(text.utf8), name: "scene.json")
    }
  }
}
