import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

private func anyRect(_ random: inout SplitMix64) -> MapRect {
  let world = MapPoint.worldWidth
  return MapRect(
    x: random.pick([random.double(-4...4) * world, 0, world, -world / 3]),
    y: random.double(-0.5...0.9) * world,
    width: random.pick([random.double(0...1.2) * world, 0, world, random.double(0...1e-6)]),
    height: random.double(0.51...0.9) * world)
}

private func anyRegion(_ random: inout SplitMix64) -> CoordinateRegion {
  CoordinateRegion(
    center: Coordinate(
      latitude: random.double(-80...80),
      longitude: random.pick([180, -180, random.double(-720...720)])),
    span: CoordinateSpan(
      latitudeDelta: random.double(0...60),
      longitudeDelta: random.pick([random.double(0...400), 360, 0, random.double(0...1)])))
}

private func anyBoundary(_ random: inout SplitMix64) throws -> CameraBoundary {
  random.oneIn(2) ? try CameraBoundary(anyRect(&random)) : try CameraBoundary(anyRegion(&random))
}

@Suite struct CameraBoundaryTests {
  @Test func whatIsHeldLiesInsideAndStaysThere() {
    forEachSeed(5000) { random in
      let boundary = try anyBoundary(&random)
      let center = anyCamera(&random).centerCoordinate
      let held = boundary.clamp(center)
      try check(boundary.contains(held), "\(held) is outside \(boundary)")
      try check(boundary.clamp(held) == held, "\(held) moves again in \(boundary)")
      try check(boundary.contains(center) == (held == center), "\(center), \(held)")
      try check(abs(held.latitude) <= MapPoint.maximumLatitude, "\(held) is off the map")
    }
  }

  /// In map points: held on each axis by itself, the short way round.
  @Test func theCenterMovesToTheNearestPlace() {
    forEachSeed(3000) { random in
      let rect = anyRect(&random)
      let boundary = try CameraBoundary(rect)
      let center = anyCamera(&random).centerCoordinate
      let held = MapPoint(boundary.clamp(center))
      let p = MapPoint(center)
      let y = min(max(p.y, max(rect.minY, 0)), min(rect.maxY, MapPoint.worldWidth))
      try check(isClose(held.y, y, absolute: 2e-5), "y \(held.y), not \(y)")
      // The least way to any copy of the rectangle.
      var way = Double.infinity
      for k in -8...8 {
        let x = p.x + Double(k) * MapPoint.worldWidth
        way = min(way, max(rect.minX - x, x - rect.maxX, 0))
      }
      try check(
        isClose(abs(held.shortDeltaX(from: p)), way, absolute: 2e-5),
        "moved by \(held.shortDeltaX(from: p)), the least is \(way)")
    }
  }

  @Test func wholeTurnsOfLongitudeChangeNothing() {
    forEachSeed(3000) { random in
      let region = anyRegion(&random)
      let turns = Double(random.int(-3...3))
      var turned = region
      turned.center.longitude += 360 * turns
      let center = anyCamera(&random).centerCoordinate
      var same = center
      same.longitude += 360 * Double(random.int(-3...3))
      let a = try CameraBoundary(region).clamp(center)
      let b = try CameraBoundary(turned).clamp(same)
      try check(a.latitude == b.latitude, "\(a), \(b)")
      // An area's middle and its opposite are as near to the one edge as to the other.
      let opposite = angleBetween(center.longitude, region.center.longitude + 180) < 1e-6
      try check(opposite || angleBetween(a.longitude, b.longitude) < 1e-9, "\(a), \(b)")
    }
  }

  @Test func aCenterInsideKeepsItsBits() throws {
    let boundary = try CameraBoundary(
      CoordinateRegion(
        center: Coordinate(latitude: 10, longitude: 179),
        span: CoordinateSpan(latitudeDelta: 4, longitudeDelta: 4)))
    for longitude in [-180.0, 180, 177, -179, 181, 540, -539.5, 897] {
      let c = Coordinate(latitude: 12, longitude: longitude)
      #expect(boundary.clamp(c) == c)
    }
    let north = boundary.clamp(Coordinate(latitude: 20, longitude: 540))
    #expect(north == Coordinate(latitude: 12, longitude: 540))
    #expect(boundary.clamp(Coordinate(latitude: 10, longitude: 170)).longitude == 177)
    #expect(boundary.clamp(Coordinate(latitude: 10, longitude: -170)).longitude == -179)
  }

