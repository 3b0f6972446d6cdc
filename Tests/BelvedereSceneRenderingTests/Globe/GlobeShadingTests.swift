import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// The globe's kernels draw the same bytes with every set of instructions, and what the scalar code draws.
@Suite struct GlobeShadingTests {
  private typealias View = ShadedView

  private static let pole = Coordinate(latitude: 89.9, longitude: 30)
  private static let dateLine = Coordinate(latitude: -16, longitude: 179.999)

  private let views =
    ShadedView.common + [
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

  private func picture(
    _ renderer: SceneRenderer, _ view: View, _ path: ShadingPath, width: Int = 160,
    height: Int = 90, samples: Int = 4, threads: Int = 2
  ) throws -> Image {
    try view.picture(
      renderer, path,
      GlobeScenes.options(width: width, height: height, samples: samples, threads: threads))
  }

  @Test func allPathsDrawTheSameBytes() throws {
    for (n, view) in views.enumerated() {
      let renderer = view.renderer(hasOverlays: false)
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
      let renderer = view.renderer(hasOverlays: false)
      for samples in [1, 4] {
        let expected = try picture(
          renderer, view, .scalar, width: 320, height: 180, samples: samples)
        let found = try picture(renderer, view, .best, width: 320, height: 180, samples: samples)
        #expect(found != expected, "\(view): drawn by the same code")
        let mean = meanDifference(expected, found)
        #expect(mean < 0.25, "\(view), \(samples) samples: \(mean) levels on average")
        let differing = try #require(ImageDifference(expected, found, tolerance: 24))
        #expect(
          differing.count <= (samples == 1 ? 12 : 60),
          "\(view), \(samples) samples: \(differing.count) pixels, \(differing.worst)")
      }
    }
  }
}
