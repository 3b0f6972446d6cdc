import BelvedereCameraModel
import BelvedereGeodesy

/// Why a flight cannot be planned.
public enum FlightError: Error, Sendable, Hashable {
  /// A value outside its domain.
  case domain(DomainError)
  /// There is no waypoint.
  case noWaypoints
  /// The limits exclude a waypoint, counted from 0; and what they would change.
  case excluded(waypoint: Int, by: CameraAdjustment)
  /// The limits exclude a camera at a part of a movement's way; and what they would change.
  case excludedOnTheWay(part: Double, by: CameraAdjustment)
  /// The duration asked for is shorter than the least that the limits of motion allow; the limit that
  /// binds. Where it is one segment's, that of the waypoint it leads to, counted from 0.
  case tooShort(requested: Double, least: Double, limit: MotionQuantity, waypoint: Int?)
  /// Two paths do not meet: the first field that differs, and its values at the end and the start.
  case gap(field: String, end: Double, start: Double)
  /// Ground or an obstacle is in the way: where, when, and why raising does not help.
  case blocked(FlightObstruction)
  /// No flight was found from which a target is seen for so large a part of the time; the largest part for which one
  /// was found.
  case hidden(share: Double, wanted: Double)
  /// The quickest flight that was found from which a target is seen for a part of the time takes so many seconds,
  /// more than it may.
  case tooSlow(share: Double, duration: Double, most: Double)
}

extension FlightError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .domain(let error): error.description
    case .noWaypoints: "a flight needs at least one waypoint"
    case .excluded(let index, let change):
      "waypoint \(index) is excluded by the limits: \(change)"
    case .excludedOnTheWay(let part, let change):
      "after \(Int(clamping: (part * 100).rounded(), in: 0...100)) % of its way the camera is excluded by the "
        + "limits: \(change); begin or end where they allow the way, or change the limits"
    case .tooShort(let requested, let least, let limit, let waypoint):
      "\(requested) s\(waypoint.map { " to waypoint \($0)" } ?? "") is too short: \(limit.rawValue) "
        + "allows \((least * 10_000).rounded(.up) / 10_000) s or more"
    case .gap(let field, let end, let start):
      "the paths do not meet: \(field) is \(end) at the end of one and \(start) at the start of the "
        + "other; ask for a blend"
    case .blocked(let obstruction): obstruction.description
    case .hidden(let share, let wanted):
      "no flight was found that sees the target for \(wanted) of the time; the most that was reached is "
        + "\((share * 1000).rounded(.down) / 1000)"
    case .tooSlow(let share, let duration, let most):
      "to see the target for \(share) of the time the flight would take \(roundedUp(duration)) s, and "
        + "\(roundedUp(most)) s are allowed; ask for a smaller share, or give the flight a longer duration"
    }
  }
}

/// Seconds for people, no fewer than there are: what is offered must do.
private func roundedUp(_ seconds: Double) -> Double { (seconds * 1000).rounded(.up) / 1000 }

/// What `body` answers, its `DomainError` as a ``FlightError``.
func asFlightError<Result>(
  _ body: () throws(DomainError) -> Result
) throws(FlightError) -> Result {
  do { return try body() } catch { throw .domain(error) }
}
