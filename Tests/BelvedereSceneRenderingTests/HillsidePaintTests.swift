import BelvedereCameraModel
import BelvedereGeodesy
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

@Suite("What is painted on hillsides") struct HillsidePaintTests {
  private let south = 46.0, west = 8.0, span = 0.06

  /// A hillside that rises to the north as much as it goes there, with bands of sand and grass across, 60 m wide.
  private func scene() -> Scene {
    let n = 61
    let meters = 111_200 * span
    let samples = (0..<(n * n)).map { Float(meters * Double(n - 1 - $0 / n) / Double(n - 1)) }
    let box = GeographicBounds(south: south, west: west, north: south + span, east: west + span)
    var scene = Scene()
    scene.ground = ElevationMosaic([
      HeightField(width: n, height: n, bounds: box, samples: samples)
    ])
    let band = 60 / 111_200.0
    scene.landCover = (0..<Int(span / band)).map { i in
      let edge = south + Double(i) * band
      return LandCover(
        kind: i % 2 == 0 ? .beach : .park,
        polygon: GeographicPolygon(rings: [
          [
            Coordinate(latitude: edge, longitude: west),
            Coordinate(latitude: edge, longitude: west + span),
            Coordinate(latitude: edge + band, longitude: west + span),
            Coordinate(latitude: edge + band, longitude: west),
          ]
        ]))
    }
    scene.light = Light(sunAzimuth: 180, sunElevation: 50)
    return scene
  }

  /// Level ground at the eye's height is seen edge-on, and what is painted on it runs together; a hillside that faces
  /// the eye is not.
  @Test("what lies at the eye's height is as sharp as what lies below", arguments: [80.0, 84])
  func eyeHeight(_ pitch: Double) throws {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 46.02, longitude: 8.03), fromDistance: 2000,
      pitch: pitch, heading: 0)
    let image = try SceneRenderer(scene: scene()).render(
      camera: camera,
      options: TestScenes.options(width: 64, height: 240)
    ).image
    /// How much rows around one differ.
    func contrast(_ row: Int) -> Double {
      let levels = (-9...9).map { Double(image[32, row + $0].green) }
      let mean = levels.reduce(0, +) / Double(levels.count)
      return (levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(levels.count))
        .squareRoot()
    }
    // The horizon of a plane through the eye, above the picture's middle by what the pitch lacks.
    let focal = 120 / tan(TestScenes.options().fieldOfView * .pi / 360)
    let row = 120 - Int((focal * tan((90 - pitch) * .pi / 180)).rounded())
    let (there, below) = (contrast(row), contrast(row + 60))
    #expect(below > 5, "\(below)")
    #expect(there > 0.7 * below, "\(there), \(below)")
  }
}
