import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FlightRecord {
  /// The flight.
  ///
  /// Smooth arrivals one after another are one path through waypoints in the times that the record says. A
  /// bounce is the optimal zoom-pan flight, from rest to rest, in its time; an arrival without a time is
  /// one, too, in the least time that `motion` allows. Holds rest. Cameras at most a quarter of a second apart are looks
  /// at a smooth movement, which may begin and end in motion. A record with knots is the flight that they make.
  ///
  /// - Parameters:
  ///   - limits: what every camera keeps; none unless given: a record is followed, not corrected.
  ///   - motion: limits of motion; unless given none for what has its time, and the standard ones for what has not.
  /// - Throws: `FlightError`: `noWaypoints`, `domain`, `excluded` with the index of the stop, or `tooShort`
  ///   where limits were given; `gap` for a cut, which no flight has.
  public func path(
    limits: CameraLimits = CameraLimits(pitchLimit: .none), motion: MotionLimits = .none
  ) throws(FlightError) -> CameraPath {
    guard !stops.isEmpty else { throw .noWaypoints }
    for (i, stop) in stops.enumerated() {
      // Flights are over the flat map.
      do throws(DomainError) { try stop.camera.validate() } catch {
        throw .domain(
          DomainError(
            field: "stops[\(i)].\(error.field)", value: error.value, allowed: error.allowed))
      }
    }
    if !knots.isEmpty { return try flight(ofKnots: knots, limits, motion) }
    let pace = motion == .none ? .standard : motion
    var parts: [CameraPath] = []
    var run: [CameraWaypoint] = []
    var first = 0
    func close(_ run: [CameraWaypoint], from first: Int) throws(FlightError) {
      guard !run.isEmpty, run.count > 1 || run[0].hold > 0 || parts.isEmpty else { return }
      let isTimed = !run.dropFirst().contains { $0.pace == .automatic }
      do throws(FlightError) {
        parts.append(
          try CameraPath(
            through: run, limits: limits, motion: isTimed ? motion : pace,
            source: source(of: run)))
      } catch {
        throw error.shifted(by: first)
      }
    }
    for (i, stop) in stops.enumerated() {
      var waypoint = CameraWaypoint(stop.camera, fieldOfView: stop.fieldOfView, hold: stop.hold)
      let isSame = i > 0 && stop.camera == stops[i - 1].camera
      let seconds = i > 0 ? try seconds(of: i) : nil
      guard i > 0, !isSame || (seconds ?? 0) > 0, let before = run.last else {
        run.append(waypoint)
        continue
      }
      var rests = seconds == nil
      if case .bounce = stop.arrival { rests = true }
      if rests, !isSame {
        try close(run, from: first)
        parts.append(try bounce(from: before, to: waypoint, seconds, i, limits, motion, pace))
        run = [waypoint]
        first = i
      } else {
        if let seconds { waypoint.pace = .duration(seconds) }
        run.append(waypoint)
      }
    }
    try close(run, from: first)
    return try Self.joined(parts)
  }

  /// Whether cameras are so close in time, by far most of them at most a quarter of a second, that they are looks at a
  /// movement.
  private func source(of run: [CameraWaypoint]) -> WaypointSource {
    let close = run.count {
      if case .duration(let seconds) = $0.pace {
        seconds <= WaypointSource.longestLook
      } else {
        false
      }
    }
    guard run.count >= 8, Double(close) >= 0.9 * Double(run.count - 1) else { return .chosen }
    return run.count == stops.count ? .looks : .looksBetweenRests
  }

  private func flight(
    ofKnots knots: [CameraKnot], _ limits: CameraLimits, _ motion: MotionLimits
  ) throws(FlightError) -> CameraPath {
    for (i, stop) in stops.enumerated() {
      if let change = limits.clamp(stop.camera).adjustments.first {
        throw .excluded(waypoint: i, by: change)
      }
    }
    let path = try CameraPath(knots: knots)
    let least: (seconds: Double, bindingLimit: MotionQuantity?)
    do throws(DomainError) { least = try path.leastDuration(within: motion) } catch {
      throw .domain(error)
    }
    // Looks at a path find its greatest rates within 1 %.
    if let limit = least.bindingLimit, path.duration < least.seconds * 0.99 {
      throw .tooShort(
        requested: path.duration, least: least.seconds, limit: limit, waypoint: nil)
    }
    return path
  }

  /// The seconds to a stop, 0 or at least the shortest that a path has; `nil` where the record says none.
  private func seconds(of index: Int) throws(FlightError) -> Double? {
    let isSame = stops[index].camera == stops[index - 1].camera
    switch stops[index].arrival {
    case .untimed: return nil
    case .cut where isSame: return 0
    case .smooth(let seconds) where seconds > 0 || (isSame && seconds == 0),
      .bounce(let seconds) where seconds > 0 || (isSame && seconds == 0):
      return seconds > 0 ? max(seconds, 1e-6) : 0
    case .cut: throw .domain(Self.cut(index, 0))
    case .smooth(let seconds), .bounce(let seconds): throw .domain(Self.cut(index, seconds))
    }
  }

  private static func cut(_ index: Int, _ seconds: Double) -> DomainError {
    DomainError(
      field: "stops[\(index)].arrival", value: seconds,
      allowed: "seconds above 0, since a flight has no cuts")
  }

  /// Paths one after another. By halves: one at a time would copy the first ones again and again.
  private static func joined(_ parts: [CameraPath]) throws(FlightError) -> CameraPath {
    var parts = parts
    while parts.count > 1 {
      var next: [CameraPath] = []
      for i in stride(from: 0, to: parts.count, by: 2) {
        next.append(
          i + 1 < parts.count ? try parts[i].concatenated(with: parts[i + 1]) : parts[i])
      }
      parts = next
    }
    guard let path = parts.first else { throw .noWaypoints }
    return path
  }

  /// The usual limit of pitch, raised as far as two cameras ask for: out at the top of a bounce a pitch that is
  /// fine near the ground would show little but sky.
  private static func pitchLimit(
    from a: MapCamera, to b: MapCamera
  ) throws(DomainError) -> PitchLimit {
    let ends = [a, b].sorted { $0.distance < $1.distance }
    func limit(_ distance: Double) -> Double {
      ends.reduce(PitchLimit.standard.maximumPitch(atDistance: distance)) {
        $1.distance >= distance ? max($0, $1.pitch) : $0
      }
    }
    guard
      ends.contains(where: { $0.pitch > PitchLimit.standard.maximumPitch(atDistance: $0.distance) })
    else { return .standard }
    let octaves = (-20...60).map { exp2(Double($0) / 2) }
    var stops: [PitchCurve.Stop] = []
    for distance in (octaves + ends.map(\.distance)).sorted() where distance <= 1e9 {
      if let last = stops.last, distance < last.distance * 1.001 { continue }
      stops.append(PitchCurve.Stop(distance: distance, pitch: limit(distance)))
    }
    // Exactly at the ends, whatever stood close to them.
    for end in ends {
      guard let i = stops.lastIndex(where: { $0.distance <= end.distance * 1.001 }) else {
        continue
      }
      for k in 0...i { stops[k].pitch = max(stops[k].pitch, min(end.pitch + 1e-9, 90)) }
      if stops[i].distance < end.distance { stops[i].distance = end.distance }
    }
    return try .curve(through: stops)
  }

  private func bounce(
    from before: CameraWaypoint, to waypoint: CameraWaypoint, _ seconds: Double?, _ index: Int,
    _ limits: CameraLimits, _ motion: MotionLimits, _ pace: MotionLimits
  ) throws(FlightError) -> CameraPath {
    do throws(FlightError) {
      // The lens of an optimal flight stays; where it changes, waypoints lead it.
      guard before.fieldOfView == waypoint.fieldOfView else {
        var (a, b) = (before, waypoint)
        (a.hold, b.hold) = (0, 0)
        b.pace = seconds.map { .duration($0) } ?? .automatic
        return try CameraPath(
          through: [a, b], limits: limits, motion: seconds == nil ? pace : motion)
      }
      let flight: CameraPath
      do throws(DomainError) {
        var limits = limits
        if limits.pitchLimit == .none {
          limits.pitchLimit = try Self.pitchLimit(from: before.camera, to: waypoint.camera)
        }
        flight = try CameraPath.optimal(
          from: before.camera, to: waypoint.camera, fieldOfView: before.fieldOfView,
          limits: limits, motion: pace
        ).path
      } catch { throw FlightError.domain(error) }
      guard let seconds else { return flight }
      return try flight.lasting(seconds, within: motion)
    } catch {
      throw error.shifted(by: index - 1)
    }
  }
}

extension FlightError {
  /// The error of a part of a flight whose first waypoint has an index of its own.
  fileprivate func shifted(by first: Int) -> FlightError {
    switch self {
    case .excluded(let index, let change): .excluded(waypoint: index + first, by: change)
    case .tooShort(let requested, let least, let limit, let index):
      .tooShort(
        requested: requested, least: least, limit: limit, waypoint: (index ?? 1) + first)
    default: self
    }
  }
}
