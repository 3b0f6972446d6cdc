import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import Testing

/// The ground around the poles, beyond the map's edge.
@Suite struct PolarGroundTests {
  /// Around a pole every pixel looks along another meridian, towards another place of the map's edge.
  @Test(arguments: [90.0, -90, 89.999_999, -89.99])
  func aPictureOfAPoleNeedsFewSquares(_ latitude: Double) throws {
    let renderer = SceneRenderer(scene: Scene())
    for distance in [1e-9, 1e-3, 1, 100, 1e5] {
      for (pitch, path) in [(0.0, ShadingPath.best), (60, .best), (0, .scalar)] {
        var options = GlobeScenes.options(width: 32, height: 24, samples: 4)
        options.shading = path
        let picture = try renderer.render(
          camera: MapCamera(
            lookingAtCenter: Coordinate(latitude: latitude, longitude: 0), fromDistance: distance,
            pitch: pitch, heading: 0), options: options)
        let squares = picture.statistics.first { $0.name == "ground tiles" }?.value ?? 0
        #expect((1...120).contains(squares), "\(distance) m, pitch \(pitch), \(path): \(squares)")
      }
    }
  }
}
