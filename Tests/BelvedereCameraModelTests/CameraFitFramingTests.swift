import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct CameraFitFramingTests {
  private func anyRect(_ random: inout SplitMix64) -> MapRect {
    let world = MapPoint.worldWidth
    let size = pow(10, random.double(2...8))
    let middle = MapPoint(
      x: random.pick([0, world, random.double(0...world)]),
      y: random.double((0.2 * world)...(0.8 * world)))
    let (width, height) = (
      min(random.double(0.01...1) * size, world), min(random.double(0.01...1) * size, world / 3)
    )
    return MapRect(
      x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }

  private func corners(_ rect: MapRect) -> [MapPosition] {
    [
      MapPoint(x: rect.minX, y: rect.minY), MapPoint(x: rect.maxX, y: rect.minY),
      MapPoint(x: rect.minX, y: rect.maxY), MapPoint(x: rect.maxX, y: rect.maxY),
    ].map { MapPosition($0.coordinate) }
  }

  @Test func theCornersOfARectangleTouchTwoOppositeEdges() {
    forEachSeed(3000) { random in
      let rect = anyRect(&random)
      let viewport = Viewport(
        width: random.double(100...3000), height: random.double(100...3000),
        padding: EdgePadding(top: random.double(0...60), left: random.double(0...60)))
      let fit = try CameraFit(
        framing: rect, in: viewport, pitch: random.double(0...80), heading: random.double(0...360),
        limits: CameraLimits(pitchLimit: .none))
      let m = try #require(FitWitness(fit, viewport, corners(rect)).margins())
      try check(min(m.left, m.right, m.top, m.bottom) >= 0, "\(rect): \(m), \(fit)")
      guard fit.limitedBy.isEmpty else { return }
      try check(min(max(m.left, m.right), max(m.top, m.bottom)) <= 0.01, "\(rect): \(m), \(fit)")
    }
  }

  @Test func aRegionIsSeenStraightDownWithNorthUp() throws {
    let region = CoordinateRegion(
      center: Coordinate(latitude: 37.8, longitude: -122.4), latitudinalMeters: 3000,
      longitudinalMeters: 8000)
    let viewport = Viewport(width: 800, height: 400)
    let camera = try MapCamera(framing: region, in: viewport)
    #expect(camera.pitch == 0 && camera.heading == 0)
    let view = try CameraView(camera: camera, viewport: viewport)
    let half = region.span.longitudeDelta / 2
    let west = try #require(
      view.project(Coordinate(latitude: 37.8, longitude: -122.4 - half), elevation: 0).point)
    let east = try #require(
      view.project(Coordinate(latitude: 37.8, longitude: -122.4 + half), elevation: 0).point)
    #expect(isClose(west.x, 0, absolute: 0.01) && isClose(east.x, 800, absolute: 0.01))
    #expect(camera == (try MapCamera(framing: MapRect(region), in: viewport)))
  }

  /// A span of more than half a world is itself, not the narrow rest of the world.
  @Test func aWideRegionIsNotTurnedInsideOut() throws {
    let wide = CoordinateRegion(
      center: Coordinate(latitude: 0, longitude: 10),
      span: CoordinateSpan(latitudeDelta: 60, longitudeDelta: 300))
    let viewport = Viewport(width: 900, height: 300, fieldOfView: 60)
    let fit = try CameraFit(framing: wide, in: viewport)
    #expect(isClose(fit.camera.centerCoordinate.longitude, 10, absolute: 1e-6))
    #expect(fit.containsAll)
    let world = try CameraFit(framing: .world, in: viewport)
    #expect(world.containsAll)
    #expect(isClose(world.camera.centerCoordinate.longitude, 0, absolute: 1e-6))
    // Mapbox answers latitude 80 here.
    let allRound = CoordinateRegion(
      center: Coordinate(latitude: 30, longitude: 0),
      span: CoordinateSpan(latitudeDelta: 40, longitudeDelta: 360))
    let band = try CameraFit(framing: allRound, in: viewport).camera.centerCoordinate
    #expect(band.latitude > 10 && band.latitude < 50)
  }

  @Test func unevenGroundIsSeenWhole() {
    forEachSeed(200) { random in
      let region = CoordinateRegion(
        center: Coordinate(
          latitude: random.double(-60...60), longitude: random.double(-180...180)),
        latitudinalMeters: random.double(500...50_000),
        longitudinalMeters: random.double(500...50_000))
      let (a, b, height) = (
        random.double(0...6), random.double(0...6), random.double(0...1500)
      )
      let ground: (Coordinate) -> Double = { c in
        let x = (c.latitude - region.center.latitude) / region.span.latitudeDelta
        let y =
          wrappedLongitude(c.longitude - region.center.longitude)
          / region.span.longitudeDelta
        return height * (1 + sin(9 * x + a) * sin(7 * y + b))
      }
      let viewport = Viewport(width: 1200, height: 700)
      let fit = try CameraFit(
        framing: region, in: viewport, pitch: random.double(0...60),
        heading: random.double(0...360),
        limits: CameraLimits(pitchLimit: .none), ground: ground)
      try check(
        fit.groundElevation == ground(fit.camera.centerCoordinate), "not the ground: \(fit)")
      let rect = MapRect(region)
      let places = (0...16).flatMap { row in
        (0...16).map { column in
          let c = MapPoint(
            x: rect.x + rect.width * Double(column) / 16,
            y: rect.y + rect.height * Double(row) / 16
          ).coordinate
          return MapPosition(c, elevation: ground(c))
        }
      }
      let m = try #require(FitWitness(fit, viewport, places).margins())
      try check(min(m.left, m.right, m.top, m.bottom) >= -1e-6, "\(region): \(m), \(fit)")
      guard fit.limitedBy.isEmpty else { return }
      try check(min(max(m.left, m.right), max(m.top, m.bottom)) <= 0.01, "\(region): \(m)")
    }
  }

  // MARK: Places

  @Test func aTowerOnAMountainIsSeenToItsTop() throws {
    let place = MapPlace(
      coordinate: Coordinate(latitude: 45.8, longitude: 6.9), extent: 40, height: 120,
      groundElevation: 3800, heroView: MapPlace.HeroView(heading: 30, pitch: 75))
    let viewport = Viewport(width: 390, height: 700)
    let fit = try CameraFit(lookingAt: place, forViewSize: viewport, allowPitch: true)
    let view = try CameraView(camera: fit.camera, viewport: viewport, groundElevation: 3800)
    // The rim of the top away from the eye touches the upper edge, that of the foot the lower.
    func y(_ elevation: Double, _ along: Double) throws -> Double {
      let place = view.frame.position(of: place.coordinate)
      let ahead = Vector2(sin(30 * Double.pi / 180), cos(30 * Double.pi / 180)) * along
      return try #require(
        view.project(Vector3(place.x + ahead.x, place.y + ahead.y, elevation)).point
      ).y
    }
    #expect(isClose(try y(3920, 20), 0, absolute: 0.01))
    #expect(isClose(try y(3800, -20), 700, absolute: 0.01))
  }

  @Test func aLandmarkIsSeenAsItIsBestAndAnythingElseFromAbove() throws {
    var place = MapPlace(
      coordinate: Coordinate(latitude: 37.7955, longitude: -122.3937), extent: 200, height: 75,
      groundElevation: 3, heroView: MapPlace.HeroView(heading: 225, pitch: 62))
    let viewport = Viewport(width: 390, height: 700)
    let hero = try CameraFit(lookingAt: place, forViewSize: viewport, allowPitch: true)
    #expect(hero.camera.pitch == 62 && hero.camera.heading == 225)
    #expect(hero.containsAll && hero.limitedBy.isEmpty)
    // The middle of the tower stands in the middle of the view, more or less.
    let view = try CameraView(camera: hero.camera, viewport: viewport, groundElevation: 3)
    let middle = try #require(view.project(place.coordinate, elevation: 40).point)
    #expect((middle - Vector2(195, 350)).length < 40)
    let flat = try MapCamera(lookingAt: place, forViewSize: viewport, allowPitch: false)
    #expect(flat.pitch == 0 && flat.heading == 0)
    // The view's size counts.
    let small = try MapCamera(
      lookingAt: place, forViewSize: Viewport(width: 200, height: 700), allowPitch: false)
    #expect(small.distance > 1.5 * flat.distance)
    place.heroView = nil
    #expect(try MapCamera(lookingAt: place, forViewSize: viewport, allowPitch: true) == flat)
    place.extent = 0
    place.height = 0
    let point = try MapCamera(lookingAt: place, forViewSize: viewport, allowPitch: true)
    #expect(isClose(point.distance, 20, relative: 1e-9))
    #expect(
      (LocalFrame(origin: place.coordinate).position(of: point.centerCoordinate)).length
        < 1e-6)
    for bad in [Double.nan, -1, .infinity, 1e300] {
      place.extent = bad
      let error = #expect(throws: DomainError.self) {
        try MapCamera(lookingAt: place, forViewSize: viewport, allowPitch: true)
      }
      #expect(error?.field == "extent")
    }
  }

  @Test func badRectanglesAndRegionsAreNamed() {
    let viewport = Viewport(width: 100, height: 100)
    func field(_ rect: MapRect) -> String? {
      do {
        _ = try MapCamera(framing: rect, in: viewport)
        return nil
      } catch {
        return error.field
      }
    }
    #expect(field(MapRect(x: 1e8, y: 1e8, width: 0, height: 0)) == nil)
    #expect(field(MapRect(x: .nan, y: 0, width: 1, height: 1)) == "mapRect.x")
    #expect(field(.null) == "mapRect.x")
    #expect(field(MapRect(x: 0, y: 0, width: 3e8, height: 1)) == "mapRect.width")
    #expect(field(MapRect(x: 0, y: 0, width: 1, height: -1)) == "mapRect.height")
    #expect(field(MapRect(x: 0, y: -10, width: 1, height: 1)) == "mapRect.y")
    func field(_ latitude: Double, _ down: Double, _ across: Double) -> String? {
      let region = CoordinateRegion(
        center: Coordinate(latitude: latitude, longitude: 0),
        span: CoordinateSpan(latitudeDelta: down, longitudeDelta: across))
      do {
        _ = try MapCamera(framing: region, in: viewport)
        return nil
      } catch {
        return error.field
      }
    }
    #expect(field(0, 10, 10) == nil)
    #expect(field(0, 180, 360) == nil)
    #expect(field(.nan, 10, 10) == "region.center.latitude")
    #expect(field(0, -1, 10) == "region.latitudeDelta")
    #expect(field(0, 1, 361) == "region.longitudeDelta")
  }
}

