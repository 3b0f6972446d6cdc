import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct GeodesicPolygonTests {
  private let g = Geodesic.wgs84

  private func polygon(_ pairs: [(Double, Double)]) throws -> GeodesicPolygon {
    try g.polygon(pairs.map { Coordinate(latitude: $0.0, longitude: $0.1) })
  }

  @Test func matchesReference() throws {
    var area = Worst()
    var perimeter = Worst()
    for row in try referenceTable("polygons") {
      let vertices = stride(from: 2, to: row.count, by: 2).map {
        Coordinate(latitude: row[$0], longitude: row[$0 + 1])
      }
      let p = try g.polygon(vertices)
      // Half the surface may have either sign.
      let difference = (p.signedArea - row[1]).remainder(dividingBy: g.surfaceArea)
      area.note(abs(difference), "\(row): \(p)")
      perimeter.note(abs(p.perimeter - row[0]) / Double(vertices.count), "\(row): \(p)")
    }
    expect(area, atMost: 0.1)
    expect(perimeter, atMost: 15e-9)
  }

  /// NIMA TR 8350.2: the surface of WGS 84 is 510 065 621.724 km².
  @Test func theSurfaceIsTheKnownOne() throws {
    #expect(abs(g.surfaceArea - 510_065_621.724e6) < 1e3)
    let sphere = try Geodesic(Ellipsoid(semiMajorAxis: 2, flattening: 0))
    #expect(isClose(sphere.surfaceArea, 16 * .pi, relative: 1e-15))
  }

  @Test func anOctantIsAnEighth() throws {
    let p = try polygon([(0, 0), (0, 90), (90, 0)])
    #expect(isClose(p.signedArea, g.surfaceArea / 8, absolute: 0.1))
    let clockwise = try polygon([(90, 0), (0, 90), (0, 0)])
    #expect(isClose(clockwise.signedArea, -g.surfaceArea / 8, absolute: 0.1))
    #expect(isClose(clockwise.areaOnLeft, g.surfaceArea * 7 / 8, absolute: 0.1))
  }

  @Test func aRingRoundAPoleHoldsTheCap() throws {
    for hemisphere in [1.0, -1.0] {
      let ring = stride(from: 0.0, to: 360, by: 1).map { (hemisphere * 60, hemisphere * $0) }
      let p = try polygon(ring)
      // The cap north of 60° by the latitude circle; chords of 1° cut off a little.
      let e2 = Ellipsoid.wgs84.flattening * (2 - Ellipsoid.wgs84.flattening)
      let s = sin(60 * Double.pi / 180)
      let e = e2.squareRoot()
      let b = 6_356_752.314245179
      let zone = .pi * b * b * (s / (1 - e2 * s * s) + atanh(e * s) / e)
      let cap = g.surfaceArea / 2 - zone
      #expect(isClose(p.signedArea, cap, relative: 2e-4))
    }
  }

  @Test func isInvariantUnderRotationOfTheListAndShiftsOfLongitude() throws {
    forEachSeed(500) { random in
      let n = 3 + Int(random.next() % 6)
      let latitude = random.double(-80...80)
      let r = random.double(0.001...9)
      let shift = random.double(-180...180)
      let ring = (0..<n).map { i -> Coordinate in
        let t = 2 * .pi * Double(i) / Double(n)
        return Coordinate(latitude: latitude + r * sin(t), longitude: r * cos(t))
      }
      let p = try g.polygon(ring)
      try check(p.signedArea > 0 && p.areaOnLeft == p.signedArea, "\(ring)")
      let turned = try g.polygon(ring[1...] + ring[...0])
      try check(abs(turned.signedArea - p.signedArea) < 1e-2, "\(ring): \(turned), \(p)")
      let moved = try g.polygon(
        ring.map {
          Coordinate(latitude: $0.latitude, longitude: $0.longitude + shift + 360)
        })
      try check(abs(moved.signedArea - p.signedArea) < 0.1, "\(ring) by \(shift): \(moved), \(p)")
      let reversed = try g.polygon(ring.reversed())
      try check(abs(reversed.signedArea + p.signedArea) < 1e-2, "\(ring) reversed")
      let closed = try g.polygon(ring + ring.prefix(1))
      try check(abs(closed.signedArea - p.signedArea) < 1e-2, "\(ring) closed")
    }
  }

  @Test func aSmallSquareIsNearlyFlat() throws {
    // 1 m at 45°: a degree is 111 132 m by 78 847 m.
    let h = 1 / CoordinateRegion.metersPerDegree(at: 45).latitude
    let w = 1 / CoordinateRegion.metersPerDegree(at: 45).longitude
    let p = try polygon([(45, 7), (45, 7 + w), (45 + h, 7 + w), (45 + h, 7)])
    #expect(isClose(p.signedArea, 1, absolute: 1e-5))
    #expect(isClose(p.perimeter, 4, absolute: 1e-5))
  }

  @Test func edgeFewerThanThreeVerticesHaveNoArea() throws {
    #expect(try polygon([]) == polygon([(5, 5)]))
    #expect(try polygon([]).perimeter == 0)
    let two = try polygon([(0, 0), (0, 1)])
    #expect(two.signedArea == 0 && two.areaOnLeft == 0)
    #expect(isClose(two.perimeter, 2 * 111_319.49079327358, absolute: 1e-8))
  }
}
