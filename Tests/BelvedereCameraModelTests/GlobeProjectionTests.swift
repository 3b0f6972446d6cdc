import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import CBelvedereGLM
import Foundation
import Testing

@Suite("Projection on the globe") struct GlobeProjectionTests {
  private func view(_ random: inout SplitMix64) throws -> GlobeView {
    try GlobeView(
      camera: anyGlobeCamera(&random), viewport: anyViewport(&random),
      groundElevation: random.pick([0, random.double(-430...8000)]))
  }

  /// The point on the screen of what is seen or hidden in front of the eye.
  private func screen(_ result: ProjectionResult) -> ScreenPoint? {
    switch result {
    case .point(let point), .belowHorizon(let point): point
    default: nil
    }
  }

  @Test("the center is on the principal point, exactly, at its distance")
  func center() {
    forEachSeed(5000) { random in
      let view = try view(&random)
      let result = view.project(view.camera.centerCoordinate, elevation: view.groundElevation)
      guard case .point(let screen) = result else {
        // A ground high above sea level may hide behind the ellipsoid only at the horizon.
        throw PropertyFailure("\(view.camera): \(result)")
      }
      try check(
        screen.point == view.viewport.principalPoint && screen.depth == view.camera.distance,
        "\(view.camera): \(screen)")
    }
  }

  @Test("it is what Earth-centred vectors give, and GLM with the poses' matrices")
  func definition() {
    forEachSeed(5000) { random in
      let view = try view(&random)
      let camera = view.camera
      let place = anyPlace(&random)
      let elevation = random.double(-400...9000)
      guard let found = screen(view.project(place, elevation: elevation)) else { return }
      // By the definition, with large vectors: noise of nanometres.
      let c = axes(at: camera.centerCoordinate)
      let (p, h) = (camera.pitch * .pi / 180, camera.heading * .pi / 180)
      let f = (c.east * sin(h) + c.north * cos(h)) * sin(p) - c.up * cos(p)
      let u = (c.east * sin(h) + c.north * cos(h)) * cos(p) + c.up * sin(p)
      let r = f.cross(u)
      let center = try Ellipsoid.wgs84.ecef(
        of: GeodeticPosition(camera.centerCoordinate, height: view.groundElevation))
      let point = try Ellipsoid.wgs84.ecef(of: GeodeticPosition(place, height: elevation))
      let v = point - (center - f * camera.distance)
      let k = view.viewport.focalLength
      let depth = v.dot(f)
      let cp = view.viewport.principalPoint
      let expected = Vector2(cp.x + k * v.dot(r) / depth, cp.y - k * v.dot(u) / depth)
      let out = (expected - cp).length
      // A place next to the plane of the eye has no digits left.
      guard depth > 1e-3 * v.length else { return }
      let noise = (k + out * out / k) * (2e-8 + 2e-15 * v.length) / depth
      try check(
        (found.point - expected).length <= noise + 1e-12 * out,
        "\(camera) \(place): \(found), not \(expected)")

      let near = depth / 2
      let clip = try view.viewport.clipMatrix(.metal, near: near)
      let local = try view.frame.position(of: GeodeticPosition(place, height: elevation))
      for (pose, position, size) in [
        (view.pose, local, local.length + camera.distance), (view.ecefPose, point, 1.3e7),
      ] {
        let image = clip * (pose.viewMatrix * SIMD4(position.x, position.y, position.z, 1))
        let x = (image.x / image.w + 1) / 2 * view.viewport.width
        let y = (1 - image.y / image.w) / 2 * view.viewport.height
        let off = (Vector2(x, y) - found.point).length
        let rounding = (k + out * out / k) * 4e-15 * (size + camera.distance) / depth
        try check(
          off <= 1e-12 * (out + view.viewport.width + view.viewport.height) + rounding,
          "\(camera) \(place): \(x), \(y), not \(found); \(off) beyond \(rounding)")
        let (rotation, t) = pose.openCV
        let z = rotation[2].dot(position) + t.z
        try check(abs(z - depth) <= 1e-8 + 4e-15 * (size + camera.distance), "\(camera): \(z)")
      }
    }
  }

