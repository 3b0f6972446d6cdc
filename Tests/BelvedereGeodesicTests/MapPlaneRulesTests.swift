import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// MapKit's rules about coordinates and the map plane, one test a rule.
@Suite struct MapPlaneRulesTests {
  private let world = 268_435_456.0

  /// A flat projection in which meridians are parallel.
  @Test func meridiansAreParallel() {
    forEachSeed(1000) { random in
      let longitude = random.double(-180...180)
      let a = MapPoint(Coordinate(latitude: random.double(-85...85), longitude: longitude))
      let b = MapPoint(Coordinate(latitude: random.double(-85...85), longitude: longitude))
      try check(a.x == b.x, "\(a), \(b)")
    }
  }

  /// x grows east and y south, strictly.
  @Test func theAxesPointEastAndSouth() {
    forEachSeed(1000) { random in
      let a = Coordinate(latitude: random.double(-85...84.9), longitude: random.double(-180...179))
      let b = Coordinate(
        latitude: a.latitude + random.double(1e-6...0.1), longitude: a.longitude + 1e-6)
      try check(MapPoint(b).x > MapPoint(a).x && MapPoint(b).y < MapPoint(a).y, "\(a), \(b)")
    }
  }

  /// Known numbers, bit for bit.
  @Test func knownNumbers() throws {
    #expect(MapSize.world == MapSize(width: world, height: world))
    #expect(MapPoint.worldWidth == Double(1 << 28))
    let newYork = MapPoint(Coordinate(latitude: 40.7128, longitude: -74.006))
    #expect(newYork == MapPoint(x: 79034854.78684445, y: 100926577.02763256))
    let region = try #require(CoordinateRegion(.world))
    #expect(region.span.latitudeDelta == 170.10225755961318)
    #expect(region.span.longitudeDelta == 360)
    #expect(region.center == Coordinate(latitude: 0, longitude: 0))
    #expect(MapPoint.metersPerMapPointAtLatitude(0) == 0.14828977333772544)
    #expect(MapPoint.metersPerMapPointAtLatitude(60) == 0.07470109070817468)
    let metres = CoordinateRegion(
      center: Coordinate(latitude: 0, longitude: 0), latitudinalMeters: 1000,
      longitudinalMeters: 2000)
    #expect(
      metres.span
        == CoordinateSpan(latitudeDelta: 0.009043695025814083, longitudeDelta: 0.017966310975031877)
    )
  }

  /// The two functions of scale are inverses and depend on the latitude only.
  @Test func theScaleFunctionsAreInverses() {
    forEachSeed(1000) { random in
      let φ = random.double(-85...85)
      let product =
        MapPoint.metersPerMapPointAtLatitude(φ) * MapPoint.mapPointsPerMeterAtLatitude(φ)
      try check(isClose(product, 1, relative: 1e-15), "\(product) at \(φ)")
      // Near the local scale, 1/cos φ; the ellipsoid and the half degrees make the difference.
      guard abs(φ) < 80 else { return }
      let scale = MapPoint.metersPerMapPointAtLatitude(φ)
      try check(isClose(scale, MapPoint.metersPerMapPoint(at: φ), relative: 0.01), "at \(φ)")
    }
  }

  /// The distance of two map points is that of their places, worlds apart or not.
  @Test func distancesDoNotDependOnWorlds() {
    forEachSeed(300) { random in
      let a = MapPoint(x: random.double(0...world), y: random.double(1e7...2.5e8))
      let b = MapPoint(x: random.double(0...world), y: random.double(1e7...2.5e8))
      let there = try a.distance(to: b)
      let far = MapPoint(x: b.x + world * Double(random.int(-4...4)), y: b.y)
      try check(isClose(try a.distance(to: far), there, absolute: 1e-5), "\(a), \(far)")
      try check(isClose(try b.distance(to: a), there, absolute: 1e-6), "\(a), \(b)")
      try check(try a.distance(to: a) == 0, "\(a)")
    }
  }

  /// What has no numbers is empty: a size, a rectangle, a span.
  @Test func valuesMadeOfNothingAreEmpty() {
    #expect(MapSize() == MapSize(width: 0, height: 0))
    #expect(MapRect() == .empty && MapRect().isEmpty && !MapRect().isNull)
    #expect(CoordinateSpan() == CoordinateSpan(latitudeDelta: 0, longitudeDelta: 0))
    #expect(CoordinateRegion().span == CoordinateSpan())
    #expect(MapPoint() == MapPoint(x: 0, y: 0))
  }

  /// The origin is the north-west corner; the size runs from it.
  @Test func theEdgesOfARectangle() {
    let rect = MapRect(origin: MapPoint(x: 10, y: 20), size: MapSize(width: 30, height: 40))
    #expect(rect == MapRect(x: 10, y: 20, width: 30, height: 40))
    #expect([rect.minX, rect.midX, rect.maxX] == [10, 25, 40])
    #expect([rect.minY, rect.midY, rect.maxY] == [20, 40, 60])
    #expect(rect.mid == MapPoint(x: 25, y: 40))
    #expect(rect.origin == MapPoint(x: 10, y: 20) && rect.size == MapSize(width: 30, height: 40))
    var moved = rect
    moved.origin = MapPoint(x: 1, y: 2)
    moved.size = MapSize(width: 3, height: 4)
    #expect(moved == MapRect(x: 1, y: 2, width: 3, height: 4))
  }

  /// Null and empty are different states.
  @Test func nullAndEmptyDiffer() {
    #expect(MapRect.null.isNull && MapRect.null.isEmpty && !MapRect.empty.isNull)
    #expect(MapRect.null != MapRect.empty)
    #expect(MapRect(x: 1, y: 1, width: 0, height: 5).isEmpty)
    #expect(MapRect(x: 1, y: 1, width: .nan, height: 5).isEmpty)
    #expect(MapRect(x: 1, y: 1, width: -1, height: 5).isEmpty)
  }

  /// An empty rectangle meets nothing, though it may be contained.
  @Test func anEmptyRectangleMeetsNothing() {
    let inner = MapRect(x: 5, y: 5, width: 0, height: 3)
    let outer = MapRect(x: 0, y: 0, width: 10, height: 10)
    #expect(!outer.intersects(inner) && !inner.intersects(outer))
    #expect(outer.contains(inner))
    #expect(outer.intersection(inner) == inner)
    #expect(outer.intersection(MapRect(x: 20, y: 0, width: 1, height: 1)).isNull)
  }

  /// A union holds its parts and an intersection lies in both, in spite of rounding.
  @Test func rectangleAlgebraIsExactInSpiteOfRounding() {
    forEachSeed(20_000) { random in
      func rect() -> MapRect {
        MapRect(
          x: random.pick([random.double(-1e9...1e9), random.double(-1...1), 0.1]),
          y: random.pick([random.double(-1e9...1e9), random.double(-1...1), 0.3]),
          width: random.pick([random.double(0...1e9), random.double(0...1)]),
          height: random.pick([random.double(0...1e9), random.double(0...1)]))
      }
      let (a, b) = (rect(), rect())
      let either = a.union(b)
      try check(either.contains(a) && either.contains(b), "\(either) of \(a), \(b)")
      let both = a.intersection(b)
      try check(a.contains(both) && b.contains(both), "\(both) of \(a), \(b)")
      let points = (0..<4).map { _ in
        MapPoint(x: random.double(-1e9...1e9), y: random.double(-1...1))
      }
      guard let around = MapRect(enclosing: points) else { throw PropertyFailure("none") }
      for p in points {
        try check(p.x <= around.maxX && p.y <= around.maxY, "\(p) is outside \(around)")
      }
    }
  }

  /// A degree of latitude is 111 km everywhere, one of longitude 111 km at the equator, 0 at a pole.
  @Test func theLengthOfADegree() {
    for latitude in stride(from: -90.0, through: 90, by: 5) {
      let degree = CoordinateRegion.metersPerDegree(at: latitude)
      #expect(isClose(degree.latitude, 111_000, relative: 0.01), "at \(latitude)")
      #expect(degree.longitude >= 0, "at \(latitude)")
    }
    #expect(isClose(CoordinateRegion.metersPerDegree(at: 0).longitude, 111_000, relative: 0.01))
    #expect(abs(CoordinateRegion.metersPerDegree(at: 90).longitude) < 1e-6)
  }

  /// Metres given for a region are its full extents, on the ellipsoid.
  @Test func aRegionInMetresHasItsFullExtents() {
    forEachSeed(300) { random in
      let center = Coordinate(
        latitude: random.double(-70...70), longitude: random.double(-180...180))
      let (height, width) = (random.double(10...20_000), random.double(10...20_000))
      let region = CoordinateRegion(
        center: center, latitudinalMeters: height, longitudinalMeters: width)
      let half = region.span.latitudeDelta / 2
      let tall = try Geodesic.wgs84.inverse(
        from: Coordinate(latitude: center.latitude - half, longitude: 0),
        to: Coordinate(latitude: center.latitude + half, longitude: 0)
      ).distance
      let wide = try Geodesic.wgs84.inverse(
        from: Coordinate(latitude: center.latitude, longitude: 0),
        to: Coordinate(latitude: center.latitude, longitude: region.span.longitudeDelta)
      ).distance
      try check(isClose(tall, height, relative: 1e-5), "\(tall), not \(height) at \(center)")
      try check(isClose(wide, width, relative: 1e-4), "\(wide), not \(width) at \(center)")
    }
  }

  /// A region contains what lies between its edges, the short way round.
  @Test func regionsContainCoordinatesAcross180Degrees() {
    let pacific = CoordinateRegion(
      center: Coordinate(latitude: 0, longitude: 180),
      span: CoordinateSpan(latitudeDelta: 20, longitudeDelta: 40))
    for longitude in [160.0, 180, -180, -160, 200, 540, -520] {
      #expect(pacific.contains(Coordinate(latitude: 10, longitude: longitude)), "\(longitude)")
    }
    for longitude in [159.0, -159, 0, 519] {
      #expect(!pacific.contains(Coordinate(latitude: 0, longitude: longitude)), "\(longitude)")
    }
    #expect(!pacific.contains(Coordinate(latitude: 10.1, longitude: 180)))
    #expect(!pacific.contains(Coordinate(latitude: .nan, longitude: 180)))
    #expect(MapRect(pacific).spans180thMeridian)
  }

  /// A rectangle of a region given turns away covers the same places.
  @Test func regionsTurnsApartCoverTheSamePlaces() {
    forEachSeed(1000) { random in
      var region = CoordinateRegion(
        center: Coordinate(latitude: random.double(-70...70), longitude: random.double(-180...180)),
        span: CoordinateSpan(
          latitudeDelta: random.double(0.1...20), longitudeDelta: random.double(0.1...200)))
      let a = MapRect(region)
      region.center.longitude += 360 * Double(random.int(-3...3))
      let b = MapRect(region)
      try check(
        isClose(a.mid.shortDeltaX(from: b.mid), 0, absolute: 1e-5) && a.width == b.width
          && a.y == b.y && a.height == b.height, "\(a), \(b)")
      guard let back = CoordinateRegion(b) else { throw PropertyFailure("no region") }
      try check(back.center.longitude >= -180 && back.center.longitude < 180, "\(back)")
      try check(gap(back.center, region.center) < 1e-4, "\(back), \(region)")
    }
  }

  /// A geodesic polyline has ⌈length / 1 km⌉ segments a leg, and goes the short way round.
  @Test func geodesicPolylines() throws {
    let g = Geodesic.wgs84
    forEachSeed(100) { random in
      let points = (0..<random.int(2...4)).map { _ in
        Coordinate(latitude: random.double(-80...80), longitude: random.double(-180...180))
      }
      let path = try g.path(through: points)
      var expected = 1.0
      for (a, b) in zip(points, points.dropFirst()) {
        expected += (try g.inverse(from: a, to: b).distance / 1000).rounded(.up)
      }
      try check(Double(path.count) == expected, "\(path.count) points, not \(expected)")
    }
    let tokyo = Coordinate(latitude: 35.68, longitude: 139.77)
    let losAngeles = Coordinate(latitude: 34.05, longitude: -118.24)
    let pacific = try g.path(through: [losAngeles, tokyo])
    #expect(pacific.allSatisfy { $0.longitude < -118 || $0.longitude > 139 })
    #expect(try g.path(through: []) == [])
    #expect(try g.path(through: [tokyo]) == [tokyo])
    #expect(throws: DomainError.self) {
      try g.path(through: [Coordinate(latitude: .nan, longitude: 0)])
    }
    #expect(throws: DomainError.self) {
      try g.path(through: [tokyo, losAngeles], maximumSegment: 0)
    }
    #expect(throws: DomainError.self) {
      try g.path(through: [tokyo, losAngeles, tokyo], maximumSegment: 12)
    }
  }

  /// The middle of two map points, the short way round, is between them on the screen.
  @Test func theMiddleOfTwoMapPointsAcross180Degrees() {
    let a = MapPoint(Coordinate(latitude: 10, longitude: 179))
    let b = MapPoint(Coordinate(latitude: 10, longitude: -177))
    let middle = MapPoint(x: a.x + b.shortDeltaX(from: a) / 2, y: (a.y + b.y) / 2)
    #expect(isClose(middle.coordinate.longitude, -179, absolute: 1e-9))
  }
}
