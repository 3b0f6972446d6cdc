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
  ///     limits of cameras are kept at 33 moments of the fading; of those of motion, what the new
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
    var search = Redirection(state: state, base: base, end: end, limits: own, motion: motion)
    return search.path()
  }
}
