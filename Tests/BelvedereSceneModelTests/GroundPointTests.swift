import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Ground under a screen point") struct GroundPointTests {
  @Test("the point found lies on the ground and projects back")
  func roundTrip() throws {
    var scene = Scene()
    let center = Coordinate(latitude: 46, longitude: 7)
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: center, height: 300, radius: 2000)],
        bounds: .init(south: 45, west: 6, north: 47, east: 8))
    ])
    let camera = MapCamera(lookingAtCenter: center, fromDistance: 4000, pitch: 60, heading: 30)
    let view = try CameraView(
      camera: camera, viewport: Viewport(width: 800, height: 600), groundElevation: 300)
    var random = SplitMix64(seed: 9)
    var hits = 0
    for _ in 0..<200 {
      let point = Vector2(
        .random(in: 0...800, using: &random), .random(in: 0...600, using: &random))
      guard let hit = scene.groundPoint(through: point, in: view) else { continue }
      hits += 1
      #expect(abs(scene.drawnElevation(at: hit.coordinate) - hit.elevation) < 0.01)
      let back = try #require(view.project(hit.coordinate, elevation: hit.elevation).screen)
      #expect((back.point - point).length < 0.01)
    }
    #expect(hits > 150)
    #expect(scene.groundPoint(through: Vector2(400, -3000), in: view) == nil, "the sky")
  }

  @Test("level ground is met where the plane is", arguments: [0.0, 30, 60, 85])
  func levelGround(_ pitch: Double) throws {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 46, longitude: 7), fromDistance: 1000, pitch: pitch,
      heading: 20)
    let view = try CameraView(camera: camera, viewport: Viewport(width: 800, height: 600))
    for y in stride(from: 0.0, through: 600, by: 30) {
      let point = Vector2(2 * y - 400, y)
      let plane = view.unproject(point).coordinate
      let ground = Scene().groundPoint(through: point, in: view)
      #expect((plane == nil) == (ground == nil), "\(y)")
      guard let plane, let ground else { continue }
      #expect(abs(plane.latitude - ground.coordinate.latitude) < 1e-9)
      #expect(abs(plane.longitude - ground.coordinate.longitude) < 1e-9)
      #expect(abs(ground.elevation) < 1e-6)
    }
  }

  @Test("the ground is found from as far away as a camera may stand")
  func farAway() throws {
    let center = Coordinate(latitude: 46, longitude: 7)
    for distance in [1e7, 1e8, 1e9] {
      let view = try CameraView(
        camera: MapCamera(lookingAtCenter: center, fromDistance: distance, pitch: 0, heading: 0),
        viewport: Viewport(width: 800, height: 600))
      let hit = try #require(Scene().groundPoint(through: Vector2(400, 300), in: view))
      #expect(abs(hit.coordinate.latitude - 46) < 1e-6)
    }
  }

  @Test("points far beside the screen end the search", .timeLimit(.minutes(1)))
  func farBeside() throws {
    var scene = Scene()
    let center = Coordinate(latitude: 0.5, longitude: 1)
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: center, height: 300, radius: 20)],
        bounds: .init(south: 0, west: 0, north: 1, east: 2))
    ])
    for pitch in [0.0, 45, 90] {
      let view = try CameraView(
        camera: MapCamera(lookingAtCenter: center, fromDistance: 1, pitch: pitch, heading: 0),
        viewport: Viewport(width: 800, height: 600), groundElevation: 300)
      for far in [1e9, 1e15, 1e100, 1e155, 1e300, 1e308, .infinity] {
        for point in [Vector2(-far, 1), Vector2(400, far), Vector2(far, -far)] {
          _ = scene.groundPoint(through: point, in: view)
        }
      }
    }
  }
}
