import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cables, ropes and trusses of bridges that are narrower than a pixel: lines, not dots that crawl.
@Suite struct FarBeamTests {
  private let center = TestScenes.center
  private let frame = LocalFrame(origin: TestScenes.center)
  private let width = 160
  private let height = 90

  private func beam(_ path: [Vector3], _ width: Double, mitred: Bool = false) -> Beam {
    var beam = Beam(
      path: path.map {
        .init(coordinate: frame.coordinate(at: Vector2($0.x, $0.y)), elevation: $0.z)
      }, width: width, depth: width, color: Color(red: 0.85, green: 0.85, blue: 0.8))
    beam.isMitred = mitred
    return beam
  }

  private func renderer(_ beams: [Beam], sun: Double = 40) -> SceneRenderer {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 2)]
    scene.landCover = [
      LandCover(kind: .forest, polygon: TestScenes.box(around: center, degrees: 1))
    ]
    scene.beams = beams
    scene.light = Light(sunAzimuth: 200, sunElevation: sun, visibility: 90_000)
    return SceneRenderer(scene: scene)
  }

  /// Bytes' light (IEC 61966-2-1).
  private let linear: [Double] = (0...255).map {
    let e = Double($0) / 255
    return e <= 0.04045 ? e / 12.92 : pow((e + 0.055) / 1.055, 2.4)
  }

  /// The light of pixels of a picture that is drawn larger and scaled down.
  private func light(_ image: Image, scale: Int = 1) -> [Double] {
    var light = Array(repeating: 0.0, count: width * height)
    for y in 0..<(height * scale) {
      for x in 0..<(width * scale) {
        let p = image[x, y]
        let sum = [p.red, p.green, p.blue].reduce(0.0) { $0 + linear[Int($1)] }  // checked: widens
        light[y / scale * width + x / scale] += sum / Double(3 * scale * scale)
      }
    }
    return light
  }

  private func picture(
    _ renderer: SceneRenderer, _ camera: MapCamera, _ path: ShadingPath = .best, samples: Int = 4,
    threads: Int = 2, scale: Int = 1
  ) throws -> Image {
    var options = TestScenes.options(
      width: width, height: height, samples: samples, threads: threads)
    options.shading = path
    options.scale = Double(scale)
    return try renderer.render(camera: camera, options: options).image
  }

  /// A side of a suspension bridge.
  private var bridge: [Beam] {
    var beams = [
      beam((-8...8).map { Vector3(Double($0) * 50, 0, 40 + Double($0 * $0) * 1.9) }, 0.9),
      beam((-8...8).map { Vector3(Double($0) * 50, 0, 30) }, 1.2, mitred: true),
    ]
    for n in -26...26 {
      let x = Double(n) * 15
      beams.append(beam([Vector3(x, 0, 30), Vector3(x + 0.05, 0, 40 + x * x * 1.9 / 2500)], 0.3))
    }
    return beams
  }

  private func camera(_ n: Double, distance: Double = 1500, pitch: Double = 78) -> MapCamera {
    // By a fifth of a pixel a picture.
    let pixel = distance * 0.536 / Double(height)
    return TestScenes.camera(
      frame.coordinate(at: Vector2(0.2 * pixel * n, 0)), distance: distance * (1 - 0.0003 * n),
      pitch: pitch, heading: 7)
  }

  /// How much of a line's light each column of a picture has.
  @Test(arguments: [ShadingPath.best, .scalar])
  func aCableHasNoGaps(_ path: ShadingPath) throws {
    let cable = [beam([Vector3(-700, 0, 60), Vector3(700, 0, 140)], 0.8)]
    let camera = camera(0)
    let with = light(try picture(renderer(cable), camera, path))
    let bare = light(try picture(renderer([]), camera, path))
    let columns = (20..<(width - 20)).map { x in
      (0..<height).reduce(0.0) { $0 + with[$1 * width + x] - bare[$1 * width + x] }
    }
    let mean = columns.reduce(0, +) / Double(columns.count)
    let spread =
      (columns.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(columns.count)).squareRoot()
    #expect(mean > 0.02)
    #expect(spread < 0.25 * mean, "\(columns.map { $0 / mean })")
  }

  /// What steps back from an overlay keeps its lines, as far as it is seen.
  @Test func aCableOverAnOverlayHasNoGaps() throws {
    let camera = camera(0)
    let cable = beam([Vector3(-700, 0, 60), Vector3(700, 0, 140)], 0.8)
    let pictures = try [[cable], []].map { beams in
      var scene = renderer(beams).scene
      scene.overlays = [
        Overlay(
          shape: .circle(center, 3000), fillColor: Color(red: 0.1, green: 0.1, blue: 0.3),
          alpha: 0.8, level: .aboveRoads)
      ]
      return light(try picture(SceneRenderer(scene: scene), camera))
    }
    let columns = (20..<(width - 20)).map { x in
      (0..<height).reduce(0.0) { $0 + pictures[0][$1 * width + x] - pictures[1][$1 * width + x] }
    }
    let mean = columns.reduce(0, +) / Double(columns.count)
    #expect(mean > 0.01)
    #expect(columns.allSatisfy { $0 > 0.4 * mean }, "\(columns.map { $0 / mean })")
  }

  /// In a slow film a bridge changes little more than one that is drawn at four times the size.
  @Test func bridgesDoNotShimmer() throws {
    let renderer = renderer(bridge)
    let bare = self.renderer([])
    // Pixels that show the bridge in the middle of the film.
    let shown = zip(
      light(try picture(renderer, camera(3), samples: 8, scale: 4), scale: 4),
      light(try picture(bare, camera(3), samples: 8, scale: 4), scale: 4)
    ).map { abs($0 - $1) > 0.004 }
    #expect(shown.count { $0 } > 300)
    func change(scale: Int) throws -> Double {
      let frames = try (0...6).map {
        light(
          try picture(renderer, camera(Double($0)), samples: scale > 1 ? 8 : 4, scale: scale),
          scale: scale)
      }
      var sum = 0.0
      for n in 1..<6 {
        for i in shown.indices where shown[i] {
          sum += abs(frames[n - 1][i] - 2 * frames[n][i] + frames[n + 1][i])
        }
      }
      return sum
    }
    let (small, large) = (try change(scale: 1), try change(scale: 4))
    #expect(small < 2.4 * large, "\(small / large) times as much")
  }

  /// A bar that comes nearer does not jump where it becomes as wide as what is drawn like all else.
  @Test func nothingJumpsWhereABarBecomesWide() throws {
    // Two pixels wide from 1,340 m on.
    let bars = (0...6).map { n in
      beam(
        [Vector3(-500, Double(n) * 20, 40), Vector3(500, Double(n) * 20, 40.0 + Double(n))], 16)
    }
    let (with, without) = (renderer([bars[0]]), renderer([]))
    let sums = try stride(from: 1260.0, through: 1420, by: 20).map { distance in
      let camera = camera(0, distance: distance, pitch: 70)
      let (a, b) = (light(try picture(with, camera)), light(try picture(without, camera)))
      return zip(a, b).reduce(0.0) { $0 + abs($1.0 - $1.1) } * distance
    }
    for (a, b) in zip(sums, sums.dropFirst()) { #expect(abs(a / b - 1) < 0.04, "\(sums)") }
  }

  @Test func allPathsAndThreadsDrawTheSame() throws {
    for (sun, pitch) in [(40.0, 78.0), (-4, 84)] {
      let renderer = renderer(bridge, sun: sun)
      let camera = camera(0, pitch: pitch)
      for samples in [1, 4, 8] {
        let expected = try picture(
          renderer, camera, ShadingPath.available[0], samples: samples, threads: 1)
        for path in ShadingPath.available {
          for threads in [1, 2, 7] {
            let found = try picture(renderer, camera, path, samples: samples, threads: threads)
            #expect(found == expected, "\(path), \(threads) threads, \(samples) samples")
          }
        }
        let scalar = try picture(renderer, camera, .scalar, samples: samples)
        #expect(meanDifference(scalar, expected) < 0.25)
        let differing = try #require(ImageDifference(scalar, expected, tolerance: 24))
        #expect(differing.count < 20, "\(differing.count), \(differing.worst)")
      }
    }
  }

  /// On the globe, too.
  @Test func cablesOnTheGlobe() throws {
    var options = TestScenes.options(width: width, height: height)
    options.projection = .globe
    let cable = [beam([Vector3(-700, 0, 60), Vector3(700, 0, 140)], 0.8)]
    let camera = camera(0)
    let with = light(try renderer(cable).render(camera: camera, options: options).image)
    let bare = light(try renderer([]).render(camera: camera, options: options).image)
    let columns = (20..<(width - 20)).map { x in
      (0..<height).reduce(0.0) { $0 + with[$1 * width + x] - bare[$1 * width + x] }
    }
    let mean = columns.reduce(0, +) / Double(columns.count)
    #expect(columns.allSatisfy { $0 > 0.25 * mean }, "\(columns.map { $0 / mean })")
  }
}
