import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// Overlays whose edges meet, their own and each other's; and the kernels' sums beside the scalar code's.
@Suite struct OverlayMeetingTests {
  private let center = TestScenes.center
  private let magenta = Color(red: 1, green: 0, blue: 1)
  private let green = Color(red: 0, green: 1, blue: 0)

  private func at(_ p: Vector2) -> Coordinate { LocalFrame(origin: center).coordinate(at: p) }

  private var field: Scene {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 2)]
    return scene
  }

  private func picture(
    _ overlays: [Overlay], pitch: Double, heading: Double = 33, distance: Double = 1300,
    path: ShadingPath = .best, samples: Int = 1
  ) throws -> Image {
    var scene = field
    scene.overlays = overlays
    var options = TestScenes.options(width: 128, height: 96, samples: samples)
    options.shading = path
    return try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(center, distance: distance, pitch: pitch, heading: heading),
      options: options
    ).image
  }

  private func area(_ rings: [[Vector2]], _ color: Color, alpha: Double = 1) -> Overlay {
    Overlay(
      shape: .polygon(GeographicPolygon(rings: rings.map { $0.map(at) })), fillColor: color,
      alpha: alpha)
  }

  private func ring(_ count: Int, turns: Int = 1, _ radius: (Double) -> Double) -> [Vector2] {
    (0..<count).map { n in
      let t = 2 * Double.pi * Double(n * turns) / Double(count) + 0.1
      return Vector2(cos(t), sin(t)) * radius(t)
    }
  }

  /// Areas and lines with few and many edges, of every kind that the kernels sum by themselves or leave to
  /// the scalar code.
  private var shapes: [(name: String, paint: (Color) -> Overlay)] {
    let coast = ring(10_000) { t in 260 + 50 * sin(9 * t) + 6 * sin(300 * t) }
    let star = ring(22) { [0, 1][Int(($0 * 22 / (2 * .pi)).rounded()) % 2] * 150 + 130 }
    let crossed = ring(5, turns: 2) { _ in 280 }
    let path = [Vector2(-250, -120), Vector2(0, 150), Vector2(60, -160), Vector2(260, 40)]
    func line(_ points: [Vector2], _ width: Double, _ style: LineStyle) -> (Color) -> Overlay {
      { color in
        Overlay(
          shape: .polyline(points.map(at)), strokeColor: color, lineWidth: width, lineStyle: style)
      }
    }
    return [
      ("coast", { self.area([coast], $0) }), ("star", { self.area([star], $0) }),
      ("crossed", { self.area([crossed], $0) }),
      (
        "coast with a line",
        { color in
          var overlay = self.area([coast], color, alpha: 0.8)
          overlay.strokeColor = color
          overlay.lineWidth = 3
          return overlay
        }
      ),
      ("round line", line(path, 8, LineStyle())),
      ("butt line", line(path, 8, LineStyle(cap: .butt))),
      ("square line", line(path, 8, LineStyle(cap: .square))),
      ("line of a coast", line(coast, 3, LineStyle(cap: .square))),
      ("dashes", line(path, 5, LineStyle(dash: [12, 9]))),
      ("bevel", line(path, 9, LineStyle(join: .bevel))),
    ]
  }

  @Test(arguments: [0.0, 35, 60, 80])
  func theKernelsCoverWhatTheScalarCodeCovers(_ pitch: Double) throws {
    for shape in shapes {
      func shares(_ path: ShadingPath) throws -> [Double] {
        let a = try picture([shape.paint(magenta)], pitch: pitch, path: path)
        let b = try picture([shape.paint(green)], pitch: pitch, path: path)
        return (0..<(a.width * a.height)).map { i in
          let (p, q) = (a[i % a.width, i / a.width], b[i % a.width, i / a.width])
          return (Double(p.red) - Double(q.red) + Double(q.green) - Double(p.green)) / 510
        }
      }
      let expected = try shares(.scalar)
      let found = try shares(.best)
      let edges = expected.filter { $0 > 0.05 && $0 < 0.75 }.count
      #expect(edges > 40, "\(shape.name): only \(edges) pixels at edges")
      let differing = zip(expected, found).filter { abs($0 - $1) > 0.02 }.count
      #expect(differing == 0, "\(shape.name) at \(pitch)°: \(differing) pixels")
    }
  }

  @Test(arguments: [0.0, 50, 75])
  func areasBesideEachOtherLeaveNoGroundBetween(_ pitch: Double) throws {
    // Three parts of one area, which meet at a place.
    let middle = Vector2(13, -7)
    let rim = ring(61) { _ in 900 }
    func part(_ range: ClosedRange<Int>) -> [Vector2] { [middle] + range.map { rim[$0 % 61] } }
    let parts = [part(0...20), part(20...41), part(41...61)]
    for alpha in [1.0, 0.5] {
      let whole = try picture([area([rim], magenta, alpha: alpha)], pitch: pitch)
      for path in [ShadingPath.best, .scalar] {
        let split = try picture(
          parts.map { area([$0], magenta, alpha: alpha) }, pitch: pitch, path: path)
        let one =
          path.description == "scalar"
          ? try picture(
            [area([rim], magenta, alpha: alpha)], pitch: pitch, path: path) : whole
        let difference = try #require(ImageDifference(one, split, tolerance: 1))
        #expect(
          difference.count == 0,
          "\(alpha), \(path): \(difference.count) pixels, \(difference.worst)")
      }
    }
  }

  /// Different colours side by side: at the seam each pixel is a mixture of these two alone.
  @Test func aSeamIsMadeOfItsTwoSidesAlone() throws {
    let seam = (0...40).map { Vector2(12 * sin(Double($0)), Double($0) * 20 - 400) }
    let left = area([[Vector2(-500, 400), Vector2(-500, -400)] + seam], magenta)
    let right = area([[Vector2(500, 400), Vector2(500, -400)] + seam], green)
    for overlays in [[left, right], [right, left]] {
      let image = try picture(overlays, pitch: 0, distance: 900)
      var seamPixels = 0
      for y in 30..<66 {
        for x in 30..<98 {
          let p = image[x, y]
          #expect(p.red == p.blue)
          #expect(abs(Int(p.red) + Int(p.green) - 255) <= 2, "(\(x), \(y)): \(p)")
          if p.red > 10, p.green > 10 { seamPixels += 1 }
        }
      }
      #expect(seamPixels > 20)
    }
  }

  /// One over the other with the same outline: mixed where both are, not twice by halves.
  @Test func theSameOutlineTwiceHasTheSameEdge() throws {
    let rings = [ring(7) { _ in 240 }]
    let once = try picture([area(rings, green)], pitch: 40)
    let twice = try picture([area(rings, magenta), area(rings, green)], pitch: 40)
    // Sixteen lines a pixel: a level edge may be 1/32 off.
    let difference = try #require(ImageDifference(once, twice, tolerance: 8))
    #expect(difference.count == 0, "\(difference.count) pixels, \(difference.worst)")
  }

  /// Some hundreds of overlays whose squares lie all over a country, and those of their squares that are near:
  /// both show the same, and the same buildings step back for them. No view reaches to where the others lie.
  @Test(arguments: [0.0, 40, 65]) func partsFarAwayChangeNothing(_ pitch: Double) throws {
    var random = SplitMix64(seed: 7)
    func square(_ middle: Vector2, _ side: Double) -> GeographicPolygon {
      GeographicPolygon(rings: [
        [Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)].map {
          at(middle + $0 * side)
        }
      ])
    }
    var (near, far): ([Overlay], [Overlay]) = ([], [])
    for n in 0..<300 {
      let middle = Vector2(random.double(-350...350), random.double(-350...350))
      let own = square(middle, 12)
      let others = (0..<9).map { k in
        let t = 2 * Double.pi * (Double(k) + random.double(0...0.9)) / 9
        return square(Vector2(cos(t), sin(t)) * random.double(12_000...40_000), 12)
      }
      var overlay = Overlay(
        shape: .multiPolygon([own]), fillColor: n % 2 == 0 ? magenta : green, alpha: 0.7)
      if n % 3 == 0 {
        overlay.strokeColor = Color(red: 0, green: 0, blue: 0)
        overlay.lineWidth = 2
      }
      near.append(overlay)
      overlay.shape = .multiPolygon(others[..<4] + [own] + others[4...])
      far.append(overlay)
    }
    var scene = field
    scene.buildings = ObjectList(
      (0..<25).map { n in
        let middle = Vector2(Double(n % 5 - 2) * 110, Double(n / 5 - 2) * 110)
        return Building(
          footprint: square(middle, 25), height: 40, color: Color(red: 0.8, green: 0.8, blue: 0.8),
          roofColor: Color(red: 0.7, green: 0.7, blue: 0.7), use: .office)
      })
    var options = TestScenes.options(width: 160, height: 120, samples: 4)
    options.threads = 2
    let camera = TestScenes.camera(center, distance: 1300, pitch: pitch, heading: 33)
    let images = try [near, far].map { overlays in
      scene.overlays = overlays
      return try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    }
    scene.overlays = []
    let bare = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    var (most, changed) = (0, 0)
    for y in 0..<120 {
      for x in 0..<160 {
        let (a, b, c) = (images[0][x, y], images[1][x, y], bare[x, y])
        let off = [a.red, a.green, a.blue].enumerated().map { n, v in
          abs(Int(v) - Int([b.red, b.green, b.blue][n]))
        }
        most = max(most, off.max() ?? 0)
        if a != c { changed += 1 }
      }
    }
    #expect(most <= 2, "\(most) steps at \(pitch)°")
    #expect(changed > 2000, "\(changed) pixels show overlays")
  }
}
