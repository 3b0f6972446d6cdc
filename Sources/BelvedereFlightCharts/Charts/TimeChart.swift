import BelvedereGeoMath
import BelvedereImaging

/// Lines over the time of a flight, or over its way, with axes and a name.
struct TimeChart {
  /// A line.
  struct Line {
    var name = ""
    var color = ChartPalette.blue
    var values: [Double]
    /// Whether all below it is filled.
    var isFilled = false
  }

  var title: String
  /// What values are in; of metres, thousands where numbers would grow long.
  var unit: String
  /// Where values stand, growing: seconds, or what ``across`` says.
  var times: [Double]
  var lines: [Line]
  var fromZero = false
  /// A level that is not to be passed, and of which line.
  var limit: Double?
  var limitName = "limit"
  var across = "s"

  static let width = 640.0
  static let height = 170.0

  /// The same with numbers that are short enough for an axis.
  private var inReadableUnits: TimeChart {
    let most = lines.flatMap(\.values).filter(\.isFinite).map { abs($0) }.max() ?? 0
    guard unit == "m" || unit == "m/s", most >= 20_000 else { return self }
    var chart = self
    chart.unit = "k" + unit
    chart.lines = lines.map { line in
      var line = line
      line.values = line.values.map { $0 / 1000 }
      return line
    }
    chart.limit = limit.map { $0 / 1000 }
    return chart
  }

  func draw(into page: inout ChartDrawing, x left: Double, y top: Double) {
    let chart = inReadableUnits
    let (inset, head, foot) = (58.0, 22.0, 24.0)
    let plot = ChartBox(
      x: left + inset, y: top + head, width: Self.width - inset - 12,
      height: Self.height - head - foot)
    // A limit far above the lines would press them flat.
    let most = chart.lines.flatMap(\.values).filter(\.isFinite).max() ?? 0
    let limit = chart.limit.flatMap { $0 <= 3 * most ? $0 : nil }
    chart.draw(into: &page, plot, limit: limit)
    chart.legend(into: &page, plot, hasLimit: limit != nil)
  }

  private func draw(into page: inout ChartDrawing, _ plot: ChartBox, limit: Double?) {
    let across = ChartScale(exactly: 0...(times.last ?? 0), marks: 8)
    let down = ChartScale(
      lines.flatMap(\.values) + (limit.map { [$0] } ?? []), marks: 4, fromZero: fromZero)
    func x(_ value: Double) -> Double { plot.x + across.part(of: value) * plot.width }
    func y(_ value: Double) -> Double { plot.y + (1 - down.part(of: value)) * plot.height }
    for mark in down.marks {
      page.line(
        Vector2(plot.x, y(mark)), Vector2(plot.maxX, y(mark)), stroke: ChartPalette.line)
      page.label(down.text(mark), Vector2(plot.x - 6, y(mark) + 4), .axis(.end))
    }
    for mark in across.marks {
      page.line(
        Vector2(x(mark), plot.y), Vector2(x(mark), plot.maxY), stroke: ChartPalette.faintLine)
      // The unit stands where the last one would.
      let text = across.text(mark)
      guard x(mark) + 3 * Double(text.count) < plot.maxX - 8 * Double(self.across.count) - 6 else {
        continue
      }
      page.label(text, Vector2(x(mark), plot.maxY + 14), .axis(.middle))
    }
    for line in lines {
      let points = zip(times, line.values).filter { $0.1.isFinite }.map { Vector2(x($0), y($1)) }
      if line.isFilled, let first = points.first, let last = points.last {
        page.surface(
          points + [Vector2(last.x, plot.maxY), Vector2(first.x, plot.maxY)], fill: line.color)
      } else {
        page.path(points, stroke: line.color)
      }
    }
    if let limit {
      page.dashes(
        Vector2(plot.x, y(limit)), Vector2(plot.maxX, y(limit)), stroke: ChartPalette.red)
    }
    page.line(
      Vector2(plot.x, plot.maxY), Vector2(plot.maxX, plot.maxY), stroke: ChartPalette.axis)
    page.label(self.across, Vector2(plot.maxX, plot.maxY + 14), .axis(.end))
  }

  /// How wide a name is, about, whatever the font.
  private static func width(of name: String) -> Double {
    name.reduce(0) { sum, letter in
      sum + ("fijlrt I.,'()".contains(letter) ? 4 : "mwMW%".contains(letter) ? 9.5 : 6.6)
    }
  }

  private func legend(into page: inout ChartDrawing, _ plot: ChartBox, hasLimit: Bool) {
    page.label("\(title), \(unit)", Vector2(plot.x, plot.y - 9), .title)
    let names =
      lines.map { ($0.name, $0.color) } + (hasLimit ? [(limitName, ChartPalette.red)] : [])
    guard names.count > 1 else { return }
    var x = plot.maxX
    for (name, color) in names.reversed() {
      page.label(name, Vector2(x, plot.y - 9), ChartLabelStyle(anchor: .end))
      x -= Self.width(of: name) + 8
      page.line(Vector2(x - 12, plot.y - 13), Vector2(x + 2, plot.y - 13), stroke: color, width: 3)
      x -= 24
    }
  }
}
