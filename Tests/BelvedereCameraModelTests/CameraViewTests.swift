import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import CBelvedereGLM
import Foundation
import Testing

/// Cameras of every kind, with the extremes of each field more often than chance has them.
func anyCamera(_ random: inout SplitMix64) -> MapCamera {
  MapCamera(
    lookingAtCenter: Coordinate(
      latitude: random.pick([random.double(-84...84), random.double(-60...60), 0, 84.9, -84.9]),
      longitude: random.pick([
        random.double(-180...180), 180, -180, 179.9999, -179.9999, 0, random.double(-1000...1000),
      ])),
    fromDistance: random.pick([
      random.double(100...20_000), pow(10, random.double(-1...7)), 0.5, 2_000_000,
    ]),
    pitch: random.pick([random.double(0...89), 0, 89.9, 45, random.double(0...60)]),
    heading: random.pick([random.double(0...360), 0, 90, 180, 270, random.double(-9999...9999)]))
}

func anyViewport(_ random: inout SplitMix64) -> Viewport {
  Viewport(
    width: random.double(10...4000), height: random.double(10...3000),
    fieldOfView: random.pick([30, random.double(5...120)]))
}

@Suite struct CameraViewTests {
  /// The definition of the contract, step by step and with radians.
  private func byDefinition(
    _ camera: MapCamera, _ viewport: Viewport, ground: Double, _ p: Vector3
  ) -> (x: Double, y: Double, depth: Double) {
    let h = camera.heading * .pi / 180
    let pitch = camera.pitch * .pi / 180
    let forward = Vector3(sin(pitch) * sin(h), sin(pitch) * cos(h), -cos(pitch))
    let up = Vector3(cos(pitch) * sin(h), cos(pitch) * cos(h), sin(pitch))
    let right = forward.cross(up)
    let eye = Vector3(0, 0, ground) - forward * camera.distance
    let v = p - eye
    let k = viewport.height / 2 / tan(viewport.fieldOfView * .pi / 360)
    let depth = v.dot(forward)
    return (
      viewport.width / 2 + k * v.dot(right) / depth, viewport.height / 2 - k * v.dot(up) / depth,
      depth
    )
  }

  private func glm(_ m: Matrix4) -> bv_mat4 {
    func column(_ c: SIMD4<Double>) -> bv_vec4 { bv_vec4(x: c.x, y: c.y, z: c.z, w: c.w) }
    return bv_mat4(c0: column(m.c0), c1: column(m.c1), c2: column(m.c2), c3: column(m.c3))
  }

  @Test func projectionAgreesWithItsDefinitionAndWithGLM() {
    forEachSeed(4000) { random in
      let camera = anyCamera(&random)
      let viewport = anyViewport(&random)
      let ground = random.pick([0, random.double(-100...4000)])
      let view = try CameraView(camera: camera, viewport: viewport, groundElevation: ground)
      let d = camera.distance
      let p = Vector3(
        random.double(-d...d), random.double(-d...d), ground + random.double(-0.1...0.5) * d)
      let expected = byDefinition(camera, viewport, ground: ground, p)
      // Close to the plane of the eye a rounded depth says little.
      guard abs(expected.depth) > 1e-3 * d else { return }
      let found = view.project(p)
      try check(
        (found.point == nil) == (expected.depth <= 0), "\(camera) \(p): depth \(expected.depth)")
      guard case .point(let found) = found else { return }
      let size = max(viewport.width, viewport.height)
      let tolerance = 1e-9 * max(size, abs(expected.x), abs(expected.y))
      try check(
        isClose(found.point.x, expected.x, absolute: tolerance)
          && isClose(found.point.y, expected.y, absolute: tolerance)
          && isClose(found.depth, expected.depth, relative: 1e-9),
        "\(camera) \(p): \(found), not \(expected)")

      var modelView = glm(view.pose.viewMatrix)
      var projection = glm(try viewport.clipMatrix(.metal, near: 0.01 * d, reversedDepth: true))
      let window = bv_project(
        bv_vec3(x: p.x, y: p.y, z: p.z), &modelView, &projection,
        bv_vec4(x: 0, y: 0, z: viewport.width, w: viewport.height))
      // GLM's window has y upwards.
      let loose = 1e-9 * max(size, abs(expected.x), abs(expected.y))
      try check(
        isClose(found.point.x, window.x, absolute: loose)
          && isClose(viewport.height - found.point.y, window.y, absolute: loose),
        "\(camera) \(p): \(found.point), not \(window)")
    }
  }

