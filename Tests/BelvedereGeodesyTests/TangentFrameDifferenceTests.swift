import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Tangent frames by differences") struct TangentFrameDifferenceTests {
  private func place(_ random: inout SplitMix64, height: Double) -> GeodeticPosition {
    GeodeticPosition(
      latitude: random.pick([random.double(-90...90), 90, -90, 0, 89.9999999, -45]),
      longitude: random.pick([random.double(-180...180), 180, -180, 0, 720.5]), height: height)
  }

  @Test("a metre keeps its digits: steps of one last place of a degree")
  func lastPlaces() throws {
    let origin = GeodeticPosition(latitude: 37.8, longitude: -122.4, height: 50)
    let frame = try TangentFrame(origin: origin)
    #expect(try frame.position(of: origin) == .zero)
    var next = origin
    next.latitude = origin.latitude.nextUp
    let north = try frame.position(of: next)
    // The meridian's radius of curvature and the height, times 2⁻⁴⁷ of a degree.
    let e2 = Ellipsoid.wgs84.flattening * (2 - Ellipsoid.wgs84.flattening)
    let s = sin(37.8 * Double.pi / 180)
    let w = (1 - e2 * s * s).squareRoot()
    let radius = Ellipsoid.wgs84.semiMajorAxis * (1 - e2) / (w * w * w) + 50
    #expect(isClose(north.y, radius * origin.latitude.ulp * .pi / 180, relative: 1e-14))
    #expect(north.x == 0 && abs(north.z) < 1e-20)
    next = origin
    next.height = 50.000000000000007
    #expect(try frame.position(of: next) == Vector3(0, 0, 50.0.ulp))
  }

  @Test("it is the difference of Earth-centred positions, to their nanometres")
  func differences() {
    forEachSeed(10_000) { random in
      let origin = place(&random, height: random.double(-1000...9000))
      let frame = try TangentFrame(origin: origin)
      let other = place(&random, height: pow(10, random.double(0...7.5)) - 1000)
      let found = try frame.position(of: other)
      let expected = frame.position(ofECEF: try Ellipsoid.wgs84.ecef(of: other))
      try check(
        (found - expected).length < 6e-9 + 1e-15 * found.length,
        "\(origin) \(other): \(found), \(expected)")
    }
  }

  @Test("there and back: 2e-15 of the distance, beside the rounding of degrees")
  func roundTrip() {
    var worst = 0.0
    forEachSeed(20_000) { random in
      let frame = try TangentFrame(
        origin: place(&random, height: random.double(-1000...9000)))
      let reach = pow(10, random.double(-3...7.5))
      let p = Vector3(
        random.double(-reach...reach), random.double(-reach...reach), random.double(0...reach))
      let there = try frame.geodetic(of: p)
      let back = try frame.position(of: there)
      let off = (back - p).length
      // Last places of latitude and longitude, of their sums with the origin's, and of the height.
      let rounding =
        4e-9 * max(1, (6.4e6 + there.height) / 6.4e6) + 2 * there.height.magnitude.ulp
      worst = max(worst, (off - rounding) / p.length)
      try check(off <= rounding + 2e-15 * p.length, "\(frame.origin) \(p): \(back), \(off)")
      try check(there.latitude >= -90 && there.latitude <= 90, "\(there)")
    }
    #expect(worst < 2e-15)
  }

  @Test("on other ellipsoids, prolate ones too, and near the Earth's centre")
  func others() {
    forEachSeed(3000) { random in
      let ellipsoid = Ellipsoid(
        semiMajorAxis: 6_378_137, flattening: random.pick([0, 0.01, -0.01, 0.02]))
      let frame = try TangentFrame(origin: place(&random, height: 0), on: ellipsoid)
      let p = Vector3(
        random.double(-1e6...1e6), random.double(-1e6...1e6), random.double(-6e6...1e6))
      let back = try frame.position(of: frame.geodetic(of: p))
      try check((back - p).length < 2e-8, "\(ellipsoid) \(frame.origin) \(p): \(back)")
    }
  }
}
