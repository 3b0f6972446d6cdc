import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct MapPointTests {
  @Test func theKnownMapPointOfNewYorkIsReproducedBitForBit() {
    let p = MapPoint(Coordinate(latitude: 40.7128, longitude: -74.006))
    #expect(p.x == 79034854.78684445)
    #expect(p.y == 100926577.02763256)
  }

  @Test func theMiddleAndTheCornersOfTheWorldAreWhereTheyShouldBe() {
    let half = MapPoint.worldWidth / 2
    let middle = MapPoint(Coordinate(latitude: 0, longitude: 0))
    #expect(middle == MapPoint(x: half, y: half))
    let northWest = MapPoint(
      Coordinate(latitude: MapPoint.maximumLatitude, longitude: -180))
    #expect(northWest.x == 0)
    #expect(abs(northWest.y) < 1e-5)
    let southEast = MapPoint(
      Coordinate(latitude: -MapPoint.maximumLatitude, longitude: 180))
    #expect(southEast.x == MapPoint.worldWidth)
    #expect(abs(southEast.y - MapPoint.worldWidth) < 1e-5)
  }

  /// sinh⁻¹(tan φ) is the projection by another formula.
  @Test func agreesWithAnotherFormulaOfTheProjection() {
    forEachSeed(3000) { random in
      let c = Coordinate(
        latitude: random.double(-85...85), longitude: random.double(-180...180))
      let p = MapPoint(c)
      let expected =
        (1 - asinh(tan(c.latitude * .pi / 180)) / .pi) / 2 * MapPoint.worldWidth
      try check(isClose(p.y, expected, absolute: 1e-6), "\(c): y \(p.y), not \(expected)")
      let x = MapPoint.worldWidth / 360 * (c.longitude + 180)
      try check(isClose(p.x, x, absolute: 1e-7), "\(c): x \(p.x), not \(x)")
    }
  }

  @Test func coordinatesRoundTrip() {
    forEachSeed(5000) { random in
      let c = Coordinate(
        latitude: random.pick([random.double(-85.05...85.05), 0, 85.05, -85.05]),
        longitude: random.pick([random.double(-180...180), -180, 179.999999, 0]))
      let back = MapPoint(c).coordinate
      try check(isClose(back.latitude, c.latitude, absolute: 1e-13 * 180), "\(c) is \(back)")
      try check(angleBetween(back.longitude, c.longitude) < 1e-12, "\(c) is \(back)")
      try check(back.longitude >= -180 && back.longitude < 180, "\(back)")
    }
  }

  @Test func mapPointsRoundTrip() {
    forEachSeed(5000) { random in
      let p = MapPoint(
        x: random.double(0...MapPoint.worldWidth), y: random.double(0...MapPoint.worldWidth))
      let back = MapPoint(p.coordinate)
      try check(isClose(back.x, p.x, absolute: 2e-6), "\(p) is \(back)")
      try check(isClose(back.y, p.y, absolute: 2e-6), "\(p) is \(back)")
    }
  }

  @Test func plusAndMinus180DegreesAreTheSamePlace() {
    let west = MapPoint(Coordinate(latitude: 12, longitude: -180))
    let east = MapPoint(Coordinate(latitude: 12, longitude: 180))
    #expect(east.x - west.x == MapPoint.worldWidth)
    #expect(east.shortDeltaX(from: west) == 0)
    #expect(east.coordinate.longitude == -180)
    #expect(west.coordinate.longitude == -180)
  }

  @Test func latitudesBeyondTheMapAreHeldAtItsEdge() {
    for latitude in [85.0511287798067, 86, 89.99, 90, 91, 1e308, .infinity] {
      let north = MapPoint(Coordinate(latitude: latitude, longitude: 10))
      let south = MapPoint(Coordinate(latitude: -latitude, longitude: 10))
      #expect(north.y == MapPoint(Coordinate(latitude: MapPoint.maximumLatitude, longitude: 10)).y)
      #expect(abs(north.y) < 1e-5)
      #expect(abs(south.y - MapPoint.worldWidth) < 1e-5)
    }
  }

  @Test func pointsSeveralWorldsAwayAreTheSamePlace() {
    forEachSeed(1000) { random in
      let p = MapPoint(
        x: random.double(0...MapPoint.worldWidth), y: random.double(0...MapPoint.worldWidth))
      let worlds = Double(random.int(-5...5))
      let far = MapPoint(x: p.x + worlds * MapPoint.worldWidth, y: p.y)
      try check(
        angleBetween(far.coordinate.longitude, p.coordinate.longitude) < 1e-11,
        "\(far.coordinate) is not \(p.coordinate)")
      try check(far.coordinate.latitude == p.coordinate.latitude, "the latitude changed")
      try check(isClose(far.shortDeltaX(from: p), 0, absolute: 1e-6), "not the short way")
      let shifted = MapPoint(
        Coordinate(
          latitude: p.coordinate.latitude, longitude: p.coordinate.longitude + 360 * worlds))
      try check(isClose(shifted.shortDeltaX(from: p), 0, absolute: 1e-5), "\(shifted)")
    }
  }

  @Test func theShortWayIsAtMostHalfTheWorld() {
    forEachSeed(2000) { random in
      let a = MapPoint(x: random.double(-1e9...1e9), y: 0)
      let b = MapPoint(x: random.double(-1e9...1e9), y: 0)
      let d = a.shortDeltaX(from: b)
      try check(abs(d) <= MapPoint.worldWidth / 2, "\(d)")
      let worlds = (a.x - b.x - d) / MapPoint.worldWidth
      try check(isClose(worlds, worlds.rounded(), absolute: 1e-9), "\(worlds) worlds")
    }
  }

  @Test func aMapPointAtTheEquatorIsAWorldsPartOfTheEquator() {
    #expect(
      isClose(MapPoint.metersPerMapPoint(at: 0), 0.149291071, absolute: 5e-10))
    #expect(
      MapPoint.metersPerMapPoint(at: 0)
        == 2 * Double.pi * 6_378_137 / 268_435_456)
    #expect(
      isClose(
        MapPoint.metersPerMapPoint(at: 60), MapPoint.metersPerMapPoint(at: 0) / 2,
        relative: 1e-15))
    #expect(
      MapPoint.metersPerMapPoint(at: -33) == MapPoint.metersPerMapPoint(at: 33))
  }
}

