import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// Flights as knots, and from knots.
@Suite struct CameraKnotTests {
  private func metres(_ a: MapCamera, _ b: MapCamera) -> Double {
    let (p, q) = (MapPoint(a.centerCoordinate), MapPoint(b.centerCoordinate))
    return hypot(q.shortDeltaX(from: p), q.y - p.y)
      * MapPoint.metersPerMapPoint(at: a.centerCoordinate.latitude)
  }

  private func check(_ path: CameraPath) throws {
    let again = try CameraPath(knots: path.knots())
    try check(again.duration == path.duration, "\(again.duration)")
    try check(again.keyframes == path.keyframes, "keyframes")
    for i in 0...500 {
      let time = path.duration * Double(i) / 500
      let (a, b) = (path.motion(at: time), again.motion(at: time))
      // Coordinates are rounded to some nanometres.
      let apart = metres(a.camera, b.camera)
      try check(apart <= 2e-9 * a.camera.distance + 2e-8, "\(time): \(apart) m")
      try check(abs(b.camera.distance / a.camera.distance - 1) <= 2e-9, "\(time)")
      try check(
        abs(a.camera.pitch - b.camera.pitch) <= 1e-7
          && abs(remainder(a.camera.heading - b.camera.heading, 360)) <= 1e-7, "\(time)")
      try check(abs(a.fieldOfView - b.fieldOfView) <= 1e-7, "\(time)")
    }
    // Both are found by looks, which for blends are not the same.
    let (due, found) = (path.peaks(), again.peaks())
    for quantity in MotionQuantity.allCases {
      try check(
        abs(found[quantity] - due[quantity]) <= 0.06 * due[quantity] + 1e-9,
        "\(quantity): \(found[quantity]) for \(due[quantity])")
    }
    for i in 0...500 {
      let time = path.duration * Double(i) / 500
      let (a, b) = (path.motion(at: time), again.motion(at: time))
      let distance = a.camera.distance
      for (one, other, most) in [
        (
          a.velocity, b.velocity, due[.groundSpeed] + due[.zoomRate] + due[.headingRate] * .pi / 180
        ),
        (a.acceleration, b.acceleration, due[.acceleration]),
      ] {
        let apart = hypot(one.east - other.east, one.north - other.north) / distance
        try check(apart <= 1e-3 * most + 1e-9, "\(time): \(apart) of \(most)")
        try check(abs(one.logDistance - other.logDistance) <= 1e-3 * most + 1e-9, "\(time)")
        try check(
          abs(one.heading - other.heading) * .pi / 180 <= 1e-3 * most + 1e-9
            && abs(one.pitch - other.pitch) * .pi / 180 <= 2e-3 * most + 1e-9,
          "\(time): \(one) \(other)")
      }
    }
  }

  private func check(_ holds: Bool, _ text: @autoclosure () -> String) throws {
    try BelvedereTestSupport.check(holds, text())
  }

  @Test func aFlightIsMadeAgainFromItsKnots() throws {
    forEachSeed(60) { random in
      let (a, b) = (random.camera(), random.camera())
      let flight = try CameraPath.optimal(from: a, to: b).path
      try check(flight)
      try check(CameraPath.recipe(from: a, to: b).path)
      let tour = try CameraPath(through: random.waypoints(Int.random(in: 2...9, using: &random)))
      try check(tour)
      guard tour.duration > 1 else { return }
      try check(tour.reversed())
      try check(tour.retimed(to: tour.duration * 3))
      try check(tour.trimmed(to: 0.3...tour.duration * 0.8))
      try check(flight.redirected(at: flight.duration / 3, to: random.camera()))
    }
  }

  @Test func wholeTurnsAndTheDateLineAreKept() throws {
    let start = MapCamera(
      lookingAtCenter: Coordinate(latitude: 10, longitude: 179.99), fromDistance: 1000, pitch: 30,
      heading: 350)
    var end = start
    end.centerCoordinate.longitude = -179.99
    try check(
      CameraPath(through: [
        CameraWaypoint(start), CameraWaypoint(end, pace: .duration(30), turn: .by(-1070)),
        CameraWaypoint(start, fieldOfView: 60, hold: 2, pace: .duration(9), turn: .clockwise),
      ]))
    try check(CameraPath(resting: start, fieldOfView: 50, duration: 4))
    try check(CameraPath(resting: start))
  }

  @Test func knotsThatAreNoneAreNamed() throws {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 10, longitude: 20), fromDistance: 1000, pitch: 30,
      heading: 0)
    func error(_ change: (inout [CameraKnot]) -> Void) -> String {
      var knots = [0.0, 2].map { CameraKnot(time: $0, motion: CameraMotion(camera: camera)) }
      change(&knots)
      do {
        _ = try CameraPath(knots: knots)
        return ""
      } catch { return "\(error)" }
    }
    #expect(error { _ in } == "")
    #expect(error { $0 = [] }.contains("at least one"))
    #expect(error { $0[0].time = 1 }.hasPrefix("knots[0].time"))
    #expect(error { $0[1].time = 0 }.hasPrefix("knots[1].time"))
    #expect(error { $0[1].time = .nan }.hasPrefix("knots[1].time"))
    #expect(error { $0[1].motion.camera.pitch = .nan }.hasPrefix("knots[1].pitch"))
    #expect(error { $0[1].motion.fieldOfView = 0 }.hasPrefix("knots[1].fieldOfView"))
    #expect(error { $0[0].motion.velocity.pitch = .infinity }.hasPrefix("knots[0].velocity.pitch"))
    #expect(error { $0[0].motion.velocity.pitch = 900 }.hasPrefix("knots[0].motion.pitch"))
    #expect(
      error { $0[1].motion.acceleration.logDistance = 1e6 }.hasPrefix("knots[0].motion.distance")
    )
    #expect(error { $0[0].motion.velocity.north = 1e9 }.hasPrefix("knots[0].motion.latitude"))
    #expect(
      error { $0[0].motion.velocity.fieldOfView = 1e9 }.hasPrefix("knots[0].motion.fieldOfView"))
  }
}
