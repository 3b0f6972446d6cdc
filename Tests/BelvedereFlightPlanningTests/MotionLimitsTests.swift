import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct MotionLimitsTests {
  private func check(_ path: CameraPath, _ limits: MotionLimits, _ name: String, looks: Int = 3000)
  {
    // Where a geodesic leaves the flat map its latitude is held, which bends the way sharply.
    for (quantity, peak) in MotionProbe(path: path).peaks(looks) {
      guard let limit = limits[quantity] else { continue }
      #expect(peak <= limit * 1.01, "\(name): \(quantity) \(peak) of \(limit)")
    }
  }

  @Test func noLimitIsExceededByOnePercent() throws {
    var random = SplitMix64(seed: 31)
    for n in 0..<150 {
      let a = random.camera(-60...60)
      let b = n % 2 == 0 ? random.camera(near: a) : random.camera(-60...60)
      let limits =
        n % 3 == 0
        ? MotionLimits.standard
        : MotionLimits(
          groundSpeed: random.double(0.2...2), zoomRate: random.double(0.3...3),
          pitchRate: random.double(5...60), headingRate: random.double(10...120),
          acceleration: random.double(0.5...8), jerk: random.double(1...40))
      check(try CameraPath.optimal(from: a, to: b, motion: limits).path, limits, "optimal \(n)")
      check(
        try CameraPath(through: random.waypoints(6), motion: limits), limits, "waypoints \(n)")
    }
  }

  /// Where the distance grows a hundredfold between two waypoints the speed over it has a narrow peak, which a few
  /// looks at a segment pass by.
  @Test func noLimitIsExceededWhereDistancesDiffer() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed &* 104_729 &+ 5)
      let middle = random.camera(-60...60)
      var waypoints: [CameraWaypoint] = []
      for _ in 0..<(2 + random.int(0...4)) {
        var camera = random.camera(near: middle)
        camera.distance = exp(random.double(4...13))
        camera = CameraLimits().clamp(camera).camera
        waypoints.append(CameraWaypoint(camera))
      }
      let path = try CameraPath(through: waypoints)
      check(path, .standard, "seed \(seed)", looks: 12_000)
    }
  }

  /// Flights whose pitch just touches its limit at one place between two that a coarse look compares: holding it
  /// there bent them sharply.
  @Test func noJerkWhereThePitchTouchesItsLimit() throws {
    for seed in [961, 287, 333, 209, 155, 483, 711] + Array(2000..<2200) {
      var random = SplitMix64(seed: UInt64(seed) &* 7919 &+ 17)
      let a = random.camera(-75...75)
      let b = seed % 2 == 0 ? random.camera(near: a) : random.camera(-75...75)
      let limits =
        seed % 3 == 0
        ? MotionLimits.standard
        : MotionLimits(
          groundSpeed: random.double(0.2...2), zoomRate: random.double(0.3...3),
          pitchRate: random.double(5...60), headingRate: random.double(10...120),
          acceleration: random.double(0.5...8), jerk: random.double(1...40))
      check(try CameraPath.optimal(from: a, to: b, motion: limits).path, limits, "seed \(seed)")
    }
  }

  /// The ramps of speed become so short that no look at the way lies in them.
  @Test func looserLimitsOfJerkNeitherSlowNorBreakTheOthers() throws {
    var random = SplitMix64(seed: 35)
    for n in 0..<16 {
      let a = random.camera(-60...60)
      let b = n % 2 == 0 ? random.camera(near: a) : random.camera(-60...60)
      // Around the poles another way may be taken, which is not much slower.
      let most = n % 2 == 0 ? 1.01 : 1.1
      var limits = MotionLimits.standard
      var last = try CameraPath.optimal(from: a, to: b, motion: limits).path.duration
      for jerk in [100, 300, 1000, 1e4, 1e6, nil] {
        limits.jerk = jerk
        let path = try CameraPath.optimal(from: a, to: b, motion: limits).path
        #expect(path.duration < last * most, "\(n), jerk \(jerk ?? .infinity)")
        last = path.duration
        limits.jerk = nil
        check(path, limits, "\(n), jerk \(jerk ?? .infinity)")
      }
    }
  }

  @Test func aLimitBindsSoThatNoTimeIsWasted() throws {
    var random = SplitMix64(seed: 32)
    for n in 0..<40 {
      let (a, b) = (random.camera(), random.camera())
      let path = try CameraPath.optimal(from: a, to: b).path
      let (least, limit) = try path.leastDuration(within: .standard)
      #expect(limit != nil && least > path.duration * 0.97 && least < path.duration * 1.03, "\(n)")
      let tour = try CameraPath(through: [
        CameraWaypoint(a), CameraWaypoint(random.camera(near: a)),
      ])
      #expect(try tour.leastDuration(within: .standard).seconds > tour.duration * 0.97, "\(n)")
    }
  }

  /// The least seconds for a way from rest to rest within limits of speed, acceleration and jerk: seven
  /// phases of constant jerk (the double S curve of robotics).
  private func leastSeconds(_ way: Double, _ v: Double, _ a: Double, _ j: Double) -> Double {
    func ramp(_ speed: Double) -> Double {
      speed >= a * a / j ? speed / a + a / j : 2 * (speed / j).squareRoot()
    }
    // The way of both ramps to a speed is that speed times the time of one.
    if v * ramp(v) <= way { return way / v + ramp(v) }
    var (low, high) = (0.0, v)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if middle * ramp(middle) < way { low = middle } else { high = middle }
    }
    return 2 * ramp(high)
  }

  @Test func turnsTakeAtMostAQuarterMoreThanTheOptimum() throws {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 10, longitude: 20), fromDistance: 1000, pitch: 40,
      heading: 0)
    let limits = MotionLimits.standard
    for degrees in [0.1, 1, 5, 20, 45, 90, 135, 179] {
      var turned = camera
      turned.heading = degrees
      let path = try CameraPath.optimal(from: camera, to: turned).path
      let least = leastSeconds(
        degrees * .pi / 180, limits.headingRate! * .pi / 180, limits.acceleration!, limits.jerk!)
      #expect(path.duration >= least * 0.999, "\(degrees)")
      #expect(path.duration <= least * 1.25, "\(degrees): \(path.duration) of \(least)")
    }
  }

  @Test func aDurationThatIsTooShortNamesTheLimitAndOffersTheLeast() throws {
    var random = SplitMix64(seed: 33)
    let path = try CameraPath.optimal(from: random.camera(), to: random.camera()).path
    let longer = try path.lasting(60, within: .standard)
    #expect(longer.duration == 60)
    guard
      case .tooShort(2, let least, let limit, nil) = #expect(
        throws: FlightError.self, performing: { try path.lasting(2, within: .standard) })
    else {
      Issue.record("not named")
      return
    }
    #expect(MotionLimits.standard[limit] != nil)
    let offered = try path.lasting(least, within: .standard)
    check(offered, .standard, "offered")
    #expect(throws: FlightError.self) { try path.lasting(least * 0.98, within: .standard) }
    for bad in [0, -1, .nan] {
      #expect(throws: FlightError.self) { try path.lasting(bad, within: .standard) }
    }
    for bad in [0, -1, .nan, .infinity] {
      var limits = MotionLimits.standard
      limits.pitchRate = bad
      #expect(throws: DomainError.self) {
        try CameraPath.optimal(from: random.camera(), to: random.camera(), motion: limits)
      }
      #expect(throws: FlightError.self) {
        try CameraPath(through: random.waypoints(3), motion: limits)
      }
    }
  }

  @Test("limits at a third of the pace make the same flight three times as long")
  func paced() throws {
    let from = MapCamera(
      lookingAtCenter: Coordinate(latitude: 46, longitude: 7), fromDistance: 4000, pitch: 50,
      heading: 20)
    let to = MapCamera(
      lookingAtCenter: Coordinate(latitude: 46.3, longitude: 7.4), fromDistance: 1500, pitch: 60,
      heading: 200)
    func plan(_ pace: Double) throws -> CameraPath {
      try CameraPath.optimal(from: from, to: to, motion: MotionLimits.standard.paced(by: pace)).path
    }
    let (usual, calm) = (try plan(1), try plan(1.0 / 3))
    #expect(abs(calm.duration / usual.duration - 3) < 1e-2)
    #expect(MotionLimits.standard.paced(by: 1) == .standard)
    for part in [0.1, 0.3, 0.5, 0.9] {
      let (a, b) = (usual.camera(at: part * usual.duration), calm.camera(at: part * calm.duration))
      #expect(abs(a.distance / b.distance - 1) < 0.01 && abs(a.pitch - b.pitch) < 0.1)
    }
    let paced = MotionLimits(groundSpeed: 2, acceleration: 2, jerk: 2, groundFlow: 4).paced(by: 0.5)
    #expect(paced == MotionLimits(groundSpeed: 1, acceleration: 0.5, jerk: 0.25, groundFlow: 2))
  }

  @Test func flowsKeepTheirLimits() throws {
    var random = SplitMix64(seed: 34)
    let viewport = Viewport(width: 1280, height: 720)
    for n in 0..<12 {
      let limits = MotionLimits(centerFlow: 300, groundFlow: 500, viewport: viewport)
      let a = random.camera(-60...60)
      for path in [
        try CameraPath.optimal(from: a, to: random.camera(-60...60), motion: limits).path,
        try CameraPath(
          through: [a, random.camera(near: a), random.camera(near: a)].map { CameraWaypoint($0) },
          motion: limits),
      ] {
        for i in 0...500 {
          let flow = OpticalFlow(path.motion(at: path.duration * Double(i) / 500), in: viewport)
          #expect(flow.center <= 303 && flow.percentile(0.95) <= 505, "\(n)")
        }
      }
    }
  }
}
