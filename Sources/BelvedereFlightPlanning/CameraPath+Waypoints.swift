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
  /// Two waypoints so far apart that the way between them would take minutes, and more than four times as
  /// long as an optimal flight, are stops with that flight between them, which rises high above both. It takes the
  /// time that is asked for, a speed being its mean one over the ground, turns the heading the way that is asked
  /// for, and changes the field of view on its way.
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
    try self.init(through: waypoints, limits: limits, motion: motion, hasSmoothHeading: false)
  }

  /// - Parameter hasSmoothHeading: whether the heading may pass what it is at waypoints, where it is sampled from a
  ///   curve.
  init(
    through waypoints: [CameraWaypoint], limits: CameraLimits, motion: MotionLimits,
    hasSmoothHeading: Bool
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
    var builder = PathBuilder(start: waypoints[0])
    var run: [SplineSegment] = []
    for i in waypoints.indices {
      let waypoint = waypoints[i]
      func finish() throws(FlightError) {
        guard !run.isEmpty else { return }
        try builder.append(
          CameraSpline(
            segments: run, limits: limits, motion: motion, hasSmoothHeading: hasSmoothHeading),
          within: motion)
        run = []
      }
      if i > 0,
        let segment = SplineSegment(
          from: waypoints[i - 1], camera: run.last?.end ?? builder.camera, to: waypoint, index: i)
      {
        if !hasSmoothHeading, let flight = try segment.flight(to: waypoint, limits, motion) {
          try finish()
          builder.append(flight)
        } else {
          run.append(segment)
        }
      }
      let isStop = waypoint.isStop || waypoint.hold > 0 || i == waypoints.count - 1
      if isStop {
        try finish()
        builder.hold(for: waypoint.hold)
      }
    }
    self = builder.path
  }
}

/// Legs and keyframes one after another.
struct PathBuilder {
  private(set) var camera: MapCamera
  private var lens: Double
  private let startLens: Double
  private var time = 0.0
  private var legs: [PathLeg] = []
  private var frames: [CameraKeyframe]

  init(start: CameraWaypoint) {
    camera = start.camera
    lens = BelvedereFlightPlanning.lens(ofFieldOfView: start.fieldOfView)
    startLens = lens
    frames = [CameraKeyframe(time: 0, camera: camera)]
  }

  fileprivate mutating func append(
    _ spline: CameraSpline, within motion: MotionLimits
  ) throws(FlightError) {
    var timed = spline
    if spline.isFree {
      var curve = spline
      curve.shape()
      if let movement = PacedMovement(curve.pieces.flatMap(\.pieces), within: motion) {
        // One speed along the whole curve crawls where what moves changes from piece to piece, the more the shorter
        // one of them is; times of the pieces' own then take less.
        guard spline.mayTakeOwnTimes else { return append(curve.pieces, at: movement) }
        guard try timed.fit(within: movement.duration / 1.15) else {
          return append(curve.pieces, at: movement)
        }
      } else {
        try timed.fit()
      }
    } else {
      try timed.fit()
    }
    for segment in timed.pieces {
      for piece in segment.pieces {
        legs.append(PathLeg(curve: .piece(piece), start: time, duration: piece.duration))
        time += piece.duration
      }
      arrive(segment)
    }
  }

  /// Adds segments, whose times are only those of a curve, in about the least time from rest to rest; `false`
  /// where nothing moves that is limited.
  mutating func append(
    _ segments: [CameraSpline.TimedSegment], within motion: MotionLimits
  ) -> Bool {
    guard let movement = PacedMovement(segments.flatMap(\.pieces), within: motion) else {
      return false
    }
    append(segments, at: movement)
    return true
  }

  private mutating func append(
    _ segments: [CameraSpline.TimedSegment], at movement: PacedMovement
  ) {
    let start = time
    legs += movement.legs(after: start)
    var count = 0
    for segment in segments {
      count += segment.pieces.count
      time = start + movement.end(ofPieces: count)
      arrive(segment)
    }
  }

  /// Adds a path that begins where this one is.
  mutating func append(_ path: CameraPath) {
    for var leg in path.legs {
      leg.start += time
      legs.append(leg)
    }
    frames += path.keyframes.dropFirst().map {
      CameraKeyframe(time: time + $0.time, camera: $0.camera)
    }
    time += path.duration
    camera = path.keyframes[path.keyframes.count - 1].camera
    lens = path.endLens
  }

  private mutating func arrive(_ segment: CameraSpline.TimedSegment) {
    camera = segment.end
    lens = segment.endLens
    frames.append(CameraKeyframe(time: time, camera: camera))
  }

  mutating func hold(for seconds: Double) {
    guard seconds > 0 else { return }
    legs.append(
      PathLeg(
        curve: .piece(SplinePiece(still: camera, lens: lens, duration: seconds)), start: time,
        duration: seconds))
    time += seconds
    frames.append(CameraKeyframe(time: time, camera: camera))
  }

  var path: CameraPath {
    CameraPath(keyframes: frames, legs: legs, duration: time, restingLens: startLens)
  }
}
