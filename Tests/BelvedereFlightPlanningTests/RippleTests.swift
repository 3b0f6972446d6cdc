import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Rates turn no oftener than the way asks for, counted from the cameras alone.
@Suite struct RippleTests {
  private let bridge = MapCamera(
    lookingAtCenter: Coordinate(latitude: 37.8199, longitude: -122.4783), fromDistance: 2000,
    pitch: 50, heading: 200)

  /// How often the speed over the ground, the zoom, the pitch and the heading turn from growing to falling or
  /// back, by more than a fiftieth of their greatest.
  private func turns(_ path: CameraPath) -> (ground: Int, zoom: Int, pitch: Int, heading: Int) {
    let count = 3000
    let step = path.duration / Double(count)
    var rates = [[Double]](repeating: [], count: 4)
    let cameras = (0...count).map { path.camera(at: step * Double($0)) }
    for (a, b) in zip(cameras, cameras.dropFirst()) {
      let (p, q) = (MapPoint(a.centerCoordinate), MapPoint(b.centerCoordinate))
      let metres = MapPoint.metersPerMapPoint(at: a.centerCoordinate.latitude) / a.distance
      rates[0].append(hypot(q.shortDeltaX(from: p), q.y - p.y) * metres / step)
      rates[1].append(log(b.distance / a.distance) / step)
      rates[2].append((b.pitch - a.pitch) / step)
      rates[3].append((b.heading - a.heading).remainder(dividingBy: 360) / step)
    }
    // What is far below the limits is rounding.
    let least = [1e-4, 1e-4, 1e-2, 1e-2]
    let counts = zip(rates, least).map { Self.turns([0] + $0 + [0], least: $1) }
    return (counts[0], counts[1], counts[2], counts[3])
  }

  private static func turns(_ values: [Double], least: Double) -> Int {
    let greatest = values.map { abs($0) }.max() ?? 0
    guard greatest > least else { return 0 }
    // The extremes one after another, each a swing away from the one before.
    var extremes = [values[0]]
    for value in values {
      let last = extremes[extremes.count - 1]
      if extremes.count == 1 {
        if abs(value - last) > greatest / 50 { extremes.append(value) }
      } else if (value - last) * (last - extremes[extremes.count - 2]) > 0 {
        extremes[extremes.count - 1] = value
      } else if abs(value - last) > greatest / 50 {
        extremes.append(value)
      }
    }
    return extremes.count - 2
  }

  @Test func aShotOfOneMovementIsOneSwing() throws {
    var nearer = bridge
    nearer.distance = 700
    nearer.pitch = 30
    let paths: [(String, CameraPath)] = [
      ("crane up", try .crane(bridge, toAltitude: 3000)),
      ("crane far up", try .crane(bridge, toAltitude: 90_000)),
      ("crane down", try .crane(bridge, toAltitude: 900)),
      ("orbit", try .orbit(bridge, by: 180)), ("long orbit", try .orbit(bridge, by: -900)),
      ("orbit nearer", try .orbit(bridge, by: 200, toward: nearer)),
      ("dolly zoom", try .dollyZoom(bridge, to: 800)),
      ("plain", try CameraPath(through: [CameraWaypoint(bridge), CameraWaypoint(nearer)])),
    ]
    for (name, path) in paths {
      let turns = turns(path)
      #expect(turns.zoom <= 1 && turns.pitch <= 1 && turns.heading <= 1, "\(name) \(turns)")
      #expect(turns.ground == 0, "\(name) \(turns)")
      // At some limit, and no longer than a few seconds for each full swing.
      let report = try path.report()
      #expect(!report.bindingLimits.isEmpty, "\(name)")
      #expect(report.findings(against: FlightThresholds(keeping: .standard)) == [], "\(name)")
    }
    // From half to one and a half times as high is a second or two.
    let crane = try CameraPath.crane(bridge, toAltitude: 3000)
    #expect(crane.duration > 0.8 && crane.duration < 3, "\(crane.duration)")
  }

  /// The places of a circle, by so many steps.
  private func arc(_ steps: Int) throws -> [Coordinate] {
    try (0...steps).map { i in
      try Geodesic.wgs84.direct(
        from: bridge.centerCoordinate, azimuth: 180 * Double(i) / Double(steps), distance: 3000
      ).coordinate
    }
  }

