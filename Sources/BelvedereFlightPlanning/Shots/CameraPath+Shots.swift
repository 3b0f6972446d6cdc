import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The shots of film-making, as paths.
extension CameraPath {
  /// An orbit, or a part of one, around the place that a camera looks at.
  ///
  /// - Parameters:
  ///   - camera: the start.
  ///   - degrees: by how much to go round, clockwise as seen from above where positive: the heading grows.
  ///     Any finite number within ±1e6.
  ///   - end: the camera whose distance and pitch the orbit ends with; `nil` for those of the start.
  ///   - fieldOfView: degrees, vertical.
  ///   - limits, motion: as in ``init(through:limits:motion:)``.
  /// - Throws: as ``init(through:limits:motion:)``; the start is waypoint 0.
  public static func orbit(
    _ camera: MapCamera, by degrees: Double, toward end: MapCamera? = nil,
    fieldOfView: Double = 30, limits: CameraLimits = CameraLimits(),
    motion: MotionLimits = .standard
  ) throws(FlightError) -> CameraPath {
    var last = end ?? camera
    last.centerCoordinate = camera.centerCoordinate
    guard degrees.isFinite, abs(degrees) <= 1e6 else {
      throw .domain(
        DomainError(field: "degrees", value: degrees, allowed: "within ±1e6 degrees"))
    }
    let start = CameraWaypoint(camera, fieldOfView: fieldOfView)
    last.heading = camera.heading + degrees
    let goal = CameraWaypoint(last, fieldOfView: fieldOfView, turn: .by(degrees))
    // The spline checks the waypoints, and keeps the pitch limit between them where both change.
    let spline = try CameraPath(through: [start, goal], limits: limits, motion: motion)
    guard last.distance == camera.distance, spline.duration > 0 else { return spline }
    return CameraPath(straightFrom: start, to: goal, within: motion)
  }

  /// A path that changes every channel evenly between two ramps of speed, in the least time.
  init(straightFrom start: CameraWaypoint, to goal: CameraWaypoint, within motion: MotionLimits) {
    let change = goal.change(from: start)
    let lens = lens(ofFieldOfView: start.fieldOfView)
    func path(_ ramp: Double) -> CameraPath {
      var camera = start.camera
      var time = 0.0
      var legs: [PathLeg] = []
      let speed = change / (1 - ramp)
      for (length, velocities) in [(ramp, (0.0, 1.0)), (1 - 2 * ramp, (1, 1)), (ramp, (1, 0))]
      where length > 0 {
        let own = speed * (length * (velocities.0 + velocities.1) / 2)
        let piece = SplinePiece(
          origin: camera, lens: lens, duration: length, change: own,
          start: Tangent(velocity: speed * velocities.0),
          end: Tangent(velocity: speed * velocities.1))
        legs.append(PathLeg(curve: .piece(piece), start: time, duration: length))
        camera = camera.moved(by: own)
        time += length
      }
      return CameraPath(
        keyframes: [
          CameraKeyframe(time: 0, camera: start.camera),
          CameraKeyframe(time: time, camera: goal.camera),
        ], legs: legs, duration: time, restingLens: lens)
    }
    var best = path(0.5)
    var least = Double.infinity
    for ramp in [0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002] {
      let candidate = path(ramp)
      let factor = motion.stretch(
        candidate.peaks(in: motion.limitsFlow ? motion.viewport : nil)
      ).factor
      guard factor > 0, factor < least else { continue }
      least = factor
      best = candidate.slowed(by: factor)
    }
    self = best
  }

  /// A dolly zoom: the camera comes nearer or goes away while its field of view keeps what is at the
  /// centre at the same size.
  ///
  /// - Parameters:
  ///   - camera: the start.
  ///   - distance: metres at the end; the field of view that it asks for must lie within [0.1, 179].
  ///   - fieldOfView: degrees, vertical, at the start.
  /// - Throws: as ``init(through:limits:motion:)``; `waypoints[1].fieldOfView` where the distance asks for
  ///   another than there is.
  ///
  /// Accuracy: d·tan(fieldOfView/2) stays the same within 1e-12 of it.
  public static func dollyZoom(
    _ camera: MapCamera, to distance: Double, fieldOfView: Double = 30,
    limits: CameraLimits = CameraLimits(), motion: MotionLimits = .standard
  ) throws(FlightError) -> CameraPath {
    var end = camera
    end.distance = distance
    let size = camera.distance * tan(fieldOfView * .pi / 360)
    let start = CameraWaypoint(camera, fieldOfView: fieldOfView)
    let goal = CameraWaypoint(end, fieldOfView: 2 * atan(size / distance) * 180 / .pi)
    return try CameraPath(through: [start, goal], limits: limits, motion: motion)
  }

