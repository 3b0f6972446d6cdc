import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Rays on real ground and in odd places") struct RayCastPlaceTests {
  /// A part of San Francisco's tile, 1″ or 3″ as the file is.
  private func realGround(size: Int) throws -> TerrainSurface? {
    guard let path = SharedData.file("sf/N37W123.hgt") else { return nil }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let field = try HGT.decode(Array(data), name: "N37W123.hgt")
    // North of the Golden Gate: water, cliffs and hills.
    let column = field.width * 45 / 100
    let row = field.height * 10 / 100
    var samples: [Float] = []
    for y in row..<row + size {
      samples += field.samples[y * field.width + column..<y * field.width + column + size]
    }
    let step = field.resolution
    return try TerrainSurface(
      HeightField(
        width: size, height: size,
        bounds: GeographicBounds(
          south: field.bounds.north - Double(row + size - 1) * step,
          west: field.bounds.west + Double(column) * step,
          north: field.bounds.north - Double(row) * step,
          east: field.bounds.west + Double(column + size - 1) * step), samples: samples))
  }

  @Test("real ground, from 2 m above it to space")
  func real() throws {
    guard let surface = try realGround(size: 200) else { return }
    let brute = BruteForce(surface)
    let (width, height) = (surface.columns[199], surface.rows[199])
    // Map points to a metre.
    let scale = 1 / surface.metersPerMapPoint(at: Vector2(width / 2, height / 2))
    let top = try #require(surface.range).upperBound
    #expect(top > 300)
    var (hits, grazing) = (0, 0)
    forEachSeed(40) { random in
      for _ in 0..<25 {
        let place = Vector2(random.double(0...width), random.double(0...height))
        guard let ground = surface.ground(at: place)?.elevation else { continue }
        let up = random.pick([2, 100, 3000, 1e5, 2e7])
        let origin = Vector3(place.x, place.y, ground + up)
        let heading = random.double(0...2 * .pi)
        // Steep, or down to below the horizon where ridges hide valleys.
        let fall =
          random.oneIn(2) ? random.double(0...1) : up / random.double(up...20 * up + 20_000)
        let direction = Vector3(sin(heading) * scale, cos(heading) * scale, -fall)
        let ray = SurfaceRay(origin: origin, direction: direction / (1 + fall * fall).squareRoot())
        if try RayCastTests.compare(surface, brute, ray) { grazing += 1 }
        if surface.cast(ray).hit != nil { hits += 1 }
      }
    }
    #expect(hits > 200, "\(hits) hits")
    #expect(grazing == 0)
  }

  @Test("cliffs of 9 km between cells of a metre, and cells of 1 mm")
  func steep() throws {
    for size in [6.0, 0.007] {
      forEachSeed(10) { random in
        let lines = (0...30).map { Double($0) * size }
        let surface = try TerrainSurface(
          anchor: Coordinate(latitude: 0, longitude: 0), columns: lines, rows: lines,
          samples: (0..<31 * 31).map { _ in random.oneIn(2) ? 9000 : -11000 })
        let brute = BruteForce(surface)
        for _ in 0..<200 {
          let a = Vector3(
            random.double(-2...3) * 30 * size, random.double(-2...3) * 30 * size,
            random.double(-12000...12000))
          let b = Vector3(
            random.double(0...1) * 30 * size, random.double(0...1) * 30 * size,
            random.double(-11000...9000))
          _ = try RayCastTests.compare(
            surface, brute, SurfaceRay(origin: a, direction: (b - a).normalized))
        }
      }
    }
  }

  @Test("a spike in a million cells is met, and missed just above")
  func needle() throws {
    var samples = [Float](repeating: 0, count: 1001 * 1001)
    samples[617 * 1001 + 333] = 50
    let lines = (0...1000).map { Double($0) }
    let surface = try TerrainSurface(
      anchor: Coordinate(latitude: 0, longitude: 0), columns: lines, rows: lines, samples: samples)
    forEachSeed(500) { random in
      let heading = random.double(0...2 * .pi)
      let direction = Vector3(cos(heading), sin(heading), 0)
      let top = Vector3(333, 617, 49.999)
      let origin = top - direction * random.double(5...300)
      let hit = surface.cast(SurfaceRay(origin: origin, direction: direction)).hit
      guard let hit else { throw PropertyFailure("the spike was skipped from \(origin)") }
      try check((hit.position - top).length < 0.01, "met \(hit.position)")
      let above = Vector3(origin.x, origin.y, 50.000001)
      try check(
        surface.cast(SurfaceRay(origin: above, direction: direction, maximum: 1e6)) == .miss,
        "met something above it")
    }
  }

  @Test("across 180° and once round the world")
  func worlds() throws {
    // 179° E to 181° E with a wall at 180.5°.
    let field = HeightField(
      width: 9, height: 3,
      bounds: GeographicBounds(south: -1, west: 179, north: 1, east: 181),
      samples: (0..<27).map { $0 % 9 == 6 ? 1000 : 0 })
    let surface = try TerrainSurface(field)
    let wall = Coordinate(latitude: 0, longitude: -179.5)
    #expect(surface.elevation(at: wall) == 1000)
    for longitude in [179.2, -180.8, 539.2] {
      let eye = surface.position(of: Coordinate(latitude: 0, longitude: longitude))
      let ray = SurfaceRay(origin: Vector3(eye.x, eye.y, 500), direction: Vector3(1, 0, 0))
      let hit = try #require(surface.cast(ray).hit)
      let place = surface.coordinate(at: hit.position.xy)
      #expect(abs(place.longitude + 179.625) < 1e-12)
    }
    // From a world to the west, and from the east.
    let world = MapPoint.worldWidth
    for (x, direction) in [(-world + 10, 1.0), (world + 1e6, -1.0)] {
      let ray = SurfaceRay(origin: Vector3(x, 1e5, 500), direction: Vector3(direction, 0, 0))
      let hit = try #require(surface.cast(ray).hit)
      #expect(abs(x + direction * hit.t - hit.position.x) < 1e-6)
      // The copy of the world that is met first; going west it starts behind the wall.
      #expect(direction > 0 ? hit.t < 2e6 : hit.t > 0.9 * world)
      #expect(
        abs(surface.coordinate(at: hit.position.xy).longitude + 179.5 + direction * 0.125) < 1e-9)
    }
  }

  @Test("the whole world has ground everywhere")
  func wholeWorld() throws {
    let surface = try TerrainSurface(
      HeightField(
        width: 361, height: 3,
        bounds: GeographicBounds(south: -60, west: -180, north: 60, east: 180),
        samples: (0..<3 * 361).map { Float($0 % 361 % 180) }))
    for longitude in stride(from: -179.5, to: 180, by: 1) {
      let place = Coordinate(latitude: 1, longitude: longitude)
      let x = surface.position(of: place).x
      #expect(abs(x - (longitude + 180) / 360 * MapPoint.worldWidth) < 1e-6)
      let from = SurfaceRay(
        origin: Vector3(x, surface.rows[1], 1e4), direction: Vector3(0, 0, -1))
      #expect(surface.cast(from).hit?.position.x == x)
      #expect(surface.elevation(at: place) != nil)
    }
  }

  @Test("a hole has no ground and leaves its neighbours theirs")
  func holes() throws {
    let lines = (0...8).map { Double($0) }
    var samples = [Float](repeating: 10, count: 81)
    samples[4 * 9 + 4] = .nan
    let surface = try TerrainSurface(
      anchor: Coordinate(latitude: 0, longitude: 0), columns: lines, rows: lines, samples: samples)
    func down(_ x: Double, _ y: Double) -> Double? {
      surface.cast(SurfaceRay(origin: Vector3(x, y, 50), direction: Vector3(0, 0, -1))).hit?.t
    }
    for (x, y) in [(3.5, 3.5), (4, 4), (4.5, 3.2), (3.001, 4.999), (4, 3.5)] {
      #expect(down(x, y) == nil)
      #expect(surface.ground(at: Vector2(x, y)) == nil)
    }
    // The hole's edges belong to the cells around.
    for (x, y) in [(3.0, 4.0), (5, 5), (3, 3), (4, 3), (5, 3.3), (4.4, 5), (2.9, 4.2)] {
      #expect(down(x, y) == 40)
      #expect(surface.ground(at: Vector2(x, y))?.elevation == 10)
    }
    // Along the hole's edges, falling slowly.
    for x in [3.0, 5.0] {
      let ray = SurfaceRay(origin: Vector3(x, -5, 12), direction: Vector3(0, 0.9, -0.2))
      #expect(abs(try #require(surface.cast(ray).hit).t - 10) < 1e-12)
    }
    // Through the hole from above, then the underside from below.
    let ray = SurfaceRay(origin: Vector3(4, 4, 50), direction: Vector3(0.01, 0, -1))
    #expect(surface.cast(ray) == .miss)
  }

  @Test("what is no ray")
  func invalid() throws {
    let surface = try TerrainSurface(
      anchor: Coordinate(latitude: 0, longitude: 0), columns: [0, 1], rows: [0, 1],
      samples: [1, 1, 1, 1])
    let good = SurfaceRay(origin: Vector3(0.5, 0.5, 9), direction: Vector3(0, 0, -1))
    #expect(surface.cast(good).hit?.t == 8)
    for bad in [Double.nan, .infinity, -.infinity, 1e300] {
      for axis in 0..<3 {
        var ray = good
        ray.origin[axis] = bad
        #expect(surface.cast(ray) == .invalidRay)
        ray = good
        ray.direction[axis] = bad
        #expect(surface.cast(ray) == .invalidRay)
      }
      var ray = good
      ray.minimum = bad
      #expect(surface.cast(ray) == .invalidRay)
    }
    var ray = good
    ray.maximum = .nan
    #expect(surface.cast(ray) == .invalidRay)
    ray = SurfaceRay(origin: .zero, direction: .zero)
    #expect(surface.cast(ray) == .invalidRay)
    ray = SurfaceRay(origin: Vector3(0.5, 0.5, 9), direction: Vector3(0, 0, -1), maximum: 7.9)
    #expect(surface.cast(ray) == .miss)
    ray.maximum = 8
    #expect(surface.cast(ray).hit?.t == 8)
    ray.minimum = 8.1
    #expect(surface.cast(ray) == .miss)
  }
}
