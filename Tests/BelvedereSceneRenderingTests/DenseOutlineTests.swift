import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// Outlines of very many edges in few pixels.
@Suite struct DenseOutlineTests {
  private let magenta = Color(red: 1, green: 0, blue: 1)
  private let center = TestScenes.center

  struct Zigzag: CustomTestStringConvertible {
    let count: Int
    /// Parts of the radius by which its corners lie inside and outside of it.
    let swing: Double
    let distance: Double
    let projection: MapProjection
    var testDescription: String { "\(count) from \(distance) m, \(projection)" }
  }

  private static let zigzags = [
    Zigzag(count: 70_000, swing: 0.05, distance: 3000, projection: .flat),
    Zigzag(count: 85_000, swing: 0.05, distance: 3000, projection: .flat),
    Zigzag(count: 100_000, swing: 0.05, distance: 3000, projection: .flat),
    Zigzag(count: 100_000, swing: 0.05, distance: 3000, projection: .globe),
    Zigzag(count: 30_000, swing: 0.1, distance: 12_000, projection: .flat),
    Zigzag(count: 30_000, swing: 0.1, distance: 12_000, projection: .globe),
  ]

  private func options(_ projection: MapProjection) -> RenderOptions {
    var options = TestScenes.options(width: 300, height: 200, samples: 1)
    options.projection = projection
    return options
  }

  private let radius = 400.0

  /// A ring that swings to and fro between two circles, and how far each pixel of its picture is from the
  /// middle, in radii.
  private func picture(
    _ item: Zigzag, _ paint: (Overlay.Shape) -> Overlay
  ) throws -> (image: Image, away: (Int, Int) -> Double, pixel: Double) {
    let frame = LocalFrame(origin: center)
    let places = (0..<item.count).map { n -> Coordinate in
      let a = Double(n) / Double(item.count) * 2 * .pi
      let r = radius * (1 + item.swing * sin(Double(n)))
      return frame.coordinate(at: Vector2(cos(a), sin(a)) * r)
    }
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 2)]
    scene.overlays = [paint(.polygon(GeographicPolygon(rings: [places])))]
    let options = options(item.projection)
    let camera = TestScenes.camera(center, distance: item.distance, pitch: 0, heading: 0)
    let view = try TestScenes.view(camera, options)
    let pixel = item.distance / view.viewport.focalLength / radius
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    return (
      image,
      { x, y in
        Vector2(Double(x - options.width / 2) + 0.5, Double(y - options.height / 2) + 0.5).length
          * pixel
      }, pixel
    )
  }

  @Test(arguments: zigzags)
  func aLineOfManyEdgesHasItsOwnWidth(_ item: Zigzag) throws {
    let (image, away, pixel) = try picture(item) {
      Overlay(shape: $0, strokeColor: magenta, lineWidth: 3)
    }
    let bare = try picture(item) { Overlay(shape: $0) }.image
    var (outside, missing, drawn) = (0, 0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let away = abs(away(x, y) - 1)
        let isPainted = image[x, y] != bare[x, y]
        if isPainted { drawn += 1 }
        if isPainted, away > item.swing + 2.5 * pixel { outside += 1 }
        if !TestScenes.isMagenta(image[x, y]), away < item.swing { missing += 1 }
      }
    }
    #expect(drawn > 300)
    #expect(outside == 0 && missing == 0, "\(outside) outside, \(missing) missing of \(drawn)")
  }

  @Test(arguments: zigzags)
  func anAreaOfManyEdgesEndsAtThem(_ item: Zigzag) throws {
    let (image, away, pixel) = try picture(item) { Overlay(shape: $0, fillColor: magenta) }
    let bare = try picture(item) { Overlay(shape: $0) }.image
    var (outside, missing, drawn) = (0, 0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let away = away(x, y)
        let isPainted = image[x, y] != bare[x, y]
        if isPainted { drawn += 1 }
        if isPainted, away > 1 + item.swing + pixel { outside += 1 }
        if !TestScenes.isMagenta(image[x, y]), away < 1 - item.swing - pixel { missing += 1 }
      }
    }
    #expect(drawn > 500)
    #expect(outside == 0 && missing == 0, "\(outside) outside, \(missing) missing of \(drawn)")
  }

  /// An outline that crosses itself at random, dozens of times in each pixel: by rays.
  @Test(arguments: [300, 3000, 6000])
  func whatCrossesItselfManyTimesInAPixelIsHalfFilled(_ count: Int) throws {
    let (frame, view, options) = (
      LocalFrame(origin: center),
      try TestScenes.view(
        TestScenes.camera(center, distance: 3000, pitch: 0, heading: 0),
        TestScenes.options(width: 48, height: 48, samples: 1)),
      TestScenes.options(width: 48, height: 48, samples: 1)
    )
    let meter = view.viewport.focalLength / 3000
    var random = SplitMix64(seed: UInt64(count))
    let ring = (0..<count).map { _ -> Vector2 in
      let (a, r) = (random.double(0...(2 * Double.pi)), random.double(10...20))
      return Vector2(cos(a), sin(a)) * r
    }
    let shape = Overlay.Shape.polygon(
      GeographicPolygon(rings: [ring.map { frame.coordinate(at: $0 / meter) }]))
    func picture(_ color: Color) throws -> Image {
      var scene = Scene()
      scene.overlays = [Overlay(shape: shape, fillColor: color)]
      return try SceneRenderer(scene: scene).render(
        camera: TestScenes.camera(center, distance: 3000, pitch: 0, heading: 0), options: options
      ).image
    }
    let (a, b) = (try picture(magenta), try picture(Color(red: 0, green: 1, blue: 0)))
    let n = 16
    var (sum, pixels, spread) = (0.0, 0, 0.0)
    for y in 4..<44 {
      var odd = [Bool](repeating: false, count: 48 * n * n)
      for j in 0..<n {
        // Up from the middle, points.
        let v = 24 - Double(y) - (Double(j) + 0.5) / Double(n)
        for (i, p) in ring.enumerated() {
          let q = ring[(i + 1) % count]
          guard (p.y > v) != (q.y > v) else { continue }
          let x = p.x + (v - p.y) / (q.y - p.y) * (q.x - p.x) + 24
          let first = Int(clamping: (x * Double(n)).rounded(), in: 0...(48 * n))
          for k in first..<(48 * n) { odd[j * 48 * n + k].toggle() }
        }
      }
      for x in 4..<44 {
        let all = (0..<n).reduce(0) { all, j in
          all + (0..<n).filter { odd[j * 48 * n + x * n + $0] }.count
        }
        let expected = Double(all) / Double(n * n)
        guard expected > 0 else { continue }
        let (p, q) = (a[x, y], b[x, y])
        let share =
          (Double(p.red) - Double(q.red) + Double(q.green) - Double(p.green)) / 510
        sum += abs(share - expected)
        spread += abs(expected - 0.5)
        pixels += 1
      }
    }
    #expect(pixels > 1000)
    // 256 rays and 8 bits alone are 0.02 off.
    #expect(sum / Double(pixels) < 0.035, "\(sum / Double(pixels)), \(spread / Double(pixels))")
  }
}
