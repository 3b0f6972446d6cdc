import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Routes on bridges and in tunnels.
///
/// The same picture with a magenta and with a green route says at each pixel how much of it is seen.
@Suite struct RouteTests {
  private let center = TestScenes.center
  private let magenta = Color(red: 1, green: 0, blue: 1)
  private let green = Color(red: 0, green: 1, blue: 0)

  private func at(_ x: Double, _ y: Double) -> Coordinate {
    LocalFrame(origin: center).coordinate(at: Vector2(x, y))
  }

  private func beam(
    _ joints: [(Double, Double, Double)], width: Double, depth: Double, top: Color? = nil
  ) -> Beam {
    Beam(
      path: joints.map { .init(coordinate: at($0.0, $0.1), elevation: $0.2) }, width: width,
      depth: depth, color: Color(red: 0.7, green: 0.2, blue: 0.1), topColor: top)
  }

  /// A bridge from south to north over level ground, 60 m high in the middle.
  private func bridge(_ masts: [Beam] = []) -> Scene {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    scene.beams =
      [
        beam(
          [(0, -600, 0), (0, -300, 60), (0, 300, 60), (0, 600, 0)], width: 24, depth: 2,
          top: Color(red: 0.3, green: 0.3, blue: 0.3))
      ] + masts
    return scene
  }

  private func route(
    _ path: [(Double, Double)], _ color: Color, width: Double = 24, alpha: Double = 1,
    level: Overlay.Level = .aboveRoads
  ) -> Overlay {
    Overlay(
      shape: .polyline(path.map { at($0.0, $0.1) }), strokeColor: color, lineWidth: width,
      alpha: alpha, level: level, isRoute: true)
  }

  private func picture(
    _ scene: Scene, _ camera: MapCamera, _ options: RenderOptions, _ overlays: [Overlay]
  ) throws -> Image {
    var scene = scene
    scene.overlays = overlays
    return try SceneRenderer(scene: scene).render(camera: camera, options: options).image
  }

  private func pictures(
    _ scene: Scene, _ camera: MapCamera, _ options: RenderOptions, _ path: [(Double, Double)],
    level: Overlay.Level = .aboveRoads
  ) throws -> (magenta: Image, green: Image) {
    (
      try picture(scene, camera, options, [route(path, magenta, level: level)]),
      try picture(scene, camera, options, [route(path, green, level: level)])
    )
  }

  private func share(_ images: (magenta: Image, green: Image), _ p: Vector2) -> Double {
    let (a, b) = (images.magenta[Int(p.x), Int(p.y)], images.green[Int(p.x), Int(p.y)])
    return (Double(a.red) - Double(b.red) + Double(b.green) - Double(a.green)) / 510
  }

  private let along = [(0.0, -900.0), (0.0, 900.0)]

  @Test(arguments: [0.0, 35, 60, 70], [MapProjection.flat, .globe])
  func itLiesOnTheDeckAndNowhereElse(_ pitch: Double, _ projection: MapProjection) throws {
    var options = TestScenes.options(width: 320, height: 240, samples: 4)
    options.projection = projection
    let camera = TestScenes.camera(center, distance: 1500, pitch: pitch, heading: 65)
    let scene = bridge()
    let images = try pictures(scene, camera, options, along)
    let bare = try picture(scene, camera, options, [])
    let viewport = Viewport(width: 320, height: 240, fieldOfView: options.fieldOfView)
    let view: any ViewProjection =
      projection == .flat
      ? try CameraView(camera: camera, viewport: viewport, groundElevation: 0)
      : try GlobeView(camera: camera, viewport: viewport, groundElevation: 0)
    var axis: [Vector2] = []
    var seen = 0
    for y in stride(from: -850.0, through: 850, by: 0.5) {
      let z = max(0, min(60, (600 - abs(y)) / 5))
      // From the ends to the deck's top.
      let top = z > 0 ? z + 1 : 0
      guard let p = view.project(at(0, y), elevation: top).point, p.x >= 0, p.y >= 0, p.x < 320,
        p.y < 240
      else { continue }
      axis.append(p)
      // Over its bends the nearer part hides a little of the farther one.
      guard abs(abs(y) - 600) > 20, abs(abs(y) - 300) > 20 else { continue }
      seen += 1
      try check(share(images, p) > 0.97, "\(y): \(share(images, p)) at \(p)")
    }
    try check(seen > 200, "\(seen)")
    // Half of the line, its edge, and what the ribbon lies above the deck.
    for y in 0..<240 {
      for x in 0..<320 {
        let p = Vector2(Double(x) + 0.5, Double(y) + 0.5)
        if axis.contains(where: { ($0 - p).length < 16 }) { continue }
        try check(images.magenta[x, y] == bare[x, y], "(\(x), \(y)) has changed")
      }
    }
  }

