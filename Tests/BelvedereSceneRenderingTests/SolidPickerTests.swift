import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import Testing

@Suite("Picking of solids") struct SolidPickerTests {
  @Test("what is picked is what the picture shows, pixel by pixel")
  func picture() throws {
    let center = TestScenes.center
    var scene = TestScenes.village(at: center)
    scene.overlays = [TestScenes.magentaGround(around: center)]
    let (width, height) = (240, 160)
    for (pitch, heading) in [(0.0, 0.0), (45, 30), (62, 200)] {
      let camera = MapCamera(
        lookingAtCenter: center, fromDistance: 900, pitch: pitch, heading: heading)
      let renderer = SceneRenderer(scene: scene)
      let picture = try renderer.render(
        camera: camera, options: RenderOptions(width: width, height: height, samples: 1))
      let view = try CameraView(
        camera: picture.camera, viewport: Viewport(width: Double(width), height: Double(height)),
        groundElevation: renderer.groundElevation(center))
      let picker = SolidPicker(scene: scene)
      let ground = try #require(GroundSurface(scene))
      var (solids, wrong) = (0, 0)
      for y in 0..<height {
        for x in 0..<width {
          let point = Vector2(Double(x) + 0.5, Double(y) + 0.5)
          let plain = ground.unproject(point, in: view).ground
          let hit = picker.hit(point, in: view)
          let isSolid = hit.map { $0.depth <= plain?.depth ?? .infinity } ?? false
          if isSolid { solids += 1 }
          if plain == nil, !isSolid { continue }
          // The drawn ground is exact to ¾ pixel: what lies closer to it may be either.
          if let hit, let plain,
            abs(hit.depth - plain.depth) < 0.75 * plain.depth / view.viewport.focalLength
          {
            continue
          }
          if TestScenes.isMagenta(picture.image[x, y]) == isSolid { wrong += 1 }
        }
      }
      #expect(solids > 30, "pitch \(pitch)")
      // Pixels whose middle lies on an edge.
      #expect(
        Double(wrong) <= 0.001 * Double(width * height), "pitch \(pitch): \(wrong) of \(solids)")
    }
  }

  /// Beside a village, near ±180° and in high latitudes, where the flat map's metres are others.
  @Test("on the globe, too, what is picked is what the picture shows, pixel by pixel")
  func globePicture() throws {
    let places = [
      TestScenes.center, Coordinate(latitude: -33, longitude: 179.9995),
      Coordinate(latitude: 78, longitude: 15),
    ]
    let views = [(900.0, 0.0, 0.0), (900, 45, 30), (900, 62, 200), (2500, 75, 290)]
    for (n, center) in places.enumerated() {
      var scene = TestScenes.village(at: center)
      scene.overlays = [TestScenes.magentaGround(around: center)]
      for (distance, pitch, heading) in n == 0 ? views : [views[2]] {
        let camera = MapCamera(
          lookingAtCenter: center, fromDistance: distance, pitch: pitch, heading: heading)
        try checkGlobe(scene, camera)
      }
    }
  }

  private func checkGlobe(_ scene: Scene, _ camera: MapCamera) throws {
    let options = GlobeScenes.options(width: 240, height: 160, samples: 1)
    let renderer = SceneRenderer(scene: scene)
    let image = try renderer.render(camera: camera, options: options).image
    let view = try GlobeScenes.view(
      camera, options, ground: renderer.groundElevation(camera.centerCoordinate))
    let picker = SolidPicker(scene: scene)
    let ground = try #require(GroundSurface(scene))
    var (solids, wrong) = (0, 0)
    for y in 0..<160 {
      for x in 0..<240 {
        let point = Vector2(Double(x) + 0.5, Double(y) + 0.5)
        let plain = ground.unproject(point, in: view).ground
        let hit = picker.hit(point, in: view)
        if let hit {
          // The place is the one that the picture shows at this point.
          let back = try #require(view.project(hit.coordinate, elevation: hit.elevation).screen)
          #expect((back.point - point).length < 1e-6 && abs(back.depth - hit.depth) < 1e-6)
        }
        let isSolid = hit.map { $0.depth <= plain?.depth ?? .infinity } ?? false
        if isSolid { solids += 1 }
        if plain == nil, !isSolid { continue }
        // The drawn ground is exact to ¾ pixel: what lies closer to it may be either.
        if let hit, let plain,
          abs(hit.depth - plain.depth) < 0.75 * plain.depth / view.viewport.focalLength
        {
          continue
        }
        if TestScenes.isMagenta(image[x, y]) == isSolid { wrong += 1 }
      }
    }
    #expect(solids > 30, "\(camera)")
    // Pixels whose middle lies on an edge.
    #expect(wrong <= 38, "\(camera): \(wrong) of \(solids)")
  }

  @Test("rays against a block meet its walls and roof where they stand")
  func block() throws {
    let center = Coordinate(latitude: 46, longitude: 179.9999)
    var scene = Scene()
    scene.buildings = [
      TestScenes.block(at: Coordinate(latitude: 46.01, longitude: 179.99), height: 10),
      TestScenes.block(at: center, height: 60),
    ]
    let view = try CameraView(
      camera: MapCamera(lookingAtCenter: center, fromDistance: 500, pitch: 60, heading: 10),
      viewport: Viewport(width: 800, height: 600))
    let picker = SolidPicker(scene: scene)
    let frame = LocalFrame(origin: center)
    var hits = 0
    for y in stride(from: 5.0, to: 600, by: 11) {
      for x in stride(from: 3.0, to: 800, by: 13) {
        let ray = view.direction(through: Vector2(x, y))
        let expected = Self.depth(frame, view.eye, ray)
        let hit = picker.hit(Vector2(x, y), in: view)
        guard let expected else {
          #expect(hit == nil)
          continue
        }
        hits += 1
        #expect(hit?.kind == .building && hit?.index == 1)
        #expect(abs((hit?.depth ?? 0) - expected) < 1e-3)
        #expect((hit?.elevation ?? -1) >= -1e-3 && (hit?.elevation ?? 99) <= 60 + 1e-3)
      }
    }
    #expect(hits > 50)
  }

  /// Where a ray enters a box of 40 m × 30 m × 60 m, turned by 20°: by slabs.
  private static func depth(_ frame: LocalFrame, _ eye: Vector3, _ ray: Vector3) -> Double? {
    let footprint = GeographicPolygon(
      rectangleAround: frame.origin.coordinate, width: 40, depth: 30, heading: 20)
    let corners = footprint.rings[0].map { frame.position(of: $0) }
    let middle = corners.reduce(Vector2.zero) { $0 + $1 } / 4
    let (a, b) = (corners[1] - corners[0], corners[2] - corners[1])
    var range = (0.0, Double.infinity)
    func slab(_ position: Double, _ speed: Double, _ low: Double, _ high: Double) {
      guard speed != 0 else {
        if position < low || position > high { range = (1, 0) }
        return
      }
      let (s, t) = ((low - position) / speed, (high - position) / speed)
      range = (max(range.0, min(s, t)), min(range.1, max(s, t)))
    }
    for axis in [a, b] {
      let unit = axis / axis.length
      slab((eye.xy - middle).dot(unit), ray.xy.dot(unit), -axis.length / 2, axis.length / 2)
    }
    slab(eye.z, ray.z, 0, 60)
    return range.0 <= range.1 ? range.0 : nil
  }
}
