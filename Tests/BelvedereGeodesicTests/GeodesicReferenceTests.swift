import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// Against tables of GeographicLib's programs and of quadrature with thirty digits.
///
/// For the strongly flattened ellipsoids the program evaluates elliptic integrals without series,
/// which costs it some accuracy of rounding.
@Suite struct GeodesicReferenceTests {
  private static let wgs84 = Ellipsoid.wgs84
  private static let oblate = Ellipsoid(semiMajorAxis: 6_378_137, flattening: 0.02)
  private static let prolate = Ellipsoid(semiMajorAxis: 6_378_137, flattening: -0.02)

  @Test(arguments: [
    ("inverse", wgs84, 15.0), ("inverse-quadrature", wgs84, 15), ("inverse-oblate", oblate, 40),
    ("inverse-prolate", prolate, 40),
  ])
  func inverseMatchesReference(
    table: String, ellipsoid: Ellipsoid, bound: Double
  ) throws {
    let geodesic = try Geodesic(ellipsoid)
    var distance = Worst()
    var azimuths = Worst()
    var closure = Worst()
    for row in try referenceTable(table) {
      let from = Coordinate(latitude: row[0], longitude: row[1])
      let to = Coordinate(latitude: row[2], longitude: row[3])
      let s = try geodesic.inverse(from: from, to: to)
      distance.note(abs(s.distance - row[6]), "\(row): \(s)")
      // The answer must lead to the point, whichever of several equal paths it is.
      let end = try geodesic.direct(from: from, azimuth: s.azimuth, distance: s.distance)
      closure.note(gap(to, end.coordinate), "\(row): \(s)")
      // Near the antipode azimuths are ill-conditioned; the closure covers them.
      if s.distance > 0, s.arcLength < 165 {
        let lever = min(s.distance, 6_378_137) * .pi / 180
        azimuths.note(turn(s.azimuth, row[4]) * lever, "\(row): \(s)")
        azimuths.note(turn(s.backAzimuth, row[5]) * lever, "\(row): \(s)")
      }
    }
    expect(distance, atMost: bound * nanometer)
    expect(closure, atMost: bound * nanometer)
    expect(azimuths, atMost: bound * nanometer)
  }

  @Test(arguments: [
    ("direct", wgs84, 15.0), ("direct-oblate", oblate, 40), ("direct-prolate", prolate, 40),
  ])
  func directMatchesReference(
    table: String, ellipsoid: Ellipsoid, bound: Double
  ) throws {
    let geodesic = try Geodesic(ellipsoid)
    var place = Worst()
    var azimuth = Worst()
    for row in try referenceTable(table) {
      let d = try geodesic.direct(
        from: Coordinate(latitude: row[0], longitude: row[1]), azimuth: row[2], distance: row[3])
      // Beyond half the Earth rounding grows with the distance.
      let turns = max(1, abs(row[3]) / 2e7)
      place.note(
        gap(Coordinate(latitude: row[4], longitude: row[5]), d.coordinate) / turns,
        "\(row): \(d)")
      // Beside a pole azimuth and longitude are only known together.
      azimuth.note(turn(d.azimuth, row[6]) * cos(row[4] * .pi / 180) / turns, "\(row): \(d)")
    }
    expect(place, atMost: bound * nanometer)
    expect(azimuth, atMost: 5e-13)
  }

  /// Karney 2013, tables 2, 4 and 6.
  @Test func matchesThePapersExamples() throws {
    let g = Geodesic.wgs84
    let direct = try g.direct(
      from: Coordinate(latitude: 40, longitude: 0), azimuth: 30, distance: 10_000_000)
    #expect(isClose(direct.coordinate.latitude, 41.79331020506, absolute: 1e-11))
    #expect(isClose(direct.coordinate.longitude, 137.84490004377, absolute: 1e-11))
    #expect(isClose(direct.azimuth, 149.09016931807, absolute: 1e-11))
    let short = try g.inverse(
      from: Coordinate(latitude: -30.12345, longitude: 0),
      to: Coordinate(latitude: -30.12344, longitude: 0.00005))
    #expect(isClose(short.distance, 4.944208, absolute: 1e-6))
    #expect(isClose(short.azimuth, 77.04353354237, absolute: 2e-8))
    #expect(isClose(short.backAzimuth, 77.04350844913, absolute: 2e-8))
    let antipodal = try g.inverse(
      from: Coordinate(latitude: -30, longitude: 0),
      to: Coordinate(latitude: 29.9, longitude: 179.8))
    #expect(isClose(antipodal.azimuth, 161.89052473633, absolute: 1e-11))
    #expect(isClose(antipodal.backAzimuth, 18.09073724574, absolute: 1e-11))
    #expect(isClose(antipodal.distance, 19_989_832.827610, absolute: 1e-6))
  }
}
