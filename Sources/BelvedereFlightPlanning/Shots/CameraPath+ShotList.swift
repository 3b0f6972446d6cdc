import BelvedereCameraModel
import BelvedereGeodesy

extension CameraPath {
  /// Shots one after another, without a cut: the camera comes to rest between them.
  ///
  /// Each shot has the field of view that the one before ends with, but where waypoints say another one.
  ///
  /// - Parameters:
  ///   - shots: at least one; the first says where it begins.
  ///   - viewport: for shots that frame something; its field of view is the first shot's.
  ///   - limits, motion: as in ``init(through:limits:motion:)``.
  /// - Throws: ``ShotError`` with the shot and what is wrong with it: what the shot's own function throws,
  ///   and `DomainError` that names `shots` where there are none, and `camera` where the first one does not
  ///   say where it begins.
  public init(
    shots: [CameraShot], viewport: Viewport, limits: CameraLimits = CameraLimits(),
    motion: MotionLimits = .standard
  ) throws(ShotError) {
    var path: CameraPath?
    for (index, shot) in shots.enumerated() {
      do throws(FlightError) {
        let sequence = ShotSequence(viewport: viewport, limits: limits, motion: motion)
        path = try sequence.adding(shot, to: path)
      } catch {
        throw ShotError(shot: index, error)
      }
    }
    guard let path else {
      throw ShotError(
        shot: 0, .domain(DomainError(field: "shots", value: "none", allowed: "at least one shot")))
    }
    self = path
  }
}

/// What shots of a film have in common.
private struct ShotSequence {
  let viewport: Viewport
  let limits: CameraLimits
  let motion: MotionLimits

  func adding(_ shot: CameraShot, to path: CameraPath?) throws(FlightError) -> CameraPath {
    let end = path.map { $0.camera(at: $0.duration) }
    let view =
      path.map { BelvedereFlightPlanning.fieldOfView(ofLens: $0.endLens) } ?? viewport.fieldOfView
    guard let start = shot.start ?? shot.action.start ?? end else {
      throw .domain(
        DomainError(
          field: "camera", value: "none", allowed: "a camera from which the first shot begins"))
    }
    let own = try timed(self.path(of: shot, from: start, fieldOfView: view), shot)
    // Where the shot really begins: a route's first camera follows from the route.
    let first = own.camera(at: 0)
    let lens = own.motion(at: 0).fieldOfView
    if case .follow = shot.action, let camera = shot.start, camera != first {
      let toRoute = try way(from: camera, view, to: first, lens).concatenated(with: own)
      guard let path, let end else { return toRoute }
      return try path.concatenated(with: way(from: end, view, to: camera, view))
        .concatenated(with: toRoute)
    }
    guard let path, let end else { return own }
    guard end != first || abs(lens - view) > 1e-9 else { return try path.concatenated(with: own) }
    return try path.concatenated(with: way(from: end, view, to: first, lens))
      .concatenated(with: own)
  }

  /// The way to where a shot begins.
  private func way(
    from end: MapCamera, _ view: Double, to first: MapCamera, _ lens: Double
  ) throws(FlightError) -> CameraPath {
    // Optimal flights keep their lens.
    guard abs(lens - view) <= 1e-9 else {
      return try CameraPath(
        through: [
          CameraWaypoint(end, fieldOfView: view), CameraWaypoint(first, fieldOfView: lens),
        ], limits: limits, motion: motion)
    }
    return try asFlightError { () throws(DomainError) in
      try CameraPath.optimal(
        from: end, to: first, fieldOfView: view, limits: limits, motion: motion
      ).path
    }
  }

  /// A path in the time that the shot asks for.
  private func timed(
    _ path: CameraPath, _ shot: CameraShot
  ) throws(FlightError) -> CameraPath {
    guard let duration = shot.duration, path.duration > 0 else { return path }
    return try path.lasting(duration, within: motion)
  }

