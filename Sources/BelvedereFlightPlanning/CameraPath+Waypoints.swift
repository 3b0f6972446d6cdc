import BelvedereCameraModel
import BelvedereGeodesy

extension CameraPath {
  /// The path through waypoints, from rest to rest, continuous with velocity and acceleration.
  ///
  /// On the map, the short way round the world, the centre takes the spline of least jerk between two
  /// stops (``CameraWaypoint/hold``, ``CameraWaypoint/isStop``). The logarithm of the distance,
  /// pitch, heading and lens are monotone between two waypoints, the heading as an angle of its own that
  /// straight down is no exception for. So no camera is nearer, farther or more tilted than the two
  /// waypoints around it, and where the pitch limit falls between them the pitch falls before the
  /// camera rises, and rises after it has come down.
  ///
  /// Two waypoints between which a flight that rises saves a tenth of the time, or a fifth where the way flows on,
  /// as it does from some seven of the camera's distances on, are stops with that flight between them: the farther apart they are the higher
  /// it rises, as an optimal one beyond 32 distances. It turns the heading the way that is asked for, and changes the field of view
  /// on its way. Where a time or a speed is asked for that the way without it can keep, the flight stays low; else
  /// it rises and takes that time, a speed being its mean one over the ground. The greatest distance of a zoom range
  /// bounds how high it rises: no more than the waypoints' own forbids it.
  ///
  /// A waypoint that equals the one before takes no time, unless a duration is asked for.
  ///
  /// - Parameters:
  ///   - waypoints: at least one.
  ///   - limits: what every camera of the path keeps; proved by bounds of the pieces' polynomials, within
  ///     1e-6 of a degree of pitch.
  ///   - motion: how fast it may move. Segments whose pace is automatic take about the least time that
  ///     keeps these limits. Without a limit that binds a segment takes a second.
  /// - Throws: ``FlightError``: `noWaypoints`; `domain` naming the field, such as
  ///   `waypoints[3].distance`; `excluded` where the camera limits would change a waypoint; `tooShort` where
  ///   a pace that was asked for exceeds a limit of motion.
  ///
  /// Cost: time and memory grow in proportion to the number of waypoints; some 35 µs for each.
  public init(
    through waypoints: [CameraWaypoint], limits: CameraLimits = CameraLimits(),
    motion: MotionLimits = .standard
  ) throws(FlightError) {
    try self.init(through: waypoints, limits: limits, motion: motion, source: .chosen)
  }

  /// The same with waypoints from elsewhere.
  package init(
    through waypoints: [CameraWaypoint], limits: CameraLimits, motion: MotionLimits,
    source: WaypointSource
  ) throws(FlightError) {
    guard !waypoints.isEmpty else { throw .noWaypoints }
    try asFlightError { () throws(DomainError) in
      try motion.validate()
      for (i, waypoint) in waypoints.enumerated() { try waypoint.validate(index: i) }
    }
    for (i, waypoint) in waypoints.enumerated() {
      if let change = limits.clamp(waypoint.camera).adjustments.first {
        throw .excluded(waypoint: i, by: change)
      }
    }
    let course = WaypointCourse(limits: limits, motion: motion, source: source)
    do throws(FlightError) {
      var course = course
      self = try course.path(through: waypoints)
    } catch {
      throw course.leastPace(after: error, through: waypoints)
    }
  }
}

extension WaypointCourse {
  /// Waypoints beyond which nothing is tried: each attempt is a whole plan.
  private static let most = 4000
  /// Waypoints beyond which a duration that is offered is tried, but no shorter one is looked for.
  private static let many = 200

  /// A refusal whose duration has been tried: that of one segment changes the curve, and so what its own and others
  /// take.
  fileprivate func leastPace(
    after error: FlightError, through waypoints: [CameraWaypoint]
  ) -> FlightError {
    guard case .tooShort(let requested, var least, let limit, let index?) = error,
      waypoints.indices.contains(index), source == .chosen, waypoints.count <= Self.most
    else { return error }
    /// What a duration is refused for; `nil` where it serves.
    func refused(_ seconds: Double) -> Double? {
      var waypoints = waypoints
      waypoints[index].pace = .duration(seconds)
      var course = self
      do throws(FlightError) {
        _ = try course.path(through: waypoints)
        return nil
      } catch {
        guard case .tooShort(_, let least, _, index) = error else { return nil }
        return least
      }
    }
    var low = requested
    for _ in 0..<20 {
      guard let next = refused(least) else { break }
      (low, least) = (least, max(next, least * 1.02))
    }
    if waypoints.count <= Self.many {
      while least > low * 1.004 {
        let middle = (low * least).squareRoot()
        if refused(middle) == nil { least = middle } else { low = middle }
      }
    }
    return .tooShort(requested: requested, least: least, limit: limit, waypoint: index)
  }
}

