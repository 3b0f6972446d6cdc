import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct RhumbTests {
  private let rhumb = Rhumb.wgs84

  @Test func inverseMatchesReference() throws {
    var distance = Worst()
    var azimuth = Worst()
    for row in try referenceTable("rhumb-inverse") {
      let s = try rhumb.inverse(
        from: Coordinate(latitude: row[0], longitude: row[1]),
        to: Coordinate(latitude: row[2], longitude: row[3]))
      distance.note(abs(s.distance - row[5]), "\(row): \(s)")
      azimuth.note(
        turn(s.azimuth, row[4]) * .pi / 180 * min(row[5], 6_378_137), "\(row): \(s)")
    }
    expect(distance, atMost: 20 * nanometer)
    expect(azimuth, atMost: 20 * nanometer)
  }

  @Test func directMatchesReference() throws {
    var place = Worst()
    for row in try referenceTable("rhumb-direct") {
      let end = try #require(
        try rhumb.direct(
          from: Coordinate(latitude: row[0], longitude: row[1]), azimuth: row[2], distance: row[3]
        ))
      place.note(gap(Coordinate(latitude: row[4], longitude: row[5]), end), "\(row): \(end)")
    }
    expect(place, atMost: 20 * nanometer)
  }

  @Test(arguments: manyEllipsoids)
  func directUndoesInverse(ellipsoid: Ellipsoid) throws {
    let rhumb = try Rhumb(ellipsoid)
    let geodesic = try Geodesic(ellipsoid)
    forEachSeed(5000) { random in
      let from = Coordinate(
        latitude: random.double(-85...85), longitude: random.double(-180...180))
      var to = Coordinate(
        latitude: random.double(-85...85), longitude: random.double(-180...180))
      if random.next() % 3 == 0 {
        to.latitude = from.latitude + pow(10, random.double(-14...0))
      }
      let s = try rhumb.inverse(from: from, to: to)
      let end = try rhumb.direct(from: from, azimuth: s.azimuth, distance: s.distance)
      let error = end.map { gap(to, $0) } ?? .infinity
      // The series is cut off where a flattening of a fiftieth can still be felt.
      let bound = abs(ellipsoid.flattening) > 0.01 ? 60 * nanometer : 30 * nanometer
      try check(error <= bound, "\(from) to \(to): \(s) misses by \(error)")
      let shortest = try geodesic.inverse(from: from, to: to).distance
      try check(s.distance >= shortest - 5e-8, "\(from) to \(to): \(s), \(shortest)")
    }
  }

  @Test func onAMeridianItIsTheGeodesic() throws {
    for (a, b) in [(-90.0, 90.0), (-10, 50), (0, 90), (40, -90), (89, 90)] {
      let p = Coordinate(latitude: a, longitude: 25)
      let q = Coordinate(latitude: b, longitude: 25)
      let s = try rhumb.inverse(from: p, to: q)
      let geodesic = try Geodesic.wgs84.inverse(from: p, to: q).distance
      #expect(isClose(s.distance, geodesic, absolute: 15e-9))
      #expect(s.azimuth == (b > a ? 0 : 180))
      let end = try #require(try rhumb.direct(from: p, azimuth: s.azimuth, distance: s.distance))
      #expect(gap(q, end) < 15e-9)
    }
  }

  @Test func onAParallelItIsTheParallel() throws {
    let radius = 6_378_137 / (1 + pow(1 - 1 / 298.257223563, 2)).squareRoot()
    let s = try rhumb.inverse(
      from: Coordinate(latitude: 45, longitude: 170), to: Coordinate(latitude: 45, longitude: -170))
    #expect(s.azimuth == 90)
    #expect(isClose(s.distance, radius * 20 * .pi / 180, absolute: 15e-9))
  }

  @Test func edgeAPoleEndsTheLine() throws {
    let start = Coordinate(latitude: 80, longitude: 0)
    #expect(try rhumb.direct(from: start, azimuth: 10, distance: 5e6) == nil)
    #expect(try rhumb.direct(from: start, azimuth: 0, distance: 5e6) == nil)
    let pole = Coordinate(latitude: 90, longitude: 10)
    #expect(try rhumb.direct(from: pole, azimuth: 90, distance: 5) == nil)
    let south = try #require(try rhumb.direct(from: pole, azimuth: 180, distance: 1e6))
    #expect(south.longitude == 10)
    let s = try rhumb.inverse(from: start, to: pole)
    #expect(s.azimuth == 0)
    #expect(try rhumb.inverse(from: start, to: start) == (0, 0))
    #expect(throws: DomainError.self) {
      try rhumb.inverse(from: Coordinate(latitude: .nan, longitude: 0), to: pole)
    }
  }
}
