import BelvedereCameraModel
import BelvedereSceneModel
import BelvedereSceneRendering
import Testing

/// Woods on the ground.
@Suite struct ForestCanopyTests {
  /// The mean of a picture straight down, and by how much neighbours in it differ, in parts of that.
  private func picture(
    of kind: LandCover.Kind, distance: Double
  ) throws -> (mean: Double, roughness: Double) {
    var scene = Scene()
    scene.land = [TestScenes.box(around: TestScenes.center, degrees: 1)]
    scene.landCover = [
      LandCover(kind: kind, polygon: TestScenes.box(around: TestScenes.center, degrees: 1))
    ]
    let image = try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(TestScenes.center, distance: distance, pitch: 0, heading: 0),
      options: TestScenes.options(width: 160, height: 160, samples: 4)
    ).image
    var (sum, rough) = (0.0, 0.0)
    for y in 0..<160 {
      for x in 1..<160 {
        let here = Double(image[x, y].green)
        sum += here
        rough += abs(here - Double(image[x - 1, y].green))
      }
    }
    return (sum / 160 / 159, rough / sum)
  }

  @Test("have crowns that meadows have not, and that are gone from afar")
  func crowns() throws {
    let near = try picture(of: .forest, distance: 500)
    let meadow = try picture(of: .grass, distance: 500)
    #expect(near.roughness > 3 * meadow.roughness, "\(near), \(meadow)")
    let far = try picture(of: .forest, distance: 20_000)
    #expect(far.roughness < near.roughness / 1.5, "\(near), \(far)")
  }

  @Test("keep their tone where crowns become too small to be seen")
  func tone() throws {
    let all = try [600.0, 1200, 2400, 4800].map { try picture(of: .forest, distance: $0).mean }
    for (a, b) in zip(all, all.dropFirst()) { #expect(abs(a - b) < 0.05 * a, "\(all)") }
  }
}
