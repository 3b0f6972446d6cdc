import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Testing

@Suite("Shadows of a low sun") struct LowSunTests {
  private let place = Coordinate(latitude: 46.1, longitude: 7.1)

  /// A slope of 0.3 that rises towards the sun, 20 km wide.
  private func slope(_ elevation: Double) -> Scene {
    let n = 101
    let samples = (0..<(n * n)).map { Float(3000 - 0.3 * 154 * Double($0 % n)) }
    var scene = Scene()
    scene.ground = ElevationMosaic([
      HeightField(
        width: n, height: n, bounds: GeographicBounds(south: 46, west: 7, north: 46.2, east: 7.2),
        samples: samples)
    ])
    scene.buildings = [TestScenes.block(at: place)]
    scene.light = Light(sunAzimuth: 270, sunElevation: elevation)
    return scene
  }

  private func squares(_ elevation: Double) throws -> Int {
    let picture = try SceneRenderer(scene: slope(elevation)).render(
      camera: TestScenes.camera(place, distance: 1500, pitch: 55, heading: 30),
      options: TestScenes.options(width: 480, height: 270))
    return picture.statistics.first { $0.name == "shadow squares" }?.value ?? 0
  }

  /// Drawn out along the ground they had been ten times as many, and each reached over the whole terrain: minutes.
  @Test("are not many times as many squares as those of a higher one")
  func count() throws {
    let usual = try squares(5)
    #expect(usual > 4)
    for elevation in [3, 2, 1, 0.6] {
      let low = try squares(elevation)
      #expect(low <= 3 * usual, "\(elevation)°: \(low), \(usual)")
    }
  }
}
