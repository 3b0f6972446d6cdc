import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereText

/// Charts of a flight on one page: the elevation of the eye over the profile of the ground, pitch, heading, distance,
/// speed, rates and optical flow over time, the elevation over the way, and the track on a map.
///
/// The same flight has the same page.
public struct FlightCharts: Sendable {
  private var page: ChartDrawing

  private static let margin = 16.0
  private static let head = 34.0

  /// Draws the charts of a flight.
  ///
  /// Cost: some 2,400 cameras, and with ground 72,000 elevations.
  ///
  /// - Parameters:
  ///   - title: what stands at the top.
  ///   - limits: drawn as lines where they are near; their viewport is where flows are measured.
  ///   - ground: the ground, with obstacles if there are some; `nil` for a bare map.
  ///   - clearance: metres above what is below, drawn over the profile; `nil` for none.
  ///   - visibility: when a target is seen; `nil` for none.
  public init(
    _ path: CameraPath, title: String, limits: MotionLimits = .standard,
    over ground: (any FlightGround)? = nil, clearance: Double? = nil,
    visibility: PathVisibility? = nil
  ) {
    let series = FlightSeries(path, steps: 400, over: ground, in: limits.viewport)
    // What is told in numbers is what a report tells.
    let told = FlightSeries(path, steps: FlightSeries.steps, over: ground, in: nil)
    page = ChartDrawing(
      width: TimeChart.width * 2 + Self.margin * 3,
      height: Self.head + TimeChart.height * 3 + 12 + TrackMap.side + 40)
    let right = Self.margin * 2 + TimeChart.width
    page.label(title, Vector2(Self.margin, 22), ChartLabelStyle(isBold: true, size: 14))
    page.label(
      "\(SVGText.number(path.duration)) s, \(Self.length(told.samples.last?.way ?? 0))",
      Vector2(page.width - Self.margin, 22), .axis(.end))
    let heights = Self.heights(series, hasGround: ground != nil, clearance)
    for (i, chart) in Self.charts(series, limits, heights, hasGround: ground != nil).enumerated() {
      chart.draw(
        into: &page, x: i % 2 == 0 ? Self.margin : right,
        y: Self.head + Double(i / 2) * TimeChart.height)
    }
    let top = Self.head + TimeChart.height * 3 + 12
    TrackMap(series, over: ground).draw(into: &page, x: Self.margin + 40, y: top)
    FlightFacts(path, told, visibility).draw(into: &page, x: right + 58, y: top)
    let low = top + 22 + TrackMap.side - 2 * TimeChart.height
    if let length = series.samples.last?.way, length > 0 {
      TimeChart(
        title: "Elevation over the way of the centre", unit: "m",
        times: series.samples.map { $0.way / (length < 2000 ? 1 : 1000) }, lines: heights,
        fromZero: ground == nil, across: length < 2000 ? "m" : "km"
      ).draw(into: &page, x: right, y: low)
    }
    TimeChart(
      title: "Distance of the eye from the centre", unit: "m", times: series.samples.map(\.time),
      lines: [.init(values: series.samples.map(\.camera.distance))]
    ).draw(into: &page, x: right, y: low + TimeChart.height)
  }

  /// The page as SVG 1.1. It names no fonts and no other files.
  public var svg: String { SVGText.text(of: page) }

  /// The page as a picture.
  ///
  /// - Parameters:
  ///   - scale: pixels a point, 1 to 4; at 1 the picture is 1328 × 1116.
  ///   - fonts: whose letters are drawn; on another system they may differ.
  public func image(scale: Double = 2, fonts: FontStack = .system) -> Image {
    ChartPainter.image(of: page, scale: scale, fonts: fonts)
  }

  private static func heights(
    _ series: FlightSeries, hasGround: Bool, _ clearance: Double?
  ) -> [TimeChart.Line] {
    let samples = series.samples
    let eye = TimeChart.Line(name: "eye", values: samples.map(\.eyeElevation))
    guard hasGround else { return [eye] }
    let ground = TimeChart.Line(
      name: "ground", color: ChartPalette.earth, values: samples.map(\.top), isFilled: true)
    guard let clearance else { return [ground, eye] }
    let least = TimeChart.Line(
      name: "clearance", color: ChartPalette.orange, values: samples.map { $0.top + clearance })
    return [ground, least, eye]
  }

  private static func charts(
    _ series: FlightSeries, _ limits: MotionLimits, _ heights: [TimeChart.Line], hasGround: Bool
  ) -> [TimeChart] {
    let samples = series.samples
    func chart(
      _ title: String, _ unit: String, _ lines: [TimeChart.Line], fromZero: Bool = true,
      limit: Double? = nil, of limited: String = "the ground"
    ) -> TimeChart {
      TimeChart(
        title: title, unit: unit, times: samples.map(\.time), lines: lines, fromZero: fromZero,
        limit: limit, limitName: "limit of \(limited)")
    }
    func line(
      _ name: String, _ color: Color, _ quantity: MotionQuantity
    ) -> TimeChart.Line {
      .init(name: name, color: color, values: samples.map { $0.measures[quantity] })
    }
    return [
      chart("Elevation of the eye", "m", heights, fromZero: !hasGround),
      chart("Pitch", "°", [.init(values: samples.map(\.camera.pitch))], fromZero: false),
      chart("Heading", "°", [.init(values: samples.map(\.heading))], fromZero: false),
      chart("Speed of the centre", "m/s", [.init(values: samples.map(\.speed))]),
      chart(
        "Rates, of the distance", "1/s",
        [
          line("zoom", ChartPalette.green, .zoomRate),
          line("over the ground", ChartPalette.blue, .groundSpeed),
        ], limit: limits.groundSpeed, of: "the latter"),
      chart(
        "Optical flow", "points/s",
        [
          line("centre", ChartPalette.blue, .centerFlow),
          line("95 % of the ground", ChartPalette.red, .groundFlow),
        ], limit: limits.groundFlow),
    ]
  }

  /// Metres as text.
  static func length(_ metres: Double) -> String {
    metres < 2000 ? "\(SVGText.number(metres)) m" : "\(SVGText.number(metres / 1000)) km"
  }
}
