/// Lines over the time of a flight, with axes and a name.
struct TimeChart {
  /// A line.
  struct Line {
    var name: String
    var colour: String
    var values: [Double]
    /// Whether all below it is filled.
    var isFilled = false
  }

  var title: String
  var unit: String
  var times: [Double]
  var lines: [Line]
  var fromZero = false
  /// A level that is not to be passed.
  var limit: Double?
  /// What `times` are, if not seconds.
  var across = "s"

  static let width = 640.0
  static let height = 170.0

  func draw(into svg: inout SVGWriter, x left: Double, y top: Double) {
    let (inset, head, foot) = (58.0, 22.0, 24.0)
    let (x0, y0) = (left + inset, top + head)
    let (w, h) = (Self.width - inset - 12, Self.height - head - foot)
    let across = ChartScale(exactly: 0...(times.last ?? 0), marks: 8)
    // A limit far above the lines would press them flat.
    let most = lines.flatMap(\.values).filter(\.isFinite).max() ?? 0
    let shown = limit.flatMap { $0 <= 3 * most ? $0 : nil }
    let down = ChartScale(
      lines.flatMap(\.values) + (shown.map { [$0] } ?? []), marks: 4, fromZero: fromZero)
    func x(_ value: Double) -> Double { x0 + across.part(of: value) * w }
    func y(_ value: Double) -> Double { y0 + (1 - down.part(of: value)) * h }
    for mark in down.marks {
      svg.line(x0, y(mark), x0 + w, y(mark), stroke: "#e4e4e4")
      svg.label(down.text(mark), x0 - 6, y(mark) + 4, anchor: "end", fill: "#666")
    }
    for mark in across.marks {
      svg.line(x(mark), y0, x(mark), y0 + h, stroke: "#f0f0f0")
      svg.label(across.text(mark), x(mark), y0 + h + 14, anchor: "middle", fill: "#666")
    }
    for line in lines {
      let points = zip(times, line.values).filter { $0.1.isFinite }.map { (x: x($0), y: y($1)) }
      if line.isFilled, let first = points.first, let last = points.last {
        svg.path(
          points + [(last.x, y0 + h), (first.x, y0 + h)], fill: line.colour, isClosed: true)
      } else {
        svg.path(points, stroke: line.colour)
      }
    }
    if let shown {
      svg.line(x0, y(shown), x0 + w, y(shown), stroke: "#c0392b", dashes: "5 4")
    }
    svg.line(x0, y0 + h, x0 + w, y0 + h, stroke: "#888")
    svg.label("\(title), \(unit)", x0, top + 13, isBold: true)
    svg.label(self.across, x0 + w + 2, y0 + h + 14, fill: "#666")
    var at = x0 + w
    let names = lines.map { ($0.name, $0.colour) } + (shown != nil ? [("limit", "#c0392b")] : [])
    for (name, colour) in names.reversed() where names.count > 1 {
      svg.label(name, at, top + 13, anchor: "end", fill: "#333")
      at -= Double(name.count) * 6.2 + 8
      svg.line(at - 12, top + 9, at + 2, top + 9, stroke: colour, width: 3)
      at -= 24
    }
  }
}
