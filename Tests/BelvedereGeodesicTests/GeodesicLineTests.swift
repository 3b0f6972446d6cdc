import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct GeodesicLineTests {
  private let sanFrancisco = Coordinate(latitude: 37.7749, longitude: -122.4194)
  private let newYork = Coordinate(latitude: 40.7128, longitude: -74.006)

  @Test func aLineAgreesWithTheDirectProblem() throws {
    forEachSeed(2000) { random in
      let start = Coordinate(
        latitude: random.double(-90...90), longitude: random.double(-400...400))
      let azimuth = random.double(-360...720)
      let line = try Geodesic.wgs84.line(from: start, azimuth: azimuth)
      let s = random.double(-1e7...1e7)
      let a = try line.position(distance: s)
      let b = try Geodesic.wgs84.direct(from: start, azimuth: azimuth, distance: s)
      try check(a == b, "\(start) \(azimuth) \(s)")
      // Distances along the line add up.
      let next = try Geodesic.wgs84.direct(
        from: a.coordinate, azimuth: a.azimuth, distance: 1e6)
      let whole = try line.position(distance: s + 1e6)
      // The azimuth of a place beside a pole is only known as well as the place.
      if abs(a.coordinate.latitude) < 89 {
        try check(gap(next.coordinate, whole.coordinate) < 3e-8, "\(start) \(azimuth) \(s)")
      }
    }
  }

  @Test func aFractionIsAPartOfTheLength() throws {
    let line = try Geodesic.wgs84.line(from: sanFrancisco, to: newYork)
    #expect(try line.position(fraction: 0).coordinate == sanFrancisco)
    #expect(gap(newYork, try line.position(fraction: 1).coordinate) < 15e-9)
    let a = try line.position(fraction: 0.3)
    let b = try line.position(distance: 0.3 * line.length)
    #expect(a == b)
    let waypoint = try Geodesic.wgs84.waypoint(from: sanFrancisco, to: newYork, fraction: 0.3)
    #expect(waypoint == a.coordinate)
  }

  /// MapKit's geodesic polyline has ⌈length / 1 km⌉ + 1 points.
  @Test func aPathHasOnePointMoreThanSegments() throws {
    let g = Geodesic.wgs84
    let path = try g.path(from: sanFrancisco, to: newYork, maximumSegment: 1000)
    let length = try g.inverse(from: sanFrancisco, to: newYork).distance
    #expect(path.count == 4140 || Double(path.count) == (length / 1000).rounded(.up) + 1)
    #expect(path.first == sanFrancisco)
    #expect(path.last == newYork)
    for (a, b) in zip(path, path.dropFirst()) {
      let d = try g.inverse(from: a, to: b).distance
      #expect(d <= 1000 + 1e-8)
      #expect(abs(d - length / Double(path.count - 1)) < 3e-8)
    }
    #expect(abs(try g.length(through: path) - length) < 1e-6)
  }

  @Test func edgeAPathOfNothingHasTwoPoints() throws {
    let path = try Geodesic.wgs84.path(from: newYork, to: newYork, maximumSegment: 1)
    #expect(path == [newYork, newYork])
    let wide = try Geodesic.wgs84.path(
      from: Coordinate(latitude: 0, longitude: 179), to: Coordinate(latitude: 0, longitude: 181),
      maximumSegment: .infinity)
    #expect(wide.map(\.longitude) == [179, -179])
  }
}