  @Test("GLM's own projection of a near place: 1e-12 of the viewport")
  func glm() {
    forEachSeed(3000) { random in
      let view = try view(&random)
      let d = view.camera.distance
      let q = Vector3(random.double(-d...d), random.double(-d...d), random.double(-d...d)) * 0.3
      func matrix(_ m: Matrix4) -> bv_mat4 {
        func column(_ c: SIMD4<Double>) -> bv_vec4 { bv_vec4(x: c.x, y: c.y, z: c.z, w: c.w) }
        return bv_mat4(c0: column(m.c0), c1: column(m.c1), c2: column(m.c2), c3: column(m.c3))
      }
      guard let found = screen(view.project(q)) else { return }
      var model = matrix(view.pose.viewMatrix)
      var clip = matrix(
        try view.viewport.clipMatrix(.metal, near: 0.01 * d, reversedDepth: true))
      let size = Vector2(view.viewport.width, view.viewport.height)
      let window = bv_project(
        bv_vec3(x: q.x, y: q.y, z: q.z), &model, &clip, bv_vec4(x: 0, y: 0, z: size.x, w: size.y))
      let off = (found.point - Vector2(window.x, size.y - window.y)).length
      let k = view.viewport.focalLength
      try check(
        off <= 1e-12 * max(size.length, (found.point - size / 2).length) + 4e-15 * k,
        "\(view.camera) \(q): \(found), \(window)")
    }
  }

  @Test("turned about the Earth's axis by any angle all is the same, bit for bit")
  func turned() {
    forEachSeed(5000) { random in
      // Whole 2⁻²⁰ degrees: their sums are exact.
      func grid(_ x: Double) -> Double { (x * 1_048_576).rounded() / 1_048_576 }
      var camera = anyGlobeCamera(&random)
      camera.centerCoordinate.longitude = grid(camera.centerCoordinate.longitude)
      let shift = grid(random.pick([random.double(-180...180), 360, -720, 90, 12345.5]))
      let viewport = anyViewport(&random)
      var there = camera
      there.centerCoordinate.longitude += shift
      let (a, b) = (
        try GlobeView(camera: camera, viewport: viewport),
        try GlobeView(camera: there, viewport: viewport)
      )
      var place = anyPlace(&random)
      place.longitude = grid(place.longitude)
      var moved = place
      moved.longitude += shift
      try check(
        a.project(place, elevation: 100) == b.project(moved, elevation: 100),
        "\(camera) \(place) turned by \(shift)")
      let point = Vector2(
        random.double(0...viewport.width), random.double(0...viewport.height))
      let (p, q) = (a.unproject(point), b.unproject(point))
      try check(p.ground?.depth == q.ground?.depth && p.reason == q.reason, "\(camera) \(point)")
      if let p = p.coordinate, let q = q.coordinate {
        try check(p.latitude == q.latitude, "\(p) \(q)")
        try check(
          angleBetween(p.longitude + shift, q.longitude) < 1e-12 + 4e-16 * abs(shift), "\(p) \(q)")
      }
    }
  }

  @Test("the southern hemisphere is the northern one's mirror image")
  func mirrored() {
    forEachSeed(5000) { random in
      let camera = anyGlobeCamera(&random)
      let viewport = anyViewport(&random)
      var south = MapCamera(
        lookingAtCenter: camera.centerCoordinate, fromDistance: camera.distance,
        pitch: camera.pitch, heading: 180 - camera.heading)
      south.centerCoordinate.latitude.negate()
      let (a, b) = (
        try GlobeView(camera: camera, viewport: viewport),
        try GlobeView(camera: south, viewport: viewport)
      )
      let place = anyPlace(&random)
      let below = Coordinate(latitude: -place.latitude, longitude: place.longitude)
      guard let p = screen(a.project(place)), let q = screen(b.project(below)) else { return }
      // South is up in the one, so right is left in the other.
      let mirror = Vector2(viewport.width - q.x, q.y)
      let out = (p.point - viewport.principalPoint).length
      let k = viewport.focalLength
      let way = try a.frame.position(of: GeodeticPosition(place, height: 0)).length
      let rounding = (k + out * out / k) * 1e-14 * (way + camera.distance) / p.depth
      try check((p.point - mirror).length <= rounding, "\(camera) \(place): \(p), \(q)")
      // Seen in the one is seen in the other, the limb apart.
      let top = try a.frame.position(of: GeodeticPosition(place, height: 1000))
      let foot = try a.frame.position(of: GeodeticPosition(place, height: 0))
      let sine = (a.pose.eye - foot).normalized.dot((top - foot).normalized)
      if abs(sine) > 1e-6 {
        try check(
          (a.project(place).screen == nil) == (b.project(below).screen == nil),
          "\(camera) \(place): \(sine)")
      }
    }
  }

