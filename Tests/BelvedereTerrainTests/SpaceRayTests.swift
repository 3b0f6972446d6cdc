import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Rays over the curved Earth") struct SpaceRayTests {
  @Test("first hits against many steps along the ray")
  func steps() throws {
    var hits = 0
    forEachSeed(120) { random in
      let size = 60
      let south = random.double(-70...69)
      let west = random.pick([random.double(-180...178), 179.7])
      let surface = try TerrainSurface(
        HeightField(
          width: size, height: size,
          bounds: GeographicBounds(south: south, west: west, north: south + 1, east: west + 1),
          samples: (0..<size * size).map { _ in Float(random.double(0...900)) }))
      let eye = GeodeticPosition(
        latitude: south + random.double(0...1), longitude: west + random.double(0...1),
        height: random.pick([1000, 3000, 100_000, 5e6]))
      let frame = try TangentFrame(origin: eye)
      let target = try frame.position(
        of: GeodeticPosition(
          latitude: south + random.double(0...1), longitude: west + random.double(0...1),
          height: random.double(0...900)))
      let ray = SpaceRay(frame: frame, origin: .zero, direction: target.normalized)
      let cast = surface.cast(ray)
      let far = cast.hit?.t ?? target.length
      var first: Double?
      for k in 1..<3000 {
        let t = far * Double(k) / 3000
        let place = try frame.geodetic(of: ray.direction * t)
        guard let ground = surface.elevation(at: place.coordinate) else { continue }
        if place.height < ground - 0.05, first == nil { first = t }
      }
      try check(first == nil, "met at \(far), but under the ground at \(first ?? 0)")
      guard case .hit(let hit, let coordinate) = cast else { return }
      hits += 1
      let place = try frame.geodetic(of: ray.direction * hit.t)
      let ground = surface.elevation(at: coordinate) ?? .nan
      try check(abs(place.height - ground) < 1e-6 + 1e-9 * hit.t, "\(place), ground \(ground)")
      try check(abs(hit.position.z - ground) < 1e-6, "\(hit), ground \(ground)")
      let way = try Geodesic.wgs84.inverse(from: place.coordinate, to: coordinate).distance
      try check(way < 1e-6, "\(way) m beside the ray")
    }
    #expect(hits > 90, "\(hits)")
  }

  @Test("the Earth's curve hides what lies behind the horizon")
  func horizon() throws {
    let surface = try TerrainSurface(
      HeightField(
        width: 21, height: 21, bounds: GeographicBounds(south: -1, west: 0, north: 1, east: 2),
        samples: [Float](repeating: 0, count: 441)))
    let from = Coordinate(latitude: 0, longitude: 0.2)
    // Two towers of h metres see each other over 2·a·acos(a/(a + h)) along the equator.
    for height in [2.0, 30, 100, 400] {
      let a = Ellipsoid.wgs84.semiMajorAxis
      let reach = 2 * (2 * height / a).squareRoot() * (1 - 5 * height / (12 * a)) * 180 / .pi
      for (part, isVisible) in [(0.998, true), (1.002, false)] {
        let to = Coordinate(latitude: 0, longitude: 0.2 + reach * part)
        let sight = try surface.lineOfSightInSpace(
          from: ElevatedPlace(from, height: height), to: ElevatedPlace(to, height: height))
        #expect((sight == .visible) == isVisible, "\(height) m, \(part)")
        if let block = sight.block {
          // Half way, with the depth of a hair under the sea: met before the middle.
          let middle = 0.2 + reach / 2
          #expect(abs(block.coordinate.longitude - middle) < reach / 10)
          #expect(abs(block.elevation) < 1e-9)
        }
        // The flat map has no such curve.
        #expect(
          try surface.lineOfSight(
            from: ElevatedPlace(from, height: height), to: ElevatedPlace(to, height: height))
            == .visible)
      }
    }
    #expect(
      try surface.lineOfSightInSpace(
        from: ElevatedPlace(from), to: ElevatedPlace(Coordinate(latitude: 5, longitude: 0)))
        == .unknownGround)
    #expect(throws: DomainError.self) {
      try surface.lineOfSightInSpace(
        from: ElevatedPlace(from, height: .nan), to: ElevatedPlace(from))
    }
    #expect(
      try surface.lineOfSightInSpace(from: ElevatedPlace(from), to: ElevatedPlace(from)) == .visible
    )
  }

  @Test("what is no ray, and rays that go away")
  func invalid() throws {
    let surface = try TerrainSurface(
      HeightField(
        width: 2, height: 2, bounds: GeographicBounds(south: 0, west: 0, north: 1, east: 1),
        samples: [5, 5, 5, 5]))
    let frame = try TangentFrame(
      origin: GeodeticPosition(latitude: 0.5, longitude: 0.5, height: 100))
    func cast(_ direction: Vector3, origin: Vector3 = .zero, maximum: Double = .infinity)
      -> SpaceCast
    {
      surface.cast(
        SpaceRay(frame: frame, origin: origin, direction: direction, maximum: maximum))
    }
    #expect(abs(try #require(cast(Vector3(0, 0, -1)).hit).t - 95) < 1e-9)
    #expect(cast(Vector3(0, 0, 1)) == .miss)
    #expect(cast(Vector3(0, 0, -1), maximum: 94) == .miss)
    #expect(cast(.zero) == .invalidRay)
    #expect(cast(Vector3(.nan, 0, 1)) == .invalidRay)
    #expect(cast(Vector3(0, 0, -1), maximum: .nan) == .invalidRay)
    #expect(cast(Vector3(0, 0, -1), origin: Vector3(.infinity, 0, 0)) == .invalidRay)
    #expect(cast(Vector3(0, 0, -1), origin: Vector3(0, 0, -6_378_000)) == .invalidRay)
  }
}