  @Test func aBoundaryWithoutExtentHoldsTheCenterAtAPoint() throws {
    let point = MapRect(x: MapPoint.worldWidth / 2, y: MapPoint.worldWidth / 2, width: 0, height: 0)
    let boundary = try CameraBoundary(point)
    let held = boundary.clamp(Coordinate(latitude: 40, longitude: 70))
    #expect(held == Coordinate(latitude: 0, longitude: 0))
  }

  @Test func aBoundaryRoundTheWorldAllowsEveryLongitude() throws {
    let boundary = try CameraBoundary(.world)
    for longitude in [-180.0, 0, 179.9999, 180, 1e6] {
      #expect(boundary.contains(Coordinate(latitude: 0, longitude: longitude)))
    }
  }

  @Test func bothFormsCanBeRead() throws {
    let region = CoordinateRegion(
      center: Coordinate(latitude: 10, longitude: 179),
      span: CoordinateSpan(latitudeDelta: 4, longitudeDelta: 4))
    let ofRegion = try CameraBoundary(region)
    #expect(ofRegion.region == region)
    #expect(ofRegion.mapRect == MapRect(region))
    let ofRect = try CameraBoundary(MapRect(region))
    #expect(ofRect.mapRect == MapRect(region))
    #expect(isClose(ofRect.region.span.latitudeDelta, 4, absolute: 1e-9))
  }

  @Test func badRectanglesAreNamed() {
    func field(_ change: (inout MapRect) -> Void) -> String? {
      var rect = MapRect(x: 1e8, y: 1e8, width: 1e6, height: 1e6)
      change(&rect)
      #expect((CameraBoundary(mapRect: rect) == nil) == ((try? CameraBoundary(rect)) == nil))
      do {
        _ = try CameraBoundary(rect)
        return nil
      } catch { return error.field }
    }
    #expect(field { _ in } == nil)
    for bad in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(field { $0.x = bad } == "boundary.x", "\(bad)")
      #expect(field { $0.y = bad } == "boundary.y", "\(bad)")
      #expect(field { $0.width = bad } == "boundary.width", "\(bad)")
      #expect(field { $0.height = bad } == "boundary.height", "\(bad)")
    }
    #expect(field { $0.width = -1 } == "boundary.width")
    #expect(field { $0.height = -1 } == "boundary.height")
    #expect(field { $0 = .null } == "boundary.x")
    #expect(field { $0.y = 3e8 } == "boundary.y")
    #expect(field { $0.y = -2e6 } == "boundary.y")
  }

  @Test func badRegionsAreNamed() {
    func field(_ change: (inout CoordinateRegion) -> Void) -> String? {
      var region = CoordinateRegion(
        center: Coordinate(latitude: 1, longitude: 2),
        span: CoordinateSpan(latitudeDelta: 3, longitudeDelta: 4))
      change(&region)
      #expect(
        (CameraBoundary(coordinateRegion: region) == nil) == ((try? CameraBoundary(region)) == nil))
      do {
        _ = try CameraBoundary(region)
        return nil
      } catch { return error.field }
    }
    #expect(field { _ in } == nil)
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(field { $0.center.latitude = bad } == "boundary.center.latitude", "\(bad)")
      #expect(field { $0.center.longitude = bad } == "boundary.center.longitude", "\(bad)")
      #expect(field { $0.span.latitudeDelta = bad } == "boundary.latitudeDelta", "\(bad)")
      #expect(field { $0.span.longitudeDelta = bad } == "boundary.longitudeDelta", "\(bad)")
    }
    #expect(field { $0.center.latitude = 91 } == "boundary.center.latitude")
    #expect(field { $0.center.latitude = 89 } == "boundary.center.latitude")
    #expect(field { $0.span.latitudeDelta = -1 } == "boundary.latitudeDelta")
    #expect(field { $0.span.longitudeDelta = -1 } == "boundary.longitudeDelta")
    #expect(field { $0.span.longitudeDelta = 1e300 } == nil)
  }
}

