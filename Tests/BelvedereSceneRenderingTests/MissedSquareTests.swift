import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// The survey looks at every fourth pixel of every fourth row: what lies between is found when it is
/// shaded, and then all squares are there.
@Suite struct MissedSquareTests {
  private static let center = TestScenes.center

  /// A bar two pixels high, 150 m in front of the eye, where nothing else is: no other part of the
  /// picture looks up its squares of shadow. A plate beside the picture hides the sun from it.
  private func scene(bar elevation: Double, hasPlate: Bool) -> Scene {
    let frame = LocalFrame(origin: Self.center)
    func joint(_ x: Double, _ y: Double, _ elevation: Double) -> Beam.Joint {
      .init(coordinate: frame.coordinate(at: Vector2(x, y)), elevation: elevation)
    }
    var scene = Scene()
    scene.light = Light(sunAzimuth: 225, sunElevation: 20, visibility: 50_000)
    let white = Color(red: 0.9, green: 0.9, blue: 0.9)
    scene.beams = [
      Beam(
        path: [joint(-10, -1327, elevation), joint(10, -1327, elevation)], width: 1, depth: 1.8,
        color: white)
    ]
    if hasPlate {
      scene.beams.append(
        Beam(
          path: [joint(-91, -1378, 270), joint(-51, -1418, 270)], width: 5, depth: 30,
          color: white))
    }
    return scene
  }

  private func picture(_ scene: Scene, _ path: ShadingPath) throws -> RenderedImage {
    var options = TestScenes.options(samples: 1)
    options.shading = path
    return try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(Self.center, distance: 1500, pitch: 80, heading: 0),
      options: options)
  }

  @Test func whatTheSurveyMissesIsShadedAgain() throws {
    var missed = 0
    for step in 0..<8 {
      let elevation = 230 + 0.9 * Double(step)
      let scene = scene(bar: elevation, hasPlate: true)
      let expected = try picture(scene, .scalar)
      let found = try picture(scene, .best)
      let blocks = found.statistics.first { $0.name == "blocks shaded again" }?.value
      missed += try #require(blocks)
      let difference = try #require(
        ImageDifference(expected.image, found.image, tolerance: 8))
      #expect(
        difference.count == 0, "bar at \(elevation) m: \(difference.count) pixels differ")
      // The plate does hide the sun from the bar.
      let sunny = try picture(self.scene(bar: elevation, hasPlate: false), .scalar)
      let shaded = try #require(ImageDifference(expected.image, sunny.image, tolerance: 40))
      #expect(shaded.count >= 20, "bar at \(elevation) m: \(shaded.count) pixels are shaded")
    }
    #expect(missed > 0, "the survey met every bar: this test shows nothing")
  }
}
