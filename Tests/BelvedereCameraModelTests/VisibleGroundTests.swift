import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Visible ground") struct VisibleGroundTests {
  /// Whether a longitude lies in a region, whichever turn it is on.
  private func contains(_ region: CoordinateRegion, _ c: Coordinate) -> Bool {
    abs(c.latitude - region.center.latitude) <= region.span.latitudeDelta / 2
      && (region.span.longitudeDelta >= 360
        || angleBetween(c.longitude, region.center.longitude) <= region.span.longitudeDelta / 2)
  }

  @Test("all that is seen lies inside, as deep as was asked, and every edge is touched")
  func containing() {
    var seen = 0
    forEachSeed(3000) { random in
      let camera = anyCamera(&random)
      guard camera.distance > 5 else { return }
      let viewport = anyViewport(&random)
      let view = try CameraView(camera: camera, viewport: viewport)
      let farDepth = random.pick([view.farDepth, camera.distance * random.double(0.5...100)])
      guard let visible = view.visibleGround(farDepth: farDepth) else {
        // Then no corner of the screen shows ground that is near enough.
        for x in [0, viewport.width] {
          for y in [0, viewport.height] {
            let result = view.unproject(Vector2(x, y), elevation: 0, farDepth: farDepth)
            try check(result.ground == nil, "\(camera): \(result) but nothing is visible")
          }
        }
        return
      }
      let rect = visible.mapRect
      try check(visible.polygon.count >= 3, "\(visible.polygon)")
      try check(
        visible.polygon.allSatisfy { abs($0.latitude) <= MapPoint.maximumLatitude },
        "\(visible.polygon)")
      try check(
        rect.minX >= 0 && rect.minX < MapPoint.worldWidth && rect.width <= MapPoint.worldWidth
          && rect.minY >= 0 && rect.maxY <= MapPoint.worldWidth, "\(rect)")
      for _ in 0..<30 {
        let point = Vector2(
          random.pick([0, viewport.width, random.double(0...viewport.width)]),
          random.pick([0, viewport.height, random.double(0...viewport.height)]))
        guard
          let c = view.unproject(point, elevation: 0, farDepth: farDepth * (1 - 1e-12)).coordinate
        else { continue }
        seen += 1
        let p = MapPoint(c)
        let turns = ((p.x - rect.mid.x) / MapPoint.worldWidth).rounded()
        let copy = MapPoint(x: p.x - turns * MapPoint.worldWidth, y: p.y)
        // Degrees are rounded to 1.4e-14 · 2, map points to 3e-8.
        let roomy = rect.insetBy(dx: -1e-6, dy: -1e-6)
        try check(
          roomy.contains(copy) || rect.width == MapPoint.worldWidth, "\(camera): \(c) \(rect)")
        try check(contains(visible.region, c), "\(camera): \(c) \(visible.region)")
      }
      // Tight: every edge goes through a corner of the outline.
      let corners = visible.polygon.map { MapPoint($0) }
      let top = corners.map(\.y).min() ?? 0
      let bottom = corners.map(\.y).max() ?? 0
      try check(
        abs(top - rect.minY) < 1e-5 && abs(bottom - rect.maxY) < 1e-5, "\(rect) \(corners)")
    }
    #expect(seen > 10_000 || ProcessInfo.processInfo.environment["BELVEDERE_SEED"] != nil)
  }

  @Test("straight down it is the rectangle on paper")
  func straightDown() throws {
    let view = try CameraView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 0, longitude: 180), fromDistance: 1000, pitch: 0,
        heading: 0), viewport: Viewport(width: 400, height: 200, fieldOfView: 90))
    let visible = try #require(view.visibleGround)
    // 4000 m by 2000 m across 180°.
    let meters = MapPoint.metersPerMapPoint(at: 0)
    #expect(isClose(visible.mapRect.width * meters, 4000, relative: 1e-9))
    #expect(isClose(visible.mapRect.height * meters, 2000, relative: 1e-9))
    #expect(visible.mapRect.spans180thMeridian)
    #expect(isClose(visible.region.span.longitudeDelta, 4000 / 111319.49079327358, relative: 1e-9))
    #expect(visible.polygon.count == 4)
    #expect(view.horizonY == nil)
  }

  @Test("at the horizon it ends at the far limit, and in the sky there is none")
  func bounded() throws {
    func view(_ pitch: Double, padding: Double = 0) throws -> CameraView {
      try CameraView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: 30, longitude: 10), fromDistance: 2000,
          pitch: pitch, heading: 0),
        viewport: Viewport(
          width: 100, height: 100, padding: EdgePadding(top: padding, bottom: 0)))
    }
    let low = try view(85)
    let visible = try #require(low.visibleGround)
    let farthest =
      try visible.polygon.map {
        try #require(low.project($0).depth)
      }.max() ?? 0
    #expect(isClose(farthest, low.farDepth, relative: 1e-9))
    let horizon = try #require(low.horizonY)
    // 5° above the middle of the screen.
    #expect(
      isClose(horizon, 50 - low.viewport.focalLength * tan(5 * Double.pi / 180), relative: 1e-14))
    #expect(try view(90).visibleGround == nil)
    // Straight down all ground is as deep as the eye is high.
    let down = try view(0)
    #expect(down.visibleGround(farDepth: down.camera.distance * 0.999) == nil)
    #expect(down.visibleGround(farDepth: down.camera.distance) != nil)
    // The middle of the view lies far below the screen: only sky is left.
    #expect(try view(89, padding: 1000).visibleGround == nil)
  }

  @Test("rectangles of the screen and of the map are each other's images straight down")
  func rectangles() throws {
    let view = try CameraView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 50, longitude: 179.999), fromDistance: 3000,
        pitch: 0, heading: 90), viewport: Viewport(width: 640, height: 480))
    let screen = ScreenRect(x: 100, y: 50, width: 300, height: 200)
    let rect = try #require(view.mapRect(of: screen))
    #expect(rect.spans180thMeridian)
    let back = try #require(view.screenRect(of: rect))
    #expect(abs(back.x - 100) < 1e-5 && abs(back.y - 50) < 1e-5)
    #expect(abs(back.width - 300) < 1e-5 && abs(back.height - 200) < 1e-5)
    let region = try #require(view.region(of: screen))
    let again = try #require(view.screenRect(of: region))
    #expect(abs(again.x - 100) < 1e-5 && abs(again.width - 300) < 1e-5)
    // One world away it is the same rectangle.
    let away = rect.offsetBy(dx: 3 * MapPoint.worldWidth, dy: 0)
    let moved = try #require(view.screenRect(of: away))
    #expect(abs(moved.x - 100) < 1e-5 && abs(moved.y - 50) < 1e-5)
  }

  @Test("rectangles at an elevation are those of single points there")
  func elevatedRectangles() throws {
    let view = try CameraView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 50, longitude: 7), fromDistance: 3000, pitch: 30,
        heading: 60), viewport: Viewport(width: 640, height: 480), groundElevation: 20)
    let screen = ScreenRect(x: 100, y: 50, width: 300, height: 200)
    let rect = try #require(view.mapRect(of: screen, elevation: 400))
    let corners = [(100.0, 50.0), (400, 50), (100, 250), (400, 250)].compactMap {
      view.unproject(Vector2($0, $1), elevation: 400).coordinate.map { MapPoint($0) }
    }
    let enclosing = try #require(MapRect(enclosing: corners))
    #expect(isClose(rect.x, enclosing.x, absolute: 1e-5))
    #expect(isClose(rect.y, enclosing.y, absolute: 1e-5))
    #expect(isClose(rect.width, enclosing.width, absolute: 1e-5))
    #expect(isClose(rect.height, enclosing.height, absolute: 1e-5))
    let shown = try #require(view.screenRect(of: rect, elevation: 400))
    let points = [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY)]
      .compactMap { view.project(MapPoint(x: $0, y: $1).coordinate, elevation: 400).point }
    #expect(isClose(shown.y, points.map(\.y).min() ?? 0, absolute: 1e-4))
    #expect(isClose(shown.x, points.map(\.x).min() ?? 0, absolute: 1e-4))
  }

  @Test("half a world to each side at most, and the whole width where both are reached")
  func halfWorlds() throws {
    func rect(_ padding: EdgePadding) throws -> MapRect {
      try #require(
        try CameraView(
          camera: MapCamera(
            lookingAtCenter: Coordinate(latitude: 0, longitude: 50), fromDistance: 3e7, pitch: 0,
            heading: 0), viewport: Viewport(width: 2000, height: 200, padding: padding)
        ).visibleGround
      ).mapRect
    }
    // 50 points to one side show 4000 km, 1950 to the other more than half a world.
    let perPoint = 3e7 * tan(15 * Double.pi / 180) / 100
    let world = MapPoint.worldWidth
    let side = 50 * perPoint / MapPoint.metersPerMapPoint(at: 0)
    let center = MapPoint(Coordinate(latitude: 0, longitude: 50)).x
    let west = try rect(EdgePadding(left: 1900))
    #expect(isClose(west.width, world / 2 + side, absolute: 1e-5))
    #expect(isClose(west.x, center - world / 2, absolute: 1e-5))
    let east = try rect(EdgePadding(right: 1900))
    #expect(isClose(east.width, world / 2 + side, absolute: 1e-5))
    #expect(isClose(east.x, center - side, absolute: 1e-5))
    let both = try rect(EdgePadding())
    #expect(both.x == 0 && both.width == world)
  }

  @Test("what reaches over the map's edge makes no rectangle")
  func rectanglesBeyondTheMap() throws {
    let view = try CameraView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 85, longitude: 0), fromDistance: 200_000, pitch: 0,
        heading: 0), viewport: Viewport(width: 640, height: 480))
    #expect(view.mapRect(of: ScreenRect(x: 0, y: 0, width: 640, height: 480)) == nil)
    #expect(view.mapRect(of: ScreenRect(x: 0, y: 300, width: 640, height: 100)) != nil)
  }

  @Test("any number of turns away the ground is the same: 1e-6 map points")
  func manyTurns() throws {
    for longitude in [123_456_789.125, 1e15, -1e300, .greatestFiniteMagnitude, 3601] {
      func visible(_ longitude: Double) throws -> VisibleGround {
        try #require(
          try CameraView(
            camera: MapCamera(
              lookingAtCenter: Coordinate(latitude: -34, longitude: longitude), fromDistance: 50,
              pitch: 60, heading: 20), viewport: Viewport(width: 640, height: 480)
          ).visibleGround)
      }
      let far = try visible(longitude)
      let near = try visible(wrappedLongitude(longitude))
      #expect(isClose(far.mapRect.x, near.mapRect.x, absolute: 1e-6), "\(longitude)")
      #expect(isClose(far.mapRect.width, near.mapRect.width, absolute: 1e-6), "\(longitude)")
      #expect(far.polygon.count == near.polygon.count)
      #expect(
        zip(far.polygon, near.polygon).allSatisfy {
          isClose($0.longitude, $1.longitude, absolute: 1e-12)
        })
    }
  }

  @Test("the far plane: the sphere's horizon, and never nearer than 20 distances")
  func farPlane() throws {
    func far(_ distance: Double, _ pitch: Double) throws -> Double {
      try CameraView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: 10, longitude: 20), fromDistance: distance,
          pitch: pitch, heading: 0), viewport: Viewport(width: 640, height: 480)
      ).farDepth
    }
    let radius = Ellipsoid.wgs84.semiMajorAxis
    #expect(isClose(try far(100, 0), (100 * (2 * radius + 100)).squareRoot(), relative: 1e-15))
    #expect(try far(100, 90) == 2000)
    #expect(try far(1e7, 60) == 2e8)
  }

  @Test("directions through points of the screen lead to what is seen there")
  func directions() {
    forEachSeed(500) { random in
      let view = try CameraView(camera: anyCamera(&random), viewport: anyViewport(&random))
      let point = Vector2(
        random.double(0...view.viewport.width), random.double(0...view.viewport.height))
      let way = view.direction(through: point)
      try check(isClose(way.dot(view.forward), 1, relative: 1e-14), "\(way)")
      let there = view.eye + way * view.camera.distance
      let back = try #require(view.project(there).point)
      let size = view.viewport.width + view.viewport.height
      try check((back - point).length <= 1e-11 * size, "\(view.camera): \(point), \(back)")
    }
  }

  @Test("an eye micrometres above the ground sees as far as was asked")
  func lowEye() throws {
    for pitch in [90 - 1e-7, 90 - 1e-10, (90.0).nextDown] {
      let view = try CameraView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: 10, longitude: 20), fromDistance: 1000,
          pitch: pitch, heading: 0), viewport: Viewport(width: 640, height: 480))
      let visible = try #require(view.visibleGround(farDepth: 5000))
      let north = try #require(visible.polygon.map(\.latitude).max())
      let y = view.frame.position(of: Coordinate(latitude: north, longitude: 20)).y
      // The eye stands 1000 m south of the centre.
      #expect(isClose(y, 4000, absolute: 1e-6), "\(pitch): \(y)")
      #expect(view.visibleGround(farDepth: .infinity) != nil)
    }
  }

  @Test("a corner in the sky or behind the eye makes no rectangle")
  func noRectangles() throws {
    let view = try CameraView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 50, longitude: 0), fromDistance: 300, pitch: 80,
        heading: 0), viewport: Viewport(width: 640, height: 480))
    #expect(view.mapRect(of: ScreenRect(x: 0, y: 0, width: 640, height: 480)) == nil)
    #expect(view.region(of: ScreenRect(x: 0, y: 0, width: 1, height: 1)) == nil)
    #expect(view.screenRect(of: MapRect.world) == nil)
    #expect(view.screenRect(of: MapRect.null) == nil)
  }
}
