import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// The globe's kernels draw the same bytes with every set of instructions, and what the scalar code draws.
@Suite struct GlobeShadingTests {
  private struct View: CustomStringConvertible {
    var description: String
    var center = TestScenes.center
    var distance = 1300.0
    var pitch = 66.0
    var heading = 12.0
    var sun = Light()
    /// Where the village stands; beside it the world is drawn.
    var village = TestScenes.center
  }

  private static let pole = Coordinate(latitude: 89.9, longitude: 30)
  private static let dateLine = Coordinate(latitude: -16, longitude: 179.999)

  private let views = [
    View(description: "day"),
    View(
      description: "dusk", pitch: 72, heading: 300,
      sun: Light(sunAzimuth: 280, sunElevation: 3, visibility: 20_000)),
    View(
      description: "night", distance: 500, pitch: 60, heading: 200,
      sun: Light(sunAzimuth: 310, sunElevation: -9, visibility: 50_000)),
    View(description: "above", distance: 1800, pitch: 0),
    View(
      description: "sun over the sea", pitch: 84, heading: 190,
      sun: Light(sunAzimuth: 190, sunElevation: 12, visibility: 80_000)),
    View(description: "between air and space", distance: 40_000, pitch: 60),
    View(description: "the limb", distance: 900_000, pitch: 75, heading: 80),
    View(
      description: "half a globe in the night",
      center: Coordinate(latitude: 20, longitude: -60), distance: 14e6, pitch: 0,
      sun: Light(sunAzimuth: 100, sunElevation: 8)),
    View(
      description: "far in space", center: Coordinate(latitude: -40, longitude: 100),
      distance: 6e7, pitch: 0),
    View(
      description: "at the date line", center: dateLine, heading: 60, village: dateLine),
    View(
      description: "beside a pole", center: pole, distance: 30_000, pitch: 50, village: pole),
  ]

  private func renderer(_ view: View) -> SceneRenderer {
    var scene = TestScenes.village(at: view.village)
    // Overlays are laid by the scalar code.
    scene.overlays = []
    scene.light = view.sun
    return SceneRenderer(scene: scene)
  }

  private func picture(
    _ renderer: SceneRenderer, _ view: View, _ path: ShadingPath, width: Int = 160,
    height: Int = 90, samples: Int = 4, threads: Int = 2
  ) throws -> Image {
    var options = GlobeScenes.options(
      width: width, height: height, samples: samples, threads: threads)
    options.shading = path
    return try renderer.render(
      camera: TestScenes.camera(
        view.center, distance: view.distance, pitch: view.pitch, heading: view.heading),
      options: options
    ).image
  }

  @Test func allPathsDrawTheSameBytes() throws {
    for (n, view) in views.enumerated() {
      let renderer = renderer(view)
      // Widths and heights that end within a block, too.
      for (width, height, samples) in [(160, 90, 4), (67, 41, 1), (35, 9, 8), (1, 1, 1)]
      where n % 4 == 0 || width == 160 {
        let expected = try picture(
          renderer, view, ShadingPath.available[0], width: width, height: height, samples: samples,
          threads: 1)
        for path in ShadingPath.available {
          for threads in path.description == ShadingPath.best.description ? [1, 2, 7] : [2] {
            let found = try picture(
              renderer, view, path, width: width, height: height, samples: samples,
              threads: threads)
            #expect(
              found == expected,
              "\(view) \(width)×\(height), \(samples) samples: \(path), \(threads) threads")
          }
        }
      }
    }
  }

  @Test func theKernelsDrawWhatTheScalarCodeDraws() throws {
    for view in views {
      let renderer = renderer(view)
      for samples in [1, 4] {
        let expected = try picture(
          renderer, view, .scalar, width: 320, height: 180, samples: samples)
        let found = try picture(renderer, view, .best, width: 320, height: 180, samples: samples)
        #expect(found != expected, "\(view): drawn by the same code")
        let sum = zip(expected.bytes, found.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        let mean = Double(sum) / Double(expected.bytes.count)
        #expect(mean < 0.25, "\(view), \(samples) samples: \(mean) levels on average")
        let differing = try #require(ImageDifference(expected, found, tolerance: 24))
        #expect(
          differing.count <= (samples == 1 ? 12 : 60),
          "\(view), \(samples) samples: \(differing.count) pixels, \(differing.worst)")
      }
    }
  }
}