  @Test func moreWaypointsOfOneCurveAddNoTurnsAndNoTime() throws {
    func path(_ steps: Int) throws -> CameraPath {
      try CameraPath(
        through: arc(steps).enumerated().map { i, place in
          let part = Double(i) / Double(steps)
          return CameraWaypoint(
            MapCamera(
              lookingAtCenter: place, fromDistance: 1500 * exp(0.3 * part), pitch: 40 + 8 * part,
              heading: 180 * part + 90))
        })
    }
    let few = try path(8)
    for steps in [30, 120, 1000] {
      let many = try path(steps)
      let turns = turns(many)
      #expect(turns.ground <= 3 && turns.zoom <= 3 && turns.pitch <= 3, "\(steps) \(turns)")
      #expect(turns.heading <= 3, "\(steps) \(turns)")
      #expect(abs(many.duration / few.duration - 1) < 0.1, "\(many.duration) \(few.duration)")
    }
  }

  @Test func shortRoutesKeepWhatIsCheckedByDefault() throws {
    var random = SplitMix64(seed: 61)
    var thresholds = FlightThresholds(keeping: .standard)
    thresholds.maximumTurnRate = 1.5
    var longer = 0
    for n in 0..<150 {
      var course = random.double(0...360)
      var places = [
        Coordinate(latitude: random.double(-60...60), longitude: random.double(-170...170))
      ]
      for _ in 0..<random.int(2...19) {
        course += random.double(-80...80)
        places.append(
          try Geodesic.wgs84.direct(
            from: places[places.count - 1], azimuth: course.remainder(dividingBy: 360),
            distance: random.double(1...200)
          ).coordinate)
      }
      let path = try CameraPath.following(places, distance: 1500, pitch: 55)
      #expect(try path.report().findings(against: thresholds) == [], "\(n) \(path.duration)")
      // A round is flown round, and takes longer.
      if path.duration >= 5 { longer += 1 }
    }
    #expect(longer <= 2)
  }

  @Test func waypointsThatNearlyRepeatTakeNoLongerThanStops() throws {
    var random = SplitMix64(seed: 62)
    for n in 0..<40 {
      var cameras = [
        MapCamera(
          lookingAtCenter: Coordinate(latitude: 46, longitude: 7), fromDistance: 1000, pitch: 40,
          heading: 0)
      ]
      for _ in 0..<4 {
        var next = cameras[cameras.count - 1]
        next.centerCoordinate.latitude += random.double(-0.04...0.04)
        next.centerCoordinate.longitude += random.double(-0.04...0.04)
        next.heading = (next.heading + random.double(-60...60) + 360).truncatingRemainder(
          dividingBy: 360)
        next.pitch = random.double(20...50)
        cameras.append(next)
      }
      var twin = cameras[2]
      let change = exp(random.double(log(1e-7)...0))
      switch n % 3 {
      case 0: twin.heading = (twin.heading + change + 360).truncatingRemainder(dividingBy: 360)
      case 1: twin.pitch += change
      default: twin.distance *= 1 + change / 100
      }
      cameras.insert(twin, at: 3)
      let waypoints = cameras.map { CameraWaypoint($0) }
      var stopping = waypoints
      stopping[2].isStop = true
      stopping[3].isStop = true
      let (own, stops) = (
        try CameraPath(through: waypoints).duration, try CameraPath(through: stopping).duration
      )
      #expect(own < 1.06 * stops, "\(n) \(change): \(own) s, with stops \(stops) s")
    }
  }

  @Test func waypointsThatNearlyRepeatDoNotHoldTheFlightUp() throws {
    func path(_ twin: (inout MapCamera) -> Void) throws -> CameraPath {
      var cameras = (0...2).map { i in
        MapCamera(
          lookingAtCenter: Coordinate(latitude: 46 + 0.01 * Double(i), longitude: 7),
          fromDistance: 1000, pitch: 40, heading: 0)
      }
      var other = cameras[1]
      twin(&other)
      cameras.insert(other, at: 2)
      return try CameraPath(through: cameras.map { CameraWaypoint($0) })
    }
    let exact = try path { _ in }
    for (name, twin) in [
      ("distance", { $0.distance = 1000.01 }), ("heading", { $0.heading = 1 }),
      ("a hair", { $0.heading = 1e-6 }), ("pitch", { $0.pitch = 40.3 }),
    ] as [(String, (inout MapCamera) -> Void)] {
      let near = try path(twin)
      #expect(near.duration < 2 * exact.duration, "\(name): \(near.duration) for \(exact.duration)")
    }
  }

