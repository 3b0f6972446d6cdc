import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// The kernels draw the same bytes with every set of instructions, and what the scalar code draws.
@Suite struct ShadingPathTests {
  private let center = TestScenes.center

  private typealias View = ShadedView

  private let views =
    ShadedView.common + [
      View(description: "far", distance: 60_000, pitch: 60),
      View(description: "near", distance: 120, pitch: 50, heading: 77),
    ]

  private func picture(
    _ renderer: SceneRenderer, _ view: View, _ path: ShadingPath, width: Int = 160,
    height: Int = 90, samples: Int = 4, threads: Int = 2
  ) throws -> Image {
    try view.picture(
      renderer, path,
      TestScenes.options(width: width, height: height, samples: samples, threads: threads))
  }

  @Test func allPathsDrawTheSameBytes() throws {
    #expect(ShadingPath.available.first?.description == "portable")
    for view in views {
      let renderer = view.renderer()
      // Widths and heights that end within a block, too.
      for (width, height, samples) in [
        (160, 90, 4), (129, 41, 1), (67, 9, 8), (5, 3, 4), (1, 1, 1),
      ] {
        let expected = try picture(
          renderer, view, ShadingPath.available[0], width: width, height: height, samples: samples,
          threads: 1)
        for path in ShadingPath.available {
          for threads in [1, 2, 7] {
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

  /// Sixteen bits, dithering, all qualities: the same from all kernels, and what the scalar code draws.
  @Test func allOutputsAreTheSameOnAllPaths() throws {
    for (number, depth, quality) in [
      (0, 16, RenderQuality.standard), (2, 16, .high), (1, 8, .high), (2, 8, .standard),
      (0, 8, .draft), (2, 8, .draft),
    ] {
      let view = views[number]
      let renderer = view.renderer()
      func picture(_ path: ShadingPath, threads: Int) throws -> RenderedImage {
        var options = TestScenes.options(
          width: 163, height: 90, samples: quality.samples, threads: threads)
        options.shading = path
        options.depth = depth
        options.quality = quality
        return try renderer.render(
          camera: TestScenes.camera(
            center, distance: view.distance, pitch: view.pitch, heading: view.heading),
          options: options)
      }
      let name = "\(view), \(depth) bits, \(quality)"
      let expected = try picture(ShadingPath.available[0], threads: 1)
      #expect((expected.deepImage == nil) == (depth == 8))
      for path in ShadingPath.available {
        for threads in [1, 2, 7] {
          let found = try picture(path, threads: threads)
          #expect(found.image == expected.image, "\(name): \(path), \(threads) threads")
          #expect(found.deepImage == expected.deepImage, "\(name): \(path), \(threads) threads")
        }
      }
      let scalar = try picture(.scalar, threads: 2)
      let mean = meanDifference(scalar.image, expected.image)
      #expect(mean < 0.3, "\(name): \(mean) levels on average")
      if let deep = expected.deepImage {
        #expect(deep.bits == 16 && deep.channels == 4)
        let rounded = deep.samples.map { UInt8((UInt32($0) * 255 + 32_767) / 65_535) }
        #expect(rounded == expected.image.bytes)
        // More than bytes blown up.
        #expect(Set(deep.samples.map { $0 % 257 }).count > 100)
      }
    }
  }

  @Test func theKernelsDrawWhatTheScalarCodeDraws() throws {
    for view in views {
      let renderer = view.renderer()
      for samples in [1, 4, 8] {
        let expected = try picture(
          renderer, view, .scalar, width: 320, height: 180, samples: samples)
        let found = try picture(renderer, view, .best, width: 320, height: 180, samples: samples)
        let mean = meanDifference(expected, found)
        #expect(mean < 0.25, "\(view), \(samples) samples: \(mean) levels on average")
        let differing = try #require(ImageDifference(expected, found, tolerance: 24))
        // Triangles of ground that meet in a pixel are shaded once: at the edge of a shadow all of it
        // is lit or none. One sample shows one triangle.
        #expect(
          differing.count <= (samples == 1 ? 12 : 60),
          "\(view), \(samples) samples: \(differing.count) pixels, \(differing.worst)")
      }
    }
  }

  @Test func theGroundIsInItsPlaceAcross180Degrees() throws {
    for longitude in [179.9999, -179.9999, 180] {
      var view = views[0]
      view.center = Coordinate(latitude: -16, longitude: longitude)
      view.village = view.center
      let renderer = view.renderer()
      let expected = try picture(renderer, view, .scalar)
      let found = try picture(renderer, view, .best)
      let difference = try #require(ImageDifference(expected, found, tolerance: 24))
      #expect(difference.count <= 30, "\(longitude): \(difference.count), \(difference.worst)")
    }
  }

  @Test func bandsAreShadedAlike() throws {
    // More samples than are kept at once.
    let (width, height) = (2600, 2500)
    let view = View(description: "bands", distance: 900, pitch: 70)
    let renderer = view.renderer()
    let expected = try picture(
      renderer, view, .best, width: width, height: height, samples: 8, threads: 1)
    for threads in [2, 7] {
      let found = try picture(
        renderer, view, .best, width: width, height: height, samples: 8, threads: threads)
      #expect(found == expected, "\(threads) threads")
    }
    if let other = ShadingPath.available.last(where: {
      $0.description != ShadingPath.best.description
    }) {
      let found = try picture(
        renderer, view, other, width: width, height: height, samples: 8, threads: 2)
      #expect(found == expected, "\(other)")
    }
    // Half the samples fit: the same picture at once, but for its edges and their shadows.
    let whole = try picture(
      renderer, view, .best, width: width, height: height, samples: 4, threads: 2)
    let mean = meanDifference(whole, expected)
    #expect(mean < 0.5, "\(mean) levels on average")
  }
}
