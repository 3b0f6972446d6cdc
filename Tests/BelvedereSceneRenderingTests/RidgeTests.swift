import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereRelief
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Ridges seen at a low angle") struct RidgeTests {
  /// Ridges 160 m apart on ground that rises to the north, lit from behind.
  private func ridges() -> Scene {
    let n = 241
    let samples = (0..<(n * n)).map { k -> Float in
      let north = Double(n - 1 - k / n) * 27.8
      let way = Double(k % n) * 9.65 + north
      return Float(500 + 12 * sin(way * 2 * .pi / 160) + north * 0.12)
    }
    let box = GeographicBounds(south: 46, west: 8, north: 46.06, east: 8.06)
    var scene = Scene()
    scene.ground = ElevationMosaic([
      HeightField(width: n, height: n, bounds: box, samples: samples)
    ])
    scene.relief = ReliefStyle(fitting: scene.ground, in: box, spacing: scene.ground.resolution)
    scene.baseElevation = 450
    scene.light = Light(sunAzimuth: 315, sunElevation: 42)
    return scene
  }

  /// Samples on both sides of a ridge are no surface between them, which would lie in the sun.
  @Test("no pixel is brighter than what it shows, as four times as many pixels tell")
  func noStitches() throws {
    let renderer = SceneRenderer(scene: ridges())
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 46.03, longitude: 8.03), fromDistance: 9000,
      pitch: 85, heading: 10)
    func image(_ scale: Double) throws -> Image {
      try renderer.render(
        camera: camera,
        options: RenderOptions(
          width: 320, height: 180, scale: scale, fieldOfView: 8,
          limits: CameraLimits(pitchLimit: .none))
      ).image
    }
    func brightness(_ image: Image, _ x: Int, _ y: Int) -> Int {
      let color = image[x, y]
      return Int(color.red) + Int(color.green) + Int(color.blue)
    }
    let (coarse, fine) = (try image(1), try image(4))
    var brighter = 0
    for y in 0..<180 {
      for x in 0..<320 {
        var sum = 0
        for j in 0..<4 {
          for i in 0..<4 { sum += brightness(fine, 4 * x + i, 4 * y + j) }
        }
        if brightness(coarse, x, y) - sum / 16 > 30 { brighter += 1 }
      }
    }
    #expect(brighter < 20)
  }
}
