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

/// Pictures of the globe agree with its camera: what is drawn in a pixel lies where `unproject` says,
/// what `project` says is drawn there.
@Suite struct GlobePlaceTests {
  /// Distance, pitch, latitude, longitude.
  static let cameras: [(Double, Double, Double, Double)] = [
    (2, 0, 37.8, -122.4), (40, 70, 37.8, -122.4), (1000, 72, -33.9, 151.2), (1000, 60, 84, 10),
    (20_000, 60, 60, 180), (10_000, 0, 0, -180), (300_000, 50, 10, 179.9), (400_000, 30, -45, 7),
    (20_000_000, 0, 37.8, -122.4), (20_000_000, 40, -20, 100),
  ]

  @Test(arguments: cameras)
  func paintedGroundIsWhereItsPixelsUnproject(
    _ distance: Double, _ pitch: Double, _ latitude: Double, _ longitude: Double
  ) throws {
    let c = Coordinate(latitude: latitude, longitude: longitude)
    let half = min(distance * 0.12 / 111_000, 9)
    var scene = Scene()
    // Beside the middle, so that a turned picture would not pass.
    let place = Coordinate(latitude: latitude + half / 3, longitude: longitude + half / 2)
    let wide = half / cos(latitude * .pi / 180)
    scene.overlays = [
      Overlay(
        shape: .polygon(
          GeographicPolygon(rings: [
            [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].map {
              Coordinate(
                latitude: place.latitude + $0.0 * half, longitude: place.longitude + $0.1 * wide)
            }
          ])), fillColor: Color(red: 1, green: 0, blue: 1))
    ]
    let options = GlobeScenes.options()
    let camera = MapCamera(
      lookingAtCenter: c, fromDistance: distance, pitch: pitch, heading: 40)
    let view = try GlobeScenes.view(camera, options)
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    func isInside(_ p: Vector2) -> Bool {
      guard let found = view.unproject(p).coordinate else { return false }
      return abs(found.latitude - place.latitude) <= half
        && abs(wrappedLongitude(found.longitude - place.longitude)) <= wide
    }
    var (inside, outside) = (0, 0)
    for y in 0..<120 {
      for x in 0..<160 {
        let middle = Vector2(Double(x) + 0.5, Double(y) + 0.5)
        let around = [-1.0, 0, 1].flatMap { dx in
          [-1.0, 0, 1].map { isInside(middle + Vector2(dx, $0)) }
        }
        // The paint's texels are up to two pixels wide: at an edge half of it shows.
        let p = image[x, y]
        let paint = Int(min(p.red, p.blue)) - Int(p.green)
        if around.allSatisfy({ $0 }) {
          inside += 1
          #expect(paint > 90, "(\(x), \(y)) is not the place: \(p)")
        } else if !around.contains(true) {
          outside += 1
          #expect(paint < 120, "(\(x), \(y)) is the place: \(p)")
        }
      }
    }
    #expect(inside > 100 && outside > 100, "\(inside) pixels inside, \(outside) outside")
  }