/// How waypoints become a path.
private struct WaypointCourse {
  let limits: CameraLimits
  let motion: MotionLimits
  let source: WaypointSource
  /// Waypoints to which the flight rises although the time that is asked for seemed to do without, and those to
  /// which it stays low for that reason.
  private var rising: Set<Int> = []
  private var low: Set<Int> = []

  init(limits: CameraLimits, motion: MotionLimits, source: WaypointSource) {
    (self.limits, self.motion, self.source) = (limits, motion, source)
  }

  /// In the times that are asked for a flight stays low, and rises where they cannot be kept.
  mutating func path(through waypoints: [CameraWaypoint]) throws(FlightError) -> CameraPath {
    var attempts = 0
    while true {
      do throws(FlightError) {
        return try attempt(waypoints)
      } catch {
        guard case .tooShort(_, _, _, let index?) = error, !low.isEmpty else { throw error }
        attempts += 1
        rising.formUnion(low.contains(index) && attempts < 8 ? [index] : low)
      }
    }
  }

  private mutating func attempt(_ waypoints: [CameraWaypoint]) throws(FlightError) -> CameraPath {
    low = []
    var builder = PathBuilder(start: waypoints[0])
    var run: [SplineSegment] = []
    // A part before or after a stop begins or ends at rest.
    let hasStops =
      waypoints.dropLast().contains { $0.isStop || $0.hold > 0 }
      || waypoints[waypoints.count - 1].hold > 0
    let source: WaypointSource =
      self.source == .looks && hasStops ? .looksBetweenRests : self.source
    func finish() throws(FlightError) {
      guard !run.isEmpty else { return }
      try builder.append(movement(through: run, from: source))
      run = []
    }
    for (i, waypoint) in waypoints.enumerated() {
      let isStop = waypoint.isStop || waypoint.hold > 0 || i == waypoints.count - 1
      if i > 0,
        let segment = SplineSegment(
          from: waypoints[i - 1], camera: run.last?.end ?? builder.camera, to: waypoint, index: i)
      {
        let staysLow = source != .chosen || (segment.mayStayLow(motion) && !rising.contains(i))
        if !staysLow,
          let flight = try segment.flight(
            to: waypoint, isAlone: run.isEmpty && isStop, limits, motion)
        {
          try finish()
          builder.append(flight)
        } else {
          if staysLow, source == .chosen { low.insert(i) }
          run.append(segment)
        }
      }
      if isStop {
        try finish()
        builder.hold(for: waypoint.hold)
      }
    }
    return builder.path
  }

  /// A movement through segments from rest to rest. Between cameras that are nearly the same a curve must crawl:
  /// where that is quicker it stops at both.
  private func movement(
    through run: [SplineSegment], from source: WaypointSource
  ) throws(FlightError) -> SplineMovement {
    func movement(_ segments: [SplineSegment]) throws(FlightError) -> SplineMovement {
      try SplineMovement(
        CameraSpline(
          segments: segments, limits: limits, motion: motion, source: source),
        within: motion)
    }
    let whole = try movement(run)
    guard source == .chosen, run.count > 1, run.allSatisfy({ $0.fixedDuration == nil }) else {
      return whole
    }
    let times = run.map { $0.guess(motion) }
    func isShort(_ i: Int) -> Bool {
      guard run.indices.contains(i) else { return false }
      let neighbours = [i - 1, i + 1].filter(run.indices.contains).map { times[$0] }
      return times[i] < 0.2 * (neighbours.max() ?? 0)
    }
    var parts: [[SplineSegment]] = []
    for i in run.indices {
      if parts.isEmpty || isShort(i) || isShort(i - 1) {
        parts.append([run[i]])
      } else {
        parts[parts.count - 1].append(run[i])
      }
    }
    guard parts.count > 1 else { return whole }
    let stopping = SplineMovement(try parts.map { part throws(FlightError) in try movement(part) })
    // What flows is the calmer one.
    return stopping.duration < 0.95 * whole.duration ? stopping : whole
  }
}
