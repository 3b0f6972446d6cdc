import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Visible ground on the globe") struct GlobeVisibleGroundTests {
  private func contains(_ region: CoordinateRegion, _ c: Coordinate) -> Bool {
    abs(c.latitude - region.center.latitude) <= region.span.latitudeDelta / 2 + 1e-12
      && angleBetween(c.longitude, region.center.longitude)
        <= region.span.longitudeDelta / 2 + 1e-12
  }

  @Test("all that is seen lies inside, as deep as was asked, and every edge is touched")
  func containing() {
    var met = 0
    var around = 0
    forEachSeed(1500) { random in
      let view = try GlobeView(
        camera: anyGlobeCamera(&random), viewport: anyViewport(&random),
        groundElevation: random.pick([0, random.double(-430...8000)]))
      let far = random.pick([view.farDepth, view.camera.distance * 1.3])
      let points = (0..<200).map { _ in
        Vector2(
          random.double(0...view.viewport.width), random.double(0...view.viewport.height))
      }
      let seen = points.compactMap {
        view.unproject($0, elevation: view.groundElevation, farDepth: far).coordinate
      }
      guard let visible = view.visibleGround(farDepth: far) else {
        try check(seen.isEmpty, "\(view.camera) \(view.viewport): \(seen.count) seen")
        return
      }
      met += 1
      for c in seen {
        try check(
          contains(visible.region, c), "\(view.camera) \(view.viewport): \(c), \(visible.region)")
        let p = MapPoint(c)
        let x = visible.mapRect.mid.x + p.shortDeltaX(from: visible.mapRect.mid)
        try check(
          visible.mapRect.contains(MapPoint(x: x, y: p.y)) || abs(c.latitude) > 85.05,
          "\(view.camera): \(c), \(visible.mapRect)")
      }
      // No larger than the polygon, or around a pole.
      let south = visible.region.center.latitude - visible.region.span.latitudeDelta / 2
      let north = visible.region.center.latitude + visible.region.span.latitudeDelta / 2
      // Of the edges, not only of their ends: next to a pole a straight edge bends north or south.
      let positions = try visible.polygon.map {
        try view.frame.position(of: GeodeticPosition($0, height: view.groundElevation))
      }
      var (low, high, extent) = (90.0, -90.0, 0.0)
      for (i, p) in positions.enumerated() {
        extent = max(extent, (p - positions[0]).length)
        let way = positions[(i + 1) % positions.count] - p
        for t in stride(from: 0, to: 1, by: 0.02) {
          let latitude = try view.frame.geodetic(of: p + way * t).latitude
          (low, high) = (min(low, latitude), max(high, latitude))
        }
      }
      // The polygon's tolerance is a thousandth of its extent in space.
      let slack = 2e-3 * extent / 1e5 + 1e-3 * (high - low) + 1e-11
      if visible.region.span.longitudeDelta < 360 {
        try check(
          abs(low - south) <= slack && abs(high - north) <= slack,
          "\(view.camera) \(view.viewport) \(view.groundElevation) \(far): \(low) \(south), \(high) \(north), slack \(slack)"
        )
      } else {
        around += 1
      }
      // The polygon is on the outline: its points are at the border, the horizon or the far plane.
      for c in visible.polygon {
        try check(c.isValid && c.longitude >= -180 && c.longitude < 180, "\(c)")
      }
      // Counter-clockwise, by the area on the screen.
      let corners = visible.polygon.compactMap { c -> Vector2? in
        switch view.project(c, elevation: view.groundElevation) {
        case .point(let s), .belowHorizon(let s): s.point
        default: nil
        }
      }
      var area = 0.0
      for (i, p) in corners.enumerated() {
        area += (p - corners[0]).cross(corners[(i + 1) % corners.count] - corners[0])
      }
      try check(
        area < 1e-6 * view.viewport.width * view.viewport.height, "\(view.camera): clockwise")
    }
    #expect(
      met > 800 && around > 50 || ProcessInfo.processInfo.environment["BELVEDERE_SEED"] != nil,
      "\(met), \(around)")
  }

  private func view(
    _ latitude: Double, _ longitude: Double, distance: Double, pitch: Double = 0,
    width: Double = 800
  ) throws -> GlobeView {
    try GlobeView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude),
        fromDistance: distance, pitch: pitch, heading: 0),
      viewport: Viewport(width: width, height: 600))
  }

  @Test("a pole in view: all longitudes, up to the pole")
  func pole() throws {
    let visible = try #require(try view(89, 30, distance: 1e6).visibleGround)
    #expect(visible.region.span.longitudeDelta == 360)
    #expect(visible.region.center.latitude + visible.region.span.latitudeDelta / 2 == 90)
    #expect(visible.mapRect.x == 0 && visible.mapRect.width == MapPoint.worldWidth)
    #expect(visible.mapRect.y == 0)
    let south = try #require(try view(-90, 30, distance: 1000, pitch: 60).visibleGround)
    #expect(south.region.span.longitudeDelta == 360)
    #expect(south.region.center.latitude - south.region.span.latitudeDelta / 2 == -90)
  }

  @Test("no ground lies beyond the far plane, below the datum too")
  func farPlane() throws {
    for ground in [-430.0, 0, 4000] {
      let view = try GlobeView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: 31.5, longitude: 35.5), fromDistance: 2000,
          pitch: 85, heading: 200), viewport: Viewport(width: 800, height: 600),
        groundElevation: ground)
      var deepest = 0.0
      for row in 0..<60_000 {
        let point = Vector2(400, Double(row) / 100)
        if let found = view.unproject(point, elevation: ground).ground {
          deepest = max(deepest, found.depth)
        }
      }
      #expect(deepest > 20_000 && deepest <= view.farDepth, "\(ground): \(deepest)")
    }
  }

  @Test("a piece at the edge of the screen between the points that are tried first")
  func sliver() throws {
    func view(top: Double) throws -> GlobeView {
      // The edge of the globe's disc peeps into the viewport from below, right of the middle.
      try GlobeView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: 5, longitude: 10), fromDistance: 3e7, pitch: 60,
          heading: 0),
        viewport: Viewport(
          width: 800, height: 600, fieldOfView: 20, padding: EdgePadding(top: top, left: 90)))
    }
    let highest = try #require(try view(top: 0).horizon?.point(azimuth: 0))
    // Padding moves the picture by half of it.
    let seen = try view(top: 2 * (599.999 - highest.y))
    let point = try #require(seen.horizon?.point(azimuth: 0))
    #expect(isClose(point.y, 599.999, absolute: 1e-6))
    let outline = try #require(seen.visibleGround)
    #expect(outline.polygon.count >= 3)
    #expect(try view(top: 2 * (600.001 - highest.y)).visibleGround == nil)
  }

  @Test("over high ground the far plane cuts what is deeper")
  func farPlaneOverHighGround() throws {
    let view = try GlobeView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 31.5, longitude: 35.5), fromDistance: 1000,
        pitch: 70, heading: 20), viewport: Viewport(width: 800, height: 600),
      groundElevation: 500)
    let seen = try #require(view.visibleGround(farDepth: 1500))
    let depths = try seen.polygon.map { c in
      let screen = try #require(view.project(c, elevation: 500).screen)
      #expect(screen.y >= -1e-6 && screen.y <= 600 + 1e-6, "\(screen)")
      return screen.depth
    }
    #expect(isClose(depths.max() ?? 0, 1500, relative: 1e-9))
  }

  @Test("a pole beyond the far plane is not seen")
  func poleTooFar() throws {
    let view = try view(89.5, 0, distance: 5000, pitch: 80)
    #expect(view.project(Coordinate(latitude: 90, longitude: 0), elevation: 0).screen != nil)
    let near = try #require(view.visibleGround(farDepth: 20_000))
    #expect(near.region.span.longitudeDelta < 90)
    #expect(near.region.center.latitude + near.region.span.latitudeDelta / 2 < 89.8)
    let far = try #require(view.visibleGround(farDepth: 100_000))
    #expect(far.region.span.longitudeDelta == 360)
  }

  @Test("across 180° the rectangle is narrow and reaches out of the world")
  func antimeridian() throws {
    let visible = try #require(try view(0, 179.99, distance: 10_000).visibleGround)
    #expect(visible.region.span.longitudeDelta < 0.1)
    #expect(visible.mapRect.spans180thMeridian)
  }

  @Test("the whole disc: the cap that is seen from there")
  func disc() throws {
    let seen = try #require(try view(0, 20, distance: 1e8).visibleGround)
    let a = Ellipsoid.wgs84.semiMajorAxis
    let cap = acos(a / (a + 1e8)) * 180 / .pi
    #expect(isClose(seen.region.span.longitudeDelta, 2 * cap, relative: 3e-4))
    #expect(isClose(seen.region.center.longitude, 20, absolute: 1e-6))
    #expect(isClose(seen.region.center.latitude, 0, absolute: 1e-6))
    #expect(seen.polygon.count > 30)
  }

  @Test("close by it is the rectangle on paper, and in the sky there is none")
  func onPaper() throws {
    let seen = try #require(try view(0, 0, distance: 1000).visibleGround)
    let half = 1000 * tan(15 * Double.pi / 180)
    let e2 = Ellipsoid.wgs84.flattening * (2 - Ellipsoid.wgs84.flattening)
    let meridian = Ellipsoid.wgs84.semiMajorAxis * (1 - e2)
    #expect(
      isClose(
        seen.region.span.latitudeDelta, 2 * half / meridian * 180 / .pi, relative: 3e-4))
    // A ten-thousandth is added to each side.
    let latitudes = seen.polygon.map(\.latitude)
    let between = try #require(latitudes.max()) - #require(latitudes.min())
    #expect(seen.region.span.latitudeDelta > between * (1 + 1.99e-4))
    let up = try GlobeView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 0, longitude: 0), fromDistance: 1e6, pitch: 90,
        heading: 0),
      viewport: Viewport(
        width: 100, height: 100, fieldOfView: 5, padding: EdgePadding(top: 180)))
    #expect(up.visibleGround == nil)
    #expect(try view(0, 0, distance: 1000).visibleGround(farDepth: 999) == nil)
    #expect(try view(0, 0, distance: 1000).visibleGround(farDepth: 0) == nil)
  }
}
