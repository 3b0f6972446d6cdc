import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct LocalFrameTests {
  @Test func theOriginIsAtZero() {
    forEachSeed(200) { random in
      let c = Coordinate(
        latitude: random.double(-85...85), longitude: random.double(-180...180))
      try check(LocalFrame(origin: c).position(of: c) == Vector2(0, 0), "\(c)")
    }
  }

  @Test func eastIsXAndNorthIsYInMetres() {
    let c = Coordinate(latitude: 48, longitude: 11)
    let frame = LocalFrame(origin: c)
    let east = frame.position(of: Coordinate(latitude: 48, longitude: 11.001))
    // A thousandth of a degree on the sphere's parallel.
    let length = 6_378_137 * cos(48 * Double.pi / 180) * 0.001 * .pi / 180
    #expect(isClose(east.x, length, absolute: 1e-6))
    #expect(abs(east.y) < 1e-6)
    let north = frame.position(of: Coordinate(latitude: 48.001, longitude: 11))
    #expect(abs(north.x) < 1e-6)
    #expect(isClose(north.y, 6_378_137 * 0.001 * .pi / 180, absolute: 0.01))
  }

  @Test func positionsRoundTrip() {
    forEachSeed(3000) { random in
      let c = Coordinate(
        latitude: random.double(-84...84),
        longitude: random.pick([random.double(-180...180), -180, 179.9999, 180]))
      let frame = LocalFrame(origin: c)
      let p = Vector2(random.double(-50_000...50_000), random.double(-50_000...50_000))
      let back = frame.position(of: frame.coordinate(at: p))
      try check((back - p).length < 1e-6, "at \(c): \(p) is \(back)")
    }
  }

  @Test func theWayAcross180DegreesIsShort() {
    let frame = LocalFrame(origin: Coordinate(latitude: 0, longitude: 179.99))
    let p = frame.position(of: Coordinate(latitude: 0, longitude: -179.99))
    #expect(isClose(p.x, 6_378_137 * 0.02 * .pi / 180, absolute: 1e-5))
    let back = LocalFrame(origin: Coordinate(latitude: 0, longitude: -179.99))
      .position(of: Coordinate(latitude: 0, longitude: 179.99))
    #expect(isClose(back.x, -p.x, absolute: 1e-5))
  }

  @Test func latitudesBeyondTheMapAreHeldAtItsEdge() {
    let frame = LocalFrame(origin: Coordinate(latitude: 60, longitude: 10))
    for sign in [1.0, -1] {
      let edge = frame.position(
        of: Coordinate(latitude: sign * MapPoint.maximumLatitude, longitude: 12))
      for latitude in [86.0, 89, 90] {
        let held = frame.position(of: Coordinate(latitude: sign * latitude, longitude: 12))
        #expect(held == edge)
      }
    }
  }

  @Test func manyPlacesAtOnceAreThoseOfEachAlone() {
    forEachSeed(500) { random in
      let center = Coordinate(
        latitude: random.pick([random.double(-85...85), 85.0511287798066, 0, -84.9]),
        longitude: random.pick([random.double(-180...180), 180, -180, 540]))
      let frame = LocalFrame(origin: center)
      let reach = pow(10, random.double(-9...2))
      let places = (0..<random.pick([0, 1, 7, 8, 9, 50])).map { _ in
        random.oneIn(20)
          ? Coordinate(latitude: random.double(-90...90), longitude: random.double(-900...900))
          : Coordinate(
            latitude: min(max(center.latitude + random.double(-reach...reach), -90), 90),
            longitude: center.longitude + random.double(-reach...reach))
      }
      let all = frame.positions(of: places)
      try check(all.count == places.count, "\(all.count)")
      for (place, found) in zip(places, all) {
        let alone = frame.position(of: place)
        try check(
          abs(found.x - alone.x) <= 4e-15 * abs(alone.x)
            && abs(found.y - alone.y) <= 4e-15 * abs(alone.y),
          "\(center) \(place): \(found), \(alone)")
      }
    }
  }

  @Test func farTurnsKeepTheDigitsOfTheMap() {
    for longitude in [1e9, -123_456_789.125, 1e300] {
      let frame = LocalFrame(origin: Coordinate(latitude: 10, longitude: longitude))
      let near = MapPoint(Coordinate(latitude: 10, longitude: wrappedLongitude(longitude)))
      #expect(frame.origin == near)
    }
    // Some worlds away map points have the digits, and stay there.
    let frame = LocalFrame(origin: Coordinate(latitude: 10, longitude: 540))
    #expect(frame.origin.x == 2 * MapPoint.worldWidth)
  }

  @Test func originsAWorldApartMakeTheSameFrame() {
    let a = LocalFrame(origin: Coordinate(latitude: 10, longitude: 20))
    let b = LocalFrame(origin: Coordinate(latitude: 10, longitude: 20 + 720))
    let c = Coordinate(latitude: 10.5, longitude: 20.25)
    #expect((a.position(of: c) - b.position(of: c)).length < 1e-6)
  }
}

@Suite struct MapRectTests {
  @Test func theRectangleAroundPointsTouchesThem() throws {
    #expect(MapRect(enclosing: []) == nil)
    let rect = try #require(
      MapRect(enclosing: [MapPoint(x: 3, y: 9), MapPoint(x: -1, y: 4), MapPoint(x: 2, y: 12)]))
    #expect(rect == MapRect(x: -1, y: 4, width: 4, height: 8))
    #expect(rect.mid == MapPoint(x: 1, y: 8))
  }

  @Test func edgesBelongToOneOfTwoNeighbours() {
    let a = MapRect(x: 0, y: 0, width: 2, height: 2)
    let b = MapRect(x: 2, y: 0, width: 2, height: 2)
    let p = MapPoint(x: 2, y: 1)
    #expect(!a.contains(p))
    #expect(b.contains(p))
    #expect(!a.intersects(b))
    #expect(a.union(b) == MapRect(x: 0, y: 0, width: 4, height: 2))
    #expect(a.intersects(MapRect(x: 1, y: 1, width: 5, height: 5)))
  }

  @Test func pointsThatAreNotNumbersMakeNoRectangle() {
    #expect(MapRect(enclosing: [MapPoint(x: .nan, y: .nan)]) == nil)
  }
}

@Suite struct CoordinateTests {
  @Test func validityNeedsFiniteNumbersAndALatitudeOnEarth() {
    #expect(Coordinate(latitude: 90, longitude: 1e6).isValid)
    #expect(!Coordinate(latitude: 90.0001, longitude: 0).isValid)
    #expect(!Coordinate(latitude: .nan, longitude: 0).isValid)
    #expect(!Coordinate(latitude: 0, longitude: .infinity).isValid)
  }

  @Test func aDomainErrorNamesFieldValueAndDomain() {
    let error = DomainError(field: "pitch", value: 400.0, allowed: "between 0 and 90 degrees")
    #expect(error.description == "pitch must be between 0 and 90 degrees, got 400.0")
  }
}