@Suite struct ViewportFitTests {
  @Test func aRegionThatFitsHasTheViewsShapeAndHoldsTheRegion() {
    forEachSeed(4000) { random in
      let region = CoordinateRegion(
        center: Coordinate(
          latitude: random.double(-70...70), longitude: random.double(-180...180)),
        span: CoordinateSpan(
          latitudeDelta: pow(10, random.double(-6...1)),
          longitudeDelta: pow(10, random.double(-6...1.5))))
      let viewport = Viewport(width: random.double(10...4000), height: random.double(10...4000))
      let fitted = try viewport.regionThatFits(region)
      try check(fitted.center == region.center, "the centre moved: \(fitted)")
      try check(
        fitted.span.latitudeDelta >= region.span.latitudeDelta
          && fitted.span.longitudeDelta >= region.span.longitudeDelta, "\(region) in \(fitted)")
      try check(
        fitted.span.latitudeDelta == region.span.latitudeDelta
          || fitted.span.longitudeDelta == region.span.longitudeDelta, "both grew: \(fitted)")
      let half = fitted.span.latitudeDelta / 2
      guard abs(region.center.latitude) + half < 85, fitted.span.longitudeDelta < 360 else {
        return
      }
      let rect = MapRect(fitted)
      // Differences of map points are exact to some 10⁻⁷.
      try check(
        isClose(
          rect.width * viewport.height, rect.height * viewport.width,
          absolute: 1e-6 * max(viewport.width, viewport.height), relative: 1e-9),
        "\(region): \(rect) for \(viewport)")
    }
  }

