import BelvedereCameraModel
import BelvedereGeodesy

/// A camera that a path leads through, and how it gets there.
public struct CameraWaypoint: Sendable, Hashable {
  /// How long the way from the waypoint before takes.
  public enum Pace: Sendable, Hashable {
    /// As short as the limits of motion allow.
    case automatic
    /// Seconds.
    case duration(Double)
    /// Metres a second along the straight line on the map; where the centre stays, as `automatic`.
    case speed(Double)
  }

  /// Which way the heading turns from the waypoint before.
  public enum Turn: Sendable, Hashable {
    /// The shorter way, by half a turn at most.
    case shortest
    case clockwise, counterclockwise
    /// By so many degrees clockwise, also more than a whole turn; the heading at the waypoint follows from
    /// it.
    case by(Double)
  }

  /// The camera.
  public var camera: MapCamera
  /// Degrees, vertical.
  public var fieldOfView: Double
  /// Seconds for which the camera rests here, at least 0; 0 flies through.
  public var hold: Double
  /// Whether the camera comes to rest here even without a hold. The first and the last waypoint are
  /// stops anyway.
  public var isStop: Bool
  /// How long the way here takes.
  public var pace: Pace
  /// Which way the heading turns on the way here.
  public var turn: Turn

  /// Makes a waypoint.
  public init(
    _ camera: MapCamera, fieldOfView: Double = 30, hold: Double = 0, isStop: Bool = false,
    pace: Pace = .automatic, turn: Turn = .shortest
  ) {
    self.camera = camera
    self.fieldOfView = fieldOfView
    self.hold = hold
    self.isStop = isStop
    self.pace = pace
    self.turn = turn
  }

  /// Throws where a value is outside its domain; the field is named with the waypoint's index.
  func validate(index: Int) throws(DomainError) {
    func check(_ value: Double, _ field: String, _ range: ClosedRange<Double>) throws(DomainError) {
      guard range.contains(value) else {
        throw DomainError(
          field: "waypoints[\(index)].\(field)", value: value,
          allowed: "between \(range.lowerBound) and \(range.upperBound)")
      }
    }
    do {
      try camera.validate()
      try CameraPath.check(fieldOfView: fieldOfView)
    } catch {
      throw DomainError(
        field: "waypoints[\(index)].\(error.field)", value: error.value, allowed: error.allowed)
    }
    try check(camera.distance, "distance", 1e-6...1e9)
    try check(hold, "hold", 0...1e9)
    switch pace {
    case .automatic: break
    case .duration(let seconds): try check(seconds, "pace.duration", 1e-6...1e9)
    case .speed(let speed): try check(speed, "pace.speed", 1e-6...1e9)
    }
    if case .by(let degrees) = turn { try check(degrees, "turn.by", -1e6...1e6) }
  }

  /// What changes from the waypoint before.
  func change(from before: CameraWaypoint) -> Channels {
    var change = before.camera.change(to: camera)
    change[Channel.lens] =
      fieldOfView == before.fieldOfView
      ? 0 : lens(ofFieldOfView: fieldOfView) - lens(ofFieldOfView: before.fieldOfView)
    let turned = change[Channel.heading]
    switch turn {
    case .shortest: break
    case .clockwise: change[Channel.heading] = turned < 0 ? turned + 360 : turned
    case .counterclockwise: change[Channel.heading] = turned > 0 ? turned - 360 : turned
    case .by(let degrees): change[Channel.heading] = degrees
    }
    return change
  }
}
