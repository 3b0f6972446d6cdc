import BelvedereCameraModel
import BelvedereFlatGeobuf
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Pictures of scenes of which only what they need is in memory.
@Suite("Streamed scenes") struct StreamedSceneTests {
  private let center = TestScenes.center
  private var frame: LocalFrame { LocalFrame(origin: center) }

  /// Houses every 60 m in a square of so many each way, and lower ones farther out.
  private func houses(_ count: Int) -> [(ring: [Coordinate], height: Int)] {
    let range = -count...count
    return range.flatMap { y in
      range.map { x in
        let (east, north) = (60.0 * Double(x), 60.0 * Double(y))
        let ring = [(-8.0, -8.0), (8, -8), (8, 8), (-8, 8), (-8, -8)].map {
          frame.coordinate(at: Vector2(east + $0.0, north + $0.1))
        }
        return (ring, 6 + (x * x + y * y * 3) % 11)
      }
    }
  }

  /// A scene of houses in files of a folder.
  private func path(_ folder: TemporaryFolder, isStreamed: Bool, count: Int = 25) throws -> String {
    let houses = houses(count)
    func write(_ houses: [(ring: [Coordinate], height: Int)], _ name: String) throws {
      var writer = FlatGeobufWriter()
      for house in houses {
        writer.add(
          .polygons([[house.ring]]),
          properties: [("building", "yes"), ("height", "\(house.height)")])
      }
      try Data(writer.file(named: "buildings", hasIndex: true))
        .write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    try write(houses, "houses.fgb")
    // One for every four.
    try write(
      stride(from: 0, to: houses.count, by: 4).map { (houses[$0].ring, 9) }, "blocks.fgb")
    let layers =
      isStreamed
      ? #""streamed": [{"file": "houses.fgb", "kind": "buildings", "size": 16}, "#
        + #"{"file": "blocks.fgb", "kind": "buildings", "size": 64, "standsFor": 16}]"#
      : #""buildings": [{"file": "houses.fgb"}]"#
    let name = isStreamed ? "streamed.json" : "whole.json"
    return try folder.write(
      name,
      #"{"belvedere": 1, "world": false, "land": [[[[-123, 37], [-122, 37], [-122, 38.5], [-123, 38.5]]]], "#
        + layers + "}")
  }

  private func scene(_ folder: TemporaryFolder, isStreamed: Bool) throws -> Scene {
    try SceneLoader().load(path: path(folder, isStreamed: isStreamed)).scene
  }

  private func options(threads: Int = 2) -> RenderOptions {
    TestScenes.options(width: 320, height: 180, samples: 1, threads: threads)
  }

  @Test("from near by a picture is that of the whole scene, bit by bit")
  func near() throws {
    let folder = try TemporaryFolder()
    // Its files are written each time.
    let whole = SceneRenderer(scene: try scene(folder, isStreamed: false))
    let streamed = SceneRenderer(scene: try scene(folder, isStreamed: true))
    for (distance, pitch, heading) in [(400.0, 60.0, 20.0), (700, 0, 0), (300, 80, 200)] {
      for projection in [MapProjection.flat, .globe] {
        var options = options()
        options.projection = projection
        options.limits = CameraLimits(pitchLimit: .none)
        let camera = TestScenes.camera(center, distance: distance, pitch: pitch, heading: heading)
        let (a, b) = (
          try streamed.render(camera: camera, options: options),
          try whole.render(camera: camera, options: options)
        )
        #expect(a.image == b.image && a.warnings == b.warnings)
        #expect(
          try streamed.layers(camera: camera, options: options).depths
            == whole.layers(camera: camera, options: options).depths)
      }
    }
  }

  @Test("from farther away blocks stand for houses, each in places of its own")
  func far() throws {
    let renderer = SceneRenderer(scene: try scene(TemporaryFolder(), isStreamed: true))
    func count(_ distance: Double) throws -> (houses: Int, blocks: Int) {
      let seen = try renderer.resident(
        camera: TestScenes.camera(center, distance: distance, pitch: 0, heading: 0),
        options: options()
      ).scene.buildings
      return (seen.count { $0.height != 9 }, seen.count { $0.height == 9 })
    }
    let all = houses(25)
    let nines = all.count { $0.height == 9 }
    let near = try count(500)
    #expect(near.houses == all.count - nines && near.blocks == nines)
    // 336 pixels a unit of slope: of 2 pixels 16 m are seen as far as 2.7 km, 64 m as far as 10.8 km.
    let far = try count(5000)
    #expect(far.houses == 0 && far.blocks == (all.count + 3) / 4)
    let none = try count(30_000)
    #expect(none.houses == 0 && none.blocks == 0)
    // Around an eye near the city's edge there are both, and none twice.
    let edge = frame.coordinate(at: Vector2(4600, 0))
    let seen = try renderer.resident(
      camera: TestScenes.camera(edge, distance: 300, pitch: 0, heading: 0), options: options()
    ).scene.buildings
    #expect(Set(seen.map { $0.footprint.rings[0][0] }).count == seen.count)
  }

