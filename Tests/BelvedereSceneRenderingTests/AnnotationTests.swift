import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import BelvedereText
import Testing

@Suite("Annotations in pictures") struct AnnotationTests {
  private let center = TestScenes.center
  private let size = (width: 480, height: 320)

  private func options(threads: Int = 2) -> RenderOptions {
    var options = RenderOptions(
      width: size.width, height: size.height, samples: 4, threads: threads)
    options.fonts = .builtIn
    options.limits = CameraLimits(pitchLimit: .none)
    return options
  }

  /// Places around the village, on its hill and behind it.
  private func places(_ count: Int, _ random: inout SplitMix64) -> [Annotation] {
    let frame = LocalFrame(origin: center)
    return (0..<count).map { i in
      var annotation = Annotation(
        coordinate: frame.coordinate(
          at: Vector2(random.double(-900...900), random.double(-500...1900))),
        title: "Place \(i)", id: "\(i)")
      annotation.collisionMode = .none
      annotation.titleVisibility = .hidden
      return annotation
    }
  }

  @Test("what terrain and buildings cover is what rays say they cover", arguments: [45.0, 66, 78])
  func occlusion(pitch: Double) throws {
    var random = SplitMix64(seed: UInt64(pitch))
    var scene = TestScenes.village(at: center)
    scene.annotations = places(300, &random)
    let camera = MapCamera(
      lookingAtCenter: center, fromDistance: 1100, pitch: pitch, heading: 8)
    let renderer = SceneRenderer(scene: scene)
    let picture = try renderer.render(camera: camera, options: options())
    let view = try CameraView(
      camera: picture.camera,
      viewport: Viewport(width: Double(size.width), height: Double(size.height)),
      groundElevation: renderer.groundElevation(center))
    let ground = try #require(GroundSurface(scene))
    let picker = SolidPicker(scene: scene)
    var (covered, seen, wrong) = (0, 0, 0)
    for drawn in picture.annotations {
      let annotation = scene.annotations[drawn.indices[0]]
      let elevation = renderer.groundElevation(annotation.coordinate)
      let place = try #require(view.project(annotation.coordinate, elevation: elevation).screen)
      #expect((place.point - drawn.point).length < 1e-6)
      // A ray to a place a little above it, and around it: an edge may be either.
      let up = 2.5 * place.depth / view.viewport.focalLength
      guard
        let lifted = view.project(annotation.coordinate, elevation: elevation + up).screen,
        lifted.x > 2, lifted.y > 2, lifted.x < Double(size.width) - 2,
        lifted.y < Double(size.height) - 2
      else { continue }
      let answers = Set(
        [Vector2(0, 0), Vector2(2, 0), Vector2(-2, 0), Vector2(0, 2), Vector2(0, -2)].map { step in
          let p = lifted.point + step
          let depth = min(
            ground.unproject(p, in: view).ground?.depth ?? .infinity,
            picker.hit(p, in: view)?.depth ?? .infinity)
          return depth < lifted.depth * (1 - 1e-3)
        })
      guard answers.count == 1, let isCovered = answers.first else { continue }
      if isCovered { covered += 1 } else { seen += 1 }
      if isCovered != (drawn.opacity < 1) { wrong += 1 }
    }
    #expect(seen > 40 && covered > 4, "\(seen) seen, \(covered) covered")
    #expect(wrong == 0, "\(wrong) of \(seen + covered)")
    // Those that hide are the ones that fade.
    let faded = Set(picture.annotations.filter { $0.opacity < 1 }.map { $0.indices[0] })
    for i in scene.annotations.indices { scene.annotations[i].occlusion = .hidden }
    let hidden = try SceneRenderer(scene: scene).render(camera: camera, options: options())
    let left = Set(picture.annotations.map { $0.indices[0] })
      .subtracting(hidden.annotations.map { $0.indices[0] })
    #expect(left == faded)
  }