  @Test func aStraightRouteIsOneSwingAndABendAddsNoMoreThanItsOwn() throws {
    let start = Coordinate(latitude: 46, longitude: 8)
    let corner = try Geodesic.wgs84.direct(from: start, azimuth: 90, distance: 9000).coordinate
    let end = try Geodesic.wgs84.direct(from: corner, azimuth: 180, distance: 9000).coordinate
    for distance in [500.0, 1500, 4000] {
      let straight = try CameraPath.following([start, corner], distance: distance, pitch: 50)
      #expect(turns(straight).ground == 1, "\(turns(straight))")
      let bent = try CameraPath.following([start, corner, end], distance: distance, pitch: 50)
      let turns = turns(bent)
      // The bend slows the camera down once, and its heading swings once with a little before and after.
      #expect(turns.ground <= 3 && turns.heading <= 3, "\(distance) \(turns)")
      #expect(turns.pitch == 0 && turns.zoom == 0)
      for (quantity, peak) in MotionProbe(path: bent).peaks(4000) {
        guard let limit = MotionLimits.standard[quantity] else { continue }
        #expect(peak <= 1.01 * limit, "\(distance) \(quantity) \(peak)")
      }
    }
  }

  @Test func aReportCountsTheTurnsAndAPulsatingFlightDoesNotPass() throws {
    let smooth = try CameraPath.crane(bridge, toAltitude: 3000)
    let rate = try #require(smooth.report().rates.first { $0.quantity == .pitchRate })
    #expect(rate.turns == 1 && rate.turns == turns(smooth).pitch)
    // Nearer and farther thrice in two seconds, as a hand does that trembles.
    var trembling: [CameraWaypoint] = []
    for i in 0...40 {
      var camera = bridge
      camera.distance *= 1 + 0.01 * (i % 2 == 0 ? 1 : -1) + 0.01 * Double(i)
      trembling.append(CameraWaypoint(camera, pace: i == 0 ? .automatic : .duration(0.4)))
    }
    let path = try CameraPath(through: trembling, motion: .none)
    let report = try path.report()
    let zoom = try #require(report.rates.first { $0.quantity == .zoomRate }?.turns)
    #expect(abs(zoom - turns(path).zoom) <= 2, "\(zoom) \(turns(path))")
    let findings = report.findings(against: FlightThresholds(keeping: .none, maximumJump: 1))
    #expect(findings.map(\.threshold) == ["maximumTurnRate"])
    #expect(abs(report.turnRate - Double(zoom - 4) / path.duration) < 1e-9)
  }

  /// What is left of a round turns the view on the spot where it is much less than the distance.
  @Test(
    "a round of which less than a fiftieth of the distance is left is refused, and none of more")
  func leastRound() throws {
    for (radius, laps) in [(60.0, 1), (60, 5), (200, 3)] {
      let frame = LocalFrame(origin: Coordinate(latitude: 46.2, longitude: 6.15))
      let count = 90 * laps
      let route = (0...count).map { i in
        let angle = 2 * Double.pi * Double(laps * i) / Double(count)
        return frame.coordinate(at: Vector2(radius * sin(angle), radius * cos(angle)))
      }
      /// Metres that are flown; `nil` where it is refused.
      func flown(_ distance: Double) throws -> Double? {
        do {
          return try CameraPath.following(route, distance: distance, pitch: 50).report().length
        } catch FlightError.domain(let flaw) where flaw.field == "route" {
          let due = try #require("\(flaw)".firstMatch(of: /more than ([0-9.]+) m/))
          #expect(abs(try #require(Double(due.1)) - 0.02 * distance) < 0.06, "\(flaw)")
          return nil
        }
      }
      var (low, high) = (radius, 1000 * radius)
      #expect(try flown(low) != nil && flown(high) == nil)
      while high > 1.001 * low {
        let middle = (low * high).squareRoot()
        if try flown(middle) == nil { high = middle } else { low = middle }
      }
      let least = try #require(try flown(low))
      #expect(least > 0.0195 * low, "\(radius), \(laps): \(least) m from \(low) m")
    }
  }
}
