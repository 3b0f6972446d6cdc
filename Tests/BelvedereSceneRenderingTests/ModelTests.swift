import BelvedereCameraModel
import BelvedereGLTF
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

@Suite("Models on the map") struct ModelTests {
  private static let center = TestScenes.center

  /// Red in the upper left quarter, green right of it, blue and white below.
  private static let quarters: [UInt8] = {
    var image = Image(width: 64, height: 64)
    for y in 0..<64 {
      for x in 0..<64 {
        image[x, y] =
          switch (x < 32, y < 32) {
          case (true, true): (255, 0, 0, 255)
          case (false, true): (0, 255, 0, 255)
          case (true, false): (0, 0, 255, 255)
          case (false, false): (255, 255, 255, 255)
          }
      }
    }
    return (try? PNG.encode(image)) ?? []
  }()

  private static func model(_ writer: GLBWriter) throws -> Model {
    try GLTF(writer.glb) { _ in [] }.model
  }

  private static func scene(
    _ model: Model, heading: Double = 0, scale: Double = 1,
    stand: PlacedModel.Stand = .aboveGround(0)
  ) -> Scene {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    scene.showsWorld = false
    scene.models = [
      PlacedModel(
        model, file: "box.glb", coordinate: center, stand: stand, heading: heading, scale: scale,
        id: "b", name: "Box")
    ]
    return scene
  }

