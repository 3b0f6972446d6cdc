import BelvedereGeoMath
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Rays and every cell") struct RayCastTests {
  /// Checks a ray's hit against the test of every cell. Returns whether the ray grazes the ground, so
  /// that rounding decides what it meets.
  static func compare(
    _ surface: TerrainSurface, _ brute: BruteForce, _ ray: SurfaceRay
  ) throws -> Bool {
    let cast = surface.cast(ray)
    let ours = cast.hit?.t
    let theirs = brute.firstHit(ray)
    if case .invalidRay = cast { throw PropertyFailure("no ray: \(ray)") }
    // Distances from the origin: t, for steps are about as long as a metre.
    let tolerance = 1e-9 * max(abs(ours ?? 0), abs(theirs ?? 0)) + 1e-13
    if let ours, let theirs, abs(ours - theirs) <= tolerance { return false }
    if ours == nil, theirs == nil { return false }
    // What rounding of heights may be.
    let hair = 1e-13 * (abs(ray.origin.z) + 600 + abs(ray.direction.z) * (theirs ?? ours ?? 0))
    if let ours, ours < theirs ?? .infinity, abs(brute.height(ray, at: ours) ?? 1) <= hair {
      return true
    }
    // Or a ray a hair's breadth higher or lower has the other answer.
    for lift in [hair, -hair] {
      let other = brute.firstHit(ray, lifted: lift)
      if other == nil, ours == nil { return true }
      if let other, let ours, abs(ours - other) <= 1e-6 * (1 + abs(ours)) { return true }
    }
    throw PropertyFailure(
      "\(ray): ours \(ours.map { "\($0)" } ?? "miss"), every cell "
        + "\(theirs.map { "\($0)" } ?? "miss")")
  }

  /// A ray of one of many kinds.
  static func ray(_ surface: TerrainSurface, _ random: inout SplitMix64) -> SurfaceRay {
    let (columns, rows) = (surface.columns, surface.rows)
    let (width, height) = (columns[columns.count - 1], rows[rows.count - 1])
    func place(_ random: inout SplitMix64) -> Vector3 {
      Vector3(
        random.double(0...width), random.double(0...height),
        random.pick([random.double(-30...30), random.double(0...600), 0, 3, 8.5]))
    }
    func corner(_ random: inout SplitMix64) -> Vector3 {
      Vector3(random.pick(columns), random.pick(rows), Double(random.int(-25...120)))
    }
    func outside(_ random: inout SplitMix64) -> Vector3 {
      Vector3(
        random.double(-2 * width...3 * width), random.double(-2 * height...3 * height),
        random.double(-100...1000))
    }
    var ray: SurfaceRay
    switch random.int(0...11) {
    case 0, 1: ray = between(outside(&random), place(&random))
    case 2: ray = between(place(&random), place(&random))
    case 3: ray = between(corner(&random), corner(&random))
    case 4: ray = between(outside(&random), corner(&random))
    case 5:  // along a line of the grid
      var (a, b) = (corner(&random), corner(&random))
      if random.oneIn(2) { b.x = a.x } else { b.y = a.y }
      if random.oneIn(3) { a.z = b.z }
      ray = between(a, b)
    case 6:  // straight up or down
      let a = random.oneIn(2) ? place(&random) : corner(&random)
      ray = SurfaceRay(origin: a, direction: Vector3(0, 0, random.oneIn(2) ? 1 : -1))
    case 7:  // level
      let (a, b) = (place(&random), place(&random))
      ray = SurfaceRay(origin: a, direction: Vector3(b.x - a.x, b.y - a.y, 0))
    case 8:  // from a place on the ground
      var a = place(&random)
      a.z = surface.ground(at: a.xy)?.elevation ?? 0
      ray = between(a, outside(&random))
    case 9:  // from below
      var a = outside(&random)
      a.z = -abs(a.z) - 310
      ray = between(a, place(&random))
    case 10:  // diagonally through corners
      let a = corner(&random)
      let s = Double(random.pick([-1, 1]))
      ray = SurfaceRay(
        origin: a, direction: Vector3(s, Double(random.pick([-1, 1])), random.double(-1...1)))
    default:  // almost along a line of the grid
      let (a, b) = (corner(&random), corner(&random))
      ray = between(a, Vector3(a.x + random.double(-1e-9...1e-9), b.y, b.z))
    }
    if random.oneIn(8) { ray.minimum = random.double(-20...20) }
    // Not round the world.
    if ray.direction.z == 0 { ray.maximum = 1e6 }
    if random.oneIn(8) { ray.maximum = ray.minimum + random.double(0...60) }
    return ray
  }

  private static func between(_ a: Vector3, _ b: Vector3) -> SurfaceRay {
    let d = b - a
    return SurfaceRay(origin: a, direction: d.length > 0 ? d / d.length : Vector3(1, 0, 0))
  }

  @Test("hard reliefs", arguments: Relief.allCases, [false, true])
  func hard(_ relief: Relief, isUneven: Bool) throws {
    var grazing = 0
    var count = 0
    var hits = 0
    forEachSeed(12) { random in
      var surface = try relief.surface(
        across: random.int(1...40), down: random.int(1...33), isUneven: isUneven, &random)
      if random.oneIn(4) {
        surface = try surface.scaled(exaggeration: random.pick([0, 0.3, 7]))
      }
      let brute = BruteForce(surface)
      for _ in 0..<250 {
        let ray = Self.ray(surface, &random)
        if try Self.compare(surface, brute, ray) { grazing += 1 }
        if surface.cast(ray).hit != nil { hits += 1 }
        count += 1
      }
    }
    #expect(hits > count / 10)
    // Rays along a level plane or exactly through its corners are among them.
    #expect(grazing <= count / 20, "\(grazing) of \(count) graze")
  }
}
