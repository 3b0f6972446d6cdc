import Belvedere
import BelvedereJSON

/// What is written about a flight beside its film.
struct FlightPapers {
  let flight: FlightReader.Flight
  let motion: MotionLimits
  let scene: Scene
  /// The flight's file.
  let name: String

  func write(charts: [String], report: String?, _ files: OutputFiles) throws {
    guard !charts.isEmpty || report != nil else { return }
    let ground: (any FlightGround)? =
      scene.ground.isEmpty ? nil : ModelGround.ground(of: scene.ground)
    if !charts.isEmpty {
      let drawn = FlightCharts(
        flight.path, title: name == "-" ? "Flight" : "Flight: \(DEMFormat.lastPart(name))",
        limits: motion, over: ground)
      for chart in charts {
        let isPicture = OutputName.ending(of: chart) == "png"
        try files.write(
          isPicture ? PNG.encode(drawn.image()) : Array(drawn.svg.utf8), to: chart)
      }
    }
    if let report {
      let value = PlanReportJSON.value(
        try flight.path.report(limits: motion, over: ground), style: flight.style,
        lift: flight.lift,
        rises: flight.rises,
        findings: nil)
      try files.write(Array((JSONWriter.pretty(value) + "\n").utf8), to: report)
    }
  }
}
