import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct CameraPathTests {
  /// Paths of every kind.
  private func paths() throws -> [(String, CameraPath)] {
    var random = SplitMix64(seed: 11)
    let (a, b, c) = (random.camera(), random.camera(), random.camera())
    let optimal = try CameraPath.optimal(from: a, to: b).path
    let tour = try CameraPath(through: random.waypoints(8))
    return [
      ("optimal", optimal), ("recipe", try CameraPath.recipe(from: a, to: b).path),
      ("waypoints", tour), ("redirected", try optimal.redirected(at: optimal.duration / 3, to: c)),
      ("back", tour.reversed()), ("slow", try tour.retimed(to: 100)),
      ("part", try tour.trimmed(to: 1...tour.duration * 0.8)),
      ("joined", try optimal.concatenated(with: CameraPath.optimal(from: b, to: c).path)),
      (
        "blended", try optimal.concatenated(with: CameraPath.optimal(from: c, to: a).path, blend: 2)
      ),
    ]
  }

  @Test func derivativesAreThoseOfTheCameras() throws {
    for (name, path) in try paths() {
      let probe = MotionProbe(path: path)
      let h = path.duration * 1e-4
      for i in 1..<200 {
        let time = path.duration * (Double(i) + 0.37) / 201
        // Across a keyframe the third derivative may jump.
        guard !path.keyframes.contains(where: { abs($0.time - time) < 3 * h }) else { continue }
        let motion = path.motion(at: time)
        let (v, a) = (motion.velocity, motion.acceleration)
        let d = probe.derivatives(at: time, step: h)
        let distance = motion.camera.distance
        let scale = 1 / distance
        let radian = Double.pi / 180
        let pairs = [
          (d[0], v.east, a.east, scale), (d[1], v.north, a.north, scale),
          (d[2], v.logDistance, a.logDistance, 1), (d[3], v.pitch * radian, a.pitch * radian, 1),
          (d[4], v.heading * radian, a.heading * radian, 1),
        ]
        for (found, first, second, scale) in pairs {
          let size = 1 / path.duration
          #expect(
            abs(found[0] - first) * scale < 2e-4 * (abs(first) * scale + size),
            "\(name) \(time)")
          #expect(
            abs(found[1] - second) * scale < 5e-3 * (abs(second) * scale + 20 * size * size) + 25
              * h,
            "\(name) \(time)")
        }
      }
    }
  }

  @Test func keyframesAreMetAndTheOrderOfQuestionsDoesNotMatter() throws {
    for (name, path) in try paths() {
      for frame in path.keyframes {
        #expect(path.camera(at: frame.time) == frame.camera, "\(name)")
      }
      #expect(path.keyframes.first?.time == 0 && path.keyframes.last?.time == path.duration)
      #expect(
        zip(path.keyframes, path.keyframes.dropFirst()).allSatisfy { $0.time < $1.time }, "\(name)")
      let times = (0...100).map { path.duration * Double($0) / 100 }
      #expect(times.map(path.camera) == times.reversed().map(path.camera).reversed())
      #expect(path.camera(at: -1) == path.keyframes[0].camera)
      #expect(path.camera(at: .nan) == path.keyframes[0].camera)
      #expect(path.camera(at: .infinity) == path.keyframes.last?.camera)
      #expect(path.motion(at: -1).velocity == CameraRates())
    }
  }

  @Test func valueVelocityAndAccelerationAreContinuous() throws {
    for (name, path) in try paths() where name != "joined" {
      let joints = path.keyframes.map(\.time).filter { $0 > 0 && $0 < path.duration }
      for time in joints {
        let (before, after) = (path.motion(at: time - 1e-9), path.motion(at: time + 1e-9))
        let d = before.camera.distance
        #expect(abs(before.velocity.ground - after.velocity.ground) < 1e-6 * d, "\(name) \(time)")
        #expect(
          abs(before.acceleration.ground - after.acceleration.ground) < 1e-6 * d, "\(name) \(time)")
        #expect(abs(before.acceleration.logDistance - after.acceleration.logDistance) < 1e-6)
        #expect(abs(before.acceleration.pitch - after.acceleration.pitch) < 1e-5)
        #expect(abs(before.acceleration.heading - after.acceleration.heading) < 1e-5)
      }
    }
  }

  private func isNear(_ a: MapCamera, _ b: MapCamera) -> Bool {
    let (p, q) = (MapPoint(a.centerCoordinate), MapPoint(b.centerCoordinate))
    return abs(q.shortDeltaX(from: p)) < 1e-5 && abs(p.y - q.y) < 1e-5
      && abs(a.distance / b.distance - 1) < 1e-9 && abs(a.pitch - b.pitch) < 1e-8
      && abs((a.heading - b.heading).remainder(dividingBy: 360)) < 1e-8
  }

  @Test func reversedTrimmedAndRetimedPathsAreTheSameAtOtherTimes() throws {
    for (name, path) in try paths() {
      let back = path.reversed()
      let slow = try path.retimed(to: path.duration * 3)
      let part = try path.trimmed(to: 0.5...(path.duration - 0.5))
      #expect(back.duration == path.duration && part.duration == path.duration - 0.5 - 0.5)
      for i in 0...50 {
        let t = path.duration * Double(i) / 50
        let camera = path.camera(at: t)
        #expect(isNear(back.camera(at: path.duration - t), camera), "\(name) \(t)")
        #expect(isNear(back.reversed().camera(at: t), camera), "\(name) \(t)")
        #expect(isNear(slow.camera(at: 3 * t), camera), "\(name) \(t)")
        if t >= 0.5, t <= path.duration - 0.5 {
          #expect(isNear(part.camera(at: t - 0.5), camera), "\(name) \(t)")
          let (v, w) = (path.motion(at: t).velocity, back.motion(at: path.duration - t).velocity)
          #expect(abs(v.heading + w.heading) < 1e-6, "\(name) \(t)")
        }
      }
      let whole = try path.trimmed(to: -5...1e12)
      #expect(whole.duration == path.duration)
    }
  }

  @Test func whatDoesNotMeetIsNamedAndABlendHealsIt() throws {
    var random = SplitMix64(seed: 12)
    let (a, b) = (random.camera(), random.camera())
    var c = b
    c.pitch = b.pitch / 2 + 1
    let (first, second) = (
      try CameraPath.optimal(from: a, to: b).path, try CameraPath.optimal(from: c, to: a).path
    )
    #expect(throws: FlightError.gap(field: "pitch", end: b.pitch, start: c.pitch)) {
      try first.concatenated(with: second)
    }
    let healed = try first.concatenated(with: second, blend: 1)
    #expect(healed.duration == first.duration + second.duration)
    #expect(isNear(healed.camera(at: first.duration + 1e-9), b))
    #expect(isNear(healed.camera(at: first.duration + 1.5), second.camera(at: 1.5)))
    for bad in [0, -1, .nan, 1e9] {
      #expect(throws: FlightError.self) { try first.concatenated(with: second, blend: bad) }
    }
    var other = random.waypoints(3)
    other[0].fieldOfView = 60
    other[0].camera = b
    #expect(throws: FlightError.self) {
      try first.concatenated(with: CameraPath(through: other))
    }
  }

  @Test func nonsenseIsRefusedByName() throws {
    let path = try #require(try paths().first?.1)
    for bad in [0, -1, .nan, .infinity] {
      #expect(throws: DomainError.self) { try path.retimed(to: bad) }
    }
    #expect(throws: DomainError.self) { try path.trimmed(to: 1e6...2e6) }
    #expect(throws: DomainError.self) { try CameraPath(resting: path.camera(at: 0), duration: -1) }
    let rest = try CameraPath(resting: path.camera(at: 0), duration: 3)
    #expect(rest.duration == 3 && rest.camera(at: 2) == path.camera(at: 0))
  }
}