  @Test("an annotation stands at its elevation: on the ground, above it, on a roof, above the sea")
  func elevations() throws {
    var scene = TestScenes.village(at: center)
    let frame = LocalFrame(origin: center)
    let place = frame.coordinate(at: Vector2(300, 500))
    let roofed = frame.coordinate(at: Vector2(-60, -40))
    scene.buildings.append(TestScenes.block(at: roofed, height: 90))
    let kinds: [(Coordinate, Annotation.Elevation)] = [
      (place, .aboveGround(0)), (place, .aboveGround(70)), (place, .aboveSea(400)),
      (roofed, .aboveRoof(5)), (place, .aboveRoof(12)),
    ]
    scene.annotations = kinds.map { coordinate, elevation in
      var annotation = Annotation(coordinate: coordinate)
      annotation.elevation = elevation
      annotation.collisionMode = .none
      return annotation
    }
    scene.verticalExaggeration = 1.25
    for (pitch, style) in [(60.0, 1.0), (60, 0.5), (60, 0), (0, 1)] {
      let camera = MapCamera(lookingAtCenter: center, fromDistance: 2600, pitch: pitch, heading: 0)
      var options = options()
      options.elevationStyle = style
      let renderer = SceneRenderer(scene: scene)
      let picture = try renderer.render(camera: camera, options: options)
      let factor = style * 1.25
      let view = try CameraView(
        camera: picture.camera,
        viewport: Viewport(width: Double(size.width), height: Double(size.height)),
        groundElevation: renderer.groundElevation(center) * style)
      let onGround = renderer.groundElevation(place) * style
      let roof =
        (scene.buildings.last?.footprint.rings[0].map { renderer.groundElevation($0) }.min() ?? 0)
        * style + 90 * (pitch == 0 ? 0 : 1)
      let expected = [
        onGround, onGround + 70 * style, 400 * factor, roof + 5 * style, onGround + 12 * style,
      ]
      for drawn in picture.annotations {
        let i = drawn.indices[0]
        let point = try #require(view.project(kinds[i].0, elevation: expected[i]).screen)
        #expect((point.point - drawn.point).length < 1e-6, "\(i) at pitch \(pitch), style \(style)")
        #expect(abs(point.depth - drawn.depth) < 1e-6 * point.depth)
      }
      #expect(picture.annotations.count == kinds.count)
    }
  }

  @Test("a scale bar is as long as the ground between its ends is wide")
  func scaleBar() throws {
    for (latitude, pitch, distance) in [
      (0.0, 0.0, 3000.0), (37.8, 55, 2400), (60, 30, 50_000), (-75, 62, 900), (84.9, 0, 20_000),
    ] {
      let place = Coordinate(latitude: latitude, longitude: 10)
      let renderer = SceneRenderer(scene: Scene())
      let camera = MapCamera(
        lookingAtCenter: place, fromDistance: distance, pitch: pitch, heading: 40)
      var options = RenderOptions(width: 600, height: 400, scale: 2, samples: 1, threads: 2)
      options.fonts = .builtIn
      let bare = try renderer.render(camera: camera, options: options)
      options.ornaments = MapOrnaments(scaleBar: .metric)
      let picture = try renderer.render(camera: camera, options: options)
      #expect(picture.warnings == bare.warnings)
      // The bar's row, 17 points above the lower edge: what is changed is the bar and 1.9 points of halo
      // on each side.
      let row = picture.image.height - 34
      let changed = (0..<picture.image.width).filter {
        picture.image[$0, row] != bare.image[$0, row]
      }
      let (first, last) = (try #require(changed.first), try #require(changed.last))
      let left = Double(first) / 2 + 1.9
      let right = Double(last + 1) / 2 - 1.9
      let view = try CameraView(
        camera: picture.camera, viewport: Viewport(width: 600, height: 400))
      let ends = try [left, right].map {
        try #require(view.unproject(Vector2($0, 383), elevation: 0).coordinate)
      }
      let length = try Geodesic.wgs84.inverse(from: ends[0], to: ends[1]).distance
      // Of 1, 2 or 5, as exactly as half a pixel at each end allows.
      let tolerance = 1 / (right - left)
      var digits = length
      while digits >= 10 * (1 - tolerance) { digits /= 10 }
      while digits < 1 - tolerance { digits *= 10 }
      #expect(
        [1, 2, 5].contains { abs(digits / $0 - 1) <= tolerance },
        "\(latitude)°, pitch \(pitch): \(length) m")
      #expect(right - left <= 150.5 && right - left > 55, "\(right - left) points")
    }
  }

  @Test("where the corner shows sky there is no scale bar, and a warning")
  func scaleBarInTheSky() throws {
    var options = RenderOptions(width: 200, height: 100, samples: 1)
    options.ornaments = MapOrnaments(scaleBar: .imperial)
    options.limits = CameraLimits(pitchLimit: .none)
    let camera = MapCamera(lookingAtCenter: center, fromDistance: 50_000, pitch: 90, heading: 0)
    let picture = try SceneRenderer(scene: Scene()).render(camera: camera, options: options)
    let isTold = picture.warnings.contains { $0.contains("scale bar") }
    // At a pitch of 90° the corner below the horizon shows ground.
    let view = try CameraView(
      camera: picture.camera, viewport: Viewport(width: 200, height: 100))
    #expect(isTold == (view.unproject(Vector2(16, 83)).coordinate == nil))
  }