  @Test("nothing jumps: through straight down, over the poles and across 180°")
  func continuity() throws {
    let viewport = Viewport(width: 800, height: 600)
    func point(_ latitude: Double, _ longitude: Double, pitch: Double, of place: Coordinate) throws
      -> Vector2
    {
      let view = try GlobeView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude),
          fromDistance: 5000, pitch: pitch, heading: 0), viewport: viewport)
      return try #require(view.project(place).point)
    }
    let ε = 1e-9
    for pitch in [0.0, 60] {
      let place = Coordinate(latitude: 10.001, longitude: -179.999)
      let a = try point(10, 180 - ε, pitch: pitch, of: place)
      let b = try point(10, -180 + ε, pitch: pitch, of: place)
      #expect((a - b).length < 1e-3)
      let pole = Coordinate(latitude: 90, longitude: 0)
      let before = try point(90 - ε, 30, pitch: pitch, of: pole)
      let on = try point(90, 30, pitch: pitch, of: pole)
      #expect((before - on).length < 1e-3)
      // Behind the pole, 180° of longitude away and turned around.
      let near = Coordinate(latitude: 89.999, longitude: 200)
      let over = try GlobeView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: 90 - ε, longitude: -150), fromDistance: 5000,
          pitch: pitch, heading: 180), viewport: viewport)
      let other = try #require(over.project(near).point)
      #expect((try point(90 - ε, 30, pitch: pitch, of: near) - other).length < 1e-3)
    }
    let place = Coordinate(latitude: 40.001, longitude: 10.001)
    let down = try point(40, 10, pitch: 0, of: place)
    let tilted = try point(40, 10, pitch: 1e-9, of: place)
    #expect((down - tilted).length < 1e-6)
  }

  @Test("what is hidden is what a walk along the line finds below the surface")
  func hidden() {
    var counts = [0, 0]
    forEachSeed(4000) { random in
      let view = try view(&random)
      let place = anyPlace(&random)
      let start = Geodesic.wgs84
      let near = try start.direct(
        from: view.camera.centerCoordinate, azimuth: random.double(0...360),
        distance: random.double(0...2) * random.pick([1e3, 1e5, 1e6, 5e6])
      ).coordinate
      let target = random.oneIn(2) ? place : near
      let elevation = random.pick([0, 0, random.double(-400...9000), 1e5])
      let result = view.project(target, elevation: elevation)
      let hides: Bool
      switch result {
      case .point: hides = false
      case .belowHorizon: hides = true
      default: return
      }
      let position = try view.frame.position(
        of: GeodeticPosition(target, height: elevation))
      let level = min(0, elevation, view.eyePosition.height)
      // Height is convex along the line: the golden section finds the least.
      let (eye, way) = (view.pose.eye, position - view.pose.eye)
      func height(_ t: Double) throws -> Double {
        try view.frame.geodetic(of: eye + way * t).height
      }
      var (a, b) = (0.0, 1.0)
      for _ in 0..<90 {
        let (x, y) = (a + (b - a) * 0.382, a + (b - a) * 0.618)
        if try height(x) < height(y) { b = y } else { a = x }
      }
      let least = min(try height((a + b) / 2), elevation, view.eyePosition.height)
      let margin = 1e-8 + 1e-15 * (way.length + view.camera.distance)
      guard abs(least - level) > margin || least == level else { return }
      try check(
        hides == (least < level - margin),
        "\(view.camera) \(target) \(elevation): \(result), \(least - level) m")
      counts[hides ? 1 : 0] += 1
    }
    #expect(
      counts[0] > 500 && counts[1] > 500
        || ProcessInfo.processInfo.environment["BELVEDERE_SEED"] != nil, "\(counts)")
  }

  @Test("close to the ground it is the flat map on the ellipsoid's radii, by the first order")
  func flatLimit() {
    forEachSeed(3000) { random in
      let camera = MapCamera(
        lookingAtCenter: Coordinate(
          latitude: random.double(-80...80), longitude: random.double(-180...180)),
        fromDistance: pow(10, random.double(1.3...5)), pitch: random.double(0...60),
        heading: random.double(0...360))
      let viewport = Viewport(width: 1000, height: 1000)
      let globe = try GlobeView(camera: camera, viewport: viewport)
      let flat = try CameraView(camera: camera, viewport: viewport)
      let point = Vector2(random.double(0...1000), random.double(0...1000))
      guard let place = globe.unproject(point).ground else { return }
      // The flat map's metres are those of a sphere of the radius a.
      let φ = camera.centerCoordinate.latitude * .pi / 180
      let e2 = Ellipsoid.wgs84.flattening * (2 - Ellipsoid.wgs84.flattening)
      let w = 1 - e2 * sin(φ) * sin(φ)
      let a = Ellipsoid.wgs84.semiMajorAxis
      let p = flat.frame.position(of: place.coordinate)
      let scaled = Vector3(
        p.x / w.squareRoot(), p.y * (1 - e2) / (w * w.squareRoot()), 0)
      guard let found = flat.project(scaled).point else {
        throw PropertyFailure("\(camera) \(point)")
      }
      let reach = place.depth + camera.distance
      let rate = viewport.focalLength * (reach / camera.altitude) * (reach / a) / cos(φ)
      try check(
        (found - point).length <= 3 * rate + 1e-4, "\(camera) \(point): \(found), rate \(rate)")
    }
  }

  @Test("what is behind or beside the eye has no point")
  func behind() {
    forEachSeed(3000) { random in
      let view = try view(&random)
      let d = view.camera.distance
      let beside = view.pose.right * random.double(-d...d) + view.pose.up * random.double(-d...d)
      let back = view.pose.eye + beside - view.pose.forward * random.double((0.001 * d)...(3 * d))
      guard case .behindCamera = view.project(back) else {
        throw PropertyFailure("\(view.camera): \(view.project(back))")
      }
    }
  }

  @Test("fields outside their domain are named; poles are inside it")
  func domains() throws {
    let good = MapCamera(
      lookingAtCenter: Coordinate(latitude: 90, longitude: 20), fromDistance: 1000, pitch: 45,
      heading: 10)
    func field(_ ground: Double = 0, _ change: (inout MapCamera) -> Void) -> String? {
      var camera = good
      change(&camera)
      do {
        _ = try MapProjection.globe.view(
          camera: camera, viewport: Viewport(width: 10, height: 10), groundElevation: ground)
        return nil
      } catch {
        return error.field
      }
    }
    #expect(field { _ in } == nil)
    #expect(field { $0.centerCoordinate.latitude = 90.0001 } == "latitude")
    #expect(field { $0.centerCoordinate.latitude = .nan } == "latitude")
    #expect(field { $0.centerCoordinate.longitude = .infinity } == "longitude")
    #expect(field { $0.distance = 0 } == "distance")
    #expect(field { $0.pitch = 91 } == "pitch")
    #expect(field(.nan) { _ in } == "elevation")
    #expect(field(-7e6) { _ in } == "elevation")
    #expect(throws: DomainError.self) { try good.validate() }
    #expect(
      try MapProjection.flat.view(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: 1, longitude: 2), fromDistance: 3, pitch: 0,
          heading: 0), viewport: Viewport(width: 10, height: 10)) is CameraView)
  }

  @Test("elevations outside their domain have no place in the world")
  func elevations() throws {
    let c = Coordinate(latitude: 10, longitude: 20)
    let view = try GlobeView(
      camera: MapCamera(lookingAtCenter: c, fromDistance: 1e8, pitch: 0, heading: 0),
      viewport: Viewport(width: 100, height: 100))
    for elevation in [Double.nan, .infinity, -.infinity, 1.1e9, -6.1e6] {
      #expect(view.project(c, elevation: elevation) == .outsideWorld, "\(elevation)")
      #expect(view.unproject(Vector2(50, 50), elevation: elevation).ground == nil)
    }
    #expect(view.project(c, elevation: 1e6).screen != nil)
  }

  @Test("absurd but valid cameras give finite results or none")
  func absurd() {
    forEachSeed(5000) { random in
      let view = try GlobeView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(
            latitude: random.pick([90, -90, 0, 1e-300, 45]),
            longitude: random.pick([1e15, -1e300, 0, 180])),
          fromDistance: random.pick([1e-300, 1e-9, 1e9, 1, 1e7]),
          pitch: random.pick([0, 90, 89.9999999, 1e-300]), heading: random.double(0...360)),
        viewport: Viewport(
          width: random.pick([1e-6, 1e7, 100]), height: random.pick([1e-6, 1e7, 100]),
          fieldOfView: random.pick([1e-9, 179.999, 30])),
        groundElevation: random.pick([0, 1e9, -6e6, 1]))
      let point = Vector2(
        random.pick([random.double(-10...200), 1e300]), random.double(-10...200))
      let elevation = random.pick([0, 1e9, -6e6, 100])
      if let ground = view.unproject(point, elevation: elevation).ground {
        try check(ground.coordinate.isValid && ground.depth > 0, "\(view.camera): \(ground)")
      }
      if let seen = view.project(anyPlace(&random), elevation: elevation).screen {
        try check(seen.x.isFinite && seen.y.isFinite && seen.depth > 0, "\(view.camera): \(seen)")
      }
      try check(view.farDepth.isFinite && view.farDepth > 0, "\(view.farDepth)")
      if let horizon = view.horizon {
        try check(horizon.dip(azimuth: 20) >= 0, "\(view.camera): \(horizon.dip(azimuth: 20))")
        for line in horizon.curves() {
          try check(line.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(view.camera)")
        }
      }
    }
  }
}
