import ArgumentParser
import Belvedere

/// How fast a flight is, as a part of the usual pace: a name or a number.
struct FlightPace: Sendable, Equatable {
  /// 1 for the usual pace.
  let factor: Double
  /// As it was written.
  let text: String

  /// What suits a film: names and roads can be read as they pass.
  static let calm = FlightPace(factor: 1.0 / 3, text: "calm")
  private static let named = [
    FlightPace(factor: 1, text: "brisk"), calm, FlightPace(factor: 1.0 / 6, text: "slow"),
  ]

  /// Names and values, as help has them.
  static let choices = named.map(\.text).joined(separator: "|") + "|number"

  private init(factor: Double, text: String) { (self.factor, self.text) = (factor, text) }

  init(parsing text: String) throws {
    if let known = Self.named.first(where: { $0.text == text }) {
      self = known
      return
    }
    guard let number = Double(text), (0.01...10).contains(number) else {
      let names = Self.named.map(\.text).joined(separator: ", ")
      throw ValidationError("must be \(names), or a number between 0.01 and 10 (1 is brisk)")
    }
    self.init(factor: number, text: text)
  }

  /// A time that a file asks for; what is none is left for what checks it.
  func scaled(_ seconds: Double) -> Double { seconds > 0 ? seconds / factor : seconds }

  /// A waypoint of a file: the time of the way there, not that for which the camera rests.
  func scaled(_ waypoint: CameraWaypoint) -> CameraWaypoint {
    var waypoint = waypoint
    switch waypoint.pace {
    case .automatic: break
    case .duration(let seconds): waypoint.pace = .duration(scaled(seconds))
    case .speed(let speed): waypoint.pace = .speed(speed > 0 ? speed * factor : speed)
    }
    return waypoint
  }

  /// What is to be said of a flight that moves as quickly as a map under somebody's hands, which is too quick for a film;
  /// `nil` where it is calm or long.
  static func hint(_ path: CameraPath) throws -> String? {
    guard path.duration > 0, path.duration < 15 else { return nil }
    let calmly = try path.leastDuration(within: MotionLimits.standard.paced(by: calm.factor))
    guard calmly.seconds > 2 * path.duration else { return nil }
    return
      "the flight takes \(PlanSummary.short(path.duration)) s, as quick as a map on a screen; --pace calm takes "
      + "\(PlanSummary.short(path.duration / calm.factor)) s, --duration what you like"
  }
}
