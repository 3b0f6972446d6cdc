import BelvedereCameraModel
import BelvedereGeodesy

extension CameraPath {
  /// Charts of the flight as one picture in SVG: altitude over the profile of the ground, pitch and heading,
  /// distance, speed, optical flow, all over time; and the track on the map.
  ///
  /// The same flight has the same text. It names no fonts and no other files.
  ///
  /// - Parameters:
  ///   - title: what stands at the top.
  ///   - limits: drawn as lines where they are near; their viewport is where flows are measured.
  ///   - ground: the ground, with obstacles if there are some.
  ///   - clearance: metres above what is below, drawn over the profile; `nil` for none.
  ///   - visibility: when a target is seen, drawn below the profile.
  public func charts(
    title: String, limits: MotionLimits = .standard, over ground: (any FlightGround)? = nil,
    clearance: Double? = nil, visibility: PathVisibility? = nil
  ) -> String {
    let series = FlightSeries(self, steps: 400, over: ground, in: limits.viewport)
    let samples = series.samples
    let times = samples.map(\.time)
    func chart(
      _ title: String, _ unit: String, _ lines: [TimeChart.Line], fromZero: Bool = false,
      limit: Double? = nil
    ) -> TimeChart {
      TimeChart(
        title: title, unit: unit, times: times, lines: lines, fromZero: fromZero, limit: limit)
    }
    let (blue, red, green) = ("#1f4e9c", "#c0392b", "#2e8b57")
    var heights: [TimeChart.Line] = []
    if ground != nil {
      heights.append(
        TimeChart.Line(
          name: "ground", colour: "#c9b79c", values: samples.map(\.top), isFilled: true))
      if let clearance {
        heights.append(
          TimeChart.Line(
            name: "clearance", colour: "#d68910", values: samples.map { $0.top + clearance }))
      }
    }
    heights.append(
      TimeChart.Line(name: "eye", colour: blue, values: samples.map(\.eyeElevation)))
    let charts = [
      chart("Elevation of the eye", "m", heights, fromZero: ground == nil),
      chart("Pitch", "°", [.init(name: "", colour: blue, values: samples.map(\.camera.pitch))]),
      chart("Heading", "°", [.init(name: "", colour: blue, values: samples.map(\.heading))]),
      chart(
        "Speed of the centre", "m/s", [.init(name: "", colour: blue, values: samples.map(\.speed))],
        fromZero: true),
      chart(
        "Rates", "1/s",
        [
          .init(
            name: "over the ground", colour: blue, values: samples.map { $0.measures[.groundSpeed] }
          ),
          .init(name: "of zoom", colour: green, values: samples.map { $0.measures[.zoomRate] }),
        ], fromZero: true, limit: limits.groundSpeed),
      chart(
        "Optical flow", "points/s",
        [
          .init(name: "centre", colour: blue, values: samples.map { $0.measures[.centerFlow] }),
          .init(
            name: "95 % of the ground", colour: red,
            values: samples.map { $0.measures[.groundFlow] }),
        ], fromZero: true, limit: limits.groundFlow),
    ]
    let margin = 16.0
    let height = 46 + TimeChart.height * 3 + TrackMap.side + 40
    var svg = SVGWriter(width: TimeChart.width * 2 + margin * 3, height: height)
    svg.label(title, margin, 22, isBold: true)
    svg.label(
      "\(SVGWriter.number(duration)) s, \(SVGWriter.number((samples.last?.way ?? 0) / 1000)) km",
      TimeChart.width * 2 + margin * 2, 22, anchor: "end", fill: "#666")
    for (i, chart) in charts.enumerated() {
      chart.draw(
        into: &svg, x: margin + Double(i % 2) * (TimeChart.width + margin),
        y: 34 + Double(i / 2) * TimeChart.height)
    }
    let top = 46 + TimeChart.height * 3
    TrackMap(series: series, ground: ground).draw(into: &svg, x: margin + 40, y: top)
    var way = TimeChart(
      title: "Elevation over the way", unit: "m", times: samples.map { $0.way / 1000 },
      lines: heights, fromZero: ground == nil)
    way.across = "km"
    let right = margin * 2 + TimeChart.width
    if let length = samples.last?.way, length > 0 {
      way.draw(into: &svg, x: right, y: top + TrackMap.side - 2 * TimeChart.height + 22)
    }
    chart(
      "Distance", "m", [.init(name: "", colour: blue, values: samples.map(\.camera.distance))]
    ).draw(into: &svg, x: right, y: top + TrackMap.side - TimeChart.height + 22)
    profile(into: &svg, series, x: margin * 2 + 40 + TrackMap.side, y: top, visibility)
    return svg.finished
  }

  /// The eye's elevation over its way instead of time, and when a target is seen.
  private func profile(
    into svg: inout SVGWriter, _ series: FlightSeries, x: Double, y: Double,
    _ visibility: PathVisibility?
  ) {
    let rows: [(String, String)] =
      [
        ("duration", "\(SVGWriter.number(duration)) s"),
        ("keyframes", "\(keyframes.count)"),
        ("way of the eye", "\(SVGWriter.number(series.eyeWay / 1000)) km"),
        (
          "least height over what is below",
          "\(SVGWriter.number(series.samples.map { $0.eyeElevation - $0.top }.min() ?? 0)) m"
        ),
        (
          "fastest", "\(SVGWriter.number(series.samples.map(\.speed).max() ?? 0)) m/s"
        ),
      ] + (visibility.map { [("target seen", "\(SVGWriter.number($0.share * 100)) %")] } ?? [])
    for (i, row) in rows.enumerated() {
      let line = y + 40 + 18 * Double(i)
      svg.label(row.0, x + 20, line, fill: "#666")
      svg.label(row.1, x + 240, line)
    }
    guard let visibility, duration > 0 else { return }
    let (left, top, width) = (x + 20, y + 60 + 18 * Double(rows.count), 560.0)
    svg.label("When the target is seen", left, top, isBold: true)
    svg.element(
      "rect",
      "x=\"\(SVGWriter.number(left))\" y=\"\(SVGWriter.number(top + 8))\" width=\"\(SVGWriter.number(width))\" "
        + "height=\"14\" fill=\"#e4e4e4\"")
    for interval in visibility.intervals {
      svg.element(
        "rect",
        "x=\"\(SVGWriter.number(left + interval.begin / duration * width))\" y=\"\(SVGWriter.number(top + 8))\" "
          + "width=\"\(SVGWriter.number((interval.end - interval.begin) / duration * width))\" "
          + "height=\"14\" fill=\"#2e8b57\"")
    }
  }
}