@Suite struct CoordinateRegionTests {
  @Test func theKnownRegionAtTheEquatorIsReproducedBitForBit() {
    let region = CoordinateRegion(
      center: Coordinate(latitude: 0, longitude: 0), latitudinalMeters: 1000,
      longitudinalMeters: 2000)
    #expect(region.span.latitudeDelta == 0.009043695025814083)
    #expect(region.span.longitudeDelta == 0.017966310975031877)
  }

  /// The meridian's radius of curvature M and the parallel's N cos φ on the ellipsoid.
  @Test func theLengthOfADegreeIsThatOfTheEllipsoid() {
    let a = Ellipsoid.wgs84.semiMajorAxis
    let f = Ellipsoid.wgs84.flattening
    let e2 = f * (2 - f)
    for latitude in stride(from: -85.0, through: 85, by: 2.5) {
      let sine = sin(latitude * .pi / 180)
      let w = (1 - e2 * sine * sine).squareRoot()
      let degree = CoordinateRegion.metersPerDegree(at: latitude)
      let meridian = a * (1 - e2) / (w * w * w) * .pi / 180
      let parallel = a * cos(latitude * .pi / 180) / w * .pi / 180
      #expect(isClose(degree.latitude, meridian, absolute: 0.1), "at \(latitude)")
      #expect(isClose(degree.longitude, parallel, absolute: 0.5), "at \(latitude)")
    }
  }

  @Test func aRegionKeepsItsCenterAndScalesWithItsExtents() {
    let c = Coordinate(latitude: -33.8, longitude: 151.2)
    let one = CoordinateRegion(center: c, latitudinalMeters: 1000, longitudinalMeters: 1000)
    let two = CoordinateRegion(center: c, latitudinalMeters: 2000, longitudinalMeters: 4000)
    #expect(one.center == c)
    #expect(two.span.latitudeDelta == 2 * one.span.latitudeDelta)
    #expect(two.span.longitudeDelta == 4 * one.span.longitudeDelta)
  }
}