  private static func name(_ p: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)) -> String {
    let (r, g, b) = (Int(p.red), Int(p.green), Int(p.blue))
    if r > 2 * g, r > 2 * b { return "red" }
    if g > 2 * r, g > 2 * b { return "green" }
    if b > 2 * r, 2 * b > 3 * g { return "blue" }
    return "white"
  }

  /// The picture's upper edge is the model's north, since its z axis points south.
  @Test(
    "a picture on a model lies as it lies on it, whatever it is turned to",
    arguments: [MapProjection.flat, .globe])
  func quarters(_ projection: MapProjection) throws {
    let model = try Self.model(GLBWriter.box(high: (10, 0.5, 10), png: Self.quarters))
    let turns: [(Double, [String])] = [
      (0, ["red", "green", "blue", "white"]), (90, ["blue", "red", "white", "green"]),
      (180, ["white", "blue", "green", "red"]),
    ]
    for (heading, expected) in turns {
      for path in [ShadingPath.scalar, .best] {
        // From straight above, all of its height, and nearly so.
        for pitch in [0.0, 12] {
          var options = TestScenes.options(width: 120, height: 120)
          options.shading = path
          options.projection = projection
          let picture = try SceneRenderer(scene: Self.scene(model, heading: heading)).render(
            camera: TestScenes.camera(Self.center, distance: 100, pitch: pitch, heading: 0),
            options: options
          ).image
          let found = [(52, 52), (68, 52), (52, 68), (68, 68)].map {
            Self.name(picture[$0.0, $0.1])
          }
          #expect(found == expected, "\(heading)° \(path) pitch \(pitch)")
        }
      }
    }
  }

  @Test(
    "all code that shades gives models the same looks", arguments: [MapProjection.flat, .globe])
  func paths(_ projection: MapProjection) throws {
    let model = try Self.model(GLBWriter.box(png: Self.quarters))
    let renderer = SceneRenderer(scene: Self.scene(model, heading: 25))
    func picture(_ path: ShadingPath) throws -> Image {
      var options = TestScenes.options(width: 160, height: 100)
      options.shading = path
      options.projection = projection
      return try renderer.render(
        camera: TestScenes.camera(Self.center, distance: 70, pitch: 60, heading: 10),
        options: options
      ).image
    }
    let portable = try picture(ShadingPath.available[0])
    for path in ShadingPath.available { #expect(try picture(path) == portable, "\(path)") }
    #expect(meanDifference(try picture(.scalar), portable) < 0.2)
    // And there is something to compare.
    let seen = (0..<16000).map { Self.name(portable[$0 % 160, $0 / 160]) }
    for name in ["red", "green", "blue"] { #expect(seen.count { $0 == name } > 100, "\(name)") }
  }

  /// Against the geometry: the box is 20 m high and wide, twice as much with the scale, and 30 m above the sea.
  @Test(
    "models are where they stand, and are picked there", arguments: [MapProjection.flat, .globe])
  func places(_ projection: MapProjection) throws {
    let model = try Self.model(GLBWriter.box())
    let cases: [(Double, PlacedModel.Stand, Double)] = [
      (1, .aboveGround(0), 20.02), (2, .aboveGround(5), 45), (2, .aboveSea(30), 70),
    ]
    for (scale, stand, top) in cases {
      let scene = Self.scene(model, heading: 30, scale: scale, stand: stand)
      var options = TestScenes.options(width: 160, height: 160)
      options.projection = projection
      let layers = try SceneRenderer(scene: scene).layers(
        camera: TestScenes.camera(Self.center, distance: 300, pitch: 60, heading: 0),
        options: options)
      let picker = SolidPicker(scene: scene)
      var (seen, missed) = (0, 0)
      for n in layers.classes.indices where layers.classes[n] == PixelClass.model.rawValue {
        seen += 1
        #expect(layers.numbers.object(layers.objects[n])?.index == 0)
        let place = try #require(layers.place(x: n % 160, y: n / 160))
        // Metres along the box's own axes.
        let degree = CoordinateRegion.metersPerDegree(at: Self.center.latitude)
        let east = (place.coordinate.longitude - Self.center.longitude) * degree.longitude
        let north = (place.coordinate.latitude - Self.center.latitude) * degree.latitude
        let across = abs(east * 0.8660254 - north * 0.5)
        let along = abs(east * 0.5 + north * 0.8660254)
        #expect(max(across, along) < 10 * scale + 0.01)
        #expect(place.elevation < top + 0.01 && place.elevation > top - 20 * scale - 0.01)
        let isOnSurface =
          abs(max(across, along) - 10 * scale) < 0.01 || abs(place.elevation - top) < 0.01
        #expect(isOnSurface, "\(east), \(north), \(place.elevation)")
        let point = Vector2(Double(n % 160) + 0.5, Double(n / 160) + 0.5)
        let hit =
          projection == .flat
          ? (layers.view as? CameraView).flatMap { picker.hit(point, in: $0) }
          : (layers.view as? GlobeView).flatMap { picker.hit(point, in: $0) }
        // Pixels whose middle lies on an edge may be either's.
        if hit?.kind == .model {
          #expect(abs((hit?.depth ?? 0) / Double(layers.depths[n]) - 1) < 1e-4)
        } else {
          missed += 1
        }
      }
      #expect(seen > 300 && missed <= 2, "\(missed) of \(seen)")
    }
  }

  @Test("a model casts a shadow, and is a footprint from straight above")
  func shadow() throws {
    let model = try Self.model(GLBWriter.box(high: (10, 60, 10)))
    var scene = Self.scene(model)
    scene.light = Light(sunAzimuth: 180, sunElevation: 45)
    let camera = TestScenes.camera(Self.center, distance: 400, pitch: 30, heading: 0)
    let with = try SceneRenderer(scene: scene).render(
      camera: camera, options: TestScenes.options(width: 160, height: 160)
    ).image
    scene.models = []
    let without = try SceneRenderer(scene: scene).render(
      camera: camera, options: TestScenes.options(width: 160, height: 160)
    ).image
    // North of it, some 40 m, the ground is darker; south of it as it was.
    let view = try CameraView(camera: camera, viewport: Viewport(width: 160, height: 160))
    func place(_ north: Double) throws -> (Int, Int) {
      let degree = CoordinateRegion.metersPerDegree(at: Self.center.latitude)
      let p = try #require(
        view.project(
          Coordinate(
            latitude: Self.center.latitude + north / degree.latitude,
            longitude: Self.center.longitude), elevation: 0
        ).point)
      return (Int(p.x), Int(p.y))
    }
    let (x, y) = try place(55)
    #expect(Int(with[x, y].red) < Int(without[x, y].red) * 3 / 4)
    let (u, v) = try place(-60)
    #expect(abs(Int(with[u, v].red) - Int(without[u, v].red)) <= 1)
  }

  @Test("the outline holds all of a model and nothing around its box")
  func outline() throws {
    let placed = PlacedModel(
      try Self.model(GLBWriter.box()), file: "b", coordinate: Self.center, heading: 45)
    let degree = CoordinateRegion.metersPerDegree(at: Self.center.latitude)
    let corners = placed.outline.map {
      Vector2(
        ($0.longitude - Self.center.longitude) * degree.longitude,
        ($0.latitude - Self.center.latitude) * degree.latitude)
    }
    #expect(corners.count == 4)
    for corner in corners { #expect(abs(corner.length - 200.0.squareRoot()) < 1e-5) }
    #expect(abs(placed.radius - 200.0.squareRoot()) < 1e-9 && placed.height == 20)
  }
}

@Suite("Cut-outs of models") struct ModelCutoutTests {
  /// A square of a side of 2 whose texture has a disc of radius 0.6 in its middle, of two triangles.
  private static func disc(size: Int, alphaCutoff: Float? = 0.5) -> Model {
    var image = Image(width: size, height: size)
    for y in 0..<size {
      for x in 0..<size {
        let (u, v) = (
          (Double(x) + 0.5) / Double(size) - 0.5, (Double(y) + 0.5) / Double(size) - 0.5
        )
        // An edge a texel wide.
        let inside = (0.3 - (u * u + v * v).squareRoot()) * Double(size) + 0.5
        image[x, y] = (255, 255, 255, UInt8(min(max(inside, 0), 1) * 255))
      }
    }
    var model = Model()
    model.textures = [Model.Texture(image)]
    var material = Model.Material()
    material.texture = 0
    material.alphaCutoff = alphaCutoff
    model.materials = [material]
    var part = Model.Part()
    part.positions = [
      Vector3(-100, 30, 100), Vector3(100, 30, 100), Vector3(100, 30, -100),
      Vector3(-100, 30, -100),
    ]
    part.texturePlaces = [SIMD2(0, 1), SIMD2(1, 1), SIMD2(1, 0), SIMD2(0, 0)]
    part.triangles = [0, 1, 2, 0, 2, 3]
    model.parts = [part]
    return model
  }

  @Test("what the texture's alpha leaves out is not there", arguments: [16, 64, 256])
  func disc(_ size: Int) throws {
    var scene = Scene()
    scene.land = [TestScenes.box(around: TestScenes.center, degrees: 1)]
    func share(_ cutoff: Float?) throws -> Double {
      scene.models = [
        PlacedModel(
          Self.disc(size: size, alphaCutoff: cutoff), file: "\(cutoff ?? 0)",
          coordinate: TestScenes.center, stand: .aboveSea(0))
      ]
      let layers = try SceneRenderer(scene: scene).layers(
        camera: TestScenes.camera(TestScenes.center, distance: 500, pitch: 0, heading: 0),
        options: TestScenes.options(width: 400, height: 400))
      return Double(layers.classes.count { $0 == PixelClass.model.rawValue })
    }
    let whole = try share(nil)
    #expect(whole > 30_000)
    let part = try share(0.5) / whole
    // π · 0.3²; coarse textures have coarse edges.
    #expect(abs(part - 0.28274) < (size == 16 ? 0.006 : 0.002), "\(part)")
  }
}
