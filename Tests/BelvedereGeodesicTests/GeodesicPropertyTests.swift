import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct GeodesicPropertyTests {
  /// Anywhere, nearly antipodal, nearly antipodal along the parallel, or near.
  private static func pair(
    _ random: inout SplitMix64
  ) -> (from: Coordinate, to: Coordinate) {
    var latitude = asin(random.double(-1...1)) * 180 / .pi
    if random.double(0...1) < 0.1 { latitude *= pow(10, random.double(-9...0)) }
    let from = Coordinate(latitude: latitude, longitude: random.double(-180...180))
    let t = random.double(0...(2 * .pi))
    func moved(_ c: Coordinate, _ r: Double) -> Coordinate {
      Coordinate(
        latitude: min(max(c.latitude + r * sin(t), -90), 90), longitude: c.longitude + r * cos(t))
    }
    let antipode = Coordinate(latitude: -from.latitude, longitude: from.longitude + 180)
    switch random.next() % 4 {
    case 0:
      return (
        from,
        Coordinate(
          latitude: asin(random.double(-1...1)) * 180 / .pi, longitude: random.double(-180...180))
      )
    case 1: return (from, moved(antipode, pow(10, random.double(-12...0.6))))
    case 2:
      return (
        from,
        Coordinate(
          latitude: antipode.latitude, longitude: antipode.longitude + random.double(-4...4))
      )
    default: return (from, moved(from, pow(10, random.double(-10...1))))
    }
  }

  /// 15 nm is near what degrees in double precision can say at 180°, which is 3 nm a step.
  @Test(arguments: manyEllipsoids)
  func directUndoesInverse(ellipsoid: Ellipsoid) throws {
    let geodesic = try Geodesic(ellipsoid)
    forEachSeed(20_000) { random in
      let (from, to) = Self.pair(&random)
      let s = try geodesic.inverse(from: from, to: to)
      try check(
        s.distance >= 0 && s.azimuth >= 0 && s.azimuth < 360 && s.backAzimuth >= 0
          && s.backAzimuth < 360, "\(from) to \(to): \(s)")
      let end = try geodesic.direct(from: from, azimuth: s.azimuth, distance: s.distance)
      let error = gap(to, end.coordinate)
      try check(error <= 15 * nanometer, "\(from) to \(to): \(s) misses by \(error)")
      // The arrival's azimuth sways where a hair's breadth decides it: near poles and antipodes.
      if s.distance > 1, s.distance < 1.9e7, abs(to.latitude) < 89 {
        try check(turn(end.azimuth, s.backAzimuth) < 1e-7, "\(from) to \(to): \(s), \(end)")
      }
      // Backwards from the end.
      let start = try geodesic.direct(
        from: to, azimuth: s.backAzimuth, distance: -s.distance)
      try check(gap(from, start.coordinate) <= 15 * nanometer, "\(from) to \(to): \(s) back")
    }
  }

  @Test(arguments: manyEllipsoids)
  func isSymmetric(ellipsoid: Ellipsoid) throws {
    let geodesic = try Geodesic(ellipsoid)
    forEachSeed(5000) { random in
      let (from, to) = Self.pair(&random)
      let there = try geodesic.inverse(from: from, to: to).distance
      let back = try geodesic.inverse(from: to, to: from).distance
      try check(abs(there - back) <= 8 * nanometer, "\(from) to \(to): \(there), \(back)")
      let mirrored = try geodesic.inverse(
        from: Coordinate(latitude: -from.latitude, longitude: -from.longitude),
        to: Coordinate(latitude: -to.latitude, longitude: -to.longitude)
      ).distance
      try check(abs(there - mirrored) <= 8 * nanometer, "\(from) to \(to): mirrored \(mirrored)")
    }
  }

  @Test func isInvariantUnderShiftsOfLongitude() throws {
    forEachSeed(5000) { random in
      var (from, to) = Self.pair(&random)
      // On a grid the shift is exact.
      func onGrid(_ x: Double) -> Double { (x * 1048576).rounded() / 1048576 }
      from.longitude = onGrid(from.longitude)
      to.longitude = onGrid(to.longitude)
      let s = try Geodesic.wgs84.inverse(from: from, to: to)
      let shift =
        onGrid(random.double(-180...180)) + 360 * (random.double(-5...5)).rounded()
      let t = try Geodesic.wgs84.inverse(
        from: Coordinate(latitude: from.latitude, longitude: from.longitude + shift),
        to: Coordinate(latitude: to.latitude, longitude: to.longitude + shift))
      // At exactly 180° apart the sign of the difference may choose the other of two paths.
      if turn(from.longitude, to.longitude) != 180 {
        try check(s == t, "\(from) to \(to) shifted by \(shift): \(s), \(t)")
      } else {
        try check(s.distance == t.distance, "\(from) to \(to) shifted by \(shift)")
      }
    }
  }

  @Test func obeysTheTriangleInequality() throws {
    forEachSeed(5000) { random in
      let (a, b) = Self.pair(&random)
      let (c, _) = Self.pair(&random)
      let ab = try Geodesic.wgs84.inverse(from: a, to: b).distance
      let ac = try Geodesic.wgs84.inverse(from: a, to: c).distance
      let cb = try Geodesic.wgs84.inverse(from: c, to: b).distance
      try check(ab <= ac + cb + 1e-8, "\(a), \(b), \(c): \(ab) > \(ac) + \(cb)")
      // Half the meridian is the farthest on an oblate ellipsoid.
      try check(ab <= 20_003_931.4586255, "\(a), \(b): \(ab)")
    }
  }

  /// Any other azimuth that reaches the point takes longer; here by walking the shortest path in
  /// two halves, whose sum must be the whole.
  @Test(arguments: manyEllipsoids)
  func theMiddleDividesThePathInTwoShortestPaths(ellipsoid: Ellipsoid) throws {
    let geodesic = try Geodesic(ellipsoid)
    forEachSeed(3000) { random in
      let (from, to) = Self.pair(&random)
      let line = try geodesic.line(from: from, to: to)
      let middle = try line.position(fraction: random.double(0.2...0.8)).coordinate
      let first = try geodesic.inverse(from: from, to: middle).distance
      let second = try geodesic.inverse(from: middle, to: to).distance
      try check(
        abs(first + second - line.length) <= 20 * nanometer,
        "\(from) to \(to) by \(middle): \(first) + \(second), not \(line.length)")
    }
  }

  @Test func aSphereGivesGreatCircles() throws {
    let sphere = try Geodesic(Ellipsoid(semiMajorAxis: 6_371_000, flattening: 0))
    forEachSeed(3000) { random in
      let (a, b) = Self.pair(&random)
      let d = try sphere.inverse(from: a, to: b).distance
      let φ1 = a.latitude * .pi / 180
      let φ2 = b.latitude * .pi / 180
      let λ = turn(a.longitude, b.longitude) * .pi / 180
      let y = hypot(cos(φ2) * sin(λ), cos(φ1) * sin(φ2) - sin(φ1) * cos(φ2) * cos(λ))
      let x = sin(φ1) * sin(φ2) + cos(φ1) * cos(φ2) * cos(λ)
      try check(abs(d - 6_371_000 * atan2(y, x)) < 2e-8, "\(a) to \(b): \(d)")
    }
  }
}