  @Test("what does not fit into memory is left out, the smallest first, and that is said")
  func memory() throws {
    let scene = try scene(TemporaryFolder(), isStreamed: true)
    let camera = TestScenes.camera(center, distance: 500, pitch: 50, heading: 0)
    var last = Int.max
    for bytes in [1 << 30, 6 << 20, 1 << 20, 1 << 16] {
      let renderer = SceneRenderer(scene: scene, budget: DrawingBudget(byteCount: bytes))
      let seen = try renderer.resident(camera: camera, options: options()).scene.buildings.count
      #expect(seen <= last)
      last = seen
      let warnings = try renderer.render(camera: camera, options: options()).warnings
      #expect(
        warnings.contains { $0.contains("raise --memory") } == (seen < houses(25).count),
        "\(bytes): \(seen), \(warnings)")
    }
    #expect(last < 100)
  }

  @Test("a picture depends on its own view alone, whatever was drawn before, by any threads")
  func noHistory() throws {
    let scene = try scene(TemporaryFolder(), isStreamed: true)
    let one = SceneRenderer(scene: scene)
    let cameras = (0..<12).map { n in
      TestScenes.camera(
        frame.coordinate(at: Vector2(-4000 + 700 * Double(n), 300)), distance: 900,
        pitch: 60, heading: 30 * Double(n))
    }
    let forth = try cameras.map { try one.render(camera: $0, options: options()).image }
    let back = try cameras.reversed().map { camera in
      try one.render(camera: camera, options: options(threads: 1)).image
    }
    #expect(forth == Array(back.reversed()))
    let alone = try SceneRenderer(scene: scene).render(camera: cameras[7], options: options()).image
    #expect(alone == forth[7])
  }

  @Test("a file that is cut off after it was opened is an error that names it")
  func cutOff() throws {
    let folder = try TemporaryFolder()
    let scene = try scene(folder, isStreamed: true)
    let file = URL(fileURLWithPath: "\(folder.path)/houses.fgb")
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 3000)
    try handle.close()
    let camera = TestScenes.camera(center, distance: 500, pitch: 0, heading: 0)
    do {
      _ = try SceneRenderer(scene: scene).render(camera: camera, options: options())
      Issue.record("drawn")
    } catch { #expect("\(error)".contains("houses.fgb"), "\(error)") }
  }

  @Test("a file that is written anew while its scene is open is an error")
  func changed() throws {
    let folder = try TemporaryFolder()
    let scene = try scene(folder, isStreamed: true)
    let file = URL(fileURLWithPath: "\(folder.path)/houses.fgb")
    let renderer = SceneRenderer(scene: scene)
    let camera = TestScenes.camera(center, distance: 500, pitch: 0, heading: 0)
    _ = try renderer.render(camera: camera, options: options())
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: 5000)
    try handle.write(contentsOf: Data(repeating: 0, count: 100))
    try handle.close()
    // What is in memory is good; what has to be read is not.
    _ = try renderer.render(camera: camera, options: options())
    let other = TestScenes.camera(
      frame.coordinate(at: Vector2(6000, 0)), distance: 500, pitch: 0, heading: 0)
    do {
      _ = try renderer.render(camera: other, options: options())
      Issue.record("drawn")
    } catch { #expect("\(error)".contains("has changed"), "\(error)") }
  }

  @Test("features of another kind are counted in a warning")
  func otherGeometry() throws {
    let folder = try TemporaryFolder()
    var writer = FlatGeobufWriter()
    for x in 0..<3 {
      writer.add(.points([frame.coordinate(at: Vector2(Double(x), 0))]), properties: [])
    }
    try Data(writer.file(named: "", hasIndex: true))
      .write(to: URL(fileURLWithPath: "\(folder.path)/points.fgb"))
    let path = try folder.write(
      "scene.json",
      #"{"belvedere": 1, "streamed": [{"file": "points.fgb", "kind": "buildings"}]}"#)
    let camera = TestScenes.camera(center, distance: 500, pitch: 0, heading: 0)
    let drawn = try SceneRenderer(scene: SceneLoader().load(path: path).scene)
      .render(camera: camera, options: options())
    #expect(drawn.warnings.contains { $0.contains("points.fgb") }, "\(drawn.warnings)")
  }

  @Test("what is wrong with a layer is said when the scene is opened")
  func refusals() throws {
    let folder = try TemporaryFolder()
    _ = try path(folder, isStreamed: true)
    var writer = FlatGeobufWriter()
    writer.add(.points([center]), properties: [])
    try Data(writer.file(named: "", hasIndex: false))
      .write(to: URL(fileURLWithPath: "\(folder.path)/plain.fgb"))
    for (layer, words) in [
      (#"{"file": "plain.fgb", "kind": "buildings"}"#, "no index"),
      (#"{"file": "streamed.json", "kind": "buildings"}"#, "not FlatGeobuf"),
      (#"{"file": "nothing.fgb", "kind": "buildings"}"#, "no such file"),
      (#"{"file": "houses.fgb", "kind": "houses"}"#, "buildings"),
      (#"{"file": "houses.fgb", "kind": "buildings", "size": -3}"#, "size"),
      (#"{"file": "houses.fgb", "kind": "buildings", "size": 9, "standsFor": 9}"#, "smaller"),
      (#"{"kind": "buildings"}"#, "file"), (#"{"file": "houses.fgb"}"#, "kind"),
    ] {
      let path = try folder.write("scene.json", #"{"belvedere": 1, "streamed": [\#(layer)]}"#)
      do {
        _ = try SceneLoader().load(path: path)
        Issue.record("loaded: \(layer)")
      } catch { #expect("\(error)".contains(words), "\(error)") }
    }
  }
}

/// How far around an eye things are needed.
@Suite("Reach of what is seen") struct SeenReachTests {
  private static func place(_ random: inout SplitMix64) -> Coordinate {
    Coordinate(
      latitude: random.pick([random.double(-84...84), 84.9, -84.9, 0]),
      longitude: random.pick([random.double(-180...180), 180, -180, 179.9999, -179.9999]))
  }

  @Test("everything that is seen so large is needed, around poles' edges and ±180°, too")
  func reach() {
    forEachSeed(3000) { random in
      let eye = Self.place(&random)
      let size: Double = random.pick([5, 10, 160, 3000])
      let height: Double = random.double(0...4000)
      let focalLength = random.double(100...4000)
      let reach = SeenReach(
        pixels: random.double(0.5...8), focalLength: focalLength, eye: eye, height: height)
      let boxes = reach.boxes(ofThings: size)
      let far = size * focalLength / reach.pixels
      for box in boxes {
        try check(box.west >= -180 && box.east <= 180 && box.west < box.east, "\(box)")
      }
      guard far > height else {
        try check(
          boxes.isEmpty || far * 1.2 > height * 0.87, "\(far) m from \(height) m: \(boxes)")
        return
      }
      let away = min((far * far - height * height).squareRoot(), 1e6) * random.double(0...1)
      let place = try Geodesic.wgs84.direct(
        from: eye, azimuth: random.double(0...360), distance: away
      ).coordinate
      guard abs(place.latitude) < 85 else { return }
      // The map's metres are the sphere's.
      let turn = abs(place.latitude - eye.latitude) > 3 ? 0.0 : 1
      guard turn == 1 else { return }
      try check(
        boxes.contains { $0.contains(latitude: place.latitude, longitude: place.longitude) },
        "\(place) of \(eye), \(away) of \(far) m: \(boxes)")
    }
  }

  @Test("what larger things need holds what smaller ones need, so that nothing stands twice")
  func nested() {
    forEachSeed(1000) { random in
      let reach = SeenReach(
        pixels: 2, focalLength: random.double(100...4000), eye: Self.place(&random),
        height: random.double(0...4000))
      let (small, large) = (reach.boxes(ofThings: 20), reach.boxes(ofThings: 40))
      for box in small {
        try check(
          large.contains {
            $0.south <= box.south && $0.north >= box.north && $0.west <= box.west
              && $0.east >= box.east
          }, "\(small) in \(large)")
      }
    }
  }

  @Test("eyes near each other need the same, whichever way they look")
  func stable() {
    var windows: Set<[GeographicBounds]> = []
    for n in 0..<1000 {
      let eye = Coordinate(latitude: 46 + 1e-5 * Double(n), longitude: 7)
      windows.insert(
        SeenReach(pixels: 2, focalLength: 1343, eye: eye, height: 300).boxes(ofThings: 20))
    }
    // 1.1 km of squares of some 3 km.
    #expect(windows.count <= 2)
  }

  @Test("things of no known size are needed everywhere")
  func everything() {
    let reach = SeenReach(
      pixels: 2, focalLength: 1000, eye: Coordinate(latitude: 1, longitude: 2), height: 1e7)
    #expect(reach.boxes(ofThings: nil).count == 1)
    #expect(reach.boxes(ofThings: 1000).isEmpty)
  }
}
