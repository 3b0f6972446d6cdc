import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Testing

@Suite("Layers of pixels") struct PixelLayersTests {
  private static let scene = TestScenes.village(at: TestScenes.center)

  private static func layers(
    _ camera: MapCamera, _ renderer: SceneRenderer, width: Int = 160, height: Int = 90,
    threads: Int = 2, projection: MapProjection = .flat
  ) throws -> PixelLayers {
    var options = TestScenes.options(width: width, height: height, threads: threads)
    options.projection = projection
    return try renderer.layers(camera: camera, options: options)
  }

  /// Two views of the same place from a quarter turn apart.
  private static let first = TestScenes.camera(
    TestScenes.center, distance: 1500, pitch: 55, heading: 20)
  private static let second = TestScenes.camera(
    TestScenes.center, distance: 1700, pitch: 40, heading: 80)

  @Test(
    "Every pixel of one view lies where it was seen, and in the other view too",
    arguments: [MapProjection.flat, .globe])
  func reprojection(_ projection: MapProjection) throws {
    let renderer = SceneRenderer(scene: Self.scene)
    let a = try Self.layers(Self.first, renderer, projection: projection)
    let b = try Self.layers(Self.second, renderer, width: 320, height: 180, projection: projection)
    let pose = try #require(a.pose)
    let (rotation, translation) = pose.openCV
    let k = a.view.viewport.openCVIntrinsics()
    var worst = (pixel: 0.0, depth: 0.0, place: 0.0)
    var (seen, hidden, missed, others) = (0, 0, 0, 0)
    for n in a.depths.indices {
      let (x, y) = (n % a.width, n / a.width)
      guard a.depths[n].isFinite else {
        #expect(a.objects[n] == 0 && a.classes[n] == PixelClass.sky.rawValue)
        #expect(a.positions[3 * n].isNaN && a.normals[3 * n] == 0)
        continue
      }
      // Back into its own pixel, by OpenCV's matrices.
      let p = Vector3(
        Double(a.positions[3 * n]), Double(a.positions[3 * n + 1]), Double(a.positions[3 * n + 2]))
      let c = Vector3(
        rotation[0].dot(p) + translation.x, rotation[1].dot(p) + translation.y,
        rotation[2].dot(p) + translation.z)
      let own = Vector2(k[0].dot(c) / c.z, k[1].dot(c) / c.z)
      worst.pixel = max(worst.pixel, (own - Vector2(Double(x), Double(y))).length)
      worst.depth = max(worst.depth, abs(c.z / Double(a.depths[n]) - 1))
      // The same place by coordinate and elevation.
      guard let place = a.place(x: x, y: y),
        let again = a.view.project(place.coordinate, elevation: place.elevation).point
      else {
        Issue.record("\(x), \(y) has no place")
        continue
      }
      worst.place = max(
        worst.place, (again - Vector2(Double(x) + 0.5, Double(y) + 0.5)).length)
      // In the other view: the same thing at the same depth, or something nearer before it.
      let shown = b.view.project(place.coordinate, elevation: place.elevation)
      guard let point = shown.screen, point.x >= 1, point.x < 319, point.y >= 1, point.y < 179
      else { continue }
      // Around the point, since a pixel's middle is not the point itself.
      var (nearest, farthest) = (Float.infinity, Float(0))
      var isSame = false
      for v in (Int(point.y) - 1)...(Int(point.y) + 1) {
        for u in (Int(point.x) - 1)...(Int(point.x) + 1) {
          let m = v * 320 + u
          nearest = min(nearest, b.depths[m])
          farthest = max(farthest, b.depths[m])
          if b.objects[m] == a.objects[n] { isSame = true }
        }
      }
      let depth = Float(point.depth)
      if depth < nearest * 0.998 {
        missed += 1
      } else if depth > farthest * 1.002 {
        hidden += 1
      } else if isSame {
        seen += 1
      } else {
        others += 1
      }
    }
    #expect(worst.pixel < 0.01 && worst.depth < 1e-6 && worst.place < 0.02, "\(worst)")
    // What is thinner than a pixel may be missed by one of the views.
    let counts = "\(seen) seen, \(hidden) hidden, \(missed) missed, \(others) others"
    #expect(seen > 5000 && hidden > 50, "\(counts)")
    #expect(missed * 500 < seen && others * 50 < seen, "\(counts)")
  }

