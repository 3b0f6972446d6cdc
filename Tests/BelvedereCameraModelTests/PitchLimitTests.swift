import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// A curve through one to eight stops, some with plateaus and some very steep.
func anyPitchCurve(_ random: inout SplitMix64) throws -> PitchCurve {
  var distance = pow(10, random.double(-2...4))
  var pitch = random.pick([random.double(0...90), 90, 85, 0])
  var stops = [PitchCurve.Stop(distance: distance, pitch: pitch)]
  for _ in 0..<random.int(0...7) {
    distance *= random.pick([random.double(1.0001...30), 1.000002, 2])
    guard distance <= 1e9 else { break }
    if !random.oneIn(4) { pitch = random.pick([random.double(0...pitch), pitch / 2, 0]) }
    stops.append(PitchCurve.Stop(distance: distance, pitch: pitch))
  }
  return try PitchCurve(through: stops)
}

@Suite struct PitchCurveTests {
  @Test func aCurvePassesThroughItsStopsExactly() {
    forEachSeed(2000) { random in
      let curve = try anyPitchCurve(&random)
      for stop in curve.stops {
        let pitch = curve.maximumPitch(atDistance: stop.distance)
        try check(pitch == stop.pitch, "\(pitch) where \(stop)")
      }
      guard let first = curve.stops.first, let last = curve.stops.last else { return }
      for d in [0, 1e-300, first.distance / 2] {
        try check(curve.maximumPitch(atDistance: d) == first.pitch, "nearer than \(first)")
      }
      for d in [last.distance * 2, 1e300, .infinity] {
        try check(curve.maximumPitch(atDistance: d) == last.pitch, "farther than \(last)")
      }
    }
  }

  @Test func aCurveNeverRisesNorLeavesItsStops() {
    forEachSeed(1000) { random in
      let curve = try anyPitchCurve(&random)
      guard let first = curve.stops.first, let last = curve.stops.last else { return }
      let low = log(first.distance) - 1
      let high = log(last.distance) + 1
      var before = 90.0
      for i in 0...500 {
        let d = exp(low + (high - low) * Double(i) / 500)
        let pitch = curve.maximumPitch(atDistance: d)
        try check(pitch <= before, "\(pitch) after \(before) at \(d) m: \(curve)")
        try check(pitch >= last.pitch && pitch <= first.pitch, "\(pitch): \(curve)")
        before = pitch
      }
    }
  }

  /// The slopes on both sides of every stop agree, ends included.
  @Test func theSlopeIsContinuousAtTheStops() {
    forEachSeed(2000) { random in
      var distance = random.double(1...1000)
      var pitch = 90.0
      var stops: [PitchCurve.Stop] = []
      for _ in 0..<random.int(2...7) {
        stops.append(PitchCurve.Stop(distance: distance, pitch: pitch))
        distance *= random.double(1.5...10)
        pitch -= random.pick([0, random.double(0...14)])
      }
      let curve = try PitchCurve(through: stops)
      func value(_ t: Double) -> Double { curve.maximumPitch(atDistance: exp(t)) }
      let h = 1e-5
      for stop in stops {
        let t = log(stop.distance)
        // Second order, one-sided.
        let left = (3 * value(t) - 4 * value(t - h) + value(t - 2 * h)) / (2 * h)
        let right = (-3 * value(t) + 4 * value(t + h) - value(t + 2 * h)) / (2 * h)
        try check(
          abs(left - right) < 1e-4, "slopes \(left) and \(right) at \(stop) of \(curve)")
      }
    }
  }

  @Test func theSlopeIsContinuousBetweenTheStops() {
    forEachSeed(300) { random in
      let curve = try PitchCurve(through: [
        .init(distance: 100, pitch: 80), .init(distance: random.double(200...900), pitch: 70),
        .init(distance: 5000, pitch: random.double(10...60)), .init(distance: 1e5, pitch: 0),
      ])
      let h = 1e-4
      var last: Double?
      for i in 0...2000 {
        let t = log(80.0) + Double(i) / 2000 * log(2000)
        let slope =
          (curve.maximumPitch(atDistance: exp(t + h)) - curve.maximumPitch(atDistance: exp(t - h)))
          / (2 * h)
        // A cubic's slope changes by less than its second derivative times the step.
        if let last { try check(abs(slope - last) < 5, "\(last) to \(slope) at \(exp(t)) m") }
        last = slope
      }
    }
  }

  @Test func aCurveOfItsOwnFunctionFollowsIt() throws {
    let limit = PitchLimit.standard
    let curve = try PitchCurve(sampling: 1, through: 5e6, samples: 257) {
      limit.maximumPitch(atDistance: $0)
    }
    for i in 0...3000 {
      let d = pow(5e6, Double(i) / 3000)
      let error = curve.maximumPitch(atDistance: d) - limit.maximumPitch(atDistance: d)
      #expect(abs(error) < 0.02, "\(error)° at \(d) m")
    }
  }

  @Test func badStopsAreNamed() {
    typealias Stop = PitchCurve.Stop
    func field(_ stops: [Stop]) -> String? {
      do {
        _ = try PitchCurve(through: stops)
        return nil
      } catch { return error.field }
    }
    let good = Stop(distance: 10, pitch: 50)
    #expect(field([good]) == nil)
    #expect(field([]) == "stops")
    #expect(field((0...1024).map { Stop(distance: pow(1.01, Double($0)), pitch: 1) }) == "stops")
    for bad in [Double.nan, .infinity, -.infinity, 0, -1, 1e300] {
      #expect(field([Stop(distance: bad, pitch: 1)]) == "stops[0].distance", "\(bad)")
    }
    for bad in [Double.nan, .infinity, -1, 90.001] {
      #expect(field([good, Stop(distance: 20, pitch: bad)]) == "stops[1].pitch", "\(bad)")
    }
    #expect(field([good, Stop(distance: 20, pitch: 51)]) == "stops[1].pitch")
    #expect(field([good, good]) == "stops[1].distance")
    #expect(field([good, Stop(distance: 9, pitch: 1)]) == "stops[1].distance")
    #expect(field([good, Stop(distance: 10.nextUp, pitch: 1)]) == "stops[1].distance")
  }

