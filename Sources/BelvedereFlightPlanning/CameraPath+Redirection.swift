import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension CameraPath {
  /// The path that leaves this one at a moment for a new goal, without a jump of camera, velocity or
  /// acceleration.
  ///
  /// It is the optimal flight from where the camera is, with the motion that the camera has fading out in
  /// its first seconds. Time 0 is the moment of the change.
  ///
  /// - Parameters:
  ///   - time: seconds of this path; held within it. NaN is its start.
  ///   - goal: the camera to end with; the limits are applied to it first.
  ///   - curvature, limits, motion: as in ``optimal(from:to:fieldOfView:curvature:limits:motion:)``. The
  ///     limits of cameras are kept at 65 moments of the fading; of those of motion, what the new
  ///     goal adds: the motion that there is at the beginning may exceed them.
  /// - Throws: as ``optimal(from:to:fieldOfView:curvature:limits:motion:)``.
  ///
  /// Accuracy: value, velocity and acceleration meet this path's within 1e-9 in the unit of each channel;
  /// held by `RedirectionTests`.
  public func redirected(
    at time: Double, to goal: MapCamera, curvature: Double = 2.0.squareRoot(),
    limits: CameraLimits = CameraLimits(), motion: MotionLimits = .standard
  ) throws(DomainError) -> CameraPath {
    let now = min(max(time, 0), duration)
    let moment = now.isNaN ? 0 : now
    var state = leg(at: moment)?.state(at: moment) ?? state(atEnd: true)
    state.camera = camera(at: moment)
    let fieldOfView = fieldOfView(ofLens: state.lens)
    try Self.check(fieldOfView: fieldOfView)
    // The start is where it is, whatever the limits: a jump is worse.
    try goal.validate()
    try motion.validate()
    let end = limits.clamp(goal).camera
    let from = state.camera
    var own = limits
    if !limits.allows(from) {
      own = CameraLimits(pitchLimit: .none)
    }
    let base = try CameraPath.optimal(
      from: from, to: end, fieldOfView: fieldOfView, curvature: curvature, limits: own,
      motion: motion
    ).path
    return Redirection(state: state, base: base, end: end, limits: own, motion: motion).path
  }
}

/// The search for how long the motion that there was fades, and how late the new flight sets out.
private struct Redirection {
  let state: PathState
  let base: CameraPath
  let end: MapCamera
  let limits: CameraLimits
  let motion: MotionLimits

  /// Seconds for which the new flight waits, and for which the motion fades, as they are tried.
  private static let delays = [0, 0.3, 0.7, 1.2, 2]
  private static let fades = [1.6, 2.4, 3.6, 1.0]

  /// The shortest path that keeps the limits of motion, or the one that exceeds them least.
  var path: CameraPath {
    let isMoving = state.first != Channels() || state.second != Channels()
    guard isMoving else { return base }
    var best: (factor: Double, path: CameraPath)?
    for delay in Self.delays {
      for seconds in Self.fades {
        // Some looks are enough to tell that another one was better; a limit of cameras makes it no slower.
        let even = self.path(delay: delay, fade: Channels(repeating: seconds))
        if let best, leastFactor(even, until: delay + seconds) >= max(best.factor, 1) { continue }
        let path = path(delay: delay, fade: seconds)
        // When all has faded the flight is the new one alone, which keeps the limits.
        let factor = motion.stretch(
          path.peaks(in: motion.limitsFlow ? motion.viewport : nil, until: delay + seconds)
        ).factor
        if factor < best?.factor ?? .infinity { best = (factor, path) }
        if factor <= 1 { return path }
      }
    }
    return best?.path ?? base
  }

  /// By what factor a path would have to be longer at least: the greatest of a few looks.
  private func leastFactor(_ path: CameraPath, until last: Double) -> Double {
    var peaks = MotionMeasures()
    let end = min(last, path.duration)
    for i in 0..<16 {
      let time = end * (Double(i) + 0.5) / 16
      guard let leg = path.leg(at: time) else { continue }
      peaks.formMaximum(MotionMeasures(leg.state(at: time), flowIn: nil))
    }
    return motion.stretch(peaks).factor
  }

  /// A path whose channels fade in so many seconds, or less where a limit of cameras asks for it.
  private func path(delay: Double, fade seconds: Double) -> CameraPath {
    var durations = Channels(repeating: seconds)
    var result = path(delay: delay, fade: durations)
    for _ in 0..<12 {
      let broken = broken(result, until: seconds)
      guard !broken.isEmpty else { break }
      for channel in broken { durations[channel] /= 2 }
      result = path(delay: delay, fade: durations)
    }
    return result
  }

  private func path(delay: Double, fade durations: Channels) -> CameraPath {
    var legs: [PathLeg] = []
    var length = 0.0
    func rest(at camera: MapCamera, for seconds: Double) {
      let still = SplinePiece(still: camera, lens: state.lens, duration: seconds)
      legs.append(PathLeg(curve: .piece(still), start: length, duration: seconds))
      length += seconds
    }
    if delay > 0 { rest(at: state.camera, for: delay) }
    for var leg in base.legs {
      leg.start += delay
      legs.append(leg)
    }
    length += base.duration
    // Where the goal is near the camera swings to it.
    let longest = durations.max()
    if longest > length { rest(at: end, for: longest - length) }
    let whole = CameraPath(
      keyframes: [
        CameraKeyframe(time: 0, camera: state.camera), CameraKeyframe(time: length, camera: end),
      ], legs: legs, duration: length, restingLens: state.lens)
    return CameraPath(
      keyframes: whole.keyframes, legs: whole.fading(from: state, over: durations),
      duration: length, restingLens: state.lens)
  }

  /// The channels that leave their domain or the limits while the fade lasts.
  private func broken(_ path: CameraPath, until seconds: Double) -> Set<Int> {
    var result: Set<Int> = []
    for i in 0...64 {
      let time = seconds * Double(i) / 64
      guard let leg = path.leg(at: time), !leg.fades.isEmpty else { continue }
      let (pitch, distance, south) = unheld(leg, at: time)
      if pitch < -1e-9 || pitch > limits.maximumPitch(atDistance: distance) + 1e-9 {
        result.insert(Channel.pitch)
        // A pitch that does not move is over the limit since the camera rises.
        if state.first[Channel.zoom] > 0 { result.insert(Channel.zoom) }
      }
      let range = limits.zoomRange
      if distance < (range?.minimumDistance ?? 1e-6) * (1 - 1e-12)
        || distance > (range?.maximumDistance ?? 1e9) * (1 + 1e-12)
      {
        result.insert(Channel.zoom)
      }
      let center = leg.camera(at: time).centerCoordinate
      if south < 0 || south > MapPoint.worldWidth
        || !(limits.boundary?.contains(center) ?? true)
      {
        result.formUnion([Channel.east, Channel.south])
      }
    }
    return result
  }

  /// Pitch, distance and map points south as the sums they are, before anything holds them.
  private func unheld(_ leg: PathLeg, at time: Double) -> (Double, Double, Double) {
    var bare = leg
    bare.changes = []
    let camera = bare.camera(at: time)
    var change = Channels()
    for fade in leg.fades { change += fade.change(after: time - leg.start) ?? Channels() }
    return (
      camera.pitch + change[Channel.pitch], camera.distance * exp(change[Channel.zoom]),
      MapPoint(camera.centerCoordinate).y + change[Channel.south]
    )
  }
}