  /// A crane shot: the eye rises or sinks straight up or down while the camera keeps looking at its centre.
  ///
  /// - Parameters:
  ///   - camera: the start.
  ///   - altitude: metres of the eye above the ground at the centre at the end, above 0.
  ///   - fieldOfView: degrees, vertical.
  /// - Throws: as ``init(through:limits:motion:)``, or `DomainError` that names `altitude`. The waypoints
  ///   are 64 cameras on the vertical; the limits must allow each.
  ///
  /// Accuracy: the eye stays within 1e-4 of the distance of the vertical between the waypoints; held by
  /// `ShotTests`.
  public static func crane(
    _ camera: MapCamera, toAltitude altitude: Double, fieldOfView: Double = 30,
    limits: CameraLimits = CameraLimits(), motion: MotionLimits = .standard
  ) throws(FlightError) -> CameraPath {
    try asFlightError { () throws(DomainError) in try camera.validate() }
    let reach = camera.distance * sin(camera.pitch * .pi / 180)
    let start = camera.altitude
    guard altitude > 0, altitude <= 1e9, start > 0 else {
      throw .domain(
        DomainError(
          field: "altitude", value: altitude,
          allowed: "metres above 0, at most 1e9, of a camera above the ground"))
    }
    let count = 64
    let waypoints = (0...count).map { i in
      guard i > 0 else { return CameraWaypoint(camera, fieldOfView: fieldOfView) }
      // Even steps of the angle at the centre, so that pitch and distance change evenly.
      let (a, b) = (atan2(start, reach), atan2(altitude, reach))
      let angle = a + (b - a) * Double(i) / Double(count)
      let height =
        reach > 0 ? reach * tan(angle) : start + (altitude - start) * Double(i) / Double(count)
      var step = camera
      step.distance = hypot(reach, i == count ? altitude : height)
      step.pitch = atan2(reach, i == count ? altitude : height) * 180 / .pi
      return CameraWaypoint(step, fieldOfView: fieldOfView)
    }
    return try CameraPath(through: waypoints, limits: limits, motion: motion)
  }

  /// Shows a start and a goal together from the lowest camera that frames both, then lands on the goal.
  ///
  /// - Parameters:
  ///   - start, goal: the cameras; each centre is one of the places shown.
  ///   - viewport: what both must fit into, less its padding; its field of view is the path's.
  ///   - pitch: degrees of the camera between them; the limits may lower it.
  ///   - hold: seconds for which both are shown.
  ///   - limits, motion: as in ``init(through:limits:motion:)``.
  /// - Returns: the path, and the camera between. Where the start shows both as well from as far away, the
  ///   path leads from it straight to the goal.
  /// - Throws: as ``init(through:limits:motion:)``; `DomainError` of `CameraFit`, and one that names
  ///   `zoomRange` where it is too near for both.
  public static func showingBoth(
    _ start: MapCamera, andLandingOn goal: MapCamera, in viewport: Viewport, pitch: Double = 0,
    hold: Double = 1, limits: CameraLimits = CameraLimits(), motion: MotionLimits = .standard
  ) throws(FlightError) -> (path: CameraPath, both: MapCamera) {
    try asFlightError { () throws(DomainError) in
      try start.validate()
      try goal.validate()
    }
    let places = [start, goal].map { MapPosition($0.centerCoordinate, elevation: 0) }
    // Half-way between both headings, so that nothing turns back.
    let heading = start.heading + headingChange(from: start.heading, to: goal.heading) / 2
    let fit = try asFlightError { () throws(DomainError) in
      try CameraFit(places, in: viewport, pitch: pitch, heading: heading, limits: limits)
    }
    guard fit.containsAll else {
      throw .domain(
        DomainError(
          field: "zoomRange", value: fit.camera.distance, allowed: "far enough to show both places")
      )
    }
    func waypoint(_ camera: MapCamera, hold: Double = 0) -> CameraWaypoint {
      CameraWaypoint(camera, fieldOfView: viewport.fieldOfView, hold: hold)
    }
    let path = try CameraPath(
      through: [waypoint(start), waypoint(fit.camera, hold: hold), waypoint(goal)], limits: limits,
      motion: motion)
    return (path, fit.camera)
  }

  /// Follows a route with the view turned to where it leads.
  ///
  /// The route is smoothed over the look-ahead: every place is the mean of the route so far around it, and
  /// the heading points from it to the place as far ahead. The start and the end are met.
  ///
  /// - Parameters:
  ///   - route: coordinates in order, at least two that differ, at most 1,000,000.
  ///   - distance, pitch: of the camera, metres and degrees.
  ///   - lookAhead: metres, above 0; about as much as the view should anticipate. The distance unless given.
  ///   - fieldOfView: degrees, vertical.
  /// - Throws: as ``init(through:limits:motion:)``; `DomainError` that names `route`, such as
  ///   `route[3].latitude`, or `lookAhead`.
  ///
  /// Cost: a waypoint for each look-ahead of the route, at most 20,000 of them.
  public static func following(
    _ route: [Coordinate], distance: Double, pitch: Double, lookAhead: Double? = nil,
    fieldOfView: Double = 30, limits: CameraLimits = CameraLimits(),
    motion: MotionLimits = .standard
  ) throws(FlightError) -> CameraPath {
    let smoothed = try asFlightError { () throws(DomainError) in
      try RouteCourse(route, lookAhead: lookAhead ?? distance)
    }
    let waypoints = smoothed.stations.map { station in
      CameraWaypoint(
        MapCamera(
          lookingAtCenter: station.coordinate, fromDistance: distance, pitch: pitch,
          heading: station.heading), fieldOfView: fieldOfView)
    }
    return try CameraPath(through: waypoints, limits: limits, motion: motion)
  }
}
