import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// How much of a curved line its dashes cover, whatever its width.
@Suite struct DashShareTests {
  private let center = TestScenes.center
  private let side = 320
  private let distance = 20_000.0

  private func camera() -> MapCamera {
    TestScenes.camera(center, distance: distance, pitch: 0, heading: 0)
  }

  /// The part of each pixel that an overlay covers.
  private func shares(_ projection: MapProjection, _ paint: (Color) -> Overlay) throws -> [Double] {
    func picture(_ color: Color) throws -> Image {
      var scene = Scene()
      scene.land = [TestScenes.box(around: center, degrees: 2)]
      scene.overlays = [paint(color)]
      var options = TestScenes.options(width: side, height: side, samples: 1)
      options.projection = projection
      return try SceneRenderer(scene: scene).render(camera: camera(), options: options).image
    }
    let a = try picture(Color(red: 1, green: 0, blue: 1))
    let b = try picture(Color(red: 0, green: 1, blue: 0))
    return (0..<(side * side)).map { i in
      let (p, q) = (a[i % side, i / side], b[i % side, i / side])
      return (Double(p.red) - Double(q.red) + Double(q.green) - Double(p.green)) / 510
    }
  }

  private func point() throws -> Double {
    let view = try TestScenes.view(
      camera(), TestScenes.options(width: side, height: side, samples: 1))
    return distance / view.viewport.focalLength
  }

  /// Dashes end where the pattern says, on a circle and on a line of short parts: joints add nothing beyond.
  @Test(
    arguments: [MapProjection.flat, .globe], [2.0, 5, 10, 20])
  func dashesCoverTheirShareOfCurvedLines(_ projection: MapProjection, _ width: Double) throws {
    let radius = 125 * (try point())
    let frame = LocalFrame(origin: center)
    let places = (0...360).map { n -> Coordinate in
      let a = Angle.degrees(Double(n)).radians
      return frame.coordinate(at: Vector2(cos(a), sin(a)) * radius)
    }
    let (on, off, length) = (16.0, 12.0, 2 * Double.pi * 125)
    let rest = length.truncatingRemainder(dividingBy: on + off)
    let ink = (length - rest) / (on + off) * on + min(rest, on)
    for shape in [Overlay.Shape.circle(center, radius), .polyline(places)] {
      for join in LineStyle.Join.allCases {
        let covered = try shares(projection) { color in
          Overlay(
            shape: shape, strokeColor: color, lineWidth: width,
            lineStyle: LineStyle(cap: .butt, join: join, dash: [on, off]))
        }
        let share = covered.reduce(0, +) / (length * width)
        #expect(abs(share - ink / length) < 0.01, "\(join), \(share) of \(ink / length)")
      }
    }
  }

  /// Where a dash goes around a corner it is joined as a line that is drawn whole.
  @Test(arguments: [MapProjection.flat, .globe], LineStyle.Join.allCases)
  func dashesAroundCornersAreJoined(_ projection: MapProjection, _ join: LineStyle.Join) throws {
    let (point, frame) = (try point(), LocalFrame(origin: center))
    for turn in [20.0, 90, 150, 180] {
      let a = Angle.degrees(turn).radians
      // It turns in the picture's middle.
      let path = [Vector2(-100, 10), Vector2(0, 10), Vector2(100 * cos(a), 10 + 100 * sin(a))]
        .map { frame.coordinate(at: $0 * point) }
      func covered(_ dash: [Double]) throws -> [Double] {
        try shares(projection) { color in
          Overlay(
            shape: .polyline(path), strokeColor: color, lineWidth: 24,
            lineStyle: LineStyle(cap: .butt, join: join, dash: dash))
        }
      }
      let (whole, dashed) = (try covered([]), try covered([1000, 1]))
      let worst = zip(whole, dashed).map { abs($0 - $1) }.max() ?? 1
      #expect(worst < 0.01, "\(turn)°: \(worst)")
    }
  }
}
