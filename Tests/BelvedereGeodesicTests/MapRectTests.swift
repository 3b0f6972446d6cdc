import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct MapRectSetTests {
  private let world = MapPoint.worldWidth
  private let a = MapRect(x: 10, y: 20, width: 30, height: 40)

  @Test func nullIsNeutralInUnionsAndAbsorbsIntersections() {
    #expect(MapRect.null.isNull && MapRect.null.isEmpty)
    #expect(!MapRect.empty.isNull && MapRect.empty.isEmpty)
    #expect(!a.isNull && !a.isEmpty)
    #expect(a.union(.null) == a && MapRect.null.union(a) == a)
    #expect(MapRect.null.union(.null).isNull)
    #expect(a.intersection(.null).isNull && MapRect.null.intersection(a).isNull)
    #expect(!a.intersects(.null) && !MapRect.null.intersects(a))
    #expect(!MapRect.null.intersects(.null))
    #expect(a.contains(.null) && !MapRect.null.contains(a))
    #expect(!MapRect.null.contains(MapPoint(x: 0, y: 0)))
    #expect(MapRect.null.insetBy(dx: 1, dy: 1).isNull)
    #expect(MapRect.null.offsetBy(dx: 1, dy: 1).isNull)
    #expect(MapRect.null.remainder.isNull && !MapRect.null.spans180thMeridian)
    #expect(MapRect.null.divided(atDistance: 1, from: .minX).slice.isNull)
  }

  @Test func theWorldHasItsSize() {
    #expect(MapRect.world.size == .world)
    #expect(MapSize.world.width == 268_435_456)
    #expect(MapRect.world.contains(a))
    #expect(!MapRect.world.spans180thMeridian)
  }

  @Test func unionsAndIntersectionsAgreeWithPoints() {
    forEachSeed(3000) { random in
      func rect() -> MapRect {
        MapRect(
          x: Double(random.int(0...9)), y: Double(random.int(0...9)),
          width: Double(random.int(1...6)), height: Double(random.int(1...6)))
      }
      let p = rect()
      let q = rect()
      let both = p.intersection(q)
      let either = p.union(q)
      try check(either.contains(p) && either.contains(q), "\(p), \(q)")
      try check(p.intersects(q) == !both.isEmpty, "\(p), \(q): \(both)")
      try check(p.intersects(q) == q.intersects(p) && both == q.intersection(p), "\(p), \(q)")
      try check(p.contains(q) == (either == p), "\(p), \(q)")
      for x in 0..<16 {
        for y in 0..<16 {
          let c = MapPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
          try check(both.contains(c) == (p.contains(c) && q.contains(c)), "\(p), \(q) at \(c)")
        }
      }
    }
  }

  @Test func touchingRectanglesHaveAnEdgeInCommon() {
    let b = MapRect(x: 40, y: 20, width: 5, height: 40)
    #expect(!a.intersects(b))
    #expect(a.intersection(b) == MapRect(x: 40, y: 20, width: 0, height: 40))
  }

  @Test func insetsAndOffsetsMoveEdges() {
    #expect(a.insetBy(dx: 5, dy: -1) == MapRect(x: 15, y: 19, width: 20, height: 42))
    #expect(a.insetBy(dx: 15, dy: 0).isEmpty)
    #expect(a.insetBy(dx: 15.5, dy: 0).isNull)
    #expect(a.offsetBy(dx: -1, dy: 2) == MapRect(x: 9, y: 22, width: 30, height: 40))
  }

  @Test func dividingGivesTwoPartsThatMakeTheWhole() {
    for edge in MapRect.Edge.allCases {
      for distance in [-5.0, 0, 7, 30, 40, 100] {
        let (slice, rest) = a.divided(atDistance: distance, from: edge)
        #expect(slice.union(rest) == a)
        #expect(slice.width * slice.height + rest.width * rest.height == 1200)
        #expect(!slice.intersects(rest))
      }
    }
    #expect(a.divided(atDistance: 7, from: .maxX).slice.minX == 33)
    #expect(a.divided(atDistance: 7, from: .maxY).slice.minY == 53)
    #expect(a.divided(atDistance: 7, from: .minY).slice.maxY == 27)
    #expect(a.divided(atDistance: 7, from: .minX).remainder.minX == 17)
  }

  @Test func whatLiesOutsideTheWorldComesBackOnTheOtherSide() {
    let west = MapRect(x: -10, y: 0, width: 30, height: 5)
    #expect(west.spans180thMeridian)
    #expect(west.remainder == MapRect(x: world - 10, y: 0, width: 10, height: 5))
    let east = MapRect(x: world - 10, y: 0, width: 30, height: 5)
    #expect(east.spans180thMeridian)
    #expect(east.remainder == MapRect(x: 0, y: 0, width: 20, height: 5))
    #expect(!a.spans180thMeridian && a.remainder.isNull)
    let beyond = MapRect(x: world + 5, y: 0, width: 3, height: 5)
    #expect(beyond.remainder == MapRect(x: 5, y: 0, width: 3, height: 5))
  }
}