  /// Blocks near and far, as tall as they must be to be seen, over the sea behind them.
  @Test(arguments: [
    // Distance, pitch, latitude, the block's way east and north of the centre, its width and height.
    (40.0, 87.0, 37.8, 30.0, 40.0, 12.0, 9.0),
    (900, 70, 37.8, -80, 60, 60, 120),
    (900, 70, 84.5, -80, 60, 60, 120),
    (20_000, 75, -50, 9000, 20_000, 900, 3000),
    (400_000, 55, 10, 60_000, 90_000, 9000, 40_000),
    (3_000_000, 45, 10, 900_000, 600_000, 80_000, 400_000),
  ])
  func aBlockStandsWhereTheCameraProjectsIt(
    _ distance: Double, _ pitch: Double, _ latitude: Double, _ east: Double, _ north: Double,
    _ width: Double, _ height: Double
  ) throws {
    let c = Coordinate(latitude: latitude, longitude: 179.9999)
    let toBlock = atan2(east, north) * 180 / .pi
    let place = try Geodesic.wgs84.direct(
      from: c, azimuth: toBlock, distance: (east * east + north * north).squareRoot()
    ).coordinate
    var scene = GlobeScenes.magentaEarth
    var building = Building(
      footprint: GeographicPolygon(rectangleAround: place, width: width, depth: width, heading: 20),
      height: height, color: Color(red: 0.8, green: 0.8, blue: 0.75),
      roofColor: Color(red: 0.5, green: 0.5, blue: 0.5), use: .office)
    building.hasWindows = false
    scene.buildings = [building]
    let options = GlobeScenes.options()
    let camera = MapCamera(
      lookingAtCenter: c, fromDistance: distance, pitch: pitch, heading: 10)
    let view = try GlobeScenes.view(camera, options)
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    var corners: [Vector2] = []
    for corner in building.footprint.rings[0] {
      for z in [0, height] {
        corners.append(try #require(view.project(corner, elevation: z).point))
      }
    }
    let hull = ScreenHull(corners)
    var found = 0
    for y in 0..<120 {
      for x in 0..<160 {
        let middle = Vector2(Double(x) + 0.5, Double(y) + 0.5)
        let d = hull.depth(middle)
        let isGround = TestScenes.isMagenta(image[x, y])
        if d > 1 {
          found += 1
          #expect(!isGround, "(\(x), \(y)) shows ground")
        }
        let isSea = [-1.0, 1].allSatisfy {
          view.unproject(middle + Vector2(0, $0)).coordinate != nil
        }
        if d < -1, isSea { #expect(isGround, "(\(x), \(y)) shows the block") }
      }
    }
    #expect(found > 20, "only \(found) pixels")
  }

  /// Between the map's edge and the pole there is ground, without a crack, near and far.
  @Test(arguments: [
    (90.0, 0.0, 20.0, 60.0), (89.9999, 30, 300, 70), (-90, 0, 5000, 80), (85.3, 10, 20_000, 60),
    (84, -20, 300_000, 50), (-85.0511, 100, 1000, 75), (87, 0, 2_000_000, 20),
    (80, 77, 5_000_000, 0), (-75, -160, 20_000_000, 10),
  ])
  func thePolesAreClosed(
    _ latitude: Double, _ longitude: Double, _ distance: Double, _ pitch: Double
  ) throws {
    let options = GlobeScenes.options()
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude),
      fromDistance: distance, pitch: pitch, heading: 33)
    let view = try GlobeScenes.view(camera, options)
    let image = try SceneRenderer(scene: GlobeScenes.magentaEarth).render(
      camera: camera, options: options
    ).image
    var (ground, holes) = (0, 0)
    for y in 0..<120 {
      for x in 0..<160 {
        let middle = Vector2(Double(x) + 0.5, Double(y) + 0.5)
        let around = [-1.25, 1.25].flatMap { dx in
          [-1.25, 1.25].map { view.unproject(middle + Vector2(dx, $0)).coordinate != nil }
        }
        guard around.allSatisfy({ $0 }) else { continue }
        ground += 1
        if !TestScenes.isMagenta(image[x, y]) { holes += 1 }
      }
    }
    #expect(ground > 5000)
    #expect(holes == 0)
  }

  /// At a fixed place a picture across ±180° is that of any other meridian.
  @Test(arguments: [(900.0, 60.0), (400_000, 40), (20_000_000, 10)])
  func theAntimeridianIsNoSeam(_ distance: Double, _ pitch: Double) throws {
    func picture(_ longitude: Double) throws -> Image {
      let c = Coordinate(latitude: 10, longitude: longitude)
      var scene = Scene()
      scene.overlays = [
        // Near by all is painted: waves differ from place to place.
        TestScenes.magentaGround(
          around: c, degrees: distance < 1000 ? 2 : min(distance * 0.1 / 111_000, 10))
      ]
      var block = TestScenes.block(at: c)
      block.hasWindows = false
      scene.buildings = [block]
      return try SceneRenderer(scene: scene).render(
        camera: MapCamera(lookingAtCenter: c, fromDistance: distance, pitch: pitch, heading: 25),
        options: GlobeScenes.options()
      ).image
    }
    let expected = try picture(30)
    for longitude in [180.0, -180, 179.9999] {
      let difference = try #require(
        ImageDifference(expected, try picture(longitude), tolerance: 24))
      // Edges of the painted box lie between texels.
      #expect(difference.count <= 30, "\(longitude): \(difference.count), \(difference.worst)")
    }
  }
}

/// The convex hull of points of the screen.
struct ScreenHull {
  private var ring: [Vector2] = []

  init(_ points: [Vector2]) {
    guard var at = points.min(by: { ($0.x, $0.y) < ($1.x, $1.y) }) else { return }
    let first = at
    repeat {
      ring.append(at)
      var next = points[0] == at ? points[1] : points[0]
      for p in points where (next - at).cross(p - at) < 0 { next = p }
      at = next
    } while at != first && ring.count <= points.count
  }

  /// How far a point lies inside; negative outside (of the nearest side's line).
  func depth(_ p: Vector2) -> Double {
    ring.indices.map { i in
      (ring[(i + 1) % ring.count] - ring[i]).normalized.cross(p - ring[i])
    }.min() ?? 0
  }
}
