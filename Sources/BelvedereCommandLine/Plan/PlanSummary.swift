import Belvedere
import BelvedereJSON

/// A flight in words and in tables.
enum PlanSummary {
  /// A number with three digits that count, for people.
  static func short(_ value: Double) -> String {
    let size = abs(value)
    let factor: Double = size >= 100 ? 1 : size >= 10 ? 10 : size >= 1 ? 100 : 1000
    let rounded = (value * factor).rounded() / factor
    return JSONNumber.short(rounded)
  }

  /// Metres or kilometres, for people.
  static func length(_ metres: Double) -> String {
    metres >= 1000 ? "\(short(metres / 1000)) km" : "\(short(metres)) m"
  }

  /// - Parameter passes: whether the flight was checked and nothing was found.
  static func text(_ report: FlightReport, style: String, passes: Bool) -> String {
    var lines = [
      "\(style), \(short(report.duration)) s, \(length(report.length)) over the ground",
      "  distance \(length(report.distance.least)) to \(length(report.distance.greatest)), pitch "
        + "\(short(report.pitch.least))° to \(short(report.pitch.greatest))°, up to "
        + "\(short(report.peakSpeed)) m/s",
    ]
    if let clearance = report.clearance {
      let place = clearance.coordinate
      lines.append(
        "  clearance at least \(short(clearance.atLeast)) m, "
          + (report.unknownGround == nil ? "proved" : "over ground as far as it is known")
          + "; \(short(clearance.found)) m at "
          + "\(short6(place.latitude)),\(short6(place.longitude)) after \(short(clearance.time)) s")
    }
    if let visibility = report.visibility {
      let parts = visibility.intervals.map { "\(short3($0.begin))–\(short3($0.end))" }
      lines.append(
        "  target seen \(short(visibility.share * 100)) % of the time"
          + (parts.isEmpty ? "" : ": \(parts.prefix(8).joined(separator: ", ")) s")
          + (parts.count > 8 ? " …" : ""))
    }
    for rate in report.rates where rate.peak > 0 {
      lines.append(
        "  \(rate.quantity.rawValue) up to \(short(rate.peak)) \(rate.quantity.unit), mean "
          + "\(short(rate.mean))" + (rate.limit.map { "; limit \(short($0))" } ?? "")
          + (rate.isBinding ? ", binding" : ""))
    }
    if passes { lines.append("  passes: all that was asked for is kept") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is to be said of ground that is not known; `nil` where all is.
  static func unknown(_ report: FlightReport) -> String? {
    report.unknownGround.map {
      "nothing is known of the ground below or at the centre for \(short($0.share * 100)) % of the flight, first at "
        + "\(short6($0.coordinate.latitude)),\(short6($0.coordinate.longitude)) after \(short($0.time)) s; "
        + "it counts as level at 0 m there"
    }
  }

  private static func short6(_ value: Double) -> String {
    JSONNumber.short((value * 1e6).rounded() / 1e6)
  }

  private static func short3(_ value: Double) -> String {
    JSONNumber.short((value * 1e3).rounded() / 1e3)
  }

  /// Cameras with their times, and fields of view where they are not the usual one.
  static func frames(_ frames: [CameraKeyframe], _ path: CameraPath) -> [JSONValue] {
    frames.map { frame in
      guard case .object(var members) = CameraJSON.value(frame).content else { return nil }
      let view = path.motion(at: frame.time).fieldOfView
      if abs(view - 30) > 1e-9 {
        members.append(JSONMember(name: "fieldOfView", value: .number(view)))
      }
      return JSONValue(.object(members))
    }
  }

  /// A camera a line: seconds, degrees, metres.
  static func csv(_ frames: [CameraKeyframe], _ path: CameraPath) -> String {
    var text = "time,latitude,longitude,distance,pitch,heading,fieldOfView\n"
    for frame in frames {
      let camera = frame.camera
      let numbers = [
        frame.time, camera.centerCoordinate.latitude,
        wrappedLongitude(camera.centerCoordinate.longitude), camera.distance, camera.pitch,
        camera.heading, path.motion(at: frame.time).fieldOfView,
      ]
      text += numbers.map { JSONWriter.number($0) }.joined(separator: ",") + "\n"
    }
    return text
  }
}

/// A report in JSON, with the names of the library's `FlightReport`.
enum PlanReportJSON {
  static func value(
    _ report: FlightReport, style: String, lift: Double, rises: [PlanRise],
    findings: [FlightFinding]?
  ) -> JSONValue {
    func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? nil }
    func span(_ span: FlightReport.Span) -> JSONValue {
      ["least": .number(span.least), "greatest": .number(span.greatest)]
    }
    let rates = report.rates.map { rate -> JSONValue in
      [
        "quantity": .string(rate.quantity.rawValue), "unit": .string(rate.quantity.unit),
        "peak": .number(rate.peak), "peakTime": .number(rate.peakTime),
        "mean": .number(rate.mean), "limit": number(rate.limit),
        "isBinding": JSONValue(.bool(rate.isBinding)),
        "turns": rate.turns.map { .integer($0) } ?? nil,
      ]
    }
    var members: [(String, JSONValue)] = [
      ("style", .string(style)), ("duration", .number(report.duration)),
      ("length", .number(report.length)), ("eyeLength", .number(report.eyeLength)),
      ("distance", span(report.distance)), ("pitch", span(report.pitch)),
      ("altitude", span(report.altitude)), ("peakSpeed", .number(report.peakSpeed)),
      ("meanSpeed", .number(report.meanSpeed)), ("lift", .number(lift)),
      ("rises", JSONValue(.array(rises.map(\.value)))),
      ("turnRate", .number(report.turnRate)),
      ("rates", JSONValue(.array(rates))),
      ("bindingLimits", .strings(report.bindingLimits.map(\.rawValue))),
    ]
    members.append(
      (
        "clearance",
        report.clearance.map {
          [
            "atLeast": .number($0.atLeast), "found": .number($0.found), "time": .number($0.time),
            "coordinate": CameraJSON.value($0.coordinate), "top": .number($0.top),
          ]
        } ?? nil
      ))
    members.append(
      (
        "unknownGround",
        report.unknownGround.map {
          [
            "share": .number($0.share), "time": .number($0.time),
            "coordinate": CameraJSON.value($0.coordinate),
          ]
        } ?? nil
      ))
    members.append(
      (
        "visibility",
        report.visibility.map { seen in
          [
            "share": .number(seen.share),
            "intervals": JSONValue(
              .array(
                seen.intervals.map { ["begin": .number($0.begin), "end": .number($0.end)] })),
          ]
        } ?? nil
      ))
    members.append(("joints", .integer(report.joints)))
    members.append(
      (
        "worstJoint",
        report.worstJoint.map {
          [
            "time": .number($0.time), "value": .number($0.value),
            "velocity": .number($0.velocity), "acceleration": .number($0.acceleration),
          ]
        } ?? nil
      ))
    if let findings {
      members.append(("passes", JSONValue(.bool(findings.isEmpty))))
      members.append(
        (
          "findings",
          JSONValue(
            .array(
              findings.map {
                [
                  "threshold": .string($0.threshold), "value": number($0.value),
                  "allowed": .number($0.allowed), "time": number($0.time),
                ]
              }))
        ))
    }
    return JSONValue(.object(members.map { JSONMember(name: $0.0, value: $0.1) }))
  }
}