@Suite struct CoordinateRegionConversionTests {
  @Test func roundTripsThroughRectangles() {
    forEachSeed(3000) { random in
      let region = CoordinateRegion(
        center: Coordinate(
          latitude: random.double(-60...60), longitude: random.double(-180...179.9)),
        span: CoordinateSpan(
          latitudeDelta: random.double(0.001...40), longitudeDelta: random.double(0.001...350)))
      let back = try #require(CoordinateRegion(MapRect(region)))
      try check(gap(region.center, back.center) < 1e-5, "\(region), \(back)")
      try check(
        isClose(region.span.latitudeDelta, back.span.latitudeDelta, absolute: 1e-10)
          && isClose(region.span.longitudeDelta, back.span.longitudeDelta, absolute: 1e-10),
        "\(region), \(back)")
    }
    #expect(CoordinateRegion(.null) == nil)
  }

  @Test func aRegionAcross180DegreesReachesOutOfTheWorld() {
    let region = CoordinateRegion(
      center: Coordinate(latitude: 0, longitude: 179),
      span: CoordinateSpan(latitudeDelta: 2, longitudeDelta: 4))
    #expect(MapRect(region).spans180thMeridian)
  }

  @Test func theCodedFormIsFlat() throws {
    let text = #"{"center":{"latitude":1,"longitude":2},"latitudeDelta":3,"longitudeDelta":4}"#
    let region = try JSONDecoder().decode(CoordinateRegion.self, from: Data(text.utf8))
    #expect(
      region
        == CoordinateRegion(
          center: Coordinate(latitude: 1, longitude: 2),
          span: CoordinateSpan(latitudeDelta: 3, longitudeDelta: 4)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(region), as: UTF8.self) == text)
  }
}

@Suite struct MapPointScaleTests {
  /// Numbers that MapKit gives.
  @Test func mapKitsScaleIsMetBitForBit() {
    #expect(MapPoint.metersPerMapPointAtLatitude(0) == 0.14828977333772544)
    #expect(MapPoint.metersPerMapPointAtLatitude(60) == 0.07470109070817468)
    #expect(MapPoint.mapPointsPerMeterAtLatitude(0) == 1 / 0.14828977333772544)
  }

  @Test func edgeTheScaleStaysPositiveAtThePoles() {
    for latitude in [-90, -85, 85.05, 90.0] {
      let scale = MapPoint.metersPerMapPointAtLatitude(latitude)
      #expect(scale > 0.01 && scale < 0.02)
    }
  }

  @Test func distancesBetweenMapPointsAreGeodesics() throws {
    let a = MapPoint(Coordinate(latitude: 0, longitude: 0))
    let b = MapPoint(Coordinate(latitude: 0, longitude: 1))
    #expect(isClose(try a.distance(to: b), 111_319.49079327358, absolute: 1e-6))
    #expect(throws: DomainError.self) { try a.distance(to: MapPoint(x: .nan, y: 0)) }
  }
}
