import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct FlightReportTests {
  private let box = GeographicBounds(south: 46, west: 7, north: 46.2, east: 7.3)

  private func camera(
    _ latitude: Double, _ longitude: Double, _ distance: Double, _ pitch: Double = 40,
    _ heading: Double = 0
  ) -> MapCamera {
    MapCamera(
      lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude), fromDistance: distance,
      pitch: pitch, heading: heading)
  }

  @Test func numbersAreThoseOfThePathItself() throws {
    var random = SplitMix64(seed: 101)
    let viewport = Viewport(width: 800, height: 600)
    var limits = MotionLimits.standard
    limits.viewport = viewport
    for n in 0..<12 {
      let model = Relief.rough(&random, side: 65, bounds: box)
      let path =
        n % 2 == 0
        ? try CameraPath.optimal(
          from: random.camera(over: box, distance: 300...4000),
          to: random.camera(over: box, distance: 300...4000)
        ).path
        : try CameraPath(
          through: (0..<4).map { _ in
            CameraWaypoint(random.camera(over: box, distance: 300...4000))
          })
      let report = try path.report(limits: limits, over: FieldGround(model))
      #expect(report.duration == path.duration)
      // Ways as sums of chords.
      let cameras = path.samples(5000)
      var length = 0.0
      for (a, b) in zip(cameras, cameras.dropFirst()) {
        length += try Geodesic.wgs84.inverse(
          from: a.centerCoordinate, to: b.centerCoordinate
        ).distance
      }
      #expect(abs(report.length - length) < 1e-4 * length + 0.01, "\(n)")
      #expect(abs(report.meanSpeed * path.duration - length) < 0.01 * length + 0.01, "\(n)")
      let seen = MotionProbe(path: path).peaks(2000)
      for rate in report.rates
      where rate.quantity != .jerk && !rate.quantity.rawValue.hasSuffix("Flow") {
        let peak = try #require(seen[rate.quantity])
        #expect(rate.peak > 0.98 * peak && rate.peak < 1.03 * peak + 1e-9, "\(n) \(rate) \(peak)")
        #expect(rate.mean <= rate.peak && rate.mean >= 0)
        #expect(rate.limit == limits[rate.quantity])
        let at = MotionProbe(path: path).derivatives(
          at: min(max(rate.peakTime, 1e-3), path.duration - 1e-3), step: path.duration / 4000)
        if rate.quantity == .zoomRate { #expect(abs(at[2][0]) > 0.9 * rate.peak, "\(n)") }
      }
      let flow = try #require(report.rates.first { $0.quantity == .centerFlow })
      let flows = (0...500).map {
        OpticalFlow(path.motion(at: path.duration * Double($0) / 500), in: viewport).center
      }
      #expect(abs(flow.peak - (flows.max() ?? 0)) < 0.02 * flow.peak, "\(n)")
      // A plan in the least time is held by some limit.
      #expect(!report.bindingLimits.isEmpty, "\(n)")
      #expect(abs(report.distance.greatest / (cameras.map(\.distance).max() ?? 0) - 1) < 1e-3)
      #expect(abs(report.pitch.least - (cameras.map(\.pitch).min() ?? 0)) < 0.1)
      let least = try ReliefProbe(model: model).least(path, 2000)
      let clearance = try #require(report.clearance)
      #expect(clearance.atLeast <= least.clearance && clearance.found <= least.clearance + 0.2)
      #expect(report.joints == (n % 2 == 0 ? 0 : report.joints))
      if let joint = report.worstJoint {
        #expect(max(joint.value, joint.velocity, joint.acceleration) < 1e-6, "\(n) \(joint)")
      }
      let back = try JSONDecoder().decode(FlightReport.self, from: JSONEncoder().encode(report))
      #expect(back == report)
      #expect(report.findings(against: FlightThresholds(keeping: limits)) == [], "\(n)")
    }
  }

  @Test func meansAreWhatChangedOverTheTime() throws {
    func camera(_ distance: Double, _ pitch: Double, _ heading: Double) -> MapCamera {
      MapCamera(
        lookingAtCenter: Coordinate(latitude: 46, longitude: 8), fromDistance: distance,
        pitch: pitch, heading: heading)
    }
    // On one place everything changes one way only.
    let path = try CameraPath.optimal(from: camera(500, 20, 10), to: camera(2000, 60, 130)).path
    let report = try path.report()
    for (quantity, change) in [
      (.zoomRate, 1.3862943611198906), (.pitchRate, 40), (.headingRate, 120),
    ] as [(MotionQuantity, Double)] {
      let rate = try #require(report.rates.first { $0.quantity == quantity })
      #expect(abs(rate.mean * path.duration - change) < 0.005 * change, "\(quantity): \(rate)")
    }
  }

  @Test func aJumpIsFound() throws {
    let first = try CameraPath.optimal(from: camera(46.1, 7.1, 900), to: camera(46.11, 7.1, 900))
      .path
    let second = try CameraPath.optimal(
      from: camera(46.11, 7.1, 900), to: camera(46.1, 7.12, 900, 20, 90)
    ).path
    let smooth = try first.concatenated(with: second)
    #expect(try smooth.report().findings(against: FlightThresholds(keeping: .standard)) == [])
    // Cut off while it moves.
    let cut = try first.trimmed(to: 0...first.duration / 2)
    let end = cut.camera(at: cut.duration)
    let next = try CameraPath.optimal(from: end, to: camera(46.1, 7.12, 900)).path
    let broken = try cut.concatenated(with: next).report()
    let joint = try #require(broken.worstJoint)
    #expect(joint.velocity > 0.1 && abs(joint.time - cut.duration) < 1e-9)
    let findings = broken.findings(against: FlightThresholds(keeping: .standard))
    #expect(findings.contains { $0.threshold == "maximumJump" && $0.time == joint.time })
  }

  @Test func everyThresholdIsLookedAt() throws {
    let model = HeightField(
      width: 2, height: 2, bounds: box, samples: [Float](repeating: 100, count: 4))
    let path = try CameraPath.optimal(
      from: camera(46.1, 7.1, 900), to: camera(46.15, 7.2, 600, 60, 50)
    )
    .path
    let at = SightTarget.point(Coordinate(latitude: 46.12, longitude: 7.15), elevation: 90)
    let report = try path.report(over: FieldGround(model), seeing: at)
    #expect(report.visibility?.share == 0)
    var all = FlightThresholds()
    all.minimumDuration = report.duration + 1
    all.maximumDuration = report.duration - 1
    all.maximumLength = report.length - 1
    all.minimumClearance = (report.clearance?.atLeast ?? 0) + 1
    all.minimumVisibility = 0.1
    all.maximumPitch = report.pitch.greatest - 1
    all.minimumDistance = report.distance.least + 1
    all.maximumDistance = report.distance.greatest - 1
    all.maximumSpeed = report.peakSpeed - 1
    for rate in report.rates { all.maximumRates[rate.quantity.rawValue] = rate.peak * 0.9 }
    let findings = report.findings(against: all)
    #expect(findings.count == 9 + MotionQuantity.allCases.count, "\(findings)")
    #expect(Set(findings.map(\.threshold)).count == findings.count)
    #expect(findings.allSatisfy { $0.value != nil && !"\($0)".isEmpty })
    // The other way round nothing is found.
    var none = FlightThresholds()
    none.minimumDuration = report.duration - 1
    none.maximumSpeed = report.peakSpeed + 1
    none.minimumClearance = (report.clearance?.atLeast ?? 0) - 1
    #expect(report.findings(against: none) == [])
    // What the report lacks does not pass.
    let bare = try path.report()
    #expect(
      bare.findings(against: all).filter { $0.value == nil }.map(\.threshold).sorted() == [
        "minimumClearance", "minimumVisibility",
      ])
    let coded = try JSONDecoder().decode(FlightThresholds.self, from: JSONEncoder().encode(all))
    #expect(coded == all)
  }
}
