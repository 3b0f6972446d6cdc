import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// Names along roads, and shields.
@Suite("Names of roads") struct RoadNameTests {
  private let center = TestScenes.center
  private var frame: LocalFrame { LocalFrame(origin: center) }
  private func at(_ x: Double, _ y: Double) -> Coordinate { frame.coordinate(at: Vector2(x, y)) }

  private func scene(_ roads: [Road]) -> Scene {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 0.2)]
    scene.roads = roads
    return scene
  }

  private func options(_ threads: Int = 2) -> RenderOptions {
    var options = TestScenes.options(width: 640, height: 360, samples: 1, threads: threads)
    options.fonts = .builtIn
    return options
  }

  private func camera(
    distance: Double = 1200, pitch: Double = 0, heading: Double = 0
  ) -> MapCamera {
    TestScenes.camera(center, distance: distance, pitch: pitch, heading: heading)
  }

  private func picture(
    _ scene: Scene, _ camera: MapCamera, _ options: RenderOptions? = nil
  ) throws -> RenderedImage {
    try SceneRenderer(scene: scene).render(camera: camera, options: options ?? self.options())
  }

  private let bent = [(-400.0, -60.0), (-150, -40), (0, 0), (150, 60), (400, 200)]

  private var street: Road {
    Road(kind: .primary, path: bent.map { at($0.0, $0.1) }, name: "Rue de la Paix")
  }

  /// The distance of a point from a line.
  private func distance(_ p: Vector2, _ line: [Vector2]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let way = b - a
      let t = min(max(((p - a) * way).sum() / (way * way).sum(), 0), 1)
      return (a + way * t - p).length
    }.min() ?? .infinity
  }

  @Test("a name lies on its road and is read from the left, whatever the view")
  func lies() throws {
    for heading in stride(from: 0.0, to: 360, by: 36) {
      for pitch in [0.0, 40, 65] {
        let camera = camera(pitch: pitch, heading: heading)
        let options = options()
        let names = try picture(scene([street]), camera, options).roadNames
        let name = try #require(names.first, "heading \(heading), pitch \(pitch)")
        #expect(name.name == "Rue de la Paix" && name.opacity == 1)
        let view = try TestScenes.view(camera, options)
        let axis = bent.compactMap { view.project(at($0.0, $0.1), elevation: 0).screen?.point }
        // The curve rounds the corners that the road has.
        for p in name.line { #expect(distance(p, axis) < 0.8, "\(heading), \(pitch)") }
        #expect(name.line[0].x <= name.line[name.line.count - 1].x)
        for p in name.line { #expect((0...640).contains(p.x) && (0...360).contains(p.y)) }
      }
    }
  }

  @Test("letters are drawn where the name is said to lie, and nowhere else")
  func drawn() throws {
    let with = try picture(scene([street]), camera(heading: 20))
    var hidden = options()
    hidden.configuration = .standard(StandardMapConfiguration(showsLabels: false))
    let without = try picture(scene([street]), camera(heading: 20), hidden)
    #expect(without.roadNames.isEmpty)
    var unnamed = street
    unnamed.name = ""
    #expect(try picture(scene([unnamed]), camera(heading: 20)).image == without.image)
    var changed = 0
    for y in 0..<360 {
      for x in 0..<640 where with.image[x, y] != without.image[x, y] {
        changed += 1
        let p = Vector2(Double(x) + 0.5, Double(y) + 0.5)
        #expect(
          with.roadNames.contains { distance(p, $0.line) < 13 }, "\(x), \(y) is far from all names")
      }
    }
    #expect(changed > 500, "\(changed)")
  }

  @Test("names stay apart from each other and from annotations, in streets without number")
  func apart() throws {
    var roads: [Road] = []
    for i in -12...12 {
      let d = Double(i) * 45
      roads.append(Road(kind: .street, path: [at(-700, d), at(700, d)], name: "Across \(i)"))
      roads.append(Road(kind: .secondary, path: [at(d, -700), at(d, 700)], name: "Along \(i)"))
    }
    var scene = scene(roads)
    scene.annotations = [Annotation(coordinate: center, title: "Middle", displayPriority: 1000)]
    for (pitch, heading) in [(0.0, 0.0), (45, 30), (62, 200)] {
      let image = try picture(scene, camera(pitch: pitch, heading: heading))
      let names = image.roadNames
      #expect(names.count > 8, "\(names.count)")
      for (n, a) in names.enumerated() {
        for b in names[(n + 1)...] {
          let least = a.line.map { distance($0, b.line) }.min() ?? 0
          #expect(least > 10, "\(a.name) and \(b.name), \(least)")
        }
        let mark = try #require(image.annotations.first)
        for p in a.line {
          let box = mark.frame
          #expect(
            p.x < box.low.x || p.x > box.high.x || p.y < box.low.y || p.y > box.high.y, "\(a.name)")
        }
      }
    }
  }

  @Test("what stands before a road hides its name, and a sharp bend has none")
  func hidden() throws {
    var scene = scene([Road(kind: .primary, path: [at(-300, 0), at(300, 0)], name: "Behind")])
    #expect(try !picture(scene, camera(pitch: 60)).roadNames.isEmpty)
    scene.buildings = [
      Building(
        footprint: GeographicPolygon(
          rectangleAround: at(0, -60), width: 900, depth: 40, heading: 0),
        height: 90)
    ]
    #expect(try picture(scene, camera(pitch: 60)).roadNames.isEmpty)
    #expect(try !picture(scene, camera(pitch: 60, heading: 180)).roadNames.isEmpty)
    let zigzag = (0...20).map { at(Double($0) * 30 - 300, $0 % 2 == 0 ? 0 : 120) }
    #expect(
      try picture(
        self.scene([Road(kind: .primary, path: zigzag, name: "Zigzag Road of Bends")]), camera()
      )
      .roadNames.isEmpty)
  }

  @Test("threads and bands change nothing, and neither does a globe's far side")
  func deterministic() throws {
    let scene = scene([
      street, Road(kind: .street, path: [at(0, -300), at(20, 300)], name: "Nord"),
    ])
    let camera = camera(pitch: 50, heading: 300)
    let one = try picture(scene, camera, options(1))
    for threads in [2, 7] {
      #expect(try picture(scene, camera, options(threads)).image == one.image)
    }
    let small = DrawingBudget(byteCount: 48 << 20)
    #expect(
      try SceneRenderer(scene: scene, budget: small).render(camera: camera, options: options(2))
        .image
        == one.image)
    var globe = options()
    globe.projection = .globe
    let round = try picture(scene, camera, globe)
    #expect(round.roadNames.map(\.name).sorted() == one.roadNames.map(\.name).sorted())
    let far = TestScenes.camera(
      Coordinate(latitude: -37, longitude: 57), distance: 1200, pitch: 30, heading: 0)
    #expect(try picture(scene, far, globe).roadNames.isEmpty)
  }

  @Test("in a film a name keeps its place on the ground")
  func film() throws {
    let renderer = SceneRenderer(scene: scene([street]))
    var options = options()
    var memory = PlacementMemory()
    var places: [Coordinate] = []
    for i in 0..<12 {
      var camera = camera(distance: 1300 - Double(i) * 12, pitch: 45, heading: 10 + Double(i))
      camera.centerCoordinate = at(Double(i) * 4, 0)
      options.annotationMemory = memory
      let image = try renderer.render(camera: camera, options: options)
      memory = try #require(image.annotationMemory)
      let name = try #require(image.roadNames.first)
      #expect(image.roadNames.count == 1)
      let view = try TestScenes.view(camera, options)
      places.append(
        try #require(view.unproject(name.line[name.line.count / 2], elevation: 0).coordinate))
      #expect(
        try renderer.annotationMemory(camera: camera, options: options) == image.annotationMemory)
    }
    for place in places {
      let way = try Geodesic.wgs84.inverse(from: places[0], to: place).distance
      #expect(way < 6, "\(way) m")
    }
  }

  @Test("routes have shields, blue on motorways")
  func shields() throws {
    var motorway = Road(kind: .motorway, path: [at(-900, 0), at(900, 0)], name: "")
    motorway.ref = "A 8"
    let image = try picture(scene([motorway]), camera())
    let shield = try #require(image.roadNames.first)
    #expect(shield.name == "A 8" && image.roadNames.count <= 3)
    let middle = (shield.line[0] + shield.line[1]) / 2
    #expect(abs(middle.y - 180) < 0.6)
    let (x, y) = (Int(flooring: middle.x, in: 0...639), Int(flooring: middle.y, in: 0...359))
    // Above the letters.
    let p = image.image[x, y - 6]
    #expect(Int(p.blue) > Int(p.red) + 80, "\(p)")
    var numbered = Road(kind: .motorway, path: [at(-900, 0), at(900, 0)], name: "US 101")
    numbered.ref = ""
    #expect(try picture(scene([numbered]), camera()).roadNames.allSatisfy { $0.line.count == 2 })
  }

  @Test("traffic has its colours on maps that show it")
  func traffic() throws {
    func middle(_ traffic: Road.Traffic?, _ shows: Bool) throws -> (red: Int, green: Int, blue: Int)
    {
      var road = Road(kind: .motorway, width: 40, path: [at(-900, 0), at(900, 0)])
      road.traffic = traffic
      var options = options()
      options.configuration = .standard(StandardMapConfiguration(showsTraffic: shows))
      let p = try picture(scene([road]), camera(distance: 600), options).image[300, 180]
      return (Int(p.red), Int(p.green), Int(p.blue))
    }
    let plain = try middle(nil, true)
    #expect(try middle(.heavy, false) == plain)
    let (free, heavy) = (try middle(.low, true), try middle(.heavy, true))
    #expect(free.green > free.red + 30 && heavy.red > heavy.green + 60, "\(free), \(heavy)")
    #expect(abs(plain.red - plain.green) < 30)
  }

  @Test("what lies above the labels covers names, as far as it is seen")
  func covered() throws {
    for (level, alpha, seen) in [
      (Overlay.Level.aboveRoads, 1.0, 1.0), (.aboveLabels, 0.5, 0.5), (.aboveLabels, 1, 0),
    ] {
      var scene = scene([street])
      var overlay = TestScenes.magentaGround(around: center, degrees: 0.1)
      (overlay.level, overlay.alpha) = (level, alpha)
      scene.overlays = [overlay]
      let names = try picture(scene, camera()).roadNames
      #expect(names.isEmpty == (seen == 0), "\(level), \(alpha)")
      for name in names { #expect(abs(name.opacity - seen) < 1e-9, "\(level), \(alpha)") }
    }
  }

  @Test("nothing is written right below a bridge")
  func belowBridges() throws {
    var below = Road(kind: .motorway, path: [at(-900, 0), at(900, 0)], name: "Along the valley")
    below.ref = "A 8"
    let open = try picture(scene([below]), camera()).roadNames
    // Both stand in the middle where they may.
    #expect(open.contains { abs(($0.line[0].x + $0.line[$0.line.count - 1].x) / 2 - 320) < 1 })
    var bridge = Road(kind: .primary, path: [at(5, -200), at(5, 200)])
    bridge.bridge = 1
    let names = try picture(scene([below, bridge]), camera()).roadNames
    #expect(!names.isEmpty)
    let view = try TestScenes.view(camera(), options())
    let edges = try [-14.0, 24].map { x in
      try #require(view.project(at(x, 0), elevation: 0).screen?.point.x)
    }
    for name in names {
      // The middle of a shield, all places of a name.
      let line = name.line.count == 2 ? [(name.line[0] + name.line[1]) / 2] : name.line
      #expect(line.allSatisfy { $0.x <= edges[0] + 1 || $0.x >= edges[1] - 1 }, "\(name)")
    }
  }

  @Test("awkward roads")
  func awkward() throws {
    let paths: [[Coordinate]] = [
      [], [center], [center, center], [at(0, 0), at(1e-4, 0)],
      [Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: 89, longitude: 10)],
      [Coordinate(latitude: .nan, longitude: 0), center],
      [Coordinate(latitude: 0, longitude: -179), Coordinate(latitude: 0, longitude: 179)],
      [at(-1e6, 0), at(1e6, 0)],
    ]
    let names = [
      "A", String(repeating: "Long ", count: 2000), "שדרות רוטשילד", "شارع", "中山路",
      "\u{0}\u{202E}x", " ",
    ]
    for projection in [MapProjection.flat, .globe] {
      var roads: [Road] = []
      for path in paths {
        for name in names { roads.append(Road(kind: .primary, path: path, name: name)) }
      }
      var options = options()
      options.projection = projection
      for pitch in [0.0, 89] {
        let image = try picture(scene(roads), camera(pitch: pitch), options)
        for name in image.roadNames {
          #expect(name.line.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        }
      }
    }
  }
}