  private func path(
    of shot: CameraShot, from start: MapCamera, fieldOfView: Double
  ) throws(FlightError) -> CameraPath {
    switch shot.action {
    case .hold(let seconds):
      let camera = limits.clamp(start).camera
      guard seconds >= 0, seconds <= 1e9 else {
        throw .domain(
          DomainError(field: "seconds", value: seconds, allowed: "seconds from 0 to 1e9"))
      }
      return try asFlightError { () throws(DomainError) in
        try CameraPath(resting: camera, fieldOfView: fieldOfView, duration: seconds)
      }
    case .transition(let goal, let style):
      return try asFlightError { () throws(DomainError) in
        switch style {
        case .optimal(let curvature):
          try CameraPath.optimal(
            from: start, to: goal, fieldOfView: fieldOfView, curvature: curvature, limits: limits,
            motion: motion
          ).path
        case .recipe(let style):
          try CameraPath.recipe(
            from: start, to: goal, style: style, fieldOfView: fieldOfView, limits: limits
          ).path.notFaster(than: motion)
        }
      }
    case .waypoints(let waypoints):
      // A single one is flown to from where the shot before ends.
      let from = shot.start ?? (waypoints.count == 1 ? start : nil)
      return try path(through: waypoints, from: from, fieldOfView)
    case .orbit(let degrees, let distance, let pitch):
      var end = start
      end.distance = distance ?? start.distance
      end.pitch = pitch ?? start.pitch
      return try .orbit(
        start, by: degrees, toward: end, fieldOfView: fieldOfView, limits: limits, motion: motion)
    case .dollyZoom(let distance):
      return try .dollyZoom(
        start, to: distance, fieldOfView: fieldOfView, limits: limits, motion: motion)
    case .crane(let altitude):
      return try .crane(
        start, toAltitude: altitude, fieldOfView: fieldOfView, limits: limits, motion: motion)
    case .follow(let route, let distance, let pitch, let lookAhead):
      return try .following(
        route, distance: distance, pitch: pitch, lookAhead: lookAhead, fieldOfView: fieldOfView,
        limits: limits, motion: motion)
    case .showBoth(let goal, let pitch, let hold):
      var viewport = viewport
      viewport.fieldOfView = fieldOfView
      return try CameraPath.showingBoth(
        start, andLandingOn: goal, in: viewport, pitch: pitch, hold: hold, limits: limits,
        motion: motion
      ).path
    }
  }
}

extension ShotSequence {
  /// The path from where a shot begins, if it says so, through waypoints.
  private func path(
    through waypoints: [CameraWaypoint], from start: MapCamera?, _ fieldOfView: Double
  ) throws(FlightError) -> CameraPath {
    guard let start, !waypoints.isEmpty else {
      guard waypoints.count != 1 else {
        throw .domain(
          DomainError(
            field: "waypoints", value: "one",
            allowed: "two or more; or one, and a camera from which the shot begins"))
      }
      return try CameraPath(through: waypoints, limits: limits, motion: motion)
    }
    // What is wrong is named by its place among the waypoints.
    try asFlightError { () throws(DomainError) in
      try start.validate()
      for (i, waypoint) in waypoints.enumerated() { try waypoint.validate(index: i) }
    }
    if let change = limits.clamp(start).adjustments.first {
      throw .excludedOnTheWay(part: 0, by: change)
    }
    do throws(FlightError) {
      return try CameraPath(
        through: [CameraWaypoint(start, fieldOfView: fieldOfView)] + waypoints, limits: limits,
        motion: motion)
    } catch {
      switch error {
      case .excluded(let index, let change): throw .excluded(waypoint: index - 1, by: change)
      case .tooShort(let requested, let least, let limit, let index):
        throw .tooShort(
          requested: requested, least: least, limit: limit, waypoint: index.map { $0 - 1 })
      default: throw error
      }
    }
  }
}

extension CameraPath {
  /// The path, slower where it exceeds limits.
  func notFaster(than limits: MotionLimits) throws(DomainError) -> CameraPath {
    let least = try leastDuration(within: limits).seconds
    return least > duration ? try retimed(to: least) : self
  }
}

extension CameraShot.Action {
  /// The camera with which an action begins whatever was before; `nil` where it goes on from there.
  fileprivate var start: MapCamera? {
    switch self {
    case .waypoints(let waypoints): waypoints.count > 1 ? waypoints.first?.camera : nil
    case .follow(let route, let distance, let pitch, _):
      // Only to begin with something; the path's own first camera is what counts.
      route.first.map {
        MapCamera(lookingAtCenter: $0, fromDistance: distance, pitch: pitch, heading: 0)
      }
    case .hold, .transition, .orbit, .dollyZoom, .crane, .showBoth: nil
    }
  }
}
