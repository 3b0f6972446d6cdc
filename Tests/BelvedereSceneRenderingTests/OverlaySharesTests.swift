import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// How much of each pixel areas and lines cover, against areas of polygons that shapely cut out of pixels
/// (`Tests/Reference/overlays/shares.py`).
@Suite struct OverlaySharesTests {
  private struct Case {
    let name: String
    let camera: MapCamera
    let options: RenderOptions
    /// Points; 0 of an area.
    let width: Double
    let style: LineStyle
    let rings: [[Vector2]]
    /// 0 to 1, row by row; `nil` where the ground ends.
    let shares: [Double?]
  }

  /// How far shares may be from those of the other geometry, in any pixel, in the mean of those at edges, and
  /// all together.
  private struct Bounds {
    let worst, mean, total: Double

    /// Areas are exact in the parallelogram that stands for what a pixel shows, and colours and the file have
    /// 8 bits: 0.007 straight down, 0.011 at 60°, and 0.028 where winding numbers are several within a pixel,
    /// which is then cut into 16 lines. Lines are taken by their distance from the pixel's middle, and of two parts that meet
    /// in a pixel the one that covers more of it: at joints and ends of lines few pixels wide a quarter of a
    /// pixel may be missing, elsewhere a thirtieth. Of a ring of nine pixels all together the 8 bits alone are some 0.002.
    init(_ item: Case) {
      (worst, mean, total) = item.width > 0 ? (0.28, 0.022, 0.006) : (0.03, 0.0065, 0.005)
    }
  }

  private func cases() throws -> [Case] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Vectors/overlay-shares.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
      .map(String.init)
    return try stride(from: 0, to: lines.count - 4, by: 5).map { n in
      let view = numbers(lines[n + 1])
      let line = lines[n + 2].split(separator: ",").map(String.init)
      let bytes = Array(lines[n + 4].utf8)
      var style = LineStyle()
      style.cap = try #require(LineStyle.Cap(rawValue: line[1]))
      style.join = try #require(LineStyle.Join(rawValue: line[2]))
      style.miterLimit = try #require(Double(line[3]))
      return Case(
        name: "\(lines[n]) at \(view[1])°",
        camera: TestScenes.camera(
          TestScenes.center, distance: view[0], pitch: view[1], heading: view[2]),
        options: TestScenes.options(
          width: try #require(Int(exactly: view[3])), height: try #require(Int(exactly: view[4])),
          // With several samples a pixel's ground may be in parts, which are mixed in linear light.
          samples: 1),
        width: try #require(Double(line[0])), style: style,
        rings: lines[n + 3].split(separator: ";").map { ring in
          let v = numbers(String(ring))
          return stride(from: 0, to: v.count, by: 2).map { Vector2(v[$0], v[$0 + 1]) }
        },
        shares: stride(from: 0, to: bytes.count, by: 2).map { i in
          let value = Int(String(decoding: bytes[i..<(i + 2)], as: UTF8.self), radix: 16) ?? 255
          return value == 255 ? nil : Double(value) / 254
        })
    }
  }

  private func numbers(_ text: String) -> [Double] {
    text.split(separator: ",").compactMap { Double($0) }
  }

  /// The part of each pixel that an overlay covers: what magenta and green leave of each other.
  private func shares(_ item: Case, _ renderer: SceneRenderer) throws -> [Double] {
    let frame = LocalFrame(origin: TestScenes.center)
    let places = item.rings.map { $0.map { frame.coordinate(at: $0) } }
    func picture(_ color: Color) throws -> [Double] {
      var options = item.options
      options.overlays = [
        item.width > 0
          ? Overlay(
            shape: .multiPolyline(places), strokeColor: color, lineWidth: item.width,
            lineStyle: item.style)
          : Overlay(shape: .polygon(GeographicPolygon(rings: places)), fillColor: color)
      ]
      let image = try renderer.render(camera: item.camera, options: options).image
      return (0..<(image.width * image.height)).map { n in
        let p = image[n % image.width, n / image.width]
        return Double(p.red) - Double(p.green)
      }
    }
    let magenta = try picture(Color(red: 1, green: 0, blue: 1))
    let green = try picture(Color(red: 0, green: 1, blue: 0))
    return zip(magenta, green).map { ($0 - $1) / 510 }
  }

  @Test func sharesAreThoseOfAnotherGeometry() throws {
    let cases = try cases()
    #expect(cases.count == 48)
    var scene = Scene()
    scene.land = [TestScenes.box(around: TestScenes.center, degrees: 2)]
    let renderer = SceneRenderer(scene: scene)
    for item in cases {
      let shares = try shares(item, renderer)
      var (worst, sum, edges, drawn, expected) = (0.0, 0.0, 0, 0.0, 0.0)
      var at = 0
      for (n, (share, exact)) in zip(shares, item.shares).enumerated() {
        guard let exact else { continue }
        let error = abs(share - exact)
        if error > worst { (worst, at) = (error, n) }
        drawn += share
        expected += exact
        guard exact > 0, exact < 1 else { continue }
        edges += 1
        sum += error
      }
      #expect(edges > 25, "\(item.name): only \(edges) pixels at edges")
      let bounds = Bounds(item)
      #expect(worst <= bounds.worst, "\(item.name): at most \(worst), pixel \(at % 48), \(at / 48)")
      #expect(
        sum / Double(edges) <= bounds.mean, "\(item.name): in the mean \(sum / Double(edges))")
      #expect(
        abs(drawn / expected - 1) < bounds.total,
        "\(item.name): \(drawn) pixels, not \(expected)")
    }
  }
}
