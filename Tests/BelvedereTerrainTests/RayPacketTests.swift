import BelvedereGeoMath
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Rays that are cast together against the same rays cast alone.
@Suite("Packets of rays") struct RayPacketTests {
  private func castTogether(_ surface: TerrainSurface, _ rays: [SurfaceRay]) -> [TerrainCast] {
    var casts = [TerrainCast](repeating: .invalidRay, count: rays.count)
    rays.withUnsafeBufferPointer { rays in
      casts.withUnsafeMutableBufferPointer { surface.cast(rays, into: $0) }
    }
    return casts
  }

  /// Checks that both ways agree in every bit; returns how many rays hit.
  private func compare(_ surface: TerrainSurface, _ rays: [SurfaceRay]) throws -> Int {
    var hits = 0
    for (ray, together) in zip(rays, castTogether(surface, rays)) {
      let alone = surface.cast(ray)
      if alone.hit != nil { hits += 1 }
      guard together == alone else {
        throw PropertyFailure("\(ray): alone \(alone), together \(together)")
      }
    }
    return hits
  }

  /// Rays beside a ray, so near that they are a packet more often than not.
  private func neighbours(
    of ray: SurfaceRay, _ spread: Double, _ random: inout SplitMix64
  ) -> [SurfaceRay] {
    let sameOrigin = random.oneIn(2)
    return (0..<16).map { _ in
      func near(_ v: Vector3, _ size: Double) -> Vector3 {
        v + Vector3(
          random.double(-size...size), random.double(-size...size), random.double(-size...size))
      }
      var other = ray
      if !sameOrigin { other.origin = near(ray.origin, 10 * spread) }
      // Some exactly alike, exactly diagonal, exactly along a line.
      if !random.oneIn(4) { other.direction = near(ray.direction, spread) }
      return other
    }
  }

  @Test("hard reliefs, every kind of ray", arguments: Relief.allCases, [false, true])
  func hard(_ relief: Relief, isUneven: Bool) throws {
    var (hits, count) = (0, 0)
    forEachSeed(40) { random in
      var surface = try relief.surface(
        across: random.int(1...70), down: random.int(1...50), isUneven: isUneven, &random)
      if random.oneIn(4) {
        surface = try surface.scaled(exaggeration: random.pick([0, 0.3, 7]))
      }
      var rays: [SurfaceRay] = []
      for _ in 0..<60 {
        rays += neighbours(
          of: RayCastTests.ray(surface, &random), random.pick([1e-12, 1e-4, 0.01, 0.1, 1]), &random)
      }
      hits += try compare(surface, rays)
      count += rays.count
    }
    #expect(hits > count / 20, "\(hits) of \(count) hit")
  }

  @Test("a camera's pixels over holes and ridges")
  func camera() throws {
    var random = SplitMix64(seed: 4)
    for relief in Relief.allCases {
      let surface = try relief.surface(across: 200, down: 180, isUneven: false, &random)
      let (width, height) = (surface.columns[200], surface.rows[180])
      for height0 in [30.0, 300, 3000] {
        let eye = Vector3(width / 2 + 0.3, height + 100, height0)
        var rays: [SurfaceRay] = []
        for y in 0..<48 {
          for x in 0..<64 {
            let aim = Vector3(
              Double(x) / 63 * width, height * (1 - Double(y) / 40), 0)
            rays.append(SurfaceRay(origin: eye, direction: (aim - eye).normalized))
          }
        }
        _ = try compare(surface, rays)
      }
    }
  }

  @Test("odd numbers, short lists and rays over several worlds")
  func odd() throws {
    var random = SplitMix64(seed: 6)
    let surface = try Relief.allCases[0].surface(across: 60, down: 60, isUneven: false, &random)
    let ray = SurfaceRay(origin: Vector3(1, 1, 500), direction: Vector3(0.1, 0.2, -1))
    for count in 0...40 {
      _ = try compare(surface, Array(repeating: ray, count: count))
    }
    var rays = Array(repeating: ray, count: 16)
    rays[3].direction.x = .nan
    rays[5].direction = Vector3(0, 0, -1)
    rays[7].origin.z = .infinity
    rays[9].maximum = -1
    _ = try compare(surface, rays)
    rays = (0..<16).map {
      SurfaceRay(
        origin: Vector3(-100 - Double($0), 3, 500), direction: Vector3(-1e6, 0.001, -0.01))
    }
    _ = try compare(surface, rays)
  }

  @Test("the answers do not depend on how the rays are cut into lists")
  func order() throws {
    var random = SplitMix64(seed: 8)
    let surface = try Relief.allCases[0].surface(across: 90, down: 70, isUneven: true, &random)
    let rays = (0..<100).map { _ in RayCastTests.ray(surface, &random) }
    let whole = castTogether(surface, rays)
    for start in 0..<17 {
      #expect(castTogether(surface, Array(rays[start...])) == Array(whole[start...]))
    }
  }
}
