import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// What an examiner of flights found once.
@Suite struct ExaminedFlightTests {
  private let alps = GeographicBounds(south: 45.5, west: 6.5, north: 46.5, east: 8)

  @Test(
    "knots of raised flights are apart by more than rounding, and read again have the same jerk")
  func knotsAreApart() throws {
    var random = SplitMix64(seed: 81)
    let model = Relief.rough(&random, bounds: alps)
    let probe = ReliefProbe(model: model)
    var raised = 0
    for n in 0..<120 {
      let (a, b) = (
        random.camera(over: alps, distance: 300...3000),
        random.camera(over: alps, distance: 300...3000)
      )
      let flight = try CameraPath.recipe(from: a, to: b, style: n % 2 == 0 ? .plain : .hop).path
      let free = try min(probe.clearance(a), probe.clearance(b))
      guard free > 5, let path = try? flight.cleared(by: 0.9 * free, over: ModelGround(model)).path
      else { continue }
      raised += 1
      let knots = path.knots()
      for (one, next) in zip(knots, knots.dropFirst()) {
        #expect(next.time - one.time > 1e-9, "\(n): \(one.time)")
      }
      let again = try CameraPath(knots: knots)
      let (due, found) = (path.peaks()[.jerk], again.peaks()[.jerk])
      #expect(found <= 1.05 * due + 1e-6, "\(n): \(found) for \(due)")
    }
    #expect(raised > 30)
  }

  @Test(
    "limits of the ground's flow hold at steep pitches, where it changes which place is the 95th in a hundred"
  )
  func flowAtSteepPitches() throws {
    var random = SplitMix64(seed: 82)
    let viewport = Viewport(width: 1280, height: 720)
    for n in 0..<60 {
      var a = random.camera(-60...60)
      var b = random.camera(near: a)
      (a.pitch, b.pitch) = (random.double(55...85), random.double(55...89))
      let limits = MotionLimits(groundFlow: random.double(200...900), viewport: viewport)
      let path = try CameraPath.optimal(
        from: a, to: b, limits: CameraLimits(pitchLimit: .none), motion: limits
      ).path
      let greatest =
        (0...6000).map { i in
          OpticalFlow(path.motion(at: path.duration * Double(i) / 6000), in: viewport)
            .percentile(0.95)
        }.max() ?? 0
      let limit = try #require(limits.groundFlow)
      #expect(greatest <= 1.01 * limit, "\(n): \(greatest) for \(limit)")
    }
  }

  @Test("a flight of a hand's breadth arrives without a jump, near a pole, too")
  func tinyWays() throws {
    var random = SplitMix64(seed: 83)
    for n in 0..<200 {
      var a = random.camera(-84...84)
      a.distance = random.double(1000...90_000)
      var b = a
      let apart = pow(10, random.double(-4...0)) / 111_320
      b.centerCoordinate.latitude += random.double(-1...1) * apart
      b.centerCoordinate.longitude += random.double(-1...1) * apart
      b.distance = random.double(1000...90_000)
      b.heading = random.double(0...360)
      let path = try CameraPath.optimal(from: a, to: b).path
      let late = path.camera(at: path.duration * (1 - 1e-7))
      let rest = try Geodesic.wgs84.inverse(
        from: late.centerCoordinate, to: b.centerCoordinate
      ).distance
      #expect(rest < 1e-6, "\(n): \(rest) m")
    }
  }

  @Test("half a turn is mirrored on the way back, whichever heading is first")
  func halfTurns() throws {
    var random = SplitMix64(seed: 84)
    for heading in [0, 46, 90, 180, 226, 270, 359.5] {
      var a = random.camera(-60...60)
      var b = random.camera(near: a)
      (a.heading, b.heading) = (heading, heading + 180)
      let (there, back) = (
        try CameraPath.optimal(from: a, to: b).path, try CameraPath.optimal(from: b, to: a).path
      )
      for i in 0...20 {
        let time = there.duration * Double(i) / 20
        let (one, other) = (there.camera(at: time), back.camera(at: back.duration - time))
        #expect(abs(remainder(one.heading - other.heading, 360)) < 1e-9, "\(heading)°")
      }
    }
  }
}