  @Test func aRectangleThatFitsKeepsItsCenterAndTheInsetsFree() {
    forEachSeed(4000) { random in
      let rect = MapRect(
        x: random.double(-1e8...3e8), y: random.double(0...2e8), width: random.double(0...1e6),
        height: random.double(0...1e6))
      let viewport = Viewport(width: random.double(10...4000), height: random.double(10...4000))
      let insets = EdgePadding(
        top: random.double(0...0.4) * viewport.height,
        left: random.double(0...0.4) * viewport.width,
        bottom: random.double(0...0.4) * viewport.height,
        right: random.double(0...0.4) * viewport.width)
      let fitted = try viewport.mapRectThatFits(rect, edgePadding: insets)
      try check(
        isClose(fitted.mid.x, rect.mid.x, absolute: 1e-6)
          && isClose(fitted.mid.y, rect.mid.y, absolute: 1e-6), "\(fitted) around \(rect)")
      try check(
        isClose(
          fitted.width * viewport.height, fitted.height * viewport.width, relative: 1e-12),
        "\(fitted) for \(viewport)")
      let perPoint = fitted.width / viewport.width
      let free = [
        (rect.minX - fitted.minX) / perPoint - insets.left,
        (fitted.maxX - rect.maxX) / perPoint - insets.right,
        (rect.minY - fitted.minY) / perPoint - insets.top,
        (fitted.maxY - rect.maxY) / perPoint - insets.bottom,
      ]
      let rounding = 1e-6 / perPoint + 1e-9
      try check(free.allSatisfy { $0 >= -rounding }, "\(free) free")
      try check(free.contains { $0 <= rounding }, "\(free) free: not tight")
    }
  }

  @Test func whatCannotBeFittedIsNamed() throws {
    let viewport = Viewport(width: 100, height: 50)
    #expect(try viewport.mapRectThatFits(.null).isNull)
    func field(_ body: () throws -> Void) -> String? {
      do {
        try body()
        return nil
      } catch {
        return (error as? DomainError)?.field ?? "\(error)"
      }
    }
    let unit = MapRect(x: 0, y: 0, width: 1, height: 1)
    #expect(
      field { _ = try viewport.mapRectThatFits(unit, edgePadding: EdgePadding(top: 25)) }
        == "edgePadding")
    #expect(
      field { _ = try viewport.mapRectThatFits(unit, edgePadding: EdgePadding(left: .nan)) }
        == "padding.left")
    #expect(
      field { _ = try viewport.mapRectThatFits(MapRect(x: .nan, y: 0, width: 1, height: 1)) }
        == "mapRect.x")
    #expect(
      field { _ = try viewport.mapRectThatFits(MapRect(x: 0, y: 0, width: -1, height: 1)) }
        == "mapRect.width")
    #expect(
      field {
        _ = try Viewport(width: 0, height: 1).regionThatFits(
          CoordinateRegion(
            center: Coordinate(latitude: 0, longitude: 0),
            span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1)))
      } == "width")
  }
}