  @Test func badSamplingsAreNamed() {
    func field(_ low: Double, _ high: Double, _ n: Int, _ f: (Double) -> Double) -> String? {
      do {
        _ = try PitchCurve(sampling: low, through: high, samples: n, f)
        return nil
      } catch { return error.field }
    }
    #expect(field(1, 100, 3) { 80 - $0 / 2 } == nil)
    #expect(field(1, 100, 1) { _ in 1 } == "samples")
    #expect(field(100, 1, 3) { _ in 1 } == "farthest")
    #expect(field(.nan, 1, 3) { _ in 1 } == "farthest")
    #expect(field(1, .nan, 3) { _ in 1 } == "farthest")
    #expect(field(1, 100, 3) { $0 / 2 } == "stops[1].pitch")
    #expect(field(1, 100, 3) { _ in .nan } == "stops[0].pitch")
  }
}

@Suite struct PitchLimitInverseTests {
  private func limit(_ random: inout SplitMix64) throws -> PitchLimit {
    random.oneIn(3) ? .standard : .curve(try anyPitchCurve(&random))
  }

  /// The distance returned allows the pitch and the next number does not.
  @Test func theInverseIsExact() {
    forEachSeed(3000) { random in
      let limit = try limit(&random)
      let pitch = random.pick([random.double(0...90), 57, 69, 1e-9, 84.9999])
      guard let d = limit.maximumDistance(forPitch: pitch) else {
        let most = limit.maximumPitch(atDistance: 1e-9)
        return try check(most <= pitch, "\(limit) allows \(most), at no distance \(pitch)")
      }
      if d == .infinity {
        return try check(limit.maximumPitch(atDistance: 1e9) >= pitch, "\(limit), \(pitch)")
      }
      try check(limit.maximumPitch(atDistance: d) >= pitch, "\(d) m is too far: \(limit)")
      try check(limit.maximumPitch(atDistance: d.nextUp) < pitch, "\(d) m is too near: \(limit)")
    }
  }

  @Test func theInverseOfTheCurveGivesTheDistanceBack() {
    forEachSeed(2000) { random in
      let d = pow(10, random.double(0...6.5))
      let pitch = PitchLimit.standard.maximumPitch(atDistance: d)
      let back = PitchLimit.standard.maximumDistance(forPitch: pitch) ?? .nan
      try check(back >= d && isClose(back, d, relative: 1e-12), "\(d) m is \(back) m at \(pitch)")
    }
  }

  @Test func moreTiltNeedsLessDistance() {
    forEachSeed(500) { random in
      let limit = try limit(&random)
      var before = Double.infinity
      for pitch in stride(from: 0.0, through: 90, by: 1.5) {
        let d = limit.maximumDistance(forPitch: pitch) ?? 0
        try check(d <= before, "\(d) m for \(pitch)° after \(before) m: \(limit)")
        before = d
      }
    }
  }

  @Test func whatIsAlwaysOrNeverAllowed() throws {
    #expect(PitchLimit.none.maximumDistance(forPitch: 90) == .infinity)
    #expect(PitchLimit.none.maximumDistance(forPitch: 90.1) == nil)
    #expect(PitchLimit.standard.maximumDistance(forPitch: 0) == .infinity)
    #expect(PitchLimit.standard.maximumDistance(forPitch: -1) == .infinity)
    #expect(PitchLimit.standard.maximumDistance(forPitch: 85.1) == nil)
    #expect(PitchLimit.standard.maximumDistance(forPitch: .nan) == nil)
    #expect(PitchLimit.standard.maximumDistance(forPitch: .infinity) == nil)
    let sixty = try PitchLimit.constant(60)
    #expect(sixty.maximumDistance(forPitch: 60) == .infinity)
    #expect(sixty.maximumDistance(forPitch: 60.1) == nil)
    let far = try #require(PitchLimit.standard.maximumDistance(forPitch: 1e-300))
    #expect(far < 4_000_000 && far > 3_900_000)
  }

  @Test func theAnchorsAreFoundAgain() throws {
    let at69 = try #require(PitchLimit.standard.maximumDistance(forPitch: 69))
    let at57 = try #require(PitchLimit.standard.maximumDistance(forPitch: 57))
    #expect(isClose(at69, 2000, relative: 0.05))
    #expect(isClose(at57, 10_000, relative: 0.05))
  }

  @Test func limitsTakeTheirZoomRangeIntoAccount() throws {
    var limits = CameraLimits(pitchLimit: .standard)
    let free = try #require(limits.maximumDistance(forPitch: 69))
    limits.zoomRange = try CameraZoomRange(maximumDistance: 1000)
    #expect(limits.maximumDistance(forPitch: 69) == 1000)
    limits.zoomRange = try CameraZoomRange(minimumDistance: 100)
    #expect(limits.maximumDistance(forPitch: 69) == free)
    limits.zoomRange = try CameraZoomRange(minimumDistance: 50_000)
    #expect(limits.maximumDistance(forPitch: 69) == nil)
    limits.isPitchEnabled = false
    #expect(limits.maximumDistance(forPitch: 10) == nil)
    #expect(limits.maximumDistance(forPitch: 0) == .infinity)
    #expect(limits.maximumPitch(atDistance: 100) == 0)
  }
}
