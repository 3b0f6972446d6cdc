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

/// Windows of about a pixel neither flicker nor crawl: from frame to frame of a slow film a wall changes no more than in
/// frames that are drawn at four times the size, with eight samples, and scaled down; less where windows are finer than
/// pixels.
@Suite struct FarWindowTests {
  private let center = TestScenes.center

  struct Wall: CustomStringConvertible {
    var description: String
    var use = Building.Use.office
    var material: BuildingMaterial?
    /// Metres, and how far to the side of the wall's own direction one stands.
    var distance = 600.0
    var heading = 0.0
    var sun = -8.0
    /// How much of the change that is in the large frames there may be.
    var limit = 1.1
  }

  private static let walls: [Wall] = [
    Wall(description: "glass", material: .glass),
    Wall(description: "glass, far", material: .glass, distance: 1200),
    Wall(description: "glass, at a slant", material: .glass, heading: 62),
    Wall(description: "homes", use: .residential, distance: 400),
    Wall(description: "homes, far", use: .residential, distance: 900, heading: 30),
    Wall(
      description: "glass by day", material: .glass, distance: 700, heading: 62, sun: 40, limit: 0.5
    ),
    Wall(
      description: "homes by day", use: .residential, distance: 500, heading: 55, sun: 40,
      limit: 0.8),
  ]

  /// Bytes' light (IEC 61966-2-1).
  private let linear: [Double] = (0...255).map {
    let e = Double($0) / 255
    return e <= 0.04045 ? e / 12.92 : pow((e + 0.055) / 1.055, 2.4)
  }

  private let size = 120
  private let frame = LocalFrame(origin: TestScenes.center)

  /// A camera that moves by a fifth of a pixel a frame.
  private func camera(_ wall: Wall, _ n: Int) -> MapCamera {
    let pixel = wall.distance * 0.536 / Double(size)
    return TestScenes.camera(
      frame.coordinate(at: Vector2(0.2 * pixel * Double(n), 0)),
      distance: wall.distance * (1 - 0.0004 * Double(n)), pitch: 76, heading: wall.heading)
  }

  /// The pixels that show the wall and nothing else.
  private func pixels(_ wall: Wall) throws -> [(x: Int, y: Int)] {
    let views = try [0, 3, 6].map {
      try TestScenes.view(camera(wall, $0), TestScenes.options(width: size, height: size))
    }
    return (0..<(size * size)).map { (x: $0 % size, y: $0 / size) }.filter { pixel in
      views.allSatisfy { view in
        let d = view.direction(through: Vector2(Double(pixel.x) + 0.5, Double(pixel.y) + 0.5))
        guard d.y > 0 else { return false }
        let hit = view.eye + d * (-view.eye.y / d.y)
        return abs(hit.x) < 360 && hit.z > 15 && hit.z < 305
      }
    }
  }

  /// The light of pixels of the wall in frames of a slow film.
  private func frames(_ wall: Wall, scale: Int, _ path: ShadingPath) throws -> [[Double]] {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    var building = Building(
      footprint: GeographicPolygon(
        rectangleAround: frame.coordinate(at: Vector2(0, 100)), width: 800, depth: 200, heading: 0),
      height: 320, color: Color(red: 0.8, green: 0.78, blue: 0.72), use: wall.use, id: "a")
    building.material = wall.material
    scene.buildings = [building]
    scene.light = Light(sunAzimuth: 200, sunElevation: wall.sun, visibility: 90_000)
    let renderer = SceneRenderer(scene: scene)
    var options = TestScenes.options(width: size, height: size, samples: scale > 1 ? 8 : 4)
    options.scale = Double(scale)
    options.shading = path
    let pixels = try pixels(wall)
    #expect(pixels.count > 500, "\(wall): \(pixels.count) pixels")
    return try (0...6).map { n in
      let image = try renderer.render(camera: camera(wall, n), options: options).image
      return pixels.map { pixel in
        var sum = 0.0
        for j in 0..<scale {
          for i in 0..<scale {
            let p = image[pixel.x * scale + i, pixel.y * scale + j]
            for byte in [p.red, p.green, p.blue] { sum += linear[Int(byte)] }  // checked: widens
          }
        }
        return sum / Double(3 * scale * scale)
      }
    }
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// How much values depart from the mean of those before and after, and their mean.
  private func shimmer(_ frames: [[Double]]) -> (change: Double, level: Double) {
    var changes: [Double] = []
    for n in 1..<(frames.count - 1) {
      let (before, after) = (frames[n - 1], frames[n + 1])
      for (i, level) in frames[n].enumerated() {
        changes.append(abs(before[i] + after[i] - 2 * level))
      }
    }
    return (mean(changes), mean(frames.map(mean)))
  }

  /// Where lit windows merge, a wall is still no gray board.
  @Test(arguments: walls.filter { $0.sun < 0 })
  func wallsKeepTheirContrast(_ wall: Wall) throws {
    func contrast(_ pixels: [Double]) -> Double {
      let level = mean(pixels)
      return mean(pixels.map { ($0 - level) * ($0 - level) }).squareRoot() / level
    }
    let exact = contrast(try frames(wall, scale: 4, .best)[0])
    for path in [ShadingPath.best, .scalar] {
      let drawn = contrast(try frames(wall, scale: 1, path)[0])
      #expect(
        drawn > 0.4 * exact && drawn < 1.2 * exact, "\(wall), \(path): \(drawn) instead of \(exact)"
      )
    }
  }

  @Test(arguments: walls)
  func windowsDoNotShimmer(_ wall: Wall) throws {
    let exact = shimmer(try frames(wall, scale: 4, .best))
    for path in [ShadingPath.best, .scalar] {
      let drawn = shimmer(try frames(wall, scale: 1, path))
      #expect(
        drawn.change < wall.limit * exact.change, "\(wall), \(path): \(drawn) instead of \(exact)")
      #expect(
        abs(drawn.level / exact.level - 1) < 0.06, "\(wall), \(path): \(drawn) instead of \(exact)")
    }
  }
}