  @Test func theCenterIsInTheMiddleAndPaddingMovesItThere() throws {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 37.8, longitude: -122.4), fromDistance: 1500,
      pitch: 60, heading: 123)
    let plain = try CameraView(
      camera: camera, viewport: Viewport(width: 800, height: 600), groundElevation: 25)
    let middle = try #require(plain.project(camera.centerCoordinate, elevation: 25).screen)
    #expect((middle.point - Vector2(400, 300)).length < 1e-9)
    #expect(isClose(middle.depth, 1500, relative: 1e-14))
    let padded = try CameraView(
      camera: camera,
      viewport: Viewport(
        width: 800, height: 600,
        padding: EdgePadding(top: 100, left: 40, bottom: 20, right: 200)),
      groundElevation: 25)
    let moved = try #require(padded.project(camera.centerCoordinate, elevation: 25).screen)
    #expect((moved.point - Vector2(320, 340)).length < 1e-9)
    #expect(padded.viewport.focalLength == plain.viewport.focalLength)
    #expect(padded.eye == plain.eye)
  }

  @Test func straightDownNorthIsUpAndTheScaleIsOnPaper() throws {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 0, longitude: 0), fromDistance: 1000, pitch: 0,
      heading: 0)
    // Half of 90° at 1000 m shows 1000 m in half the height.
    let view = try CameraView(
      camera: camera, viewport: Viewport(width: 400, height: 200, fieldOfView: 90))
    let east = try #require(view.project(Vector3(500, 0, 0)).screen)
    #expect((east.point - Vector2(250, 100)).length < 1e-9)
    let north = try #require(view.project(Vector3(0, 500, 0)).screen)
    #expect((north.point - Vector2(200, 50)).length < 1e-9)
    let tower = try #require(view.project(Vector3(500, 0, 500)).screen)
    #expect((tower.point - Vector2(300, 100)).length < 1e-9)
    #expect(isClose(tower.depth, 500, relative: 1e-14))
  }

  @Test func theHorizonIsWhereThePitchPutsIt() throws {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 10, longitude: 20), fromDistance: 1000, pitch: 75,
      heading: 40)
    let view = try CameraView(
      camera: camera, viewport: Viewport(width: 400, height: 300, fieldOfView: 40))
    // 15° above the middle.
    let row = 150 - view.viewport.focalLength * tan(15 * Double.pi / 180)
    #expect(view.unproject(Vector2(200, row + 0.5)).coordinate != nil)
    #expect(view.unproject(Vector2(200, row - 1e-6)).coordinate == nil)
    #expect(view.unproject(Vector2(0, row - 1)).coordinate == nil)
  }

  @Test func unprojectingProjectsBack() {
    var met = 0
    forEachSeed(6000) { random in
      let camera = anyCamera(&random)
      let viewport = anyViewport(&random)
      let ground = random.pick([0, random.double(-100...3000)])
      let view = try CameraView(camera: camera, viewport: viewport, groundElevation: ground)
      let point = Vector2(
        random.double(0...viewport.width), random.double(0...viewport.height))
      guard let coordinate = view.unproject(point, elevation: ground).coordinate else { return }
      try check(coordinate.isValid, "\(camera) at \(point): \(coordinate)")
      try check(
        coordinate.longitude >= -180 && coordinate.longitude < 180, "\(coordinate) is not wrapped")
      // Beyond half the world the way back is another; next to the horizon nothing is exact.
      let ray = view.direction(through: point)
      guard -ray.z > 1e-3 * ray.length else { return }
      let depth = (ground - view.eye.z) / ray.z
      let hit = view.eye + ray * depth
      guard abs(hit.x) < 0.499 * MapPoint.worldWidth * view.frame.metersPerMapPoint else { return }
      guard let back = view.project(coordinate, elevation: ground).screen else {
        throw PropertyFailure("\(camera) at \(point): \(coordinate) is not seen")
      }
      // A coordinate is rounded to some 10⁻⁸ m, more worlds away; an eye millimetres away sees that.
      let rounding = viewport.focalLength / depth * ray.length * ray.length * 2e-7
      try check(
        (back.point - point).length <= max(1e-6, rounding),
        "\(camera) at \(point): back at \(back.point)")
      met += 1
    }
    #expect(met > 2500 || ProcessInfo.processInfo.environment["BELVEDERE_SEED"] != nil)
  }

  @Test func theSkyAndTheMapsEdgeHaveNoCoordinate() throws {
    let level = MapCamera(
      lookingAtCenter: Coordinate(latitude: 0, longitude: 0), fromDistance: 1000, pitch: 90,
      heading: 0)
    let view = try CameraView(camera: level, viewport: Viewport(width: 100, height: 100))
    for y in [0.0, 25, 50] {
      #expect(view.unproject(Vector2(50, y), elevation: -10).coordinate == nil, "row \(y)")
    }
    #expect(view.unproject(Vector2(50, 75), elevation: -10).coordinate != nil)
    // Along a ray that is level there is no ground at all.
    #expect(view.unproject(Vector2(50, 75), elevation: 0).coordinate == nil)
    #expect(view.unproject(Vector2(.nan, 5)).coordinate == nil)
    #expect(view.unproject(Vector2(5, .infinity)).coordinate == nil)
    let north = MapCamera(
      lookingAtCenter: Coordinate(latitude: 85, longitude: 0), fromDistance: 50_000, pitch: 45,
      heading: 0)
    let edge = try CameraView(camera: north, viewport: Viewport(width: 100, height: 100))
    #expect(edge.unproject(Vector2(50, 1)).coordinate == nil)
  }

  @Test func whatIsBehindOrBesideTheEyeHasNoPoint() {
    forEachSeed(2000) { random in
      let camera = anyCamera(&random)
      let view = try CameraView(camera: camera, viewport: anyViewport(&random))
      let d = camera.distance
      let beside =
        view.right * random.double(-d...d) + view.up * random.double(-d...d)
      let back = view.eye + beside - view.forward * random.double((0.001 * d)...(3 * d))
      try check(view.project(back).point == nil, "\(camera): \(back) is seen")
      let ahead = view.eye + beside + view.forward * random.double((0.001 * d)...(3 * d))
      try check(view.project(ahead).point != nil, "\(camera): \(ahead) is not seen")
    }
  }

  @Test func theEyeItselfHasNoPoint() throws {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 1, longitude: 1), fromDistance: 10, pitch: 30,
      heading: 0)
    let view = try CameraView(camera: camera, viewport: Viewport(width: 10, height: 10))
    #expect(view.project(view.eye).point == nil)
    #expect(view.project(Vector3(.nan, 0, 0)).point == nil)
    #expect(view.project(Vector3(.infinity, 0, 0)).point == nil)
  }

  @Test func headingsATurnApartSeeTheSame() {
    forEachSeed(300) { random in
      var camera = anyCamera(&random)
      camera.heading = Double(random.int(0...359))
      let turned = MapCamera(
        lookingAtCenter: camera.centerCoordinate, fromDistance: camera.distance,
        pitch: camera.pitch, heading: camera.heading + 360 * Double(random.int(-3...3)))
      try check(turned == camera, "\(turned) is not \(camera)")
    }
  }

  @Test func axesAreOrthonormalAndRightIsLevel() {
    forEachSeed(2000) { random in
      let view = try CameraView(camera: anyCamera(&random), viewport: anyViewport(&random))
      let (f, r, u) = (view.forward, view.right, view.up)
      try check(abs(f.length - 1) < 1e-15 * 4 && abs(u.length - 1) < 1e-15 * 4, "not unit")
      try check(abs(f.dot(u)) < 1e-15 && abs(f.dot(r)) < 1e-15, "not square")
      try check((f.cross(u) - r).length < 1e-15 * 4, "not right-handed")
      try check(r.z == 0, "not level")
    }
  }

  // MARK: Domains

  private func domainField(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let error as DomainError {
      return error.field
    } catch {
      return "\(error)"
    }
  }

  @Test func everyCameraFieldOutsideItsDomainIsNamed() {
    let good = MapCamera(
      lookingAtCenter: Coordinate(latitude: 10, longitude: 20), fromDistance: 1000, pitch: 45,
      heading: 10)
    #expect(domainField { try good.validate() } == nil)
    func field(_ change: (inout MapCamera) -> Void) -> String? {
      var camera = good
      change(&camera)
      return domainField {
        _ = try CameraView(camera: camera, viewport: Viewport(width: 10, height: 10))
      }
    }
    for bad in [Double.nan, .infinity, -.infinity, 90, -90, 85.06, 91, 1e308] {
      #expect(field { $0.centerCoordinate.latitude = bad } == "latitude", "\(bad)")
    }
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(field { $0.centerCoordinate.longitude = bad } == "longitude", "\(bad)")
      #expect(field { $0.heading = bad } == "heading", "\(bad)")
    }
    for bad in [Double.nan, .infinity, -.infinity, 400, -0.001, 90.001] {
      #expect(field { $0.pitch = bad } == "pitch", "\(bad)")
    }
    for bad in [Double.nan, .infinity, -.infinity, 0, -5, 1e308] {
      #expect(field { $0.distance = bad } == "distance", "\(bad)")
    }
    #expect(field { $0.centerCoordinate.latitude = MapPoint.maximumLatitude } == nil)
    #expect(field { $0.centerCoordinate.longitude = 1e6 } == nil)
    #expect(field { $0.pitch = 90 } == nil)
    #expect(
      domainField {
        _ = try CameraView(
          camera: good, viewport: Viewport(width: 10, height: 10), groundElevation: .nan)
      } == "elevation")
  }

  @Test func everyViewportFieldOutsideItsDomainIsNamed() {
    func field(_ change: (inout Viewport) -> Void) -> String? {
      var viewport = Viewport(width: 100, height: 50)
      change(&viewport)
      return domainField { try viewport.validate() }
    }
    for bad in [Double.nan, .infinity, 0, -1, 1e308] {
      #expect(field { $0.width = bad } == "width", "\(bad)")
      #expect(field { $0.height = bad } == "height", "\(bad)")
    }
    for bad in [Double.nan, .infinity, 0, 180, -30, 360] {
      #expect(field { $0.fieldOfView = bad } == "fieldOfView", "\(bad)")
    }
    for bad in [Double.nan, .infinity, -1] {
      #expect(field { $0.padding.top = bad } == "padding.top", "\(bad)")
      #expect(field { $0.padding.left = bad } == "padding.left", "\(bad)")
      #expect(field { $0.padding.bottom = bad } == "padding.bottom", "\(bad)")
      #expect(field { $0.padding.right = bad } == "padding.right", "\(bad)")
    }
    #expect(field { $0.fieldOfView = 179 } == nil)
  }

  @Test func absurdButValidCamerasGiveFinitePointsOrNone() {
    forEachSeed(2000) { random in
      let camera = MapCamera(
        lookingAtCenter: Coordinate(
          latitude: random.pick([MapPoint.maximumLatitude, -MapPoint.maximumLatitude, 0]),
          longitude: random.pick([1e15, -1e300, 0, 180])),
        fromDistance: random.pick([1e-300, 1e-9, 1e9, 1]),
        pitch: random.pick([0, 90, 89.9999999, 1e-300]), heading: random.double(0...360))
      let view = try CameraView(
        camera: camera,
        viewport: Viewport(
          width: random.pick([1e-6, 1e7, 100]), height: random.pick([1e-6, 1e7, 100]),
          fieldOfView: random.pick([1e-9, 179.999, 30])))
      let point = Vector2(random.double(-10...200), random.double(-10...200))
      if let c = view.unproject(point).coordinate { try check(c.isValid, "\(camera): \(c)") }
      let seen = view.project(
        Coordinate(latitude: random.double(-90...90), longitude: random.double(-500...500)))
      if let seen = seen.screen {
        try check(seen.point.x.isFinite && seen.point.y.isFinite, "\(camera): \(seen)")
      }
    }
  }
}
