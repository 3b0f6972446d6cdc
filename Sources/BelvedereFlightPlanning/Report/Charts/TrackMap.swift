import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way of the centre and of the eye over the map, north up, with lines of sight and shaded relief where
/// ground is known.
struct TrackMap {
  let series: FlightSeries
  let ground: (any FlightGround)?
  static let side = 520.0

  func draw(into svg: inout SVGWriter, x left: Double, y top: Double) {
    let (size, head) = (Self.side, 22.0)
    // The world gone on across its edge.
    var centers: [(x: Double, y: Double)] = []
    var eyes: [(x: Double, y: Double)] = []
    for sample in series.samples {
      let point = MapPoint(sample.camera.centerCoordinate)
      let last = centers.last.map { MapPoint(x: $0.x, y: $0.y) }
      let x = last.map { $0.x + point.shortDeltaX(from: $0) } ?? point.x
      centers.append((x, point.y))
      eyes.append((x + sample.below.x - point.x, sample.below.y))
    }
    let all = centers + eyes
    let (xs, ys) = (all.map(\.x), all.map(\.y))
    let (west, east) = (xs.min() ?? 0, xs.max() ?? 1)
    let (north, south) = (ys.min() ?? 0, ys.max() ?? 1)
    let extent = max(east - west, south - north, 1e-3) * 1.12
    let (x0, y0) = ((west + east - extent) / 2, (north + south - extent) / 2)
    func place(_ p: (x: Double, y: Double)) -> (x: Double, y: Double) {
      (left + (p.x - x0) / extent * size, top + head + (p.y - y0) / extent * size)
    }
    svg.label("Track, north up", left, top + 13, isBold: true)
    relief(into: &svg, left, top + head, x0: x0, y0: y0, extent: extent)
    let step = max(series.samples.count / 24, 1)
    for i in stride(from: 0, to: series.samples.count, by: step) {
      let (a, b) = (place(eyes[i]), place(centers[i]))
      svg.line(a.x, a.y, b.x, b.y, stroke: "#8e44ad55")
    }
    svg.path(centers.map(place), stroke: "#c0392b", width: 2)
    svg.path(eyes.map(place), stroke: "#1f4e9c", width: 2)
    for (i, name) in [(0, "start"), (series.samples.count - 1, "end")] {
      let (a, b) = (place(centers[i]), place(eyes[i]))
      svg.circle(b.x, b.y, 3.5, fill: "#1f4e9c")
      svg.circle(a.x, a.y, 3.5, fill: "#c0392b")
      // Beside the right edge the name stands on the left.
      let isAtEdge = a.x > left + Self.side - 40
      svg.label(
        name, a.x + (isAtEdge ? -6 : 6), a.y - 5, anchor: isAtEdge ? "end" : "start", isBold: true)
    }
    svg.element(
      "rect",
      "x=\"\(SVGWriter.number(left))\" y=\"\(SVGWriter.number(top + head))\" width=\"\(SVGWriter.number(size))\" "
        + "height=\"\(SVGWriter.number(size))\" fill=\"none\" stroke=\"#888\"")
    bar(into: &svg, left, top + head, y0: y0, extent: extent)
  }

  /// A bar of a round length at the latitude of the middle, and what the colours mean.
  private func bar(
    into svg: inout SVGWriter, _ left: Double, _ top: Double, y0: Double, extent: Double
  ) {
    let middle = MapPoint(x: 0, y: y0 + extent / 2).coordinate.latitude
    let metres = extent * MapPoint.metersPerMapPoint(at: middle)
    let raw = metres / 5
    let power = pow(10, log10(raw).rounded(.down))
    let length = ([5, 2, 1].first { $0 * power <= raw } ?? 1) * power
    let (x, y) = (left + 12, top + Self.side - 14)
    svg.line(x, y, x + length / metres * Self.side, y, stroke: "#222", width: 3)
    let text =
      length >= 1000 ? "\(SVGWriter.number(length / 1000)) km" : "\(SVGWriter.number(length)) m"
    svg.label(text, x, y - 6)
    svg.label("centre", left + Self.side - 8, top + Self.side - 24, anchor: "end", fill: "#c0392b")
    svg.label("eye", left + Self.side - 8, top + Self.side - 10, anchor: "end", fill: "#1f4e9c")
  }

  /// Squares lit from the north-west.
  private func relief(
    into svg: inout SVGWriter, _ left: Double, _ top: Double, x0: Double, y0: Double,
    extent: Double
  ) {
    guard let ground else {
      svg.element(
        "rect",
        "x=\"\(SVGWriter.number(left))\" y=\"\(SVGWriter.number(top))\" width=\"\(SVGWriter.number(Self.side))\" "
          + "height=\"\(SVGWriter.number(Self.side))\" fill=\"#f4f6f4\"")
      return
    }
    let count = 60
    let cell = extent / Double(count)
    let heights = (0...count).map { j in
      (0...count).map { i in
        ground.elevation(at: MapPoint(x: x0 + Double(i) * cell, y: y0 + Double(j) * cell))
      }
    }
    let (low, high) = (heights.joined().min() ?? 0, heights.joined().max() ?? 1)
    let metres =
      cell
      * MapPoint.metersPerMapPoint(
        at: MapPoint(x: 0, y: min(max(y0 + extent / 2, 0), MapPoint.worldWidth)).coordinate.latitude
      )
    let side = Self.side / Double(count)
    // Slopes on a small map are steepened so that they are seen.
    let steep = max(1, 0.25 * metres * Double(count) / 6 / max(high - low, 1))
    /// The colour of a square; few colours, so that neighbours often share one.
    func colour(_ i: Int, _ j: Int) -> String {
      let east = (heights[j][i + 1] - heights[j][i]) / metres * steep
      let south = (heights[j + 1][i] - heights[j][i]) / metres * steep
      let light = (0.5 * (east + south) + 0.707) / (1 + east * east + south * south).squareRoot()
      let part = high > low ? ((heights[j][i] - low) / (high - low) * 6).rounded() / 6 : 0
      let shade = (min(max(0.55 + 0.45 * light, 0.35), 1) * 12).rounded() / 12
      let base = [205 + 45 * part, 222 + 22 * part, 196 + 44 * part]
      let levels = base.map { "\(Int(clamping: ($0 * shade).rounded(), in: 0...255))" }
      return "rgb(\(levels.joined(separator: ",")))"
    }
    for j in 0..<count {
      var i = 0
      while i < count {
        let own = colour(i, j)
        let first = i
        while i < count, colour(i, j) == own { i += 1 }
        svg.element(
          "rect",
          "x=\"\(SVGWriter.number(left + Double(first) * side))\" "
            + "y=\"\(SVGWriter.number(top + Double(j) * side))\" "
            + "width=\"\(SVGWriter.number(Double(i - first) * side + 0.3))\" "
            + "height=\"\(SVGWriter.number(side + 0.3))\" fill=\"\(own)\"")
      }
    }
  }
}
