import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Pictures with little memory") struct DrawingBudgetTests {
  /// Rough ground of so many samples a side.
  private func scene(_ count: Int) -> Scene {
    var random = SplitMix64(seed: 11)
    let c = TestScenes.center
    let field = HeightField(
      width: count, height: count,
      bounds: GeographicBounds(
        south: c.latitude - 0.05, west: c.longitude - 0.05, north: c.latitude + 0.05,
        east: c.longitude + 0.05),
      samples: (0..<(count * count)).map { i in
        let (x, y) = (i % count, i / count)
        return Float(400 + 3 * abs(x % 120 - 60) + 2 * abs(y % 90 - 45) + random.int(0...12))
      })
    var scene = Scene()
    scene.ground = ElevationMosaic([field])
    return scene
  }

  private func draw(_ scene: Scene, _ budget: DrawingBudget) throws -> RenderedImage {
    let camera = TestScenes.camera(TestScenes.center, distance: 9000, pitch: 60, heading: 20)
    let options = TestScenes.options(width: 640, height: 480, samples: 4, threads: 2)
    return try SceneRenderer(scene: scene, budget: budget).render(camera: camera, options: options)
  }

  private func statistic(_ name: String, of picture: RenderedImage) -> Int {
    picture.statistics.first { $0.name == name }?.value ?? -1
  }

  @Test("less memory makes more bands of the same picture, and no warning")
  func bands() throws {
    let scene = scene(600)
    let ample = try draw(scene, DrawingBudget(byteCount: DrawingBudget.ample))
    #expect(statistic("bands", of: ample) == 1 && ample.warnings.isEmpty)
    let little = try draw(scene, DrawingBudget(byteCount: 100 << 20))
    #expect(statistic("bands", of: little) > 1)
    #expect(little.warnings.isEmpty, "\(little.warnings)")
    let differing = zip(ample.image.bytes, little.image.bytes).filter { $0 != $1 }
    #expect(differing.allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(differing.count < 30, "\(differing.count)")
  }

  @Test("a band whose squares are too many is shaded in parts, and the picture is the same")
  func parts() throws {
    let scene = scene(600)
    let ample = try draw(scene, DrawingBudget(byteCount: DrawingBudget.ample))
    #expect(statistic("parts", of: ample) == 1)
    let little = try draw(scene, DrawingBudget(byteCount: 128 << 20))
    #expect(statistic("bands", of: little) == 1 && statistic("parts", of: little) > 2)
    #expect(ample.image == little.image)
    // And again, with what the first one has kept.
    let renderer = SceneRenderer(scene: scene, budget: DrawingBudget(byteCount: 128 << 20))
    for distance in [9000.0, 7000, 9000] {
      let camera = TestScenes.camera(TestScenes.center, distance: distance, pitch: 60, heading: 20)
      let options = TestScenes.options(width: 640, height: 480, samples: 4, threads: 2)
      let picture = try renderer.render(camera: camera, options: options)
      if distance == 9000 { #expect(picture.image == ample.image) }
    }
  }

  @Test("where not even a band's mesh has room a warning says how coarse it is")
  func coarse() throws {
    var scene = scene(900)
    scene.verticalExaggeration = 40
    // No shadows, which take long with so little memory.
    scene.light = Light(sunAzimuth: 0, sunElevation: -20)
    let picture = try draw(scene, DrawingBudget(byteCount: 0))
    #expect(picture.warnings.contains { $0.contains("--memory") && $0.contains("pixels") })
  }
}
