import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct WaypointPathTests: WaypointSuite {
  @Test func everyWaypointIsMetAndNothingOvershoots() throws {
    var random = SplitMix64(seed: 21)
    let limits = CameraLimits()
    for n in 0..<150 {
      let waypoints = random.waypoints(2 + n % 9)
      let path = try CameraPath(through: waypoints, limits: limits)
      let times = try #require(self.times(path, waypoints), "\(n)")
      #expect(times.last.map { $0 <= path.duration } == true)
      for i in 1..<waypoints.count where times[i] > times[i - 1] {
        let (a, b) = (waypoints[i - 1].camera, waypoints[i].camera)
        for k in 0...60 {
          let t = times[i - 1] + (times[i] - times[i - 1]) * Double(k) / 60
          let held = path.camera(at: t)
          #expect(held.distance >= min(a.distance, b.distance) * (1 - 1e-12), "\(n) \(t)")
          #expect(held.distance <= max(a.distance, b.distance) * (1 + 1e-12), "\(n) \(t)")
          #expect(held.pitch >= min(a.pitch, b.pitch) - 1e-12, "\(n) \(t)")
          #expect(held.pitch <= max(a.pitch, b.pitch) + 1e-12, "\(n) \(t)")
          #expect(
            held.pitch <= limits.maximumPitch(atDistance: held.distance) + 2e-6, "\(n) \(t)")
          try held.validate()
        }
      }
    }
  }

  @Test func jointsAreContinuousWithTwoDerivatives() throws {
    var random = SplitMix64(seed: 22)
    for n in 0..<100 {
      let path = try CameraPath(through: random.waypoints(8))
      for frame in path.keyframes {
        // From both sides as near as the clock can tell.
        let before = path.motion(at: frame.time.nextDown)
        let after = path.motion(at: frame.time.nextUp)
        let d = frame.camera.distance
        for (v, w) in [
          (before.velocity, after.velocity), (before.acceleration, after.acceleration),
        ] {
          let jumps = [
            (v.east - w.east) / d, (v.north - w.north) / d, v.logDistance - w.logDistance,
            v.pitch - w.pitch, v.heading - w.heading,
          ]
          #expect(jumps.allSatisfy { abs($0) < 1e-9 }, "\(n) \(frame.time) \(jumps)")
        }
        #expect(abs(before.camera.distance / d - 1) < 1e-12)
      }
      let ends = [path.motion(at: 0), path.motion(at: path.duration)]
      for end in ends {
        #expect(end.velocity.ground < 1e-9 * end.camera.distance)
        #expect(end.acceleration.ground < 1e-9 * end.camera.distance)
        #expect(abs(end.acceleration.heading) < 1e-9 && abs(end.acceleration.pitch) < 1e-9)
      }
    }
  }

  @Test func headingsTurnTheSideThatIsAskedForAndThroughStraightDown() throws {
    func turned(_ turn: CameraWaypoint.Turn, to heading: Double) throws -> [Double] {
      let path = try CameraPath(through: [
        CameraWaypoint(camera(10, 20, 1000, 30, 350)),
        CameraWaypoint(camera(10, 20, 1000, 0, heading), turn: turn),
        CameraWaypoint(camera(10, 20, 1000, 30, heading), turn: .shortest),
      ])
      var angle = 350.0
      var result = [angle]
      for i in 1...2000 {
        let motion = path.motion(at: path.duration * Double(i) / 2000)
        angle += (motion.camera.heading - angle).remainder(dividingBy: 360)
        result.append(angle)
      }
      return result
    }
    #expect(abs(try turned(.shortest, to: 10).last! - 370) < 1e-9)
    #expect(abs(try turned(.clockwise, to: 10).last! - 370) < 1e-9)
    #expect(abs(try turned(.counterclockwise, to: 10).last! - 10) < 1e-9)
    // Two turns and 10° back to 340°, and from there the shorter way to north.
    #expect(abs(try turned(.by(-730), to: 0).last! + 360) < 1e-9)
    // Evenly one way, never back, past a pitch of 0.
    let path = try turned(.counterclockwise, to: 10)
    #expect(zip(path, path.dropFirst()).allSatisfy { $1 <= $0 + 1e-12 && $1 > $0 - 3 })
  }

  @Test func holdsPacesAndStopsAreKept() throws {
    let waypoints = [
      CameraWaypoint(camera(10, 20), hold: 1.5),
      CameraWaypoint(camera(10, 20.02), pace: .duration(12)),
      CameraWaypoint(camera(10, 20.06), hold: 2, pace: .speed(100)),
      CameraWaypoint(camera(10, 20.06), pace: .duration(3)),
      CameraWaypoint(camera(10, 20.05)),
    ]
    let path = try CameraPath(through: waypoints)
    let times = path.keyframes.map(\.time)
    #expect(times.count == 7)
    #expect(times[1] == 1.5 && abs(times[2] - 13.5) < 1e-9)
    let metres = MapPoint.metersPerMapPoint(at: 10) * MapPoint.worldWidth * 0.04 / 360
    #expect(abs(times[3] - times[2] - metres / 100) < 1e-6)
    #expect(abs(times[4] - times[3] - 2) < 1e-9 && abs(times[5] - times[4] - 3) < 1e-9)
    for t in [0.7, (times[3] + times[4]) / 2] {
      #expect(path.motion(at: t).velocity == CameraRates())
    }
    // Through the second one it flies, at about the mean of both speeds.
    #expect(path.motion(at: times[2]).velocity.east > 50)
    #expect(path.camera(at: times[3] + 1) == waypoints[2].camera)
  }

  @Test func placesCrossTheDateLineAndKeepToTheMapAndTheBoundary() throws {
    let pacific = try CameraPath(through: [
      CameraWaypoint(camera(60, 170, 500_000, 0)), CameraWaypoint(camera(65, -175, 500_000, 0)),
      CameraWaypoint(camera(60, -160, 500_000, 0)),
    ])
    for held in pacific.samples(300) { #expect(abs(held.centerCoordinate.longitude) >= 159.9) }
    // Along the edge a smooth curve would leave the map.
    let edge = MapPoint.maximumLatitude
    let north = try CameraPath(through: [
      CameraWaypoint(camera(84, 0, 5000, 0)), CameraWaypoint(camera(edge, 1, 5000, 0)),
      CameraWaypoint(camera(edge, 3, 5000, 0)), CameraWaypoint(camera(84, 4, 5000, 0)),
    ])
    #expect(north.samples(2000).allSatisfy { $0.centerCoordinate.latitude <= edge })
    #expect(
      abs(north.camera(at: north.duration / 2).centerCoordinate.latitude - edge) < 1e-9)
    // No jump: within what the limit of acceleration allows.
    let step = north.duration / 2000
    let speed = (1..<2000).map { north.motion(at: step * Double($0)) }
    #expect(
      zip(speed, speed.dropFirst()).allSatisfy {
        abs($0.velocity.north - $1.velocity.north) < 5.1 * step * $0.camera.distance
      })
    var limits = CameraLimits()
    limits.boundary = try CameraBoundary(
      CoordinateRegion(
        center: Coordinate(latitude: 0, longitude: 180),
        span: CoordinateSpan(latitudeDelta: 2, longitudeDelta: 2)))
    let inside = try CameraPath(
      through: [(0.9, 179.1), (1, 180), (0.9, -179.1), (-1, -179)].map {
        CameraWaypoint(camera($0.0, $0.1, 20_000, 0))
      }, limits: limits)
    for held in inside.samples(1000) {
      #expect(abs(held.centerCoordinate.latitude) <= 1 + 1e-12)
      #expect(abs(held.centerCoordinate.longitude) >= 179 - 1e-12)
    }
  }

  @Test func thePitchWaitsForTheDistance() throws {
    let limits = CameraLimits()
    let high = limits.maximumPitch(atDistance: 1000)
    let path = try CameraPath(
      through: [
        CameraWaypoint(camera(10, 20, 1000, high)),
        CameraWaypoint(camera(10, 20.5, 200_000, limits.maximumPitch(atDistance: 200_000))),
        CameraWaypoint(camera(10, 21, 1000, high)),
      ], limits: limits)
    for held in path.samples(5000) {
      #expect(held.pitch <= limits.maximumPitch(atDistance: held.distance) + 2e-6)
    }
    #expect(MotionProbe(path: path).peaks(2000)[.pitchRate]! <= 45.5)
  }

  @Test func whatIsWrongIsNamed() throws {
    let good = CameraWaypoint(camera(10, 20))
    func error(_ waypoints: [CameraWaypoint], _ limits: CameraLimits = CameraLimits())
      -> FlightError?
    {
      do {
        _ = try CameraPath(through: waypoints, limits: limits)
        return nil
      } catch { return error }
    }
    #expect(error([]) == .noWaypoints)
    func field(_ waypoint: CameraWaypoint) -> String? {
      if case .domain(let error) = error([good, waypoint]) { return error.field }
      return nil
    }
    #expect(field(CameraWaypoint(camera(.nan, 0))) == "waypoints[1].latitude")
    #expect(field(CameraWaypoint(camera(90, 0))) == "waypoints[1].latitude")
    #expect(field(CameraWaypoint(camera(0, .infinity))) == "waypoints[1].longitude")
    #expect(field(CameraWaypoint(camera(0, 0, 0))) == "waypoints[1].distance")
    #expect(field(CameraWaypoint(camera(0, 0, 1, 91))) == "waypoints[1].pitch")
    #expect(field(CameraWaypoint(camera(0, 0, 1, 0, .nan))) == "waypoints[1].heading")
    #expect(field(CameraWaypoint(camera(0, 0), hold: -1)) == "waypoints[1].hold")
    #expect(field(CameraWaypoint(camera(0, 0), pace: .duration(0))) == "waypoints[1].pace.duration")
    #expect(field(CameraWaypoint(camera(0, 0), pace: .speed(.nan))) == "waypoints[1].pace.speed")
    #expect(field(CameraWaypoint(camera(0, 0), fieldOfView: 0)) == "waypoints[1].fieldOfView")
    #expect(field(CameraWaypoint(camera(0, 0), turn: .by(.nan))) == "waypoints[1].turn.by")
    let steep = CameraWaypoint(camera(10, 20, 1e6, 60))
    guard case .excluded(1, let change) = error([good, steep]) else {
      Issue.record("the limit is not named")
      return
    }
    #expect(change.reason == .pitchLimit)
    let quick = CameraWaypoint(camera(10, 20.03), pace: .duration(2))
    guard case .tooShort(2, let least, .groundSpeed, 1) = error([good, quick]) else {
      Issue.record("\(String(describing: error([good, quick])))")
      return
    }
    // What is offered is accepted.
    var offered = quick
    offered.pace = .duration(least)
    #expect(error([good, offered]) == nil)
  }

  @Test func oneWaypointAndEqualOnesAreAStill() throws {
    let one = CameraWaypoint(camera(10, 20), hold: 2)
    #expect(try CameraPath(through: [one]).duration == 2)
    let same = try CameraPath(through: [
      CameraWaypoint(camera(10, 20)), CameraWaypoint(camera(10, 20)),
    ])
    #expect(same.duration == 0 && same.camera(at: 1) == one.camera)
    // Around a point that is passed twice no loop is flown.
    let back = try CameraPath(through: [
      CameraWaypoint(camera(10, 20)), CameraWaypoint(camera(10, 20.01)),
      CameraWaypoint(camera(10, 20.01, 1000, 45, 90)), CameraWaypoint(camera(10, 20.02)),
    ])
    #expect(back.samples(1000).allSatisfy { (20...20.02).contains($0.centerCoordinate.longitude) })
  }

  @Test func tenThousandWaypointsTakeLinearTime() throws {
    var random = SplitMix64(seed: 23)
    var cameras = [camera(10, 20)]
    for _ in 1..<10_000 {
      var next = random.camera(near: cameras[cameras.count - 1])
      next.distance = min(max(next.distance, 200), 5000)
      cameras.append(CameraLimits().clamp(next).camera)
    }
    func seconds(_ count: Int) throws -> Double {
      var path: CameraPath?
      let time = try processorSeconds {
        path = try CameraPath(through: cameras.prefix(count).map { CameraWaypoint($0) })
      }
      #expect(path?.keyframes.count == count)
      return time
    }
    _ = try seconds(1000)
    let (small, large) = (try seconds(2500), try seconds(10_000))
    // Four times as many; a square would be sixteen.
    #expect(large < 12 * small, "\(small) s, \(large) s")
  }
}