@Suite struct CameraZoomRangeTests {
  @Test func badRangesAreNamed() {
    func field(_ low: Double?, _ high: Double?) -> String? {
      let failable = CameraZoomRange(
        minCenterCoordinateDistance: low, maxCenterCoordinateDistance: high)
      do {
        let range = try CameraZoomRange(minimumDistance: low, maximumDistance: high)
        #expect(failable == range)
        return nil
      } catch {
        #expect(failable == nil)
        return error.field
      }
    }
    #expect(field(nil, nil) == nil)
    #expect(field(5, 5) == nil)
    #expect(field(1e9, nil) == nil)
    for bad in [Double.nan, .infinity, -.infinity, 0, -1, 1e300] {
      #expect(field(bad, nil) == "minimumDistance", "\(bad)")
      #expect(field(nil, bad) == "maximumDistance", "\(bad)")
    }
    #expect(field(6, 5) == "minimumDistance")
  }

  @Test func rangesHoldTheDistanceAndSayWhy() throws {
    let range = try CameraZoomRange(minimumDistance: 10, maximumDistance: 20)
    func camera(_ distance: Double) -> MapCamera {
      MapCamera(centerCoordinate: Coordinate(latitude: 1, longitude: 2), distance: distance)
    }
    #expect(range.adjustment(of: camera(10)) == nil && range.adjustment(of: camera(20)) == nil)
    #expect(
      range.adjustment(of: camera(9)) == .distance(from: 9, to: 10, reason: .minimumDistance))
    #expect(
      range.adjustment(of: camera(21)) == .distance(from: 21, to: 20, reason: .maximumDistance))
    #expect(range.adjustment(of: camera(.nan)) == nil)
    #expect(range.contains(15) && !range.contains(5) && !range.contains(.nan))
  }

  @Test func rangesIntersect() {
    forEachSeed(2000) { random in
      func range() throws -> CameraZoomRange {
        let low = random.oneIn(3) ? nil : Double(random.int(1...9))
        let high = random.oneIn(3) ? nil : (low ?? 1) + Double(random.int(0...9))
        return try CameraZoomRange(minimumDistance: low, maximumDistance: high)
      }
      let (a, b) = (try range(), try range())
      let both = a.intersection(b)
      for i in 1...20 {
        let d = Double(i)
        try check(
          (a.contains(d) && b.contains(d)) == (both?.contains(d) ?? false), "\(a), \(b) at \(d)")
      }
    }
  }

  @Test func boundsAreABoundaryAndARange() throws {
    let region = CoordinateRegion(
      center: Coordinate(latitude: 1, longitude: 2),
      span: CoordinateSpan(latitudeDelta: 3, longitudeDelta: 4))
    let bounds = try MapCameraBounds(
      centerCoordinateBounds: region, minimumDistance: 5, maximumDistance: 6)
    #expect(bounds.boundary == CameraBoundary(coordinateRegion: region))
    #expect(bounds.zoomRange?.minCenterCoordinateDistance == 5)
    #expect(bounds.zoomRange?.maxCenterCoordinateDistance == 6)
    #expect(try MapCameraBounds(minimumDistance: 5).boundary == nil)
    #expect(try MapCameraBounds(centerCoordinateBounds: .world).zoomRange == nil)
    #expect(throws: DomainError.self) { try MapCameraBounds(centerCoordinateBounds: .null) }
    #expect(throws: DomainError.self) { try MapCameraBounds(minimumDistance: -1) }
    var limits = CameraLimits(bounds: bounds)
    #expect(limits.bounds == bounds)
    limits.bounds = MapCameraBounds()
    #expect(limits == CameraLimits())
  }
}