  @Test(
    "Straight down over a slope buildings are whole, in layers and when they are picked",
    arguments: [MapProjection.flat, .globe], [0.0, 4])
  func footprintsOnSlopes(_ projection: MapProjection, pitch: Double) throws {
    // Every row of houses stands on a slope of one in three, with a higher one across a lower one.
    let center = Coordinate(latitude: 46, longitude: 7)
    let frame = LocalFrame(origin: center)
    var scene = Scene()
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: frame.coordinate(at: Vector2(0, 600)), height: 400, radius: 900)],
        bounds: GeographicBounds(south: 45.9, west: 6.9, north: 46.1, east: 7.1))
    ])
    let sizes = [(Vector2(-150, 0), 60.0), (Vector2(-40, 20), 80), (Vector2(100, -60), 50)]
    for (n, (place, size)) in sizes.enumerated() {
      scene.buildings.append(
        Building(
          footprint: GeographicPolygon(
            rectangleAround: frame.coordinate(at: place), width: size, depth: size, heading: 0),
          height: Double(20 + 10 * n), color: Color(red: 0.8, green: 0.8, blue: 0.75),
          roofColor: Color(red: 0.5, green: 0.5, blue: 0.5), use: .office))
    }
    scene.buildings.append(scene.buildings[0])
    scene.buildings[3].height = 5
    // Grandstands hang over what is below them.
    scene.buildings[1].minHeight = 6
    let camera = MapCamera(lookingAtCenter: center, fromDistance: 900, pitch: pitch, heading: 15)
    let layers = try Self.layers(
      camera, SceneRenderer(scene: scene), width: 240, height: 160, projection: projection)
    let picker = SolidPicker(scene: scene)
    var counts = [0, 0, 0, 0]
    for n in layers.depths.indices {
      let place = try #require(layers.place(x: n % 240, y: n / 240))
      let p = frame.position(of: place.coordinate)
      let inside = sizes.firstIndex { abs(p.x - $0.0.x) < $0.1 / 2 && abs(p.y - $0.0.y) < $0.1 / 2 }
      let edge = sizes.contains { (q, size) in
        let d = max(abs(p.x - q.x), abs(p.y - q.y)) - size / 2
        return abs(d) < 3
      }
      let object = layers.numbers.object(layers.objects[n])
      let ground = GroundPoint(
        coordinate: place.coordinate, elevation: place.elevation, depth: Double(layers.depths[n]))
      if pitch == 0, !edge {
        // The higher of two in one place.
        #expect(object?.index == inside, "\(p)")
        #expect((layers.classes[n] == PixelClass.building.rawValue) == (inside != nil))
        #expect(picker.footprint(at: ground, pitch: pitch)?.index == inside)
      }
      if let inside { counts[inside] += object?.index == inside ? 1 : 0 }
    }
    #expect(counts[..<3].allSatisfy { $0 > 200 }, "\(counts)")
    // From 10 degrees on they stand there.
    let middle = GroundPoint(
      coordinate: frame.coordinate(at: sizes[0].0), elevation: 0, depth: 900)
    #expect(picker.footprint(at: middle, pitch: 9)?.index == 0)
    #expect(picker.footprint(at: middle, pitch: 10) == nil)
  }

  @Test("A low house on a steep slope is not buried in it")
  func lowHouses() throws {
    let center = Coordinate(latitude: 46, longitude: 7)
    let frame = LocalFrame(origin: center)
    func roofs(height: Double) throws -> Int {
      var scene = Scene()
      scene.ground = ElevationMosaic([
        HillField(
          hills: [.init(center: frame.coordinate(at: Vector2(0, 600)), height: 400, radius: 900)],
          bounds: GeographicBounds(south: 45.9, west: 6.9, north: 46.1, east: 7.1))
      ])
      scene.buildings.append(
        Building(
          footprint: GeographicPolygon(
            rectangleAround: center, width: 60, depth: 60, heading: 0), height: height,
          color: Color(red: 0.8, green: 0.8, blue: 0.75),
          roofColor: Color(red: 0.5, green: 0.5, blue: 0.5), use: .office))
      let camera = MapCamera(lookingAtCenter: center, fromDistance: 400, pitch: 40, heading: 180)
      let layers = try Self.layers(camera, SceneRenderer(scene: scene))
      return layers.objects.indices.count {
        layers.classes[$0] == PixelClass.building.rawValue && layers.normals[3 * $0 + 2] > 0.99
      }
    }
    let (low, high) = (try roofs(height: 5), try roofs(height: 40))
    #expect(low > 500 && Double(low) > 0.7 * Double(high), "\(low), \(high)")
  }

  @Test(
    "No surface is seen from behind; normals are unit vectors and those of what is level point up")
  func normals() throws {
    let layers = try Self.layers(Self.first, SceneRenderer(scene: Self.scene))
    let eye = try #require(layers.pose).eye
    var level = 0
    for n in layers.depths.indices where layers.depths[n].isFinite {
      func vector(_ values: [Float]) -> Vector3 {
        Vector3(Double(values[3 * n]), Double(values[3 * n + 1]), Double(values[3 * n + 2]))
      }
      let normal = vector(layers.normals)
      #expect(abs(normal.length - 1) < 1e-5)
      if layers.objects[n] != 1 {
        #expect(normal.dot(eye - vector(layers.positions)) > -1e-3)
      } else if layers.classes[n] == PixelClass.water.rawValue {
        #expect(normal.z > 0.999)
        level += 1
      }
    }
    #expect(level > 50, "\(level) pixels of water")
  }

  @Test("Objects and classes are those that picking finds, from above and aslant")
  func picking() throws {
    let renderer = SceneRenderer(scene: Self.scene)
    let solids = SolidPicker(scene: Self.scene)
    let ground = GroundPicker(scene: Self.scene)
    var kinds: [PixelClass: Int] = [:]
    for camera in [Self.first, Self.second] {
      let layers = try Self.layers(camera, renderer)
      let view = try #require(layers.view as? CameraView)
      for y in stride(from: 2, to: layers.height, by: 3) {
        for x in stride(from: 1, to: layers.width, by: 3) {
          let n = y * layers.width + x
          let kind = try #require(PixelClass(rawValue: layers.classes[n]))
          kinds[kind, default: 0] += 1
          let hit = solids.hit(Vector2(Double(x) + 0.5, Double(y) + 0.5), in: view)
          if let object = layers.numbers.object(layers.objects[n]) {
            // At an edge the pixel's middle may just miss it.
            guard let hit, abs(hit.depth / Double(layers.depths[n]) - 1) < 1e-3 else { continue }
            #expect(hit.kind.rawValue == kind.name && kind == object.kind)
            #expect(hit.index == object.index)
          } else if let place = layers.place(x: x, y: y) {
            #expect(layers.objects[n] == 1)
            let isRoad = ground.road(at: place.coordinate) != nil
            let isWater = ground.kind(at: place.coordinate) == .water
            #expect(kind == (isRoad ? .road : isWater ? .water : .terrain), "\(x), \(y)")
          }
        }
      }
    }
    for kind in [PixelClass.terrain, .water, .road, .building, .tree] {
      #expect(kinds[kind, default: 0] > 1, "\(kind): \(kinds)")
    }
  }

  @Test("Straight down over level ground depths are what they are on paper")
  func straightDown() throws {
    var scene = Scene()
    scene.buildings = [TestScenes.block(at: TestScenes.center, height: 60)]
    let renderer = SceneRenderer(scene: scene)
    let level = try Self.layers(
      TestScenes.camera(TestScenes.center, distance: 500, pitch: 0, heading: 30), renderer)
    for (n, depth) in level.depths.enumerated() where level.objects[n] == 1 {
      #expect(abs(depth - 500) < 1e-3)
    }
    // Aslant the roof of 60 m is nearer by its height along the line of sight.
    let aslant = try Self.layers(
      TestScenes.camera(TestScenes.center, distance: 500, pitch: 30, heading: 20), renderer)
    let roof = aslant.depths.indices.filter {
      aslant.objects[$0] == 2 && aslant.normals[3 * $0 + 2] > 0.999
    }
    #expect(roof.count > 20)
    for n in roof { #expect(abs(aslant.positions[3 * n + 2] - 60) < 0.01) }
  }

  @Test("The same numbers for any number of threads, and again")
  func deterministic() throws {
    let renderer = SceneRenderer(scene: Self.scene)
    let one = try Self.layers(Self.first, renderer, threads: 1)
    for threads in [2, 5] {
      let other = try Self.layers(Self.first, SceneRenderer(scene: Self.scene), threads: threads)
      #expect(one.depths == other.depths && one.objects == other.objects)
      #expect(one.classes == other.classes && one.normals == other.normals)
      #expect(zip(one.positions, other.positions).allSatisfy { $0.bitPattern == $1.bitPattern })
    }
  }

  @Test("Cancelled, and refused outside of domains")
  func refused() throws {
    let renderer = SceneRenderer(scene: Self.scene)
    #expect(throws: RenderError.self) {
      try renderer.layers(camera: Self.first, options: TestScenes.options()) { _, _ in false }
    }
    var camera = Self.first
    camera.distance = .nan
    #expect(throws: DomainError.self) {
      try renderer.layers(camera: camera, options: TestScenes.options())
    }
  }
}
