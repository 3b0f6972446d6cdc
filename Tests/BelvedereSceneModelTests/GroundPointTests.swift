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
    scene.ground = LayeredElevation([
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
      let back = try #require(view.project(hit.coordinate, elevation: hit.elevation))
      #expect((back.point - point).length < 0.01)
    }
    #expect(hits > 150)
    #expect(scene.groundPoint(through: Vector2(400, -3000), in: view) == nil, "the sky")
  }
}
