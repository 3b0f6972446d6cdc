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

  /// Two joints that were one but for rounding had the jump between them, over which a parabola was laid.
  @Test("flows are those of the movement, however long the camera stands still")
  func flowsBesideHolds() throws {
    func camera(_ longitude: Double) -> MapCamera {
      MapCamera(
        lookingAtCenter: Coordinate(latitude: 46, longitude: longitude), fromDistance: 3000,
        pitch: 40, heading: 0)
    }
    let path = try CameraPath(through: [
      CameraWaypoint(camera(7)), CameraWaypoint(camera(7.02), hold: 900),
      CameraWaypoint(camera(7.05)),
    ])
    let report = try path.report()
    for quantity in [MotionQuantity.centerFlow, .groundFlow] {
      let rate = try #require(report.rates.first { $0.quantity == quantity })
      let dense = FlightSeries(
        path, steps: 40_000, over: nil, in: MotionLimits.standard.viewport)
      let sum = zip(dense.samples, dense.samples.dropFirst()).reduce(0) { sum, pair in
        let both = pair.0.measures[quantity] + pair.1.measures[quantity]
        return sum + both / 2 * (pair.1.time - pair.0.time)
      }
      let mean = sum / path.duration
      #expect(abs(rate.mean - mean) < 0.03 * mean, "\(quantity): \(rate.mean) \(mean)")
      let then = dense.samples.min { abs($0.time - rate.peakTime) < abs($1.time - rate.peakTime) }
      #expect(try #require(then).measures[quantity] > 0.9 * rate.peak)
    }
  }

  @Test("what a long flight does in a moment is in its report")
  func momentsOfLongFlights() throws {
    func camera(_ latitude: Double, _ longitude: Double, _ distance: Double) -> MapCamera {
      MapCamera(
        lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude),
        fromDistance: distance, pitch: 40, heading: 0)
    }
    let waypoints = [
      CameraWaypoint(camera(47.37, 8.54, 2500)),
      CameraWaypoint(camera(47.38, 8.55, 2500), pace: .duration(3600)),
      CameraWaypoint(camera(40.7, -74, 2500)),
      CameraWaypoint(camera(-33.9, 151.2, 3000)),
    ]
    let path = try CameraPath(through: waypoints)
    let report = try path.report()
    // The ocean is crossed in some seconds of the hour.
    var (far, fast, way) = (0.0, 0.0, 0.0)
    var last: Coordinate?
    for i in 0...400_000 {
      let time = path.duration * (0.99 + 0.01 * Double(i) / 400_000)
      let camera = path.camera(at: time)
      far = max(far, camera.distance)
      if i % 16 == 0 {
        if let last {
          let step = try Geodesic.wgs84.inverse(from: last, to: camera.centerCoordinate).distance
          way += step
          fast = max(fast, step / (path.duration * 0.01 * 16 / 400_000))
        }
        last = camera.centerCoordinate
      }
    }
    #expect(far > 1e6 && abs(report.distance.greatest - far) < 1e-6 * far)
    #expect(abs(report.peakSpeed - fast) < 0.01 * fast, "\(report.peakSpeed) \(fast)")
    #expect(abs(report.length - way) < 1e-3 * way, "\(report.length) \(way)")
    #expect(abs(report.meanSpeed - report.length / path.duration) < 1e-9)
    #expect(report.distance.least <= 2500 && report.pitch.least < 1)
    // Charts are drawn of fewer looks.
    let series = FlightSeries(path, steps: 400, over: nil, in: nil)
    let fastest = series.samples.reduce(0) { max($0, $1.speed) }
    #expect(fastest > 0.95 * fast && series.samples.count < 2000)
    #expect(zip(series.samples, series.samples.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test("a jerk that jumps is told as it is")
  func jumpingJerk() throws {
    let a = MapCamera(
      lookingAtCenter: Coordinate(latitude: -12.460351500256124, longitude: -99.66948287741825),
      fromDistance: 227608.554265333, pitch: 27.046819907632884, heading: 73.5552103790855)
    let b = MapCamera(
      lookingAtCenter: Coordinate(latitude: -11.690287398248703, longitude: -100.60208925840055),
      fromDistance: 8691.409154412419, pitch: 16.445696864264676, heading: 83.64880036084999)
    let path = try CameraPath.optimal(from: a, to: b, curvature: 2.0.squareRoot()).path
    let series = FlightSeries(path, steps: 200_000, over: nil, in: nil)
    let due = series.samples.reduce(0) { max($0, $1.measures[.jerk]) }
    #expect(abs(path.peaks()[.jerk] / due - 1) < 0.01)
    let rate = try #require(path.report().rates.first { $0.quantity == .jerk })
    #expect(abs(rate.peak / due - 1) < 0.01 && abs(rate.peakTime - 0.7969) < 0.01)
    // The mean of a long flight whose ramps are a thousandth of it.
    let far = MapCamera(
      lookingAtCenter: Coordinate(latitude: 14.3, longitude: 141.3), fromDistance: 10_500,
      pitch: 33, heading: 47)
    var limits = CameraLimits()
    limits.zoomRange = try CameraZoomRange(minimumDistance: nil, maximumDistance: 16_000)
    let start = MapCamera(
      lookingAtCenter: Coordinate(latitude: 63.5, longitude: 56.6), fromDistance: 6200, pitch: 16,
      heading: 112)
    let long = try CameraPath.optimal(from: start, to: far, limits: limits).path
    let looks = FlightSeries(long, steps: 400_000, over: nil, in: nil).samples
    let mean =
      looks.reduce(0) { $0 + $1.measures[.acceleration] } / Double(looks.count)
    let told = try #require(long.report().rates.first { $0.quantity == .acceleration })
    #expect(abs(told.mean / mean - 1) < 0.02, "\(told.mean) for \(mean)")
  }

  @Test("a duration that is offered for a segment serves, and a little less does not")
  func segmentAdvice() throws {
    var random = SplitMix64(seed: 91)
    var tried = 0
    for _ in 0..<60 {
      var place = Coordinate(
        latitude: random.double(-60...60), longitude: random.double(-170...170))
      let size = pow(10, random.double(2.3...4))
      var waypoints: [CameraWaypoint] = []
      for _ in 0..<random.int(3...5) {
        waypoints.append(
          CameraWaypoint(
            MapCamera(
              lookingAtCenter: place, fromDistance: size * random.double(0.5...2),
              pitch: random.double(0...45), heading: random.double(0...360))))
        place = try Geodesic.wgs84.direct(
          from: place, azimuth: random.double(0...360), distance: size * random.double(0.5...6)
        ).coordinate
      }
      let index = random.int(1...(waypoints.count - 1))
      func refused(_ seconds: Double) -> Double? {
        waypoints[index].pace = .duration(seconds)
        do throws(FlightError) {
          _ = try CameraPath(through: waypoints)
          return nil
        } catch {
          guard case .tooShort(_, let least, _, index) = error else { return nil }
          return least
        }
      }
      guard let least = refused(0.4) else { continue }
      tried += 1
      #expect(refused(least) == nil, "\(least)")
      #expect(refused(0.99 * least) != nil, "\(least)")
    }
    #expect(tried > 40, "\(tried)")
  }

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
