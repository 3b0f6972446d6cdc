import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// Waypoints so far apart that flights rise between them.
@Suite struct RisingWaypointsTests: WaypointSuite {
  @Test func waysAcrossContinentsRise() throws {
    let cities = [(48.86, 2.35), (48.87, 2.3), (40.71, -74), (40.75, -73.98), (35.68, 139.7)]
    let waypoints = cities.enumerated().map { i, place in
      CameraWaypoint(camera(place.0, place.1, 2000, 50, Double(40 * i)))
    }
    let path = try CameraPath(through: waypoints)
    #expect(path.duration < 60, "\(path.duration)")
    let times = try #require(self.times(path, waypoints))
    func highest(_ i: Int) -> Double {
      (0...50).reduce(0) { most, k in
        max(most, path.camera(at: times[i] + (times[i + 1] - times[i]) * Double(k) / 50).distance)
      }
    }
    #expect(highest(0) <= 2000.001 && highest(2) <= 2000.001)
    #expect(highest(1) > 1_000_000 && highest(3) > 1_000_000)
    // Velocity and acceleration meet, and limits are kept.
    for time in times.dropFirst().dropLast() {
      let hair = 1e-7
      let (a, b) = (path.motion(at: time - hair), path.motion(at: time + hair))
      #expect(abs(a.velocity.logDistance - b.velocity.logDistance) < 1e-4)
      #expect(abs(a.acceleration.logDistance - b.acceleration.logDistance) < 1e-3)
    }
    for (quantity, peak) in MotionProbe(path: path).peaks(6000) {
      if let limit = MotionLimits.standard[quantity] {
        #expect(peak <= limit * 1.02, "\(quantity) \(peak)")
      }
    }
    #expect(path.optimalParts.count == 2)
    var slow = waypoints
    slow[2].pace = .duration(20_000)
    let timed = try CameraPath(through: slow)
    #expect(timed.duration > 20_000)
    // Those who show both ends rise as well.
    let both = try CameraPath.showingBoth(
      waypoints[0].camera, andLandingOn: waypoints[2].camera,
      in: Viewport(width: 1280, height: 720)
    ).path
    #expect(both.duration < 30, "\(both.duration)")
  }

