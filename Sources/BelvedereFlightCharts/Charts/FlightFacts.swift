import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereImaging

/// Numbers of a flight as a table, and when its target is seen.
struct FlightFacts {
  private let duration: Double
  private let rows: [(name: String, value: String)]
  private let visibility: PathVisibility?

  init(_ path: CameraPath, _ series: FlightSeries, _ visibility: PathVisibility?) {
    duration = path.duration
    self.visibility = visibility
    let samples = series.samples
    let least = samples.map { $0.eyeElevation - $0.top }.min() ?? 0
    let seen = visibility.map { [("target seen", "\(SVGText.number($0.share * 100)) %")] } ?? []
    rows =
      [
        ("duration", "\(SVGText.number(path.duration)) s"),
        ("keyframes", "\(path.keyframes.count)"),
        ("way of the centre", FlightCharts.length(samples.last?.way ?? 0)),
        ("way of the eye", FlightCharts.length(series.eyeWay)),
        ("least height over what is below", FlightCharts.length(least)),
        ("fastest", FlightCharts.length(samples.map(\.speed).max() ?? 0) + "/s"),
      ] + seen
  }

  func draw(into page: inout ChartDrawing, x: Double, y: Double) {
    for (i, row) in rows.enumerated() {
      let line = y + 36 + 18 * Double(i)
      page.label(row.name, Vector2(x, line), ChartLabelStyle(color: ChartPalette.faint))
      page.label(row.value, Vector2(x + 220, line))
    }
    guard let visibility, duration > 0 else { return }
    let bar = ChartBox(x: x, y: y + 54 + 18 * Double(rows.count), width: 570, height: 14)
    page.label("When the target is seen", Vector2(bar.x, bar.y - 6), .title)
    page.rectangle(bar, fill: ChartPalette.line)
    for interval in visibility.intervals {
      let part = ChartBox(
        x: bar.x + interval.begin / duration * bar.width, y: bar.y,
        width: (interval.end - interval.begin) / duration * bar.width, height: bar.height)
      page.rectangle(part, fill: ChartPalette.green)
    }
  }
}
