import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Points of the screen on the ground") struct TerrainUnprojectionTests {
  private static func hills(_ random: inout SplitMix64) throws -> TerrainSurface {
    let size = 61
    let south = random.double(-75...74)
    let west = random.pick([random.double(-180...179), 179.9])
    return try TerrainSurface(
      HeightField(
        width: size, height: size,
        bounds: GeographicBounds(south: south, west: west, north: south + 0.2, east: west + 0.2),
        samples: (0..<size * size).map { _ in Float(random.double(0...200)) }))
  }

  private static func view(
    _ surface: TerrainSurface, _ random: inout SplitMix64
  ) throws -> CameraView {
    let center = surface.coordinate(
      at: Vector2(
        random.double(0...(surface.columns.last ?? 0)), random.double(0...(surface.rows.last ?? 0))
      ))
    return try CameraView(
      camera: MapCamera(
        lookingAtCenter: center, fromDistance: random.pick([500, 2000, 20_000, 1e6]),
        pitch: random.double(0...85), heading: random.double(0...360)),
      viewport: Viewport(width: 1280, height: 720),
      groundElevation: surface.elevation(at: center) ?? 0)
  }

  @Test("what is found lies on the ground and projects back")
  func roundTrip() throws {
    var found = 0
    forEachSeed(60) { random in
      let surface = try Self.hills(&random)
      let view = try Self.view(surface, &random)
      for _ in 0..<50 {
        let point = Vector2(random.double(0...1280), random.double(0...720))
        guard let ground = view.unproject(point, onto: surface).ground else { continue }
        found += 1
        guard let back = view.project(ground.coordinate, elevation: ground.elevation).screen else {
          throw PropertyFailure("\(ground) is not on the screen")
        }
        // Degrees are rounded to 3 nm, elevations likewise; a metre is so many points.
        let grain = 1e-8 + 2e-8 * view.viewport.focalLength / ground.depth
        try check((back.point - point).length < grain, "\(point) comes back as \(back)")
        try check(isClose(back.depth, ground.depth, relative: 1e-9), "\(back), \(ground)")
        guard let there = surface.elevation(at: ground.coordinate) else { continue }
        try check(
          isClose(there, ground.elevation, absolute: 1e-6), "\(there), not \(ground.elevation)")
      }
    }
    #expect(found > 700, "\(found)")
  }

  @Test("the first ground along the ray, against many steps")
  func first() throws {
    forEachSeed(40) { random in
      let surface = try Self.hills(&random)
      let view = try Self.view(surface, &random)
      let point = Vector2(random.double(0...1280), random.double(0...720))
      let ray = view.surfaceRay(through: point, over: surface)
      // Among hills of 200 m an eye may be inside one.
      if let clearance = view.clearance(over: surface), clearance.metres < 0 { return }
      let cast = view.cast(point, onto: surface)
      let far = cast.hit?.t ?? 3 * view.camera.distance
      // It does not go under the ground before.
      var isAbove = false
      for k in 1..<4000 {
        let position = ray.position(at: far * Double(k) / 4000)
        guard let ground = surface.ground(at: position.xy)?.elevation else { continue }
        // Beside the grid it may come in below the ground.
        if position.z > ground { isAbove = true }
        try check(
          !isAbove || position.z > ground - 1e-4, "step \(k) of \(far) lies under the ground")
      }
    }
  }

  @Test("a level surface gives what the level plane gives, at every distance")
  func level() throws {
    let lines = (0...4).map { Double($0) * 1e6 }
    let corner = MapPoint(x: 4.2e7, y: 1.0e8)
    let surface = try TerrainSurface(
      anchor: corner.coordinate, columns: lines, rows: lines,
      samples: [Float](repeating: 120, count: 25))
    let center = MapPoint(x: 4.4e7, y: 1.02e8).coordinate
    for distance in [2.0, 20, 300, 5000, 1e5] {
      let view = try CameraView(
        camera: MapCamera(lookingAtCenter: center, fromDistance: distance, pitch: 60, heading: 77),
        viewport: Viewport(width: 1280, height: 720), groundElevation: 120)
      for y in stride(from: 150.0, through: 720, by: 95) {
        let point = Vector2(400, y)
        let plane = try #require(view.unproject(point, elevation: 120).ground)
        let ground = try #require(view.unproject(point, onto: surface).ground)
        // Heights of a metre at 120 m have 14 digits.
        let error = abs(ground.depth - plane.depth)
        #expect(error < 1e-9 * plane.depth + 3e-13 * 120, "\(error) of \(plane.depth)")
        #expect(
          view.unproject(point, onto: surface, farDepth: plane.depth * 0.99) == .beyondFarLimit)
      }
      #expect(view.unproject(Vector2(400, 10 - 4000), onto: surface) == .sky)
      #expect(view.unproject(Vector2(.nan, 10), onto: surface) == .notFinite)
    }
  }

  @Test("the eye's clearance")
  func clearance() throws {
    forEachSeed(100) { random in
      let surface = try Self.hills(&random)
      let view = try Self.view(surface, &random)
      let clearance = view.clearance(over: surface)
      let truth = surface.elevation(at: view.eyeCoordinate).map { view.eyePosition.height - $0 }
      try check((clearance == nil) == (truth == nil), "known or not")
      if let clearance, let truth {
        try check(isClose(clearance.metres, truth, absolute: 1e-5), "\(clearance), \(truth)")
      }
    }
  }

  @Test("over the globe, a level surface gives what the level gives")
  func globe() throws {
    let surface = try TerrainSurface(
      HeightField(
        width: 41, height: 41, bounds: GeographicBounds(south: 36, west: 10, north: 46, east: 20),
        samples: [Float](repeating: 250, count: 41 * 41)))
    var found = 0
    for distance in [20.0, 3000, 40_000, 1e6, 1e7] {
      for pitch in [0.0, 50, 70] {
        let view = try GlobeView(
          camera: MapCamera(
            lookingAtCenter: Coordinate(latitude: 41, longitude: 15), fromDistance: distance,
            pitch: pitch, heading: 130),
          viewport: Viewport(width: 1280, height: 720), groundElevation: 250)
        for (x, y) in [(640.0, 360.0), (500, 200), (900, 600), (640, 40)] {
          let point = Vector2(x, y)
          let level = view.unproject(point, elevation: 250)
          let ground = view.unproject(point, onto: surface)
          guard let a = level.ground else {
            #expect(ground == .sky)
            continue
          }
          guard surface.elevation(at: a.coordinate) != nil else { continue }
          let b = try #require(ground.ground, "\(distance) m, pitch \(pitch), \(point)")
          found += 1
          #expect(abs(a.depth - b.depth) < 1e-9 * a.depth + 1e-8, "\(a), \(b)")
          #expect(b.elevation == 250)
        }
        // The eye may stand beside the grid.
        if let clearance = view.clearance(over: surface) {
          #expect(abs(clearance.metres - view.eyeAltitude) < 1e-6 + 1e-9 * distance)
        }
      }
    }
    #expect(found > 35)
  }
}
