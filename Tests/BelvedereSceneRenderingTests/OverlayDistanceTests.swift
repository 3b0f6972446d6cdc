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

/// Overlays where near and far ground lie side by side in a picture.
@Suite struct OverlayDistanceTests {
  private let center = TestScenes.center
  private let options = TestScenes.options(width: 320, height: 240, samples: 1)

  private func renderer(hill: Double) -> SceneRenderer {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 2)]
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: place(0, -2900), height: hill, radius: 350)],
        bounds: GeographicBounds(
          south: center.latitude - 0.1, west: center.longitude - 0.1, north: center.latitude + 0.1,
          east: center.longitude + 0.1))
    ])
    return SceneRenderer(scene: scene)
  }

  private func place(_ x: Double, _ y: Double) -> Coordinate {
    LocalFrame(origin: center).coordinate(at: Vector2(x, y))
  }

  /// The part of each pixel that an overlay covers, of what magenta and green leave of each other.
  private func shares(
    _ renderer: SceneRenderer, _ overlay: (Color) -> Overlay
  ) throws -> [Double] {
    func picture(_ color: Color) throws -> [Double] {
      var options = options
      options.overlays = [overlay(color)]
      let camera = TestScenes.camera(center, distance: 3500, pitch: 70, heading: 0)
      let image = try renderer.render(camera: camera, options: options).image
      return (0..<(image.width * image.height)).map {
        let p = image[$0 % image.width, $0 / image.width]
        return Double(p.red) - Double(p.green)
      }
    }
    return zip(
      try picture(Color(red: 1, green: 0, blue: 1)), try picture(Color(red: 0, green: 1, blue: 0))
    ).map { ($0 - $1) / 510 }
  }

  @Test("far edges are drawn beside a near hill as without it", arguments: [0.0, 2.0, 12.0])
  func besideAHill(_ width: Double) throws {
    // Spikes from the middle over the hill and the plain behind it.
    var random = SplitMix64(seed: 7)
    let ring = (0..<900).map { n -> Coordinate in
      let angle = Double(n) / 900 * 2 * .pi
      let away = random.double(n % 2 == 0 ? 300...900 : 2500...3600)
      return place(away * sin(angle), away * cos(angle))
    }
    func star(_ color: Color) -> Overlay {
      let polygon = Overlay.Shape.polygon(GeographicPolygon(rings: [ring]))
      return width > 0
        ? Overlay(shape: polygon, strokeColor: color, lineWidth: width)
        : Overlay(shape: polygon, fillColor: color)
    }
    let foot = GeographicPolygon(circleAround: place(0, -2900), radius: 370)
    let without = try shares(renderer(hill: 0), star)
    for height in [1050.0, 1120, 1150] {
      let hill = renderer(hill: height)
      let hidden = try shares(hill) { Overlay(shape: .polygon(foot), fillColor: $0) }
      let with = try shares(hill, star)
      var compared = 0
      var worst = (0.0, 0)
      for n in with.indices where hidden[n] == 0 {
        let isBeside = [-321, -320, -319, -1, 1, 319, 320, 321].contains {
          with.indices.contains(n + $0) && hidden[n + $0] > 0
        }
        if isBeside { continue }
        compared += without[n] > 0.05 && without[n] < 0.95 ? 1 : 0
        if abs(with[n] - without[n]) > worst.0 { worst = (abs(with[n] - without[n]), n) }
      }
      #expect(hidden.filter { $0 > 0 }.count > 2000)
      #expect(compared > 400, "only \(compared) at edges")
      #expect(worst.0 < 0.03, "\(worst.0) at \(worst.1 % 320), \(worst.1 / 320), \(height) m")
    }
  }
}
