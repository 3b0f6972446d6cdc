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

/// Cameras at the ends of what is drawn: right above the ground, and so far that the flat map ends.
@Suite struct CameraCloseTests {
  private let center = TestScenes.center

  @Test(arguments: [MapProjection.flat, .globe])
  func theGroundIsDrawnFromAnyDistanceWithoutWarning(_ projection: MapProjection) throws {
    var scene = TestScenes.village(at: center)
    scene.overlays = [TestScenes.magentaGround(around: center)]
    scene.buildings = []
    scene.beams = []
    scene.trees = []
    let renderer = SceneRenderer(scene: scene)
    var options = TestScenes.options(width: 32, height: 18, samples: 1)
    options.projection = projection
    for distance in [10, 2.5, 1.9, 1, 0.5, 0.1] {
      let result = try renderer.render(
        camera: TestScenes.camera(center, distance: distance, pitch: 0, heading: 0),
        options: options)
      #expect(result.warnings.isEmpty, "\(distance) m: \(result.warnings)")
      #expect(result.camera.distance == distance)
      let isWhole = (0..<18).allSatisfy { y in
        (0..<32).allSatisfy { TestScenes.isMagenta(result.image[$0, y]) }
      }
      #expect(isWhole, "something else than the ground from \(distance) m")
    }
  }

  /// A wide view from 2 m sees the ground almost at its feet, nearer than a metre before it.
  @Test(arguments: [MapProjection.flat, .globe])
  func aWideViewSeesTheGroundAtItsFeet(_ projection: MapProjection) throws {
    var scene = Scene()
    scene.overlays = [TestScenes.magentaGround(around: center)]
    var options = TestScenes.options(width: 32, height: 64, samples: 1)
    options.projection = projection
    options.fieldOfView = 150
    let result = try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(center, distance: 115, pitch: 89, heading: 0), options: options)
    #expect(result.warnings.isEmpty)
    for y in 40..<64 {
      #expect(TestScenes.isMagenta(result.image[16, y]), "row \(y): \(result.image[16, y])")
    }
  }

  /// The camera that frames bare ground keeps its own limits.
  @Test func theFramingCameraIsNotClamped() throws {
    for (span, height) in [(0.02, 300.0), (0.2, 900), (2, 3000)] {
      var scene = Scene()
      scene.ground = ElevationMosaic([
        HillField(
          hills: [.init(center: center, height: height, radius: 20_000 * span)],
          bounds: GeographicBounds(
            south: center.latitude - span, west: center.longitude - span,
            north: center.latitude + span, east: center.longitude + span))
      ])
      for pitch in [55.0, 70, 80] {
        let camera = scene.framingCamera(aspectRatio: 16 / 9, fieldOfView: 30, pitch: pitch)
        let result = try SceneRenderer(scene: scene).render(
          camera: camera, options: TestScenes.options(width: 16, height: 9, pitchLimit: .standard))
        #expect(result.warnings.isEmpty, "\(span)°, pitch \(pitch): \(result.warnings)")
      }
    }
  }

  /// Where the flat map ends there is no edge to be seen: along every column of the picture the colour
  /// changes gently.
  @Test(arguments: [(20_000_000.0, 70.0), (5_000_000, 78), (30_000_000, 40)])
  func theFlatWorldEndsInHaze(_ distance: Double, _ pitch: Double) throws {
    let image = try SceneRenderer(scene: Scene()).render(
      camera: TestScenes.camera(center, distance: distance, pitch: pitch, heading: 20),
      options: TestScenes.options(width: 64, height: 180)
    ).image
    var steepest = 0
    for x in 0..<64 {
      for y in 1..<180 {
        let (a, b) = (image[x, y - 1], image[x, y])
        steepest = max(
          steepest, abs(Int(a.red) - Int(b.red)), abs(Int(a.blue) - Int(b.blue)))
      }
    }
    #expect(steepest <= 12, "a step of \(steepest)")
  }
}
