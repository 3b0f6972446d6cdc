import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct EllipsoidECEFTests {
  @Test func ecefMatchesReference() throws {
    var worst = Worst()
    for row in try referenceTable("ecef") {
      let p = try Ellipsoid.wgs84.ecef(
        of: GeodeticPosition(latitude: row[0], longitude: row[1], height: row[2]))
      // Far out rounding grows with the distance.
      let scale = max(1, p.length / 1e7)
      worst.note((p - Vector3(row[3], row[4], row[5])).length / scale, "\(row): \(p)")
    }
    expect(worst, atMost: 5 * nanometer)
  }

  @Test func geodeticMatchesReference() throws {
    var worst = Worst()
    for row in try referenceTable("geodetic") {
      let p = try Ellipsoid.wgs84.geodetic(ofECEF: Vector3(row[0], row[1], row[2]))
      worst.note(abs(p.height - row[5]), "\(row): \(p)")
      worst.note(abs(p.latitude - row[3]) * 111_319.5, "\(row): \(p)")
      worst.note(
        turn(p.longitude, row[4]) * .pi / 180 * hypot(row[0], row[1]), "\(row): \(p)")
    }
    expect(worst, atMost: 10 * nanometer)
  }

  @Test(arguments: manyEllipsoids)
  func roundTrips(ellipsoid: Ellipsoid) {
    forEachSeed(10_000) { random in
      let size = pow(10, random.double(-6...7.3))
      var p = Vector3(
        random.double(-size...size), random.double(-size...size), random.double(-size...size))
      switch random.next() % 8 {
      case 0: p.x = 0
      case 1: p.z = 0
      case 2: (p.x, p.y) = (0, 0)
      case 3: p.z *= 1e-12
      default: break
      }
      let g = try ellipsoid.geodetic(ofECEF: p)
      try check(
        abs(g.latitude) <= 90 && g.longitude >= -180 && g.longitude < 180, "\(p): \(g)")
      let back = try ellipsoid.ecef(of: g)
      try check((back - p).length <= 10 * nanometer, "\(p): \(g), \(back)")
      // The nearest point of the surface: none of a few others is nearer.
      let other = try ellipsoid.ecef(
        of: GeodeticPosition(
          latitude: random.double(-90...90), longitude: random.double(-180...180), height: 0))
      try check(abs(g.height) <= (other - p).length + 1e-8, "\(p): \(g), nearer \(other)")
    }
  }

  @Test func edgeCentreAxisAndEquator() throws {
    let e = Ellipsoid.wgs84
    let centre = try e.geodetic(ofECEF: .zero)
    #expect(centre.latitude == 90 && centre.longitude == 0)
    #expect(isClose(centre.height, -6_356_752.314245179, absolute: 5e-9))
    let axis = try e.geodetic(ofECEF: Vector3(0, 0, -7e6))
    #expect(axis.latitude == -90 && axis.longitude == 0)
    #expect(isClose(axis.height, 7e6 - 6_356_752.314245179, absolute: 5e-9))
    let equator = try e.geodetic(ofECEF: Vector3(-7e6, 0, 0))
    #expect(equator.latitude == 0 && equator.longitude == -180)
    #expect(isClose(equator.height, 7e6 - 6_378_137, absolute: 5e-9))
    let far = try e.geodetic(ofECEF: Vector3(1e90, 0, 1e90))
    #expect(isClose(far.latitude, 45, absolute: 1e-12))
    for bad in [Double.nan, .infinity, 1e101] {
      #expect(throws: DomainError.self) { try e.geodetic(ofECEF: Vector3(0, bad, 0)) }
    }
    #expect(throws: DomainError.self) {
      try e.ecef(of: GeodeticPosition(latitude: 91, longitude: 0, height: 0))
    }
  }
}

@Suite struct TangentFrameTests {
  @Test func axesAreEastNorthUp() throws {
    let frame = try TangentFrame(
      origin: GeodeticPosition(latitude: 47, longitude: 11, height: 500))
    let up = try frame.position(
      of: GeodeticPosition(latitude: 47, longitude: 11, height: 600))
    #expect((up - Vector3(0, 0, 100)).length < 5e-9)
    let east = try frame.position(
      of: GeodeticPosition(latitude: 47, longitude: 11.001, height: 500))
    #expect(east.x > 75 && abs(east.y) < 1e-3 && abs(east.z) < 1e-2)
    let north = try frame.position(
      of: GeodeticPosition(latitude: 47.001, longitude: 11, height: 500))
    #expect(north.y > 111 && abs(north.x) < 1e-8 && north.z < 0)
  }

  @Test func roundTripsAndIsRigid() {
    forEachSeed(3000) { random in
      let frame = try TangentFrame(
        origin: GeodeticPosition(
          latitude: random.double(-90...90), longitude: random.double(-180...180),
          height: random.double(-1000...9000)))
      let p = Vector3(
        random.double(-1e6...1e6), random.double(-1e6...1e6), random.double(-1e4...1e6))
      let q = Vector3(
        random.double(-1e6...1e6), random.double(-1e6...1e6), random.double(-1e4...1e6))
      let back = try frame.position(of: frame.geodetic(of: p))
      try check((back - p).length < 1e-8, "\(frame.origin): \(p), \(back)")
      let length = (frame.ecef(of: p) - frame.ecef(of: q)).length
      try check(abs(length - (p - q).length) < 1e-8, "\(frame.origin): \(length)")
      try check(abs(frame.east.cross(frame.north).dot(frame.up) - 1) < 1e-15, "\(frame)")
      let image = frame.ecefFromLocal * SIMD4(p.x, p.y, p.z, 1)
      try check((Vector3(image.x, image.y, image.z) - frame.ecef(of: p)).length < 1e-8, "\(p)")
    }
  }
}