  @Test("nothing asked for, nothing changed; annotations left out on request")
  func plain() throws {
    var scene = TestScenes.village(at: center)
    let camera = TestScenes.camera(center, distance: 1300, pitch: 66, heading: 12)
    let bare = try SceneRenderer(scene: scene).render(camera: camera, options: options()).image
    scene.annotations = [Annotation(coordinate: center, title: "Here")]
    var options = options()
    let marked = try SceneRenderer(scene: scene).render(camera: camera, options: options)
    #expect(marked.image != bare)
    #expect(marked.annotation(at: marked.annotations[0].point - Vector2(0, 20))?.indices == [0])
    #expect(marked.annotation(at: Vector2(3, 3)) == nil)
    options.showsAnnotations = false
    #expect(try SceneRenderer(scene: scene).render(camera: camera, options: options).image == bare)
    // Far away, behind the eye or at a pole they change nothing.
    scene.annotations = [
      Annotation(coordinate: Coordinate(latitude: 90, longitude: 0), title: "Pole"),
      Annotation(coordinate: Coordinate(latitude: -37.8, longitude: 57.6), title: "Antipode"),
      Annotation(coordinate: Coordinate(latitude: 37.7, longitude: -122.4), title: "Behind"),
      Annotation(coordinate: Coordinate(latitude: .nan, longitude: 0), title: "Nowhere"),
    ]
    #expect(
      try SceneRenderer(scene: scene).render(camera: camera, options: self.options()).image == bare)
  }

  private func annotatedVillage() -> Scene {
    var scene = TestScenes.village(at: center)
    let frame = LocalFrame(origin: center)
    let tints = [MarkerStyle.standardTint, Color(red: 0.63, green: 0.27, blue: 0.63)]
    for (i, (x, y, title)) in [
      (0.0, 0.0, "Market Square"), (300, 900, "Hill Top"), (-180, 120, "Old Mill"),
      (250, 1500, "Behind the Hill"), (120, -90, "Landing"), (135, -80, "Pier"),
      (-400, 500, "Wood"),
    ].enumerated() {
      var annotation = Annotation(
        coordinate: frame.coordinate(at: Vector2(x, y)), title: title,
        subtitle: i == 1 ? "260 m" : "",
        appearance: i == 6
          ? .label : .marker(MarkerStyle(tint: tints[i % 2], glyph: i == 0 ? "M" : "")))
      if i == 4 || i == 5 { annotation.clusteringIdentifier = "shore" }
      if i == 2 { annotation.isSelected = true }
      scene.annotations.append(annotation)
    }
    scene.attributions = ["Village by the Belvedere authors"]
    scene.ornaments = MapOrnaments(compass: .adaptive, scaleBar: .metric, showsAttribution: true)
    return scene
  }

  @Test("bytes and placement do not depend on threads, and memory keeps still pictures still")
  func threads() throws {
    let scene = annotatedVillage()
    let camera = TestScenes.camera(center, distance: 1300, pitch: 66, heading: 12)
    let renderer = SceneRenderer(scene: scene)
    let one = try renderer.render(camera: camera, options: options(threads: 1))
    let three = try renderer.render(camera: camera, options: options(threads: 3))
    #expect(one.image == three.image)
    #expect(one.annotations == three.annotations)
    var options = options()
    options.annotationMemory = PlacementMemory()
    var last = try renderer.render(camera: camera, options: options)
    for _ in 0..<3 {
      options.annotationMemory = last.annotationMemory
      let next = try renderer.render(camera: camera, options: options)
      #expect(next.image == last.image)
      last = next
    }
  }

  @Test("on the globe annotations stand where its view puts them, and not behind the Earth")
  func globe() throws {
    var scene = Scene()
    scene.annotations = [
      Annotation(coordinate: Coordinate(latitude: 40, longitude: -100), title: "Near"),
      Annotation(coordinate: Coordinate(latitude: -30, longitude: 80), title: "Far side"),
    ]
    scene.ornaments = MapOrnaments(compass: .visible, scaleBar: .metric)
    var options = options()
    options.projection = .globe
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 37.8, longitude: -122.4), fromDistance: 1.5e7, pitch: 0,
      heading: 0)
    let picture = try SceneRenderer(scene: scene).render(camera: camera, options: options)
    #expect(picture.annotations.map { $0.indices } == [[0]])
    #expect(picture.annotations.first?.opacity == 1)
  }

  @Test(arguments: [0.0, 45, 70]) func goldenAnnotatedVillage(pitch: Double) throws {
    let picture = try SceneRenderer(scene: annotatedVillage()).render(
      camera: TestScenes.camera(center, distance: 1500, pitch: pitch, heading: 12),
      options: options())
    try expectGolden(
      picture.image, "annotated-village-\(JSONShort.text(pitch))", tolerance: 4, allowedPixels: 20)
  }

  @Test func goldenAnnotatedVillageAtNight() throws {
    var scene = annotatedVillage()
    scene.light = Light(sunAzimuth: 280, sunElevation: -9, visibility: 20_000)
    let picture = try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(center, distance: 1500, pitch: 60, heading: 300), options: options()
    )
    try expectGolden(picture.image, "annotated-village-night", tolerance: 4, allowedPixels: 20)
  }
}

private enum JSONShort {
  static func text(_ value: Double) -> String { "\(Int(value))" }
}
