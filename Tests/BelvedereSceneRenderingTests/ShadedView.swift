import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering

/// A view of the village in some light, which every code that shades draws.
struct ShadedView: CustomStringConvertible {
  var description: String
  var center = TestScenes.center
  var distance = 1300.0
  var pitch = 66.0
  var heading = 12.0
  var sun = Light()
  /// Where the village stands; beside it there is nothing, or the world.
  var village = TestScenes.center

  static let common = [
    ShadedView(description: "day"),
    ShadedView(
      description: "dusk", pitch: 72, heading: 300,
      sun: Light(sunAzimuth: 280, sunElevation: 3, visibility: 20_000)),
    ShadedView(
      description: "night", distance: 500, pitch: 60, heading: 200,
      sun: Light(sunAzimuth: 310, sunElevation: -9, visibility: 50_000)),
    ShadedView(description: "above", distance: 1800, pitch: 0),
    ShadedView(
      description: "sun over the sea", pitch: 84, heading: 190,
      sun: Light(sunAzimuth: 190, sunElevation: 12, visibility: 80_000)),
  ]

  /// - Parameter hasOverlays: on the globe they are laid by the scalar code.
  func renderer(hasOverlays: Bool = true) -> SceneRenderer {
    var scene = TestScenes.village(at: village)
    if !hasOverlays { scene.overlays = [] }
    scene.light = sun
    return SceneRenderer(scene: scene)
  }

  func picture(
    _ renderer: SceneRenderer, _ path: ShadingPath, _ options: RenderOptions
  ) throws -> Image {
    var options = options
    options.shading = path
    return try renderer.render(
      camera: TestScenes.camera(center, distance: distance, pitch: pitch, heading: heading),
      options: options
    ).image
  }
}

/// The mean of the differences of bytes, in levels.
func meanDifference(_ a: Image, _ b: Image) -> Double {
  let sum = zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
  return Double(sum) / Double(a.bytes.count)
}
