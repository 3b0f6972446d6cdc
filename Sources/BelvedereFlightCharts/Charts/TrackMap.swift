import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way of the centre and of the eye over the map, north up, with lines of sight, a graticule, and shaded relief
/// where ground is known.
struct TrackMap {
  static let side = 520.0

  private let centers, eyes: [Vector2]
  private let ground: (any FlightGround)?
  private let extent: MapExtent

  init(_ series: FlightSeries, over ground: (any FlightGround)?) {
    self.ground = ground
    // The world gone on across its edge.
    var centers: [Vector2] = []
    var eyes: [Vector2] = []
    for sample in series.samples {
      let point = MapPoint(sample.camera.centerCoordinate)
      let last = centers.last.map { MapPoint(x: $0.x, y: $0.y) }
      let x = last.map { $0.x + point.shortDeltaX(from: $0) } ?? point.x
      centers.append(Vector2(x, point.y))
      eyes.append(Vector2(x + sample.below.shortDeltaX(from: point), sample.below.y))
    }
    (self.centers, self.eyes) = (centers, eyes)
    extent = MapExtent(around: centers + eyes)
  }

  /// Draws the map with its heading above it.
  func draw(into page: inout ChartDrawing, x left: Double, y top: Double) {
    let box = ChartBox(x: left, y: top + 22, width: Self.side, height: Self.side)
    func place(_ p: Vector2) -> Vector2 { extent.place(p, in: box) }
    page.label("Track, north up", Vector2(left, top + 13), .title)
    if let ground {
      page.picture(TrackGround.picture(of: ground, in: extent), in: box)
    } else if !TrackWorld.draw(into: &page, extent, box) {
      page.rectangle(box, fill: Color(red: 243 / 255.0, green: 245 / 255.0, blue: 243 / 255.0))
    }
    Graticule(extent).draw(into: &page, box)
    let step = max(centers.count / 24, 1)
    for i in stride(from: 0, to: centers.count, by: step) {
      page.line(place(eyes[i]), place(centers[i]), stroke: ChartPalette.sight)
    }
    // A pale line below each, so that they are told from any ground.
    for (way, color) in [(centers, ChartPalette.red), (eyes, ChartPalette.blue)] {
      let points = Self.rounded(way.map(place))
      page.path(points, stroke: Color(red: 1, green: 1, blue: 1, alpha: 0.7), width: 4)
      page.path(points, stroke: color, width: 2)
    }
    for (i, name) in [(0, "start"), (centers.count - 1, "end")] {
      let (a, b) = (place(centers[i]), place(eyes[i]))
      page.circle(b, 4, fill: ChartPalette.blue, stroke: ChartPalette.grey(1))
      page.circle(a, 4, fill: ChartPalette.red, stroke: ChartPalette.grey(1))
      // Beside the right edge the name stands on the left; the end's below, so that both are read in one place.
      let isAtEdge = a.x > box.maxX - 40
      page.label(
        name, Vector2(a.x + (isAtEdge ? -7 : 7), a.y + (i == 0 ? -5 : 13)),
        ChartLabelStyle(anchor: isAtEdge ? .end : .start, isBold: true, hasHalo: true))
    }
    page.rectangle(box, stroke: ChartPalette.axis)
    scaleBar(into: &page, box)
  }

  /// Points with others between them where they are far apart: cubics through them (Catmull and Rom 1974).
  private static func rounded(_ points: [Vector2]) -> [Vector2] {
    guard points.count > 2 else { return points }
    var result = [points[0]]
    for i in 1..<points.count {
      let (a, b) = (points[i - 1], points[i])
      let (before, after) = (points[max(i - 2, 0)], points[min(i + 1, points.count - 1)])
      let steps = Int(clamping: ((b - a).length / 4).rounded(.up), in: 1...64)
      for step in 1..<max(steps, 1) {
        let t = Double(step) / Double(steps)
        let (start, end) = ((b - before) / 2, (after - a) / 2)
        let bend = start + end - (b - a) * 2
        result.append(a + (start + ((b - a) - start - bend + bend * t) * t) * t)
      }
      result.append(b)
    }
    return result
  }

  /// A bar of a round length at the latitude of the middle, and what the colours mean.
  private func scaleBar(into page: inout ChartDrawing, _ box: ChartBox) {
    let metres = extent.metres
    let raw = metres / 5
    let power = pow(10, log10(raw).rounded(.down))
    let length = ([5, 2, 1].first { $0 * power <= raw } ?? 1) * power
    let start = Vector2(box.x + 12, box.maxY - 14)
    let end = start + Vector2(length / metres * box.width, 0)
    page.line(start, end, stroke: ChartPalette.grey(1), width: 5)
    page.line(start, end, stroke: ChartPalette.ink, width: 3)
    let text =
      length >= 1000
      ? "\(SVGText.number(length / 1000)) km"
      : length >= 1 ? "\(SVGText.number(length)) m" : "\(SVGText.number(length * 100)) cm"
    page.label(text, start + Vector2(0, -7), ChartLabelStyle(hasHalo: true))
    for (n, (word, color)) in [("eye", ChartPalette.blue), ("centre", ChartPalette.red)]
      .enumerated()
    {
      page.label(
        word, Vector2(box.maxX - 8, box.maxY - 10 - 14 * Double(n)),
        ChartLabelStyle(anchor: .end, color: color, isBold: true, hasHalo: true))
    }
  }
}
