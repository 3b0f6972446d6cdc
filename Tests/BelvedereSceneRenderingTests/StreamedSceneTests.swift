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

  /// Houses, roads, woods and bridges of a large town, all streamed.
  private func town(_ folder: TemporaryFolder) throws -> Scene {
    func write(_ name: String, _ body: (inout FlatGeobufWriter) -> Void) throws {
      var writer = FlatGeobufWriter()
      body(&writer)
      try Data(writer.file(named: name, hasIndex: true))
        .write(to: URL(fileURLWithPath: "\(folder.path)/\(name).fgb"))
    }
    func place(_ east: Double, _ north: Double) -> Coordinate {
      frame.coordinate(at: Vector2(east, north))
    }
    _ = try path(folder, isStreamed: true, count: 60)
    try write("roads") { writer in
      for n in -20...20 {
        let at = 180 * Double(n) + 30
        writer.add(
          .lines([[place(at, -3600), place(at + 20, 0), place(at, 3600)]]),
          properties: [("highway", n % 5 == 0 ? "primary" : "residential")])
        for k in -4...3 {
          let west = 900 * Double(k)
          writer.add(
            .lines([[place(west, at), place(west + 900, at)]]),
            properties: [("highway", "residential")] + (k == n % 4 ? [("bridge", "yes")] : []))
        }
      }
    }
    try write("woods") { writer in
      for n in 0..<60 {
        let (x, y) = (Double(n * 997 % 7200) - 3600, Double(n * 613 % 7200) - 3600)
        let ring = [(0.0, 0.0), (400, 40), (330, 300), (0, 0)].map { place(x + $0.0, y + $0.1) }
        writer.add(
          .polygons([[ring]]),
          properties: [("kind", n % 2 == 0 ? "forest" : "water"), ("order", "\(n)")])
      }
    }
    try write("trees") { writer in
      for n in 0..<400 {
        writer.add(
          .points([place(Double(n * 997 % 7200) - 3600, Double(n * 613 % 7200) - 3600)]),
          properties: [("height", "12")])
      }
    }
    let text =
      #"{"belvedere": 1, "world": false, "streamed": ["#
      + #"{"file": "houses.fgb", "kind": "buildings", "size": 4}, "#
      + #"{"file": "blocks.fgb", "kind": "buildings", "size": 24, "standsFor": 4}, "#
      + #"{"file": "roads.fgb", "kind": "roads", "size": 4}, "#
      + #"{"file": "woods.fgb", "kind": "landCover", "size": 6}, "#
      + #"{"file": "trees.fgb", "kind": "trees", "size": 5}]}"#
    return try SceneLoader().load(path: folder.write("town.json", text)).scene
  }

  @Test(
    "what stays in memory from picture to picture changes no picture",
    arguments: [(60.0, MapProjection.flat), (0, .flat), (20, .flat), (60, .globe)])
  func steps(pitch: Double, projection: MapProjection) throws {
    let scene = try town(TemporaryFolder())
    let one = SceneRenderer(scene: scene)
    var options = options()
    options.projection = projection
    var (seen, counts, kinds): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
    for n in 0..<9 {
      let camera = TestScenes.camera(
        frame.coordinate(at: Vector2(-3000 + 650 * Double(n), 500 - 300 * Double(n % 3))),
        distance: 600, pitch: pitch, heading: 10 * Double(n))
      let drawn = try one.render(camera: camera, options: options)
      let fresh = SceneRenderer(scene: scene)
      #expect(try fresh.render(camera: camera, options: options).image == drawn.image, "\(n)")
      let (a, b) = (
        try one.layers(camera: camera, options: options),
        try fresh.layers(camera: camera, options: options)
      )
      #expect(a.objects == b.objects && a.depths == b.depths, "\(n)")
      let here = try one.resident(camera: camera, options: options).scene
      // The same lists without anything that streams number the same objects.
      var plain = here
      plain.streamed = []
      #expect(
        try SceneRenderer(scene: plain).layers(camera: camera, options: options).objects
          == a.objects, "\(n)")
      seen.insert(here.buildings.count)
      counts.insert(here.roads.count)
      kinds.formUnion([here.beams.count, -here.landCover.count, here.trees.count])
    }
    // Something came and went.
    #expect(seen.count >= 4 && counts.count >= 4 && kinds.count >= 10)
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
    let camera = TestScenes.camera(
      frame.coordinate(at: Vector2(-3500, 0)), distance: 500, pitch: 0, heading: 0)
    let there = try renderer.resident(camera: camera, options: options()).scene.buildings
    #expect(there.contains { $0.height != 9 } && there.count < houses(25).count)
    _ = try renderer.render(camera: camera, options: options())
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: 5000)
    try handle.write(contentsOf: Data(repeating: 0, count: 100))
    try handle.close()
    // What is in memory is good; what has to be read is not.
    _ = try renderer.render(camera: camera, options: options())
    let other = TestScenes.camera(center, distance: 500, pitch: 0, heading: 0)
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

  private static let world = GeographicBounds(south: -90, west: -180, north: 90, east: 180)

  /// Whether a place lies in one of some cells.
  private static func holds(_ cells: [StreamedCell], _ place: Coordinate) -> Int {
    let p = MapPoint(place)
    let x = p.x >= MapPoint.worldWidth ? p.x - MapPoint.worldWidth : p.x
    return cells.count {
      $0.rect.minX <= x && x < $0.rect.maxX && $0.rect.minY <= p.y && p.y < $0.rect.maxY
    }
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
      let cells = reach.cells(ofLayer: 3, size: size, standsFor: nil, within: Self.world)
      let far = size * focalLength / reach.pixels
      let most = abs(eye.latitude) < 60 && far < 1e6 ? 1000 : 50_000
      try check(Set(cells).count == cells.count && cells.count < most, "\(cells.count) cells")
      guard far > height else {
        try check(cells.isEmpty, "\(far) m from \(height) m: \(cells)")
        return
      }
      let away = min((far * far - height * height).squareRoot(), 1e6) * random.double(0...1)
      let place = try Geodesic.wgs84.direct(
        from: eye, azimuth: random.double(0...360), distance: away * 0.99
      ).coordinate
      guard abs(place.latitude) < 85 else { return }
      try check(Self.holds(cells, place) == 1, "\(place) of \(eye), \(away) of \(far) m")
    }
  }

  @Test(
    "what stands for something is needed where that is not, each place in one cell of one of them")
  func nested() {
    forEachSeed(1000) { random in
      let reach = SeenReach(
        pixels: 2, focalLength: random.double(100...4000), eye: Self.place(&random),
        height: random.double(0...4000))
      let size: Double = random.pick([20.0, 20, 3])
      let inner = reach.cells(ofLayer: 0, size: size, standsFor: nil, within: Self.world)
      let outer = reach.cells(
        ofLayer: 1, size: random.pick([40.0, 170, nil] as [Double?]), standsFor: size,
        within: Self.world)
      for _ in 0..<40 {
        let place = try Geodesic.wgs84.direct(
          from: reach.eye, azimuth: random.double(0...360),
          distance: random.double(0...40_000)
        ).coordinate
        guard abs(place.latitude) < 85 else { continue }
        let (a, b) = (Self.holds(inner, place), Self.holds(outer, place))
        try check(a + b <= 1, "\(place): \(a) and \(b)")
        // Where houses end blocks begin.
        if a + b == 0 {
          let far = try Geodesic.wgs84.inverse(from: reach.eye, to: place).distance
          try check(far > 0.9 * 20 * reach.focalLength / 2 || outer.isEmpty, "\(place): \(far)")
        }
      }
    }
  }

  @Test("a step changes few of the cells, and most steps none")
  func steps() {
    var last: Set<StreamedCell> = []
    var (changed, all, changes) = (0, 0, 0)
    for n in 0..<1000 {
      let eye = Coordinate(latitude: 46 + 1e-4 * Double(n), longitude: 7)
      let cells = Set(
        SeenReach(pixels: 2, focalLength: 1343, eye: eye, height: 300)
          .cells(ofLayer: 0, size: 20, standsFor: nil, within: Self.world))
      if n > 0 {
        changed += cells.symmetricDifference(last).count
        all += cells.count
        if cells != last { changes += 1 }
        // 11 m.
        #expect(cells.symmetricDifference(last).count < cells.count / 4)
      }
      last = cells
    }
    #expect(changed * 200 < all, "\(changed) of \(all)")
    // A reach of 13 km.
    #expect(changes < 20, "\(changes)")
  }

  @Test("things of no known size are needed everywhere, and none where a layer has nothing")
  func everything() {
    let reach = SeenReach(
      pixels: 2, focalLength: 1000, eye: Coordinate(latitude: 1, longitude: 2), height: 1e7)
    #expect(
      reach.cells(ofLayer: 4, size: nil, standsFor: nil, within: Self.world)
        == [StreamedCell.world(ofLayer: 4)])
    #expect(reach.cells(ofLayer: 4, size: 1000, standsFor: nil, within: Self.world).isEmpty)
    let near = SeenReach(
      pixels: 2, focalLength: 1000, eye: Coordinate(latitude: 1, longitude: 2), height: 1)
    let town = GeographicBounds(south: 1, west: 1.99, north: 1.001, east: 1.991)
    let some = near.cells(ofLayer: 4, size: 100, standsFor: nil, within: town)
    #expect(!some.isEmpty && some.count <= 4)
    let far = GeographicBounds(south: 41, west: 1.99, north: 41.001, east: 1.991)
    #expect(near.cells(ofLayer: 4, size: 100, standsFor: nil, within: far).isEmpty)
    // A box beyond ±180° is one on another turn of the world.
    let turned = GeographicBounds(south: 1, west: 361.99, north: 1.001, east: 361.991)
    #expect(near.cells(ofLayer: 4, size: 100, standsFor: nil, within: turned) == some)
  }
}
