import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// Woods that have more trees near the camera than the scene lists.
@Suite("Woods that are filled") struct FilledWoodTests {
  private static func at(_ x: Double, _ y: Double) -> Coordinate {
    LocalFrame(origin: TestScenes.center).coordinate(at: Vector2(x, y))
  }

  private static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double)
    -> GeographicPolygon
  {
    GeographicPolygon(rings: [
      [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)]
    ])
  }

  /// A wood of 40 km² with a tree every 100 m.
  private static func wood(_ trees: LandCover.Trees, kind: Tree.Kind = .conifer) -> Scene {
    var scene = Scene()
    scene.landCover = [
      LandCover(kind: .forest, polygon: box(-3200, -3200, 6400, 6400), trees: trees)
    ]
    for i in -10...10 {
      for j in -10...10 {
        scene.trees.append(
          Tree(coordinate: at(Double(i) * 100, Double(j) * 100), height: 12, kind: kind))
      }
    }
    return scene
  }

  private static func layers(
    _ renderer: SceneRenderer, distance: Double, pitch: Double = 60, threads: Int = 2,
    projection: MapProjection = .flat, size: Int = 160
  ) throws -> PixelLayers {
    var options = TestScenes.options(width: size, height: size, threads: threads)
    options.projection = projection
    return try renderer.layers(
      camera: TestScenes.camera(
        TestScenes.center, distance: distance, pitch: pitch, heading: 30), options: options)
  }

  private static func share(_ layers: PixelLayers) -> Double {
    let trees = layers.classes.count { $0 == PixelClass.tree.rawValue }
    return Double(trees) / Double(layers.classes.count)
  }

  @Test("they cast shadows, on the globe as on the flat map")
  func shadows() throws {
    let renderer = SceneRenderer(scene: Self.wood(.filled))
    var options = TestScenes.options(width: 160, height: 160, threads: 2)
    let camera = TestScenes.camera(TestScenes.center, distance: 400, pitch: 45, heading: 30)
    let dark = try [MapProjection.flat, .globe].map { projection in
      options.projection = projection
      let picture = try renderer.render(camera: camera, options: options).image
      return (0..<(160 * 160)).count { picture[$0 % 160, $0 / 160].green < 70 }
    }
    #expect(dark[0] > 3000, "\(dark)")
    #expect(dark[1] * 4 > dark[0] * 3, "\(dark)")
  }

  @Test(
    "near the camera trees stand close together, and are no objects of the scene",
    arguments: [MapProjection.flat, .globe])
  func near(_ projection: MapProjection) throws {
    let listed = try Self.layers(
      SceneRenderer(scene: Self.wood(.listed)), distance: 250, projection: projection)
    let filled = try Self.layers(
      SceneRenderer(scene: Self.wood(.filled)), distance: 250, projection: projection)
    #expect(Self.share(listed) < 0.1, "\(Self.share(listed))")
    #expect(Self.share(filled) > 0.6, "\(Self.share(filled))")
    var own = 0
    for (n, kind) in filled.classes.enumerated() where kind == PixelClass.tree.rawValue {
      if filled.objects[n] == 1 { continue }
      own += 1
      #expect(filled.numbers.trees.contains(filled.objects[n]))
    }
    #expect(own > 0 && own < filled.classes.count / 10)
  }

  @Test("they are as high as those of the scene, and none stands on roads, in houses and meadows")
  func room() throws {
    var scene = Self.wood(.filled)
    let road = LocalFrame(origin: TestScenes.center)
    scene.trees.removeAll { abs(road.position(of: $0.coordinate).y) < 50 }
    scene.roads = [Road(kind: .street, path: [Self.at(-400, 0), Self.at(400, 0)])]
    scene.landCover.append(LandCover(kind: .beach, polygon: Self.box(-60, 40, 50, 50)))
    scene.buildings = [Building(footprint: Self.box(20, -60, 40, 40), height: 0.5)]
    let options = TestScenes.options(width: 240, height: 240)
    let renderer = SceneRenderer(scene: scene)
    let layers = try renderer.layers(
      camera: TestScenes.camera(TestScenes.center, distance: 420, pitch: 0, heading: 0),
      options: options)
    func kind(_ x: Double, _ y: Double) throws -> PixelClass? {
      let p = try #require(layers.view.project(Self.at(x, y), elevation: 0).point)
      return PixelClass(rawValue: layers.classes[Int(p.y) * layers.width + Int(p.x)])
    }
    for x in stride(from: -95.0, through: 95, by: 2) {
      for y in [-2.0, 0, 2] { #expect(try kind(x, y) == .road, "\(x), \(y)") }
    }
    for (x, y) in [(20.0, -60.0), (60, -60), (60, -20), (20, -20), (40, -40)] {
      let (x, y) = (40 + (x - 40) * 0.95, -40 + (y + 40) * 0.95)
      #expect(try kind(x, y) == .building, "\(x), \(y)")
    }
    for x in stride(from: -47.0, through: -23, by: 4) {
      for y in stride(from: 53.0, through: 77, by: 4) {
        #expect(try kind(x, y) != .tree, "\(x), \(y)")
      }
    }
    let upright = try renderer.layers(
      camera: TestScenes.camera(TestScenes.center, distance: 420, pitch: 60, heading: 0),
      options: options)
    var highest: Float = 0
    for (n, kind) in upright.classes.enumerated() where kind == PixelClass.tree.rawValue {
      highest = max(highest, upright.positions[3 * n + 2])
    }
    #expect(highest > 11 && highest < 12.01, "\(highest)")
  }

  @Test("they become fewer with the distance, little by little, and the painted crowns are left")
  func fading() throws {
    let renderer = SceneRenderer(scene: Self.wood(.filled))
    var before: Double?
    var distance = 300.0
    while distance < 4500 {
      let share = Self.share(try Self.layers(renderer, distance: distance, size: 96))
      if let before { #expect(abs(share - before) < 0.09, "\(distance): \(before), \(share)") }
      before = share
      distance *= 1.08
    }
    #expect(before ?? 1 < 0.05)
  }

  @Test("pictures are the same with any threads, and whatever was drawn before")
  func same() throws {
    let camera = TestScenes.camera(TestScenes.center, distance: 500, pitch: 65, heading: 30)
    func image(_ renderer: SceneRenderer, _ threads: Int) throws -> [UInt8] {
      try renderer.render(camera: camera, options: TestScenes.options(threads: threads)).image.bytes
    }
    let scene = Self.wood(.filled)
    let warm = SceneRenderer(scene: scene)
    _ = try Self.layers(warm, distance: 900, pitch: 30)
    let due = try image(SceneRenderer(scene: scene), 1)
    #expect(try image(SceneRenderer(scene: scene), 3) == due)
    #expect(try image(warm, 2) == due)
    #expect(try image(SceneRenderer(scene: Self.wood(.listed)), 2) != due)
  }

  @Test("step by step a camera that moves sees the same trees at the same places")
  func places() throws {
    // What two cameras a metre apart see lies within a crown of each other.
    let renderer = SceneRenderer(scene: Self.wood(.filled))
    let options = TestScenes.options(width: 120, height: 120)
    func layers(_ x: Double) throws -> PixelLayers {
      try renderer.layers(
        camera: TestScenes.camera(Self.at(x, 0), distance: 300, pitch: 60, heading: 0),
        options: options)
    }
    let (a, b) = (try layers(0), try layers(1))
    var (seen, lost) = (0, 0)
    for n in a.classes.indices where a.classes[n] == PixelClass.tree.rawValue {
      guard let place = a.place(x: n % a.width, y: n / a.width),
        let p = b.view.project(place.coordinate, elevation: place.elevation).point,
        p.x >= 1, p.y >= 1, p.x < Double(b.width - 1), p.y < Double(b.height - 1)
      else { continue }
      seen += 1
      let m = Int(p.y) * b.width + Int(p.x)
      let near = [m, m - 1, m + 1, m - b.width, m + b.width].contains {
        b.classes[$0] == PixelClass.tree.rawValue && abs(b.depths[$0] - a.depths[n]) < 6
      }
      if !near { lost += 1 }
    }
    #expect(seen > 5000 && lost < seen / 50, "\(lost) of \(seen)")
  }
}