  @Test func waysAcrossAnOceanRiseWithWhateverIsAskedForOnTheWay() throws {
    let paris = CameraWaypoint(camera(48.86, 2.35, 2000, 50))
    let free = CameraWaypoint(camera(40.71, -74, 2000, 50, 40))
    let least = try CameraPath(through: [paris, free]).duration
    var (timed, fast, turned, round, zoomed) = (free, free, free, free, free)
    timed.pace = .duration(20)
    fast.pace = .speed(500_000)
    turned.turn = .counterclockwise
    round.turn = .by(400)
    zoomed.fieldOfView = 50
    let near = CameraWaypoint(camera(40.75, -73.98, 2000, 50))
    for (goal, turn) in [(timed, 40.0), (fast, 40), (turned, -320), (round, 400), (zoomed, 40)] {
      let path = try CameraPath(through: [paris, goal, near])
      let index = try #require(
        path.keyframes.firstIndex { $0.camera.distance == 2000 && $0.time > 0 })
      let arrival = path.keyframes[index]
      switch goal.pace {
      case .automatic: #expect(arrival.time < 4 * least, "\(goal)")
      case .duration(let seconds): #expect(abs(arrival.time - seconds) < 1e-9)
      case .speed(let speed): #expect(arrival.time > 5.8e6 / speed && arrival.time < 9e6 / speed)
      }
      #expect(abs(arrival.camera.centerCoordinate.longitude + 74) < 1e-9)
      #expect(path.samples(300).contains { $0.distance > 1_000_000 })
      // The way of the heading, all together.
      let count = 4000
      let steps = (0...count).map {
        path.camera(at: arrival.time * Double($0) / Double(count)).heading
      }
      let turns = zip(steps, steps.dropFirst()).reduce(0) {
        $0 + ($1.1 - $1.0).remainder(dividingBy: 360)
      }
      #expect(abs(turns - turn) < 1e-6, "\(goal) \(turns)")
      for (quantity, peak) in MotionProbe(path: path).peaks(6000) {
        if let limit = MotionLimits.standard[quantity] {
          #expect(peak <= limit * 1.02, "\(goal) \(quantity) \(peak)")
        }
      }
      #expect(abs(path.motion(at: 0).fieldOfView - 30) < 1e-9)
      #expect(abs(path.motion(at: arrival.time).fieldOfView - goal.fieldOfView) < 1e-9)
      var thresholds = FlightThresholds()
      thresholds.maximumJump = 1e-6
      #expect(try path.report().findings(against: thresholds) == [])
      let coded = try JSONDecoder().decode(CameraPath.self, from: JSONEncoder().encode(path))
      #expect(coded.samples(50) == path.samples(50))
      #expect(coded == path)
    }
    // While it is held, too, the lens is what it came to be.
    zoomed.hold = 2
    let held = try CameraPath(through: [paris, zoomed])
    #expect(abs(held.motion(at: held.duration - 1).fieldOfView - 50) < 1e-9)
    // What is offered as the least is taken.
    timed.pace = .duration(3)
    do throws(FlightError) {
      _ = try CameraPath(through: [paris, timed])
      Issue.record("in 3 s")
    } catch {
      guard case .tooShort(3, let least, _, 1) = error else { throw error }
      #expect(least > 5 && least < 15)
      timed.pace = .duration(least)
      #expect(abs(try CameraPath(through: [paris, timed]).duration - least) < 1e-9)
    }
  }

  /// Cameras so many distances apart, eastwards.
  private func row(_ count: Int, apart ways: Double, distance: Double = 2000) -> [CameraWaypoint] {
    let degrees = ways * distance / (111_320 * cos(46 * Double.pi / 180))
    return (0..<count).map { CameraWaypoint(camera(46, 7 + degrees * Double($0), distance, 50)) }
  }

  /// Seconds of an optimal flight.
  private func optimum(_ a: CameraWaypoint, _ b: CameraWaypoint) throws -> Double {
    try CameraPath.optimal(from: a.camera, to: b.camera).path.duration
  }

  @Test func durationsGrowSmoothlyWithTheWay() throws {
    for count in [2, 4] {
      var last = 0.0
      var ways = 1.0
      while ways < 8000 {
        let waypoints = row(count, apart: ways, distance: 1000)
        let path = try CameraPath(through: waypoints)
        let optima = try zip(waypoints, waypoints.dropFirst()).reduce(0) {
          $0 + (try optimum($1.0, $1.1))
        }
        // No cliff: a little farther is never much quicker, nor much slower.
        #expect(path.duration > 0.7 * last, "\(count) \(ways) \(last) \(path.duration)")
        if last > 0 {
          #expect(path.duration < 1.3 * last, "\(count) \(ways) \(last) \(path.duration)")
        }
        #expect(path.duration < 2.1 * optima, "\(count) \(ways) \(path.duration) \(optima)")
        if ways > 32 { #expect(path.duration < 1.01 * optima, "\(count) \(ways)") }
        last = path.duration
        ways *= 1.12
      }
    }
  }

  @Test func alongAValleyTheCourseStaysLow() throws {
    for ways in [0.5, 1, 2, 4, 6] {
      let path = try CameraPath(through: row(8, apart: ways, distance: 800))
      #expect(path.optimalParts == [])
      #expect(path.samples(500).allSatisfy { $0.distance <= 800.0001 })
    }
    // And whatever the way where no camera may be farther away.
    var limits = CameraLimits()
    limits.zoomRange = try CameraZoomRange(minimumDistance: nil, maximumDistance: 2000)
    let low = try CameraPath(through: row(3, apart: 50), limits: limits)
    #expect(low.samples(500).allSatisfy { $0.distance <= 2000.0001 })
  }

  @Test func itRisesAsFarAsIsAllowed() throws {
    var limits = CameraLimits()
    let waypoints = row(3, apart: 300)
    limits.zoomRange = try CameraZoomRange(minimumDistance: nil, maximumDistance: 2000)
    let low = try CameraPath(through: waypoints, limits: limits).duration
    limits.zoomRange = try CameraZoomRange(minimumDistance: nil, maximumDistance: 5000)
    let path = try CameraPath(through: waypoints, limits: limits)
    let highest = path.samples(3000).reduce(0) { max($0, $1.distance) }
    #expect(highest <= 5000.0001 && highest > 4900, "\(highest)")
    // At two and a half times the distance in two fifths of the time.
    #expect(path.duration < 0.45 * low, "\(path.duration) \(low)")
  }

  @Test func itStaysLowWhereTheTimeThatIsAskedForLetsIt() throws {
    var waypoints = row(4, apart: 20, distance: 1000)
    #expect(try CameraPath(through: waypoints).optimalParts.count == 3)
    waypoints[2].pace = .duration(60)
    let slow = try CameraPath(through: waypoints)
    #expect(slow.optimalParts.count == 2)
    // 24 s seem to suffice, but not from rest to rest; the neighbour with time enough stays low.
    waypoints[1].pace = .duration(24.5)
    let mixed = try CameraPath(through: waypoints)
    #expect(mixed.optimalParts.count == 2)
    waypoints[2].pace = .duration(12)
    let quick = try CameraPath(through: waypoints)
    let second = try #require(quick.optimalParts.first { $0.lowerBound > 20 })
    #expect(abs(second.upperBound - second.lowerBound - 12) < 1e-9)
    waypoints[3].pace = .speed(2000)
    let fast = try CameraPath(through: waypoints)
    #expect(abs(fast.duration - 24.5 - 12 - 10) < 0.1, "\(fast.duration)")
  }

  @Test func jointsOfRisesAreContinuousAndLimitsAreKept() throws {
    var random = SplitMix64(seed: 29)
    var rising = 0
    for n in 0..<60 {
      var waypoints = [CameraWaypoint(random.camera())]
      waypoints[0].camera.distance = random.double(300...5000)
      waypoints[0].camera.pitch = random.double(0...50)
      for _ in 0..<4 {
        var next = waypoints[waypoints.count - 1]
        let way = exp(random.double(log(0.5)...log(200))) * next.camera.distance / 111_320
        let course = random.double(0...6.28)
        next.camera.centerCoordinate.latitude =
          min(max(next.camera.centerCoordinate.latitude + way * cos(course), -75), 75)
        next.camera.centerCoordinate.longitude += way * sin(course)
        next.camera.distance = min(
          max(next.camera.distance * exp(random.double(-0.9...0.9)), 300), 5000)
        next.camera.heading = random.double(0...359)
        waypoints.append(next)
      }
      let path = try CameraPath(through: waypoints)
      rising += path.optimalParts.count
      #expect(times(path, waypoints) != nil, "\(n)")
      for (quantity, peak) in MotionProbe(path: path).peaks(4000) {
        if let limit = MotionLimits.standard[quantity] {
          #expect(peak <= limit * 1.02, "\(n) \(quantity) \(peak)")
        }
      }
      var thresholds = FlightThresholds()
      thresholds.maximumJump = 1e-6
      #expect(try path.report().findings(against: thresholds) == [], "\(n)")
    }
    #expect(rising > 60, "\(rising)")
  }
}
