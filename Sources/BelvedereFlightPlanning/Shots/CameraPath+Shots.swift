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
    return try CameraPath(through: [start, goal], limits: limits, motion: motion)
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
    try asFlightError { () throws(DomainError) in
      try camera.validate()
      try end.validate()
    }
    let size = camera.distance * tan(fieldOfView * .pi / 360)
    let start = CameraWaypoint(camera, fieldOfView: fieldOfView)
    let goal = CameraWaypoint(end, fieldOfView: 2 * atan(size / distance) * 180 / .pi)
    return try CameraPath(through: [start, goal], limits: limits, motion: motion)
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
  /// the heading points from it to the place as far ahead, smoothed as well. The start and the end are met. Where a track
  /// is so noisy that the way still turns on the spot, the look-ahead is widened by quarters until it does not; where none
  /// helps the way leads from end to end.
  ///
  /// - Parameters:
  ///   - route: coordinates in order, at least two that differ, at most 1,000,000.
  ///   - distance, pitch: of the camera, metres and degrees.
  ///   - lookAhead: metres, at least a tenth of the distance; about as much as the view should anticipate. Unless
  ///     given the distance, and of small rounds a quarter of what they measure across. Over less, a spike or a turn back of the route would be a point at which the view turns round.
  ///   - fieldOfView: degrees, vertical.
  /// - Throws: as ``init(through:limits:motion:)``; `DomainError` that names `route`, such as
  ///   `route[3].latitude`, or `lookAhead`.
  ///
  /// Cost: four waypoints for each look-ahead of the route, at most 80,000 of them.
  public static func following(
    _ route: [Coordinate], distance: Double, pitch: Double, lookAhead: Double? = nil,
    fieldOfView: Double = 30, limits: CameraLimits = CameraLimits(),
    motion: MotionLimits = .standard
  ) throws(FlightError) -> CameraPath {
    let least = RouteCourse.leastLookAhead * distance
    guard !(lookAhead ?? distance < least * (1 - 1e-9)) else {
      throw .domain(
        DomainError(
          field: "lookAhead", value: lookAhead ?? distance,
          allowed: "metres from a tenth of the distance on, \(least)"))
    }
    /// The path over a look-ahead, and metres of the way.
    func path(
      _ lookAhead: Double, along route: [Coordinate]
    ) throws(FlightError) -> (path: CameraPath, length: Double) {
      let course = try asFlightError { () throws(DomainError) in
        try RouteCourse(route, lookAhead: lookAhead, distance: distance)
      }
      let waypoints = course.stations.map { station in
        CameraWaypoint(
          MapCamera(
            lookingAtCenter: station.coordinate, fromDistance: distance, pitch: pitch,
            heading: station.heading), fieldOfView: fieldOfView)
      }
      return (
        try CameraPath(through: waypoints, limits: limits, motion: motion, source: .route),
        course.length
      )
    }
    var ahead = lookAhead ?? RouteCourse.lookAhead(for: route, seenFrom: distance)
    for attempt in 0..<widenings {
      do throws(FlightError) {
        let (found, length) = try path(ahead, along: route)
        if found.duration <= patience.least + patience.each * length / distance { return found }
      } catch {
        // Smoothed over so much it may be no way at all.
        if case .domain = error, attempt > 0 { break }
        guard case .tooShort = error else { throw error }
      }
      ahead *= 1.25
    }
    // A track to and fro that is short against the look-ahead: what is left is the way between its ends.
    let ends = [route[0], route[route.count - 1]]
    func length(_ places: [Coordinate]) -> Double {
      zip(places, places.dropFirst()).reduce(0) { sum, pair in
        sum + ((try? Geodesic.wgs84.inverse(from: pair.0, to: pair.1).distance) ?? 0)
      }
    }
    try asFlightError { () throws(DomainError) in
      try RouteCourse.checkLeads(length(ends), alongRouteOf: length(route), seenFrom: distance)
    }
    return try path(ahead, along: ends).path
  }

  /// How often a look-ahead is widened, and the seconds beyond which it is: at least, and for each of the way's
  /// distances.
  private static let widenings = 8
  private static let patience = (least: 60.0, each: 30.0)
}
