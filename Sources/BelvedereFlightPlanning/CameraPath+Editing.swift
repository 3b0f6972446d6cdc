import BelvedereCameraModel
import BelvedereGeodesy

extension CameraPath {
  /// The path run backwards: its camera at a time is this one's at the duration less that time.
  public func reversed() -> CameraPath {
    CameraPath(
      keyframes: keyframes.reversed().map {
        CameraKeyframe(time: max(duration - $0.time, 0), camera: $0.camera)
      },
      legs: legs.reversed().map { $0.reversed(in: duration) }, duration: duration,
      restingLens: restingLens)
  }

  /// The part of the path within an interval of its time; it begins at time 0.
  ///
  /// Its ends are keyframes; there it moves as this path does.
  ///
  /// - Parameter interval: seconds; what lies outside of the path is left out.
  /// - Throws: `DomainError` that names `interval` where nothing of the path lies in it.
  public func trimmed(to interval: ClosedRange<Double>) throws(DomainError) -> CameraPath {
    let begin = max(interval.lowerBound, 0)
    let end = min(interval.upperBound, duration)
    guard begin <= end else {
      throw DomainError(
        field: "interval", value: "\(interval.lowerBound)...\(interval.upperBound)",
        allowed: "an interval that meets the path's, 0...\(duration)")
    }
    let length = end - begin
    guard length > 0 else {
      return CameraPath(
        keyframes: [CameraKeyframe(time: 0, camera: camera(at: begin))], legs: [], duration: 0,
        restingLens: leg(at: begin)?.state(at: begin).lens ?? restingLens)
    }
    let inner = keyframes.filter { $0.time > begin && $0.time < end }.map {
      CameraKeyframe(time: $0.time - begin, camera: $0.camera)
    }.filter { $0.time > 0 && $0.time < length }
    return CameraPath(
      keyframes: [CameraKeyframe(time: 0, camera: camera(at: begin))] + inner
        + [CameraKeyframe(time: length, camera: camera(at: end))],
      legs: legs.compactMap { $0.trimmed(to: begin...end) }, duration: length,
      restingLens: restingLens)
  }

  /// The path at another speed: all times are multiplied so that it lasts so long.
  ///
  /// - Parameter duration: seconds, above 0 and at most 1e9; a path that lasts no time stays so.
  /// - Throws: `DomainError` that names `duration`.
  public func retimed(to duration: Double) throws(DomainError) -> CameraPath {
    guard duration > 0, duration <= 1e9 else {
      throw DomainError(
        field: "duration", value: duration, allowed: "seconds above 0, at most 1e9")
    }
    guard self.duration > 0 else { return self }
    return slowed(by: duration / self.duration)
  }

  func slowed(by factor: Double) -> CameraPath {
    CameraPath(
      keyframes: keyframes.map { CameraKeyframe(time: $0.time * factor, camera: $0.camera) },
      legs: legs.map { $0.slowed(by: factor) }, duration: duration * factor,
      restingLens: restingLens)
  }

  /// The path at the greatest speed that keeps limits.
  ///
  /// - Throws: `DomainError` of ``MotionLimits/validate()``.
  public func retimed(within limits: MotionLimits) throws(DomainError) -> CameraPath {
    let least = try leastDuration(within: limits).seconds
    guard duration > 0, least > 0 else { return self }
    return try retimed(to: max(least, 1e-9))
  }

  /// The path at the speed at which it lasts so long, within limits.
  ///
  /// - Parameters:
  ///   - duration: seconds, above 0 and at most 1e9.
  ///   - limits: what must be kept.
  /// - Throws: ``FlightError/tooShort(requested:least:limit:waypoint:)`` where the duration is less than
  ///   the least that the limits allow; it names the limit that binds and the least duration.
  public func lasting(
    _ duration: Double, within limits: MotionLimits
  ) throws(FlightError) -> CameraPath {
    let path = try asFlightError { () throws(DomainError) in try retimed(to: duration) }
    let least = try asFlightError { () throws(DomainError) in try leastDuration(within: limits) }
    // What was offered as the least is taken.
    if let limit = least.bindingLimit, duration < least.seconds * (1 - 1e-9) {
      throw .tooShort(requested: duration, least: least.seconds, limit: limit, waypoint: nil)
    }
    return path
  }

