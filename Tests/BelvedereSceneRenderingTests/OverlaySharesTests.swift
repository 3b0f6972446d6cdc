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
          width: try #require(Int(exactly: view[3])), height: try #require(Int(exactly: view[4]))),
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
  private func shares(_ item: Case) throws -> [Double] {
    let frame = LocalFrame(origin: TestScenes.center)
    let places = item.rings.map { $0.map { frame.coordinate(at: $0) } }
    func picture(_ color: Color) throws -> [Double] {
      var scene = Scene()
      scene.land = [TestScenes.box(around: TestScenes.center, degrees: 2)]
      scene.overlays = [
        item.width > 0
          ? Overlay(
            shape: .multiPolyline(places), strokeColor: color, lineWidth: item.width,
            lineStyle: item.style)
          : Overlay(shape: .polygon(GeographicPolygon(rings: places)), fillColor: color)
      ]
      let image = try SceneRenderer(scene: scene).render(
        camera: item.camera, options: item.options
      ).image
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
    #expect(cases.count == 42)
    // Areas at a slant are held by the tests of edges; their pixels' ground is in parts, which are mixed in linear
    // light, and a share is not read off the colours.
    for item in cases where item.width > 0 {
      let shares = try shares(item)
      var (worst, sum, edges, drawn, expected) = (0.0, 0.0, 0, 0.0, 0.0)
      for (share, exact) in zip(shares, item.shares) {
        guard let exact else { continue }
        let error = abs(share - exact)
        worst = max(worst, error)
        drawn += share
        expected += exact
        guard exact > 0, exact < 1 else { continue }
        edges += 1
        sum += error
      }
      #expect(edges > 40, "\(item.name): only \(edges) pixels at edges")
      #expect(worst <= 0.3, "\(item.name): at most \(worst)")
      #expect(sum / Double(edges) <= 0.04, "\(item.name): in the mean \(sum / Double(edges))")
      #expect(abs(drawn / expected - 1) < 0.02, "\(item.name): \(drawn) pixels, not \(expected)")
    }
  }
}