  @Test(arguments: [0.0, 25, 45, 70])
  func itIsSeenThroughWhatStandsBeforeIt(_ pitch: Double) throws {
    // A wall along the bridge that hides it from the east, in front of the deck and of the ground.
    let wall = beam([(40, -850, 60), (40, 850, 60)], width: 3, depth: 120)
    var scene = bridge([wall])
    scene.buildings = [
      Building(
        footprint: GeographicPolygon(
          rectangleAround: at(36, -760), width: 30, depth: 90, heading: 0), height: 60,
        color: Color(red: 0.8, green: 0.8, blue: 0.75), use: .office, hasWindows: false)
    ]
    let options = TestScenes.options(width: 320, height: 240, samples: 1)
    let camera = TestScenes.camera(at(0, -450), distance: 1300, pitch: pitch, heading: 270)
    let opacity = BuildingAppearance.opacityOverOverlay(atPitch: pitch)
    let images = try pictures(scene, camera, options, along)
    let bare = try picture(scene, camera, options, [])
    let view = try TestScenes.view(camera, options)
    let picker = SolidPicker(scene: scene)
    var counts = (deck: 0, ground: 0)
    for y in stride(from: -840.0, through: -100, by: 3) where abs(y + 600) > 30 {
      let z = max(0, min(60, (600 - abs(y)) / 5))
      let place = at(0, y)
      let projected = view.project(place, elevation: z > 0 ? z + 1 : 0)
      guard let p = projected.point, let depth = projected.depth, p.x > 1, p.y > 1, p.x < 319,
        p.y < 239
      else { continue }
      let middle = Vector2(p.x.rounded(.down) + 0.5, p.y.rounded(.down) + 0.5)
      guard let hit = picker.hit(middle, in: view), hit.depth < depth - 5 else { continue }
      let seen = share(images, p)
      try check(abs(seen - (1 - opacity)) < 0.02, "\(y): \(seen), not \(1 - opacity)")
      if z > 0 { counts.deck += 1 } else { counts.ground += 1 }
    }
    if pitch >= 45 { try check(counts.deck > 30 && counts.ground > 10, "\(counts)") }
    // Only the line: what stands before it does not step back.
    var changed = 0
    for y in 0..<240 {
      for x in 0..<320 where images.magenta[x, y] != bare[x, y] { changed += 1 }
    }
    #expect(changed < 320 * 40, "\(changed)")
  }

