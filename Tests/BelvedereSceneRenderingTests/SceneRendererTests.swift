import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct SceneRendererTests {
  private let center = TestScenes.center

  // MARK: Determinism

  @Test func theBytesDoNotDependOnTheNumberOfThreads() throws {
    let renderer = SceneRenderer(scene: TestScenes.village(at: center))
    for pitch in [0.0, 5, 65] {
      let camera = TestScenes.camera(center, distance: 1200, pitch: pitch, heading: 15)
      let expected = try renderer.render(
        camera: camera, options: TestScenes.options(threads: 1)
      ).image
      for threads in [2, 7] {
        let found = try renderer.render(
          camera: camera, options: TestScenes.options(threads: threads)
        ).image
        let difference = try #require(ImageDifference(expected, found))
        #expect(difference.count == 0, "\(threads) threads at pitch \(pitch)")
      }
      let fresh = try SceneRenderer(scene: TestScenes.village(at: center)).render(
        camera: camera, options: TestScenes.options(threads: 2)
      ).image
      #expect(fresh == expected, "another renderer at pitch \(pitch)")
    }
  }

  // MARK: Places on the screen

  @Test func theHorizonOfAFlatSeaIsInItsRow() throws {
    let c = Coordinate(latitude: 0, longitude: 0)
    var scene = Scene()
    // All of the map, so that the colour reaches the horizon.
    scene.overlays = [TestScenes.magentaGround(around: c, degrees: 84)]
    let renderer = SceneRenderer(scene: scene)
    let options = TestScenes.options(width: 80, height: 120, samples: 4)
    for (pitch, heading) in [(80.0, 0.0), (85, 90), (78, 217)] {
      let camera = TestScenes.camera(c, distance: 2000, pitch: pitch, heading: heading)
      let image = try renderer.render(camera: camera, options: options).image
      let k = 60 / tan(15 * Double.pi / 180)
      let row = 60 - k * tan((90 - pitch) * .pi / 180)
      for x in [0, 40, 79] {
        let ground = (0..<120).first { TestScenes.isMagenta(image[x, $0]) }
        let first = try #require(ground)
        #expect(abs(Double(first) - row) <= 1.5, "row \(first), not \(row), in column \(x)")
        #expect((first..<120).allSatisfy { TestScenes.isMagenta(image[x, $0]) })
      }
    }
  }

  @Test func aBuildingStandsExactlyWhereTheCameraProjectsItsCorners() throws {
    var scene = Scene()
    scene.overlays = [TestScenes.magentaGround(around: center)]
    let building = TestScenes.block(at: center)
    scene.buildings = [building]
    let renderer = SceneRenderer(scene: scene)
    let options = TestScenes.options(width: 160, height: 120)
    let outline = try #require(building.footprint.rings.first)
    for (pitch, heading) in [(30.0, 0.0), (55, 100), (70, 200), (62, 333)] {
      let camera = TestScenes.camera(center, distance: 420, pitch: pitch, heading: heading)
      let view = try TestScenes.view(camera, options)
      let image = try renderer.render(camera: camera, options: options).image
      var corners: [Vector2] = []
      for c in outline {
        for z in [0, building.height] {
          corners.append(try #require(view.project(c, elevation: z).point))
        }
      }
      let hull = convexHull(corners)
      for y in 0..<image.height {
        for x in 0..<image.width {
          let d = distanceInside(Vector2(Double(x) + 0.5, Double(y) + 0.5), hull)
          let isGround = TestScenes.isMagenta(image[x, y])
          if d > 1 { #expect(!isGround, "(\(x), \(y)) at \(pitch)°, \(heading)° shows ground") }
          // Beyond the horizon is sky.
          if d < -1, view.unproject(Vector2(Double(x) + 0.5, Double(y) + 0.5)).coordinate != nil {
            #expect(isGround, "(\(x), \(y)) at \(pitch)°, \(heading)° shows a building")
          }
        }
      }
    }
  }

  /// The corners of the hull in order, by gift wrapping.
  private func convexHull(_ points: [Vector2]) -> [Vector2] {
    guard var at = points.min(by: { ($0.x, $0.y) < ($1.x, $1.y) }) else { return [] }
    let first = at
    var hull: [Vector2] = []
    repeat {
      hull.append(at)
      var next = points[0] == at ? points[1] : points[0]
      for p in points where (next - at).cross(p - at) < 0 { next = p }
      at = next
    } while at != first && hull.count <= points.count
    return hull
  }

  /// How far a point lies inside a convex ring; negative outside (of the nearest side's line).
  private func distanceInside(_ p: Vector2, _ hull: [Vector2]) -> Double {
    hull.indices.map { i in
      let a = hull[i]
      let b = hull[(i + 1) % hull.count]
      return (b - a).normalized.cross(p - a)
    }.min() ?? 0
  }

  @Test func straightDownABuildingIsItsFootprint() throws {
    let frame = LocalFrame(origin: center)
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    // Off the middle, where an upright building would lean outwards.
    var building = TestScenes.block(at: frame.coordinate(at: Vector2(70, 30)), height: 200)
    building.color = Color(red: 1, green: 0, blue: 0)
    building.roofColor = building.color
    scene.buildings = [building]
    let options = TestScenes.options(width: 160, height: 120)
    let camera = TestScenes.camera(center, distance: 450, pitch: 0, heading: 30)
    let view = try TestScenes.view(camera, options)
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    let outline = try #require(building.footprint.rings.first)
    let hull = convexHull(try outline.map { try #require(view.project($0).point) })
    var inside = 0
    for y in 0..<image.height {
      for x in 0..<image.width {
        let d = distanceInside(Vector2(Double(x) + 0.5, Double(y) + 0.5), hull)
        let p = image[x, y]
        let isRed = Int(p.red) > 2 * Int(p.green) + 20
        if d > 1.5 {
          inside += 1
          #expect(isRed, "(\(x), \(y)) is not the building: \(p)")
        }
        if d < -1.5 { #expect(!isRed, "(\(x), \(y)) is the building: \(p)") }
      }
    }
    #expect(inside > 100)
  }

  // MARK: Light

  @Test(arguments: [0.0, 90, 200, 290])
  func shadowsFallAwayFromTheSun(_ azimuth: Double) throws {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    scene.landCover = [
      LandCover(kind: .plaza, polygon: TestScenes.box(around: center, degrees: 0.05))
    ]
    scene.light = Light(sunAzimuth: azimuth, sunElevation: 45)
    var built = scene
    built.buildings = [TestScenes.block(at: center, height: 60)]
    let options = TestScenes.options(width: 160, height: 120)
    // Seen from the side, so that the building hides neither place.
    let camera = TestScenes.camera(center, distance: 500, pitch: 40, heading: azimuth + 90)
    let view = try TestScenes.view(camera, options)
    let empty = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    let full = try SceneRenderer(scene: built).render(camera: camera, options: options).image
    func brightness(_ image: Image, at meters: Double) throws -> Double {
      let angle = azimuth * .pi / 180
      let place = view.frame.coordinate(at: Vector2(sin(angle), cos(angle)) * meters)
      let p = try #require(view.project(place).point)
      let pixel = image[Int(p.x), Int(p.y)]
      return Double(pixel.red) + Double(pixel.green) + Double(pixel.blue)
    }
    // Towards the sun nothing changes, away from it the shadow reaches 60 m beyond the walls.
    #expect(try brightness(full, at: 40) > 0.93 * brightness(empty, at: 40))
    #expect(try brightness(full, at: -45) < 0.75 * brightness(empty, at: -45))
    #expect(try brightness(full, at: -110) > 0.93 * brightness(empty, at: -110))
  }

  @Test func atNightAPictureIsDarkerThanByDay() throws {
    func mean(_ elevation: Double) throws -> Double {
      var scene = TestScenes.village(at: center)
      scene.light = Light(sunAzimuth: 200, sunElevation: elevation)
      let image = try SceneRenderer(scene: scene).render(
        camera: TestScenes.camera(center, distance: 1500, pitch: 60, heading: 0),
        options: TestScenes.options(samples: 1)
      ).image
      return image.bytes.reduce(0.0) { $0 + Double($1) } / Double(image.bytes.count)
    }
    let values = try [40.0, 2, -20].map(mean)
    #expect(values[0] > values[1] && values[1] > values[2], "\(values)")
  }

  // MARK: Ground

  /// Ridges of all sizes on a grid that ends in a plain at 0.
  private func ridges(_ c: Coordinate) -> HeightField {
    let n = 161
    var random = SplitMix64(seed: 4)
    let noise = (0..<(n * n)).map { _ in Float(random.double(0...60)) }
    let samples = (0..<(n * n)).map { k -> Float in
      let x = Double(k % n) / Double(n - 1) * 2 - 1
      let y = Double(k / n) / Double(n - 1) * 2 - 1
      let fade = max(0, 1 - max(abs(x), abs(y)) * 1.05)
      let hill = 700 * (1 + cos(7 * x) * sin(5 * y + 1))
      return Float(fade * hill) + Float(min(fade * 10, 1)) * noise[k]
    }
    return HeightField(
      width: n, height: n,
      bounds: GeographicBounds(
        south: c.latitude - 0.06, west: c.longitude - 0.06, north: c.latitude + 0.06,
        east: c.longitude + 0.06), samples: samples)
  }

  @Test func groundHasNoCracks() throws {
    var scene = Scene()
    scene.ground = ElevationMosaic([ridges(center)])
    scene.overlays = [TestScenes.magentaGround(around: center, degrees: 20)]
    let renderer = SceneRenderer(scene: scene)
    let options = TestScenes.options(width: 400, height: 240, samples: 8)
    for (distance, pitch, heading) in [
      (9000.0, 70.0, 10.0), (3000, 60, 130), (25_000, 75, 250), (1200, 40, 300), (60_000, 30, 45),
    ] {
      let camera = TestScenes.camera(center, distance: distance, pitch: pitch, heading: heading)
      let image = try renderer.render(camera: camera, options: options).image
      var cracks = 0
      for x in 0..<image.width {
        guard let top = (0..<image.height).first(where: { TestScenes.isMagenta(image[x, $0]) })
        else { continue }
        cracks += (top..<image.height).count { !TestScenes.isMagenta(image[x, $0]) }
      }
      #expect(cracks == 0, "\(cracks) pixels at \(distance) m, pitch \(pitch)")
      #expect(TestScenes.isMagenta(image[200, 239]))
    }
  }

  @Test func aHillRisesWhereTheCameraProjectsItsTop() throws {
    var scene = Scene()
    let top = LocalFrame(origin: center).coordinate(at: Vector2(0, 4000))
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: top, height: 900, radius: 1500)],
        bounds: GeographicBounds(
          south: center.latitude - 0.2, west: center.longitude - 0.2,
          north: center.latitude + 0.2, east: center.longitude + 0.2))
    ])
    scene.overlays = [TestScenes.magentaGround(around: center, degrees: 20)]
    let renderer = SceneRenderer(scene: scene)
    let options = TestScenes.options(width: 160, height: 120)
    let camera = TestScenes.camera(center, distance: 3000, pitch: 84, heading: 0)
    let image = try renderer.render(camera: camera, options: options).image
    let view = try TestScenes.view(camera, options)
    let summit = try #require(view.project(top, elevation: 900).point)
    let first = try #require(
      (0..<120).first { TestScenes.isMagenta(image[Int(summit.x), $0]) })
    #expect(abs(Double(first) - summit.y) <= 2, "row \(first), not \(summit.y)")
    #expect(renderer.groundElevation(top) == 900)
    scene.verticalExaggeration = 2
    #expect(SceneRenderer(scene: scene).groundElevation(top) == 1800)
  }

  // MARK: 180°

  @Test func aSceneAcross180DegreesLooksLikeTheSameSceneElsewhere() throws {
    func picture(_ longitude: Double, shift: Double) throws -> Image {
      let c = Coordinate(latitude: 10, longitude: longitude)
      let frame = LocalFrame(origin: c)
      var scene = Scene()
      scene.overlays = [TestScenes.magentaGround(around: c, degrees: 2)]
      for i in -3...3 {
        var building = TestScenes.block(
          at: Coordinate(
            latitude: 10,
            longitude: frame.origin.coordinate.longitude + Double(i) * 0.0006 + shift),
          height: 40 + 5 * Double(i))
        building.hasWindows = false
        scene.buildings.append(building)
      }
      return try SceneRenderer(scene: scene).render(
        camera: TestScenes.camera(
          Coordinate(latitude: 10, longitude: longitude + shift), distance: 900, pitch: 60,
          heading: 25), options: TestScenes.options()
      ).image
    }
    let expected = try picture(30, shift: 0)
    for (longitude, shift) in [
      (180.0, 0.0), (-180, 0), (179.9999, 0), (-179.9999, 0), (180, 360), (30, -720),
    ] {
      let difference = try #require(
        ImageDifference(expected, try picture(longitude, shift: shift), tolerance: 24))
      #expect(
        difference.count <= 12,
        "\(longitude) shifted by \(shift): \(difference.count) pixels, \(difference.worst)")
    }
  }

  // MARK: Cancelling and errors

  @Test func aRenderStopsWhenItsProgressSaysSo() throws {
    // A renderer keeps what it has made, and then there is less to stop.
    func renderer() -> SceneRenderer { SceneRenderer(scene: TestScenes.village(at: center)) }
    let camera = TestScenes.camera(center, distance: 1200, pitch: 60, heading: 0)
    let calls = Atomic<Int>(0)
    _ = try renderer().render(camera: camera, options: TestScenes.options()) { part, _ in
      calls.wrappingAdd(1, ordering: .relaxed)
      return part <= 1
    }
    let total = calls.load(ordering: .relaxed)
    #expect(total >= 6)
    for stop in stride(from: 1, to: total, by: max(1, total / 9)) {
      let seen = Atomic<Int>(0)
      do {
        _ = try renderer().render(camera: camera, options: TestScenes.options()) { _, _ in
          seen.wrappingAdd(1, ordering: .relaxed).newValue < stop
        }
        Issue.record("a picture in spite of being stopped at call \(stop)")
      } catch RenderError.cancelled {
        continue
      }
    }
  }

  @Test func progressRunsFromZeroToOneOnOneThread() throws {
    let renderer = SceneRenderer(scene: TestScenes.village(at: center))
    let parts = Mutex<[Double]>([])
    _ = try renderer.render(
      camera: TestScenes.camera(center, distance: 1200, pitch: 60, heading: 0),
      options: TestScenes.options(threads: 1)
    ) { part, _ in
      parts.withLock { $0.append(part) }
      return true
    }
    let seen = parts.withLock { $0 }
    #expect(seen.allSatisfy { $0 >= 0 && $0 <= 1 })
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func absurdCamerasAndOptionsAreDomainErrors() {
    let renderer = SceneRenderer(scene: Scene())
    func field(
      _ change: (inout MapCamera) -> Void = { _ in },
      options changeOptions: (inout RenderOptions) -> Void = { _ in }
    ) -> String? {
      var camera = TestScenes.camera(center, distance: 1000, pitch: 30, heading: 0)
      change(&camera)
      var options = TestScenes.options(width: 16, height: 9)
      changeOptions(&options)
      do {
        _ = try renderer.render(camera: camera, options: options)
        return nil
      } catch {
        return (error as? DomainError)?.field ?? "\(error)"
      }
    }
    #expect(field() == nil)
    #expect(field { $0.pitch = 400 } == "pitch")
    #expect(field { $0.pitch = .nan } == "pitch")
    #expect(field { $0.distance = 0 } == "distance")
    #expect(field { $0.distance = .infinity } == "distance")
    #expect(field { $0.heading = .nan } == "heading")
    #expect(field { $0.centerCoordinate.latitude = 90 } == "latitude")
    #expect(field { $0.centerCoordinate.longitude = .infinity } == "longitude")
    #expect(field(options: { $0.width = 0 }) == "width")
    #expect(field(options: { $0.height = -3 }) == "height")
    #expect(field(options: { $0.fieldOfView = 180 }) == "fieldOfView")
    for scale in [0, -1, .nan, .infinity] {
      #expect(field(options: { $0.scale = scale }) == "scale")
    }
  }

  @Test func extremeButValidCamerasDraw() throws {
    let renderer = SceneRenderer(scene: TestScenes.village(at: center))
    for (latitude, longitude, distance, pitch) in [
      (85.05, 0.0, 1000.0, 60.0), (-85.05, 180, 1e9, 0), (0, -180, 1e-3, 0),
      (37.8, -122.4, 0.5, 89),
      (37.8, -122.4, 1e7, 90), (0, 1e6, 500, 90),
    ] {
      let image = try renderer.render(
        camera: TestScenes.camera(
          Coordinate(latitude: latitude, longitude: longitude), distance: distance, pitch: pitch,
          heading: 77), options: TestScenes.options(width: 32, height: 18, samples: 1)
      ).image
      #expect(image.width == 32 && image.height == 18)
    }
  }

  @Test func limitsAreAppliedAndReported() throws {
    let renderer = SceneRenderer(scene: Scene())
    let steep = try renderer.render(
      camera: TestScenes.camera(center, distance: 10_000, pitch: 85, heading: 5),
      options: TestScenes.options(width: 16, height: 9, pitchLimit: .standard))
    #expect(steep.camera.pitch == PitchLimit.standard.maximumPitch(atDistance: 10_000))
    #expect(steep.camera.centerCoordinate == center)
    #expect(steep.warnings.count == 1)
    let gentle = try renderer.render(
      camera: TestScenes.camera(center, distance: 10_000, pitch: 20, heading: 5),
      options: TestScenes.options(width: 16, height: 9, pitchLimit: .standard))
    #expect(gentle.camera.pitch == 20)
    #expect(gentle.warnings.isEmpty)
  }

  @Test func anEyeInsideAHillIsLiftedAndReported() throws {
    let scene = TestScenes.village(at: center)
    let renderer = SceneRenderer(scene: scene)
    // Looking south from where the hill stands.
    let result = try renderer.render(
      camera: TestScenes.camera(center, distance: 950, pitch: 85, heading: 200),
      options: TestScenes.options(width: 16, height: 9))
    #expect(!result.warnings.isEmpty)
    let view = try TestScenes.view(
      result.camera, TestScenes.options(), ground: renderer.groundElevation(center))
    #expect(view.eye.z >= renderer.groundElevation(view.eyeCoordinate) + 2)
  }

  @Test func theScaleMultipliesPixelsAndShowsTheSame() throws {
    var scene = Scene()
    scene.overlays = [TestScenes.magentaGround(around: center)]
    scene.buildings = [TestScenes.block(at: center)]
    let renderer = SceneRenderer(scene: scene)
    let camera = TestScenes.camera(center, distance: 420, pitch: 55, heading: 100)
    let one = try renderer.render(camera: camera, options: TestScenes.options()).image
    var options = TestScenes.options()
    options.scale = 2
    let two = try renderer.render(camera: camera, options: options).image
    #expect(two.width == 320 && two.height == 180)
    var differing = 0
    for y in 0..<90 {
      for x in 0..<160 {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
          TestScenes.isMagenta(two[2 * x + $0.0, 2 * y + $0.1])
        }
        guard Set(four).count == 1, four[0] != TestScenes.isMagenta(one[x, y]) else { continue }
        differing += 1
      }
    }
    #expect(differing <= 30, "\(differing) pixels")
  }

  // MARK: Goldens

  @Test func goldenVillage() throws {
    let image = try SceneRenderer(scene: TestScenes.village(at: center)).render(
      camera: TestScenes.camera(center, distance: 1300, pitch: 66, heading: 12),
      options: TestScenes.options()
    ).image
    try expectGolden(image, "village", tolerance: 4, allowedPixels: 20)
  }

  @Test func goldenVillageFromAbove() throws {
    let image = try SceneRenderer(scene: TestScenes.village(at: center)).render(
      camera: TestScenes.camera(center, distance: 1800, pitch: 0, heading: 0),
      options: TestScenes.options()
    ).image
    try expectGolden(image, "village-from-above", tolerance: 4, allowedPixels: 20)
  }

  @Test func goldenVillageInTheEvening() throws {
    var scene = TestScenes.village(at: center)
    scene.light = Light(sunAzimuth: 280, sunElevation: 4, visibility: 20_000)
    let image = try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(center, distance: 1300, pitch: 72, heading: 300),
      options: TestScenes.options()
    ).image
    try expectGolden(image, "village-evening", tolerance: 4, allowedPixels: 20)
  }
}