  /// This path and another one after it.
  ///
  /// - Parameters:
  ///   - next: begins where this one ends.
  ///   - blend: seconds, above 0 and at most the other's duration, over which what differs at the joint
  ///     in value, velocity and acceleration fades out of the other path. Without it values must meet, within
  ///     1e-9 of degrees and of the distance, and velocities may jump. A blend follows no limits of cameras.
  /// - Throws: ``FlightError/gap(field:end:start:)`` where the paths do not meet and no blend is asked for,
  ///   or `DomainError` that names `blend`.
  public func concatenated(
    with next: CameraPath, blend: Double? = nil
  ) throws(FlightError) -> CameraPath {
    let (end, start) = (keyframes[keyframes.count - 1].camera, next.keyframes[0].camera)
    var tail = next.legs
    if let blend {
      guard blend > 0, blend <= next.duration else {
        throw .domain(
          DomainError(
            field: "blend", value: blend,
            allowed: "seconds above 0, at most the second path's \(next.duration)"))
      }
      tail = next.fading(
        from: state(atEnd: true), over: Channels(repeating: blend))
    } else if let gap = Self.gap(from: end, to: start, lenses: (endLens, next.startLens)) {
      throw gap
    }
    let shifted = tail.map { leg in
      var leg = leg
      leg.start += duration
      return leg
    }
    let frames = next.keyframes.dropFirst().map {
      let time = $0.time
      let isBlended = blend.map { time < $0 } ?? false
      return CameraKeyframe(
        time: duration + time,
        camera: isBlended
          ? (CameraPath(
            keyframes: next.keyframes, legs: tail, duration: next.duration,
            restingLens: next.restingLens
          ).leg(at: time)?.camera(at: time) ?? $0.camera) : $0.camera)
    }
    // A path without time gives its place to the other's start.
    return CameraPath(
      keyframes: keyframes + frames.filter { $0.time > duration }, legs: legs + shifted,
      duration: duration + next.duration,
      restingLens: legs.isEmpty ? next.restingLens : restingLens)
  }

  /// The state at an end.
  func state(atEnd isEnd: Bool) -> PathState {
    let time = isEnd ? duration : 0
    var state =
      (isEnd ? legs.last : legs.first)?.state(at: time)
      ?? PathState(camera: keyframes[0].camera, lens: restingLens)
    state.camera = isEnd ? keyframes[keyframes.count - 1].camera : keyframes[0].camera
    return state
  }

  /// The legs of this path with what differs from a state at their start fading out.
  ///
  /// - Parameter durations: seconds for each channel.
  func fading(from state: PathState, over durations: Channels) -> [PathLeg] {
    let fade = fade(from: state, over: durations)
    let end = durations.max()
    return legs.map { leg in
      guard leg.start < end else { return leg }
      return leg.fading(fade)
    }
  }

  /// What differs from a state at the start.
  func fade(from state: PathState, over durations: Channels) -> Fade {
    let own = self.state(atEnd: false)
    var difference = own.camera.change(to: state.camera)
    difference[Channel.lens] = state.lens - own.lens
    return Fade(
      difference: difference,
      tangent: Tangent(
        velocity: state.first - own.first, acceleration: state.second - own.second),
      durations: durations)
  }

  /// What keeps a path that starts with a camera from following one that ends with another.
  private static func gap(
    from end: MapCamera, to start: MapCamera, lenses: (Double, Double)
  ) -> FlightError? {
    let change = end.change(to: start)
    let (p, q) = (end.centerCoordinate, start.centerCoordinate)
    if abs(p.latitude - q.latitude) > 1e-9 {
      return .gap(field: "latitude", end: p.latitude, start: q.latitude)
    }
    if abs(change[Channel.east]) > 1e-9 * MapPoint.worldWidth / 360 {
      return .gap(field: "longitude", end: p.longitude, start: q.longitude)
    }
    if abs(change[Channel.zoom]) > 1e-9 {
      return .gap(field: "distance", end: end.distance, start: start.distance)
    }
    if abs(change[Channel.pitch]) > 1e-9 {
      return .gap(field: "pitch", end: end.pitch, start: start.pitch)
    }
    if abs(change[Channel.heading]) > 1e-9 {
      return .gap(field: "heading", end: end.heading, start: start.heading)
    }
    if abs(lenses.0 - lenses.1) > 1e-9 {
      return .gap(
        field: "fieldOfView", end: fieldOfView(ofLens: lenses.0),
        start: fieldOfView(ofLens: lenses.1))
    }
    return nil
  }
}
