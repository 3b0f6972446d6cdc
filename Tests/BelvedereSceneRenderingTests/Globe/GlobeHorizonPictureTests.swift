import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Where the drawn Earth ends.
@Suite struct GlobeHorizonPictureTests {
  private static let a = Ellipsoid.wgs84.semiMajorAxis

  /// Along the equator the ellipsoid is a circle: the dip is acos(a / (a + h)).
  @Test(arguments: [
    // Nearer than 2 m to the ground a camera is lifted.
    (2.02, 1.0), (300, 4), (10_000, 10), (400_000, 30), (20_000_000, 30),
  ])
  func theHorizonsRowIsThatOfTheDip(_ height: Double, _ fieldOfView: Double) throws {
    let renderer = SceneRenderer(scene: GlobeScenes.magentaEarth)
    let options = GlobeScenes.options(width: 60, height: 240, fieldOfView: fieldOfView)
    let dip = acos(Self.a / (Self.a + height)) * 180 / .pi
    let camera = try GlobeScenes.camera(
      over: Coordinate(latitude: 0, longitude: 10), height: height,
      depression: dip + fieldOfView / 4, heading: 90)
    let view = try GlobeScenes.view(camera, options)
    let image = try renderer.render(camera: camera, options: options).image
    // The eye's own dip, and the row at that angle above the line of sight.
    let eye = view.eyePosition
    let turn = (camera.centerCoordinate.longitude - eye.longitude) * .pi / 180
    let down = -asin(view.pose.forward.dot(Vector3(-sin(turn), 0, cos(turn))))
    let exact = acos(Self.a / (Self.a + eye.height))
    let row = 120 - view.viewport.focalLength * tan(down - exact)
    #expect(abs(eye.height / height - 1) < 0.01, "the eye stands \(eye.height) m high")
    let first = try #require((0..<240).first { TestScenes.isMagenta(image[30, $0]) })
    // The first row that is all ground; the mesh may err by 0.75 pixels.
    let above = Double(first) - row
    #expect(above >= -0.75 && above <= 1.75, "row \(first), not \(row), from \(height) m")
    // A flat horizon would be seen elsewhere.
    let flat = 120 - view.viewport.focalLength * tan(down)
    #expect(row - flat > 4, "the dip shows as \(row - flat) pixels")
  }

  /// The whole disc against the ellipsoid of `unproject`, from all sides.
  @Test(arguments: [
    (0.0, 0.0), (37.8, -122.4), (-60, 179.99), (89.99, 20), (-90, 0), (12, -180),
  ])
  func fromSpaceTheEarthIsItsDisc(_ latitude: Double, _ longitude: Double) throws {
    let renderer = SceneRenderer(scene: GlobeScenes.magentaEarth)
    let options = GlobeScenes.options(width: 160, height: 120, fieldOfView: 36)
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude),
      fromDistance: 20_000_000, pitch: 0, heading: 25)
    let view = try GlobeScenes.view(camera, options)
    let image = try renderer.render(camera: camera, options: options).image
    var (ground, sky) = (0, 0)
    for y in 0..<120 {
      for x in 0..<160 {
        let middle = Vector2(Double(x) + 0.5, Double(y) + 0.5)
        let around = [-1.25, 1.25].flatMap { dx in
          [-1.25, 1.25].map { view.unproject(middle + Vector2(dx, $0)).coordinate != nil }
        }
        if around.allSatisfy({ $0 }) {
          ground += 1
          #expect(TestScenes.isMagenta(image[x, y]), "a hole at (\(x), \(y))")
        } else if !around.contains(true) {
          sky += 1
          #expect(image[x, y].red < 60, "(\(x), \(y)) shows ground: \(image[x, y])")
        }
      }
    }
    #expect(ground > 5000 && sky > 5000)
  }

  /// Mountains of 600 m lie behind the sea at 120 km for an eye at 2 m, which looks over 1,040 m there,
  /// and rise above it for one at 1,000 m.
  @Test func farLandIsBehindTheHorizon() throws {
    let shore = Coordinate(latitude: 20, longitude: 60)
    let island = try Geodesic.wgs84.direct(from: shore, azimuth: 30, distance: 120_000).coordinate
    var scene = Scene()
    scene.overlays = [
      Overlay(
        shape: .polygon(TestScenes.box(around: island, degrees: 0.1)),
        fillColor: Color(red: 1, green: 0, blue: 1))
    ]
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: island, height: 600, radius: 8000)],
        bounds: GeographicBounds(
          south: island.latitude - 0.2, west: island.longitude - 0.2,
          north: island.latitude + 0.2, east: island.longitude + 0.2))
    ])
    let renderer = SceneRenderer(scene: scene)
    func magenta(height: Double, _ projection: MapProjection) throws -> Int {
      var options = GlobeScenes.options(width: 160, height: 120, fieldOfView: 3)
      options.projection = projection
      let camera = try GlobeScenes.camera(
        over: shore, height: height, depression: acos(Self.a / (Self.a + height)) * 180 / .pi + 0.5,
        heading: 30)
      let image = try renderer.render(camera: camera, options: options).image
      return (0..<120).reduce(0) { sum, y in
        sum + (0..<160).count { TestScenes.isMagenta(image[$0, y]) }
      }
    }
    #expect(try magenta(height: 2.1, .globe) == 0)
    #expect(try magenta(height: 2.1, .flat) > 10)
    #expect(try magenta(height: 1000, .globe) > 10)
  }

  @Test func aFarSummitRisesWhereTheCameraProjectsIt() throws {
    let shore = Coordinate(latitude: 45, longitude: 170)
    for (far, azimuth) in [(60_000.0, 0.0), (150_000, 100)] {
      let top = try Geodesic.wgs84.direct(from: shore, azimuth: azimuth, distance: far).coordinate
      var scene = Scene()
      scene.ground = ElevationMosaic([
        HillField(
          hills: [.init(center: top, height: 2500, radius: 9000)],
          bounds: GeographicBounds(
            south: top.latitude - 0.3, west: top.longitude - 0.3, north: top.latitude + 0.3,
            east: top.longitude + 0.3))
      ])
      scene.overlays = GlobeScenes.magentaEarth.overlays
      let options = GlobeScenes.options(fieldOfView: 10)
      let camera = try GlobeScenes.camera(
        over: shore, height: 300, depression: 1.5, heading: azimuth)
      let view = try GlobeScenes.view(camera, options)
      let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
      let summit = try #require(view.project(top, elevation: 2500).point)
      let first = try #require(
        (0..<120).first { TestScenes.isMagenta(image[Int(summit.x), $0]) })
      #expect(abs(Double(first) - summit.y) <= 1.5, "row \(first), not \(summit.y)")
    }
  }
}
