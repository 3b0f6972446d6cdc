import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct RedirectionTests {
  private func expectSame(_ a: CameraMotion, _ b: CameraMotion, _ name: String) {
    let (p, q) = (MapPoint(a.camera.centerCoordinate), MapPoint(b.camera.centerCoordinate))
    let d = a.camera.distance
    let metres = MapPoint.metersPerMapPoint(at: a.camera.centerCoordinate.latitude)
    // A coordinate's last bit is some nanometres.
    #expect(
      abs(q.shortDeltaX(from: p)) * metres < 2e-8 && abs(p.y - q.y) * metres < 2e-8, "\(name)")
    #expect(abs(a.camera.distance / b.camera.distance - 1) < 1e-12, "\(name)")
    #expect(abs(a.camera.pitch - b.camera.pitch) < 1e-9, "\(name)")
    #expect(abs((a.camera.heading - b.camera.heading).remainder(dividingBy: 360)) < 1e-9, "\(name)")
    for (v, w) in [(a.velocity, b.velocity), (a.acceleration, b.acceleration)] {
      let jumps = [
        (v.east - w.east) / d, (v.north - w.north) / d, v.logDistance - w.logDistance,
        v.pitch - w.pitch, v.heading - w.heading,
      ]
      #expect(jumps.allSatisfy { abs($0) < 1e-9 }, "\(name) \(jumps)")
    }
  }

  @Test func aNewGoalAtAnyInstantKeepsValueVelocityAndAcceleration() throws {
    var random = SplitMix64(seed: 51)
    for n in 0..<60 {
      let a = random.camera()
      let first =
        n % 2 == 0
        ? try CameraPath.optimal(from: a, to: random.camera()).path
        : try CameraPath(through: random.waypoints(5))
      let time = first.duration * random.double(0...1)
      let goal = n % 3 == 0 ? random.camera(near: first.camera(at: time)) : random.camera()
      let second = try first.redirected(at: time, to: goal)
      expectSame(first.motion(at: time), second.motion(at: 0), "\(n)")
      #expect(second.camera(at: second.duration) == CameraLimits().clamp(goal).camera)
      expectSame(
        second.motion(at: second.duration.nextDown), CameraMotion(camera: goal), "\(n) end")
      // And again in the middle of it, while the first motion still fades.
      let third = try second.redirected(at: 0.4, to: a)
      expectSame(second.motion(at: 0.4), third.motion(at: 0), "\(n) again")
    }
  }

  @Test func aNewGoalWhileItRisesBetweenWaypoints() throws {
    var random = SplitMix64(seed: 54)
    var risen = 0
    for n in 0..<60 {
      let a = MapCamera(
        lookingAtCenter: Coordinate(
          latitude: random.double(-60...60), longitude: random.double(-170...170)),
        fromDistance: random.double(500...3000), pitch: random.double(0...50), heading: 30)
      var b = a
      b.centerCoordinate.longitude += a.distance * exp(random.double(log(40)...log(2000))) / 111_320
      b.heading = random.double(0...359)
      var goal = CameraWaypoint(b)
      if n % 3 == 1 { goal.fieldOfView = 45 }
      if n % 3 == 2 { goal.pace = .duration(14) }
      var near = b
      near.centerCoordinate.latitude += b.distance / 111_320
      let first = try CameraPath(through: [CameraWaypoint(a), goal, CameraWaypoint(near)])
      let part = try #require(first.optimalParts.first, "\(n)")
      // Inside, at the ends, and at the instants beside them.
      let times = [
        part.lowerBound + (part.upperBound - part.lowerBound) * random.double(0...1),
        part.lowerBound, part.upperBound, part.upperBound.nextDown, part.upperBound.nextUp,
      ]
      for time in times {
        let now = first.motion(at: time)
        if now.camera.distance > 1.5 * a.distance { risen += 1 }
        let second = try first.redirected(at: time, to: near)
        expectSame(now, second.motion(at: 0), "\(n) \(time)")
        #expect(abs(now.fieldOfView - second.motion(at: 0).fieldOfView) < 1e-9)
      }
    }
    #expect(risen > 20, "\(risen)")
  }

  @Test func everyCameraStaysInTheDomainAndKeepsThePitchLimit() throws {
    var random = SplitMix64(seed: 52)
    let limits = CameraLimits()
    for n in 0..<60 {
      let first = try CameraPath.optimal(from: random.camera(), to: random.camera()).path
      let time = first.duration * random.double(0...1)
      let path = try first.redirected(at: time, to: random.camera())
      for camera in path.samples(400) {
        try camera.validate()
        #expect(
          camera.pitch <= limits.maximumPitch(atDistance: camera.distance) + 0.01,
          "\(n) \(camera)")
      }
    }
  }

  @Test func stayingWhereOneIsAndNonsense() throws {
    var random = SplitMix64(seed: 53)
    let first = try CameraPath.optimal(from: random.camera(), to: random.camera()).path
    let time = first.duration / 3
    let here = first.camera(at: time)
    let swing = try first.redirected(at: time, to: here)
    #expect(swing.duration > 0.3 && swing.camera(at: swing.duration) == here)
    #expect(try first.redirected(at: .nan, to: here).camera(at: 0) == first.camera(at: 0))
    #expect(
      try first.redirected(at: 1e9, to: here).camera(at: 0) == first.camera(at: first.duration))
    var lost = here
    lost.distance = .nan
    #expect(throws: DomainError.self) { try first.redirected(at: time, to: lost) }
  }
}