  /// A ridge from west to east and a bore through it.
  private func ridge(hasTunnel: Bool) -> Scene {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: at(0, 0), height: 120, radius: 500)],
        bounds: GeographicBounds(
          south: center.latitude - 0.1, west: center.longitude - 0.1,
          north: center.latitude + 0.1, east: center.longitude + 0.1))
    ])
    if hasTunnel { scene.tunnels = [Tunnel(path: [at(0, -450), at(0, 450)], width: 12)] }
    return scene
  }

  @Test(arguments: [20.0, 50, 70])
  func inATunnelItIsWashedOut(_ pitch: Double) throws {
    let options = TestScenes.options(width: 320, height: 240, samples: 4)
    let camera = TestScenes.camera(center, distance: 2200, pitch: pitch, heading: 290)
    let images = try pictures(ridge(hasTunnel: true), camera, options, along)
    let over = try pictures(ridge(hasTunnel: false), camera, options, along)
    let renderer = SceneRenderer(scene: ridge(hasTunnel: false))
    let view = try CameraView(
      camera: camera, viewport: Viewport(width: 320, height: 240, fieldOfView: options.fieldOfView),
      groundElevation: renderer.groundElevation(center))
    let (low, high) = (
      renderer.groundElevation(at(0, -450)), renderer.groundElevation(at(0, 450))
    )
    for y in stride(from: -380.0, through: 380, by: 20) {
      let z = low + (high - low) * (y + 450) / 900
      let p = try #require(view.project(at(0, y), elevation: z).point)
      // Over half of it is seen, of which nearly a half is white.
      try check(abs(share(images, p) - 0.55 * 0.55) < 0.02, "\(y): \(share(images, p))")
      // Without the tunnel it goes over the hill.
      let top = renderer.groundElevation(at(0, y))
      let q = try #require(view.project(at(0, y), elevation: top).point)
      if renderer.isSeen(q, at(0, y), top, view) {
        try check(share(over, q) > 0.95, "\(y): \(share(over, q))")
      }
    }
    for y in [-700.0, 700] {
      let p = view.project(at(0, y), elevation: 0).point
      if let p, p.x > 2, p.y > 2, p.x < 318, p.y < 238 { #expect(share(images, p) > 0.99) }
    }
  }

  @Test func aHillHidesADeckBehindIt() throws {
    var scene = ridge(hasTunnel: false)
    scene.beams = [
      beam(
        [(0, 600, 0), (0, 900, 12)], width: 24, depth: 2,
        top: Color(red: 0.3, green: 0.3, blue: 0.3))
    ]
    let options = TestScenes.options(width: 320, height: 240, samples: 4)
    let camera = TestScenes.camera(at(0, 700), distance: 3000, pitch: 86, heading: 0)
    let path = [(0.0, 560.0), (0.0, 900.0)]
    let images = try pictures(scene, camera, options, path)
    #expect(images.magenta.bytes == images.green.bytes)
    let other = TestScenes.camera(at(0, 700), distance: 3000, pitch: 80, heading: 180)
    let seen = try pictures(scene, other, options, path)
    #expect(seen.magenta.bytes != seen.green.bytes)
  }

  /// Dashes and colours run on over the bridge, and a half-transparent line is nowhere laid twice.
  @Test func aLineRunsOnFromTheGroundToTheDeck() throws {
    let options = TestScenes.options(width: 320, height: 240, samples: 4)
    let camera = TestScenes.camera(center, distance: 3400, pitch: 0, heading: 0)
    func images(_ change: (inout Overlay) -> Void) throws -> (magenta: Image, green: Image) {
      let both = [magenta, green].map { color in
        var overlay = route(along, color, alpha: 0.6)
        change(&overlay)
        return overlay
      }
      return (
        try picture(bridge(), camera, options, [both[0]]),
        try picture(bridge(), camera, options, [both[1]])
      )
    }
    let plain = try images { _ in }
    let view = try TestScenes.view(camera, options)
    for y in stride(from: -800.0, through: 800, by: 7) {
      let z = max(0, min(60, (600 - abs(y)) / 5))
      let p = try #require(view.project(at(0, y), elevation: z).point)
      try check(abs(share(plain, p) - 0.6) < 0.03, "\(y): \(share(plain, p))")
    }
    let half = try images { $0.lineStyle.strokeEnd = 0.5 }
    for (y, isDrawn) in [(-700.0, true), (-200, true), (-40, true), (200, false), (400, false)] {
      let z = max(0, min(60, (600 - abs(y)) / 5))
      let p = try #require(view.project(at(0, y), elevation: z).point)
      #expect((share(half, p) > 0.5) == isDrawn && (isDrawn || share(half, p) < 0.01), "\(y)")
    }
  }

  @Test func everyWayOfDrawingGivesTheSameBytes() throws {
    var scene = bridge([beam([(30, -300, 40), (30, 300, 40)], width: 3, depth: 80)])
    scene.tunnels = [Tunnel(path: [at(0, 700), at(0, 800)])]
    scene.overlays = [route(along, magenta, alpha: 0.7), route([(-300, 0), (300, 10)], green)]
    let camera = TestScenes.camera(center, distance: 1400, pitch: 65, heading: 250)
    var options = TestScenes.options(width: 200, height: 150, samples: 4)
    let first = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    for threads in [1, 3] {
      options.threads = threads
      let again = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
      #expect(again.bytes == first.bytes, "\(threads) threads")
    }
    for path in ShadingPath.available {
      options.shading = path
      let again = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
      #expect(again.bytes == first.bytes, "\(path)")
    }
    // In bands.
    let small = SceneRenderer(scene: scene, budget: DrawingBudget(byteCount: 6 << 20))
    let banded = try small.render(camera: camera, options: options)
    #expect(banded.statistics.contains { $0.name == "bands" && $0.value > 1 })
    let far = zip(banded.image.bytes, first.bytes).filter { abs(Int($0) - Int($1)) > 1 }.count
    #expect(far == 0, "\(far)")
  }

  @Test func theDemonstrationCrossesTheGoldenGateOnItsDeck() throws {
    let path = PackageRoot.url
      .appendingPathComponent("Scenes/san-francisco/golden-gate-route.json").path
    let scene = try SceneLoader().load(path: path).scene
    let renderer = SceneRenderer(scene: scene)
    let way = try #require(scene.overlays.last)
    #expect(way.isRoute)
    let profile = try #require(renderer.routeProfile(of: way)?.first)
    #expect(profile.pieces.map(\.support) == [.ground, .deck, .ground])
    let deck = profile.pieces[1].places
    // The roadway's camber is highest in the middle, 75 m above the water.
    let top = try #require(deck.map(\.elevation).max())
    #expect(abs(top - 75.5) < 1, "\(top)")
    let tunnelled = try #require(scene.overlays.first)
    let other = try #require(renderer.routeProfile(of: tunnelled)?.first)
    #expect(other.pieces.map(\.support) == [.ground, .bore, .ground])

    var options = TestScenes.options(width: 480, height: 270)
    options.fieldOfView = 40
    // Fonts differ from system to system.
    options.showsAnnotations = false
    options.configuration = .standard(StandardMapConfiguration(showsLabels: false))
    let camera = try #require(scene.camera)
    let image = try renderer.render(camera: camera, options: options).image
    try expectGolden(image, "golden-gate-route", tolerance: 4, allowedPixels: 120)
    let tunnel = try #require(scene.namedCameras.first { $0.name == "tunnel" })
    let second = try renderer.render(camera: tunnel.camera, options: options).image
    try expectGolden(second, "tunnel-route", tolerance: 4, allowedPixels: 120)
  }
}

extension SceneRenderer {
  /// Whether a place on the ground is what a picture shows there.
  fileprivate func isSeen(
    _ point: Vector2, _ place: Coordinate, _ elevation: Double, _ view: CameraView
  ) -> Bool {
    let p = view.frame.position(of: place)
    let way = Vector3(p.x, p.y, elevation) - view.eye
    for i in 1..<400 {
      let at = view.eye + way * (Double(i) / 400)
      if at.z < groundElevation(view.frame.coordinate(at: at.xy)) - 0.5 { return false }
    }
    return true
  }
}
