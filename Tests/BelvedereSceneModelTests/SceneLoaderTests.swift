import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Scene loader") struct SceneLoaderTests {
  private static let small = """
    {"belvedere": 1, "name": "n", "attribution": ["a"],
     "camera": {"centerCoordinate": {"latitude": 46, "longitude": 7}, "distance": 900, "pitch": 50,
                "heading": -30, "fieldOfView": 40},
     "cameras": {"b": {"centerCoordinate": {"latitude": 46, "longitude": 7}, "distance": 9},
                 "a": {"centerCoordinate": {"latitude": 46, "longitude": 7}, "distance": 8}},
     "light": {"sunAzimuth": 10, "sunElevation": 20, "visibility": 3000},
     "terrain": [{"hills": [{"center": [7, 46], "height": 50, "radius": 400}],
                  "bounds": {"south": 45, "west": 6, "north": 47, "east": 8}}],
     "verticalExaggeration": 1.5,
     "land": [[[[6, 45], [8, 45], [8, 47], [6, 47], [6, 45]]]],
     "landCover": [{"kind": "park", "polygon": [[[7, 46], [7.1, 46], [7, 46.1]]]}],
     "roads": [{"kind": "rail", "path": [[7, 46], [7.1, 46]]}],
     "buildings": [
       {"rectangle": {"center": [7, 46], "width": 10, "depth": 20, "heading": 90}, "height": 12},
       {"circle": {"center": [7, 46], "radius": 10}, "height": 12, "minHeight": 3, "taper": 0.5,
        "roof": "dome", "roofHeight": 4, "color": "#123", "use": "landmark", "windows": false},
       {"footprint": [[[7, 46], [7.001, 46], [7.001, 46.001], [7, 46]]], "height": 1}],
     "beams": [{"path": [[7, 46, 10], [7.01, 46, 20]], "width": 3, "depth": 2, "color": "#c0362c"}],
     "trees": [{"at": [7, 46], "height": 9, "kind": "palm"}],
     "overlays": [{"polyline": [[7, 46], [7.1, 46]], "strokeColor": "#ff000080", "lineWidth": 3,
                   "level": "aboveLabels", "alpha": 0.5}]}
    """

  private func load(_ bytes: [UInt8]) throws -> LoadedScene {
    try SceneLoader().load(data: bytes, name: "scene.json")
  }

  @Test("many sources are credited once each, in their order")
  func attributions() throws {
    let names = (0..<300_000).map { "\"a\($0)\"" } + ["\"a5\""]
    let text = "{\"belvedere\": 1, \"attribution\": [\(names.joined(separator: ","))]}"
    let found = try load(Array(text.utf8)).scene.attributions
    #expect(found.count == 300_000)
    #expect(found.prefix(3) == ["a0", "a1", "a2"])
  }

  @Test("every part of a scene arrives")
  func parts() throws {
    let loaded = try load(Array(Self.small.utf8))
    let scene = loaded.scene
    #expect(loaded.warnings.isEmpty)
    #expect(scene.camera?.heading == 330)
    #expect(scene.fieldOfView == 40)
    #expect(scene.namedCameras.map(\.name) == ["b", "a"])
    #expect(scene.light.visibility == 3000)
    #expect(scene.ground.elevation(latitude: 46, longitude: 7) == 50)
    #expect(scene.verticalExaggeration == 1.5)
    #expect(scene.land?.first?.rings.first?.count == 4)
    #expect(scene.roads.first?.width == 4)
    #expect(scene.buildings.count == 3)
    #expect(scene.buildings[1].roof == .dome)
    #expect(scene.buildings[1].hasWindows == false)
    #expect(scene.buildings[2].footprint.rings[0].count == 3)
    #expect(scene.beams.first?.path.last?.elevation == 20)
    #expect(scene.trees.first?.kind == .palm)
    #expect(scene.overlays.first?.level == .aboveLabels)
  }

  @Test("overlays of every shape with all that their lines may have")
  func overlays() throws {
    let text = """
      {"belvedere": 1, "overlays": [
        {"multiPolygon": [[[[7, 46], [8, 46], [8, 47]]], [[[9, 46], [10, 46], [10, 47]]]],
         "fillColor": "#fff", "blendMode": "colorBurn"},
        {"multiPolyline": [[[7, 46], [8, 46]], [[7, 47], [8, 47]]], "strokeColor": "#fff",
         "lineCap": "square", "lineJoin": "bevel", "miterLimit": 3, "lineDash": [4, 2],
         "lineDashPhase": -1, "strokeStart": 0.25, "strokeEnd": 0.75, "route": true},
        {"geodesic": [[179, 46], [-179, 46]],
         "gradient": [{"at": 0, "color": "#f00"}, {"at": 1, "color": "#00f"}]}]}
      """
    let loaded = try load(Array(text.utf8))
    #expect(loaded.warnings.isEmpty)
    let overlays = loaded.scene.overlays
    guard case .multiPolygon(let polygons) = overlays[0].shape,
      case .multiPolyline(let lines) = overlays[1].shape,
      case .geodesicPolyline(let path) = overlays[2].shape
    else {
      Issue.record("other shapes")
      return
    }
    #expect(polygons.count == 2 && lines.count == 2 && path.count == 2)
    #expect(overlays[0].blendMode == .colorBurn)
    #expect(overlays.map(\.isRoute) == [false, true, false])
    #expect(
      overlays[1].lineStyle
        == LineStyle(
          cap: .square, join: .bevel, miterLimit: 3, dash: [4, 2], dashPhase: -1,
          strokeStart: 0.25, strokeEnd: 0.75))
    #expect(overlays[2].lineStyle.gradient.map(\.location) == [0, 1])
  }

  @Test("a rectangle's depth lies along its heading")
  func rectangle() throws {
    let scene = try load(Array(Self.small.utf8)).scene
    let frame = LocalFrame(origin: Coordinate(latitude: 46, longitude: 7))
    let corners = scene.buildings[0].footprint.rings[0].map { frame.position(of: $0) }
    // Heading 90: 20 m east-west, 10 m north-south.
    #expect(abs((corners.map(\.x).max() ?? 0) - 10) < 1e-6)
    #expect(abs((corners.map(\.y).max() ?? 0) - 5) < 1e-6)
    var area = 0.0
    for i in corners.indices {
      let b = corners[(i + 1) % 4]
      area += corners[i].x * b.y - corners[i].y * b.x
    }
    #expect(abs(area / 2 - 200) < 1e-6, "counter-clockwise")
  }

  @Test("a scene cut anywhere is an error")
  func cut() {
    let bytes = Array(Self.small.utf8)
    for end in 0..<(bytes.count - 1) {
      #expect(throws: SceneError.self) { try load(Array(bytes[..<end])) }
    }
  }

  @Test("flipped bytes never trap, and numbers stay finite")
  func flips() {
    let seed = Array(Self.small.utf8)
    var random = SplitMix64(seed: 7)
    for _ in 0..<10_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] ^=
          1
          << UInt8.random(
            in: 0...7, using: &random)
      }
      guard let scene = try? load(bytes).scene else { continue }
      for building in scene.buildings {
        #expect(building.height.isFinite && building.height > building.minHeight)
        for ring in building.footprint.rings {
          #expect(ring.allSatisfy { $0.isValid })
        }
      }
    }
  }

  @Test("fragments are added, and may not hold a camera")
  func include() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.json", #"{"trees": [{"at": [7, 46], "height": 3}], "attribution": ["x"]}"#)
    let path = try folder.write("scene.json", #"{"belvedere": 1, "include": ["a.json"]}"#)
    let loaded = try SceneLoader().load(path: folder.path)
    #expect(loaded.scene.trees.count == 1)
    #expect(loaded.scene.attributions == ["x"])
    try folder.write("scene.json", #"{"belvedere": 1, "include": ["a.json", "a.json"]}"#)
    #expect(throws: SceneError.self) { try SceneLoader().load(path: path) }
    try folder.write("a.json", #"{"include": ["scene.json"]}"#)
    #expect(throws: SceneError.self) { try SceneLoader().load(path: path) }
  }

  @Test("the projection is one of two, and the scene's own")
  func projection() throws {
    func projection(_ value: String) throws -> MapProjection {
      try load(Array("{\"belvedere\": 1\(value)}".utf8)).scene.projection
    }
    #expect(try projection("") == .flat)
    #expect(try projection(#", "projection": "flat""#) == .flat)
    #expect(try projection(#", "projection": "globe""#) == .globe)
    let error = #expect(throws: SceneError.self) { try projection(#", "projection": "glob""#) }
    #expect(error?.description.contains("did you mean \"globe\"?") == true)
    let folder = try TemporaryFolder()
    try folder.write("a.json", #"{"projection": "globe"}"#)
    try folder.write("scene.json", #"{"belvedere": 1, "include": ["a.json"]}"#)
    #expect(throws: SceneError.self) { try SceneLoader().load(path: folder.path) }
  }

  @Test("tables: positions, styles, headings")
  func tables() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "b.json",
      """
      {"belvedereBlocks": 1, "origin": [7, 46], "unit": 0.1,
       "styles": [{"use": "office"}, {"roof": "gable", "roofHeight": 2}],
       "rows": [[1000, -500, 100, 200, 900, 300, 1]]}
      """)
    try folder.write(
      "t.json",
      """
      {"belvedereTrees": 1, "origin": [7, 46], "unit": 1, "kinds": ["conifer"],
       "rows": [[10, 20, 85, 0]]}
      """)
    let path = try folder.write(
      "scene.json",
      #"{"belvedere": 1, "buildings": [{"file": "b.json"}], "trees": [{"file": "t.json"}]}"#)
    let scene = try SceneLoader().load(path: path).scene
    let frame = LocalFrame(origin: Coordinate(latitude: 46, longitude: 7))
    let corners = scene.buildings[0].footprint.rings[0].map { frame.position(of: $0) }
    #expect(abs((corners.map(\.x).min() ?? 0) - 90) < 1e-6)
    #expect(abs((corners.map(\.y).max() ?? 0) + 45) < 1e-6)
    #expect(scene.buildings[0].height == 30)
    #expect(scene.buildings[0].roof == .gable)
    #expect(scene.trees[0].height == 8.5)
    #expect(abs(frame.position(of: scene.trees[0].coordinate).y - 20) < 1e-6)
    for row in ["[1,2,3]", "[0,0,1,1,0,1,2]", "[0,0,1,1,0,1,0.5]", "[0,0,0,1,0,1,0]", "5"] {
      try folder.write(
        "b.json",
        #"{"belvedereBlocks": 1, "origin": [7, 46], "unit": 1, "styles": [{}], "rows": [\#(row)]}"#)
      let error = #expect(throws: SceneError.self) { try SceneLoader().load(path: path) }
      #expect(error?.path == "rows[0]")
    }
  }

  @Test(
    "a scene of a file has the world around it, unless it says otherwise; one made in code has none"
  )
  func world() throws {
    func scene(_ members: String) throws -> Scene {
      try SceneLoader().load(data: Array("{\"belvedere\": 1\(members)}".utf8), name: "scene.json")
        .scene
    }
    #expect(try scene("").showsWorld)
    #expect(try scene(", \"world\": true").showsWorld)
    #expect(try !scene(", \"world\": false").showsWorld)
    #expect(!Scene().showsWorld)
    #expect(throws: SceneError.self) { try scene(", \"world\": \"coarse\"") }
  }

  @Test("the scenes that come with the package load without a warning")
  func ownScenes() throws {
    let scenes = PackageRoot.url.appendingPathComponent("Scenes").path
    for name in try FileManager.default.contentsOfDirectory(atPath: scenes) {
      let path = "\(scenes)/\(name)"
      guard FileManager.default.fileExists(atPath: "\(path)/scene.json") else { continue }
      let loaded = try SceneLoader().load(path: path)
      #expect(loaded.warnings.isEmpty, "\(name): \(loaded.warnings)")
      #expect(loaded.scene.camera != nil)
    }
  }
}
