import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite("The globe's horizon") struct GlobeHorizonTests {
  private func view(_ random: inout SplitMix64) throws -> GlobeView {
    try GlobeView(
      camera: anyGlobeCamera(&random), viewport: anyViewport(&random),
      groundElevation: random.pick([0, random.double(1...8000)]))
  }

  @Test("its points are where the ground ends and the sky begins, and lie on the conic")
  func edge() {
    var met = 0
    forEachSeed(5000) { random in
      let view = try view(&random)
      guard let horizon = view.horizon else { throw PropertyFailure("\(view.camera): none") }
      let azimuth = random.double(-180...180)
      guard let point = horizon.point(azimuth: azimuth) else { return }
      let p = point - horizon.conic.origin
      let conic = horizon.conic
      let slope = Vector2(
        2 * conic.a * p.x + conic.b * p.y + conic.d, 2 * conic.c * p.y + conic.b * p.x + conic.e)
      let out = p.length + view.viewport.focalLength
      try check(
        abs(conic.value(at: point)) <= 1e-11 * slope.length * out,
        "\(view.camera): \(point) is \(conic.value(at: point) / slope.length) beside the conic")
      // A little to each side, across the curve; the conic is positive on the ground.
      let inward = slope.normalized * (1e-7 * out)
      guard out < 1e7 else { return }
      try check(
        view.unproject(point + inward).ground != nil, "\(view.camera) \(point): no ground below")
      try check(
        view.unproject(point - inward) == .sky, "\(view.camera) \(point): no sky above")
      met += 1
    }
    #expect(met > 2000 || ProcessInfo.processInfo.environment["BELVEDERE_SEED"] != nil)
  }

  @Test("over a place of known height dip and distance are those of the osculating sphere")
  func known() throws {
    // At the equator, looking east: a circle of the radius a. cos(dip) = a / (a + h).
    let view = try GlobeView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 0, longitude: 0), fromDistance: 10_000, pitch: 0,
        heading: 0), viewport: Viewport(width: 100, height: 100))
    let horizon = try #require(view.horizon)
    let a = Ellipsoid.wgs84.semiMajorAxis
    let h = 10_000.0
    let distance = (h * (2 * a + h)).squareRoot()
    #expect(isClose(horizon.distance(azimuth: 90), distance, relative: 1e-14))
    #expect(isClose(horizon.dip(azimuth: 90), atan2(distance, a) * 180 / .pi, relative: 1e-13))
    // Along the meridian the radius is a(1 − e²): smaller by 0.67 %, so the dip is larger.
    let ratio = horizon.dip(azimuth: 0) / horizon.dip(azimuth: 90)
    #expect(ratio > 1.003 && ratio < 1.0035, "\(ratio)")
    #expect(horizon.dip(azimuth: 0) == horizon.dip(azimuth: 180))
    #expect(horizon.conic.kind == .ellipse)
  }

  @Test("curves: on the conic within the tolerance, in the viewport, with ends on its border")
  func curves() {
    var kinds = [0, 0, 0]
    forEachSeed(3000) { random in
      let view = try view(&random)
      guard let horizon = view.horizon else { return }
      let size = view.viewport
      let lines = horizon.curves(tolerance: 0.05)
      let slack = 1e-7 * max(size.width, size.height)
      for line in lines {
        try check(line.count >= 2, "\(view.camera): a line of \(line.count)")
        for p in line {
          try check(
            p.x >= -slack && p.y >= -slack && p.x <= size.width + slack
              && p.y <= size.height + slack, "\(view.camera) \(size): \(p)")
        }
        for (a, b) in zip(line, line.dropFirst()) {
          let m = (a + b) / 2
          let c = horizon.conic
          let q = m - c.origin
          let slope = Vector2(2 * c.a * q.x + c.b * q.y + c.d, 2 * c.c * q.y + c.b * q.x + c.e)
          let off = abs(c.value(at: m)) / slope.length
          try check(off < 0.1 || (b - a).length < 0.2, "\(view.camera) \(size): \(off) at \(m)")
        }
        if let first = line.first, let last = line.last {
          let isClosed = (first - last).length < 1e-6 * max(size.width, size.height)
          func onBorder(_ p: Vector2) -> Bool {
            min(abs(p.x), abs(p.y), abs(p.x - size.width), abs(p.y - size.height)) <= slack
          }
          try check(
            isClosed || onBorder(first) && onBorder(last), "\(view.camera): \(first), \(last)")
          kinds[isClosed ? 1 : 2] += 1
        }
      }
      if lines.isEmpty { kinds[0] += 1 }
      // Sky and ground in the viewport's corners and middle, with no line between: all the same.
      let seen = (0..<400).map { _ in
        Vector2(random.double(0...size.width), random.double(0...size.height))
      }.filter { view.unproject($0).ground != nil }.count
      if lines.isEmpty {
        try check(seen == 0 || seen == 400, "\(view.camera) \(size): \(seen) of 400")
      }
      let part = 1 - Double(seen) / 400
      try check(
        abs(horizon.skyFraction - part) < 0.13,
        "\(view.camera) \(size): \(horizon.skyFraction), \(part)")
    }
    #expect(kinds.allSatisfy { $0 > 20 }, "\(kinds)")
  }

  @Test("the sky's part of a disc in the middle, on paper: 1e-4")
  func discOnPaper() throws {
    // Over a pole the limb is a circle with the sine a / r nearly; by the conic exactly.
    let view = try GlobeView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 90, longitude: 0), fromDistance: 5e7, pitch: 0,
        heading: 0), viewport: Viewport(width: 400, height: 300))
    let horizon = try #require(view.horizon)
    let radius = (try #require(horizon.point(azimuth: 10)) - Vector2(200, 150)).length
    #expect(radius < 150)
    #expect(isClose(horizon.skyFraction, 1 - .pi * radius * radius / 120_000, absolute: 1e-4))
    let curve = try #require(horizon.curves().first)
    #expect(horizon.curves().count == 1)
    #expect(curve.first.map { ($0 - (curve.last ?? .zero)).length < 1e-9 } ?? false)
    // Above the center that lies on the limb all is sky.
    let up = try GlobeView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 0, longitude: 0), fromDistance: 1e7, pitch: 90,
        heading: 0),
      viewport: Viewport(width: 100, height: 100, fieldOfView: 10, padding: EdgePadding(top: 180)))
    #expect(up.horizon?.skyFraction == 1)
    #expect(up.horizon?.curves() == [])
  }
}
