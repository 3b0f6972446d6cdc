import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

/// A camera's way over the map as a value: a camera, and how it moves, at every moment.
///
/// A path is a function of time and of nothing else: it can be scrubbed, sampled, run backwards, cut,
/// slowed down and joined to another one, and the same moment always has the same camera. All paths are
/// continuous with velocity and acceleration, but where a function says otherwise, and at rest at the ends
/// of a plan.
///
/// ```swift
/// let path = try CameraPath.optimal(from: start, to: end).path
/// for i in 0...60 { draw(path.camera(at: path.duration * Double(i) / 60)) }
/// ```
///
/// The numbers between keyframes are sums, products and quotients of doubles, which are the same on every
/// machine; what turns them into degrees and metres (`exp`, `atan`, `sinh`, and the functions of
/// geodesics) is the C library's, so that machines with different ones may differ in the last digit.
///
/// Cost: some 100 ns a camera through waypoints, 400 ns along a geodesic; O(log n) of n waypoints.
public struct CameraPath: Sendable, Hashable {
  /// The cameras that were planned, at increasing times, the first at 0; at least one.
  public let keyframes: [CameraKeyframe]
  /// Seconds from the first keyframe to the last.
  public let duration: Double
  /// One after another without a gap; none where nothing lasts.
  let legs: [PathLeg]
  /// The lens of a path without legs.
  let restingLens: Double

  init(keyframes: [CameraKeyframe], legs: [PathLeg], duration: Double, restingLens: Double) {
    self.keyframes = keyframes
    self.legs = legs
    self.duration = legs.isEmpty ? 0 : duration
    self.restingLens = restingLens
  }

  /// A camera that rests.
  ///
  /// - Parameters:
  ///   - camera: where.
  ///   - fieldOfView: degrees, vertical, within [0.1, 179].
  ///   - duration: seconds, 0 to 1e9.
  /// - Throws: `DomainError` that names the field.
  public init(
    resting camera: MapCamera, fieldOfView: Double = 30, duration: Double = 0
  ) throws(DomainError) {
    try camera.validate()
    try Self.check(fieldOfView: fieldOfView)
    guard duration >= 0, duration <= 1e9 else {
      throw DomainError(field: "duration", value: duration, allowed: "seconds from 0 to 1e9")
    }
    let lens = lens(ofFieldOfView: fieldOfView)
    var frames = [CameraKeyframe(time: 0, camera: camera)]
    var legs: [PathLeg] = []
    if duration > 0 {
      frames.append(CameraKeyframe(time: duration, camera: camera))
      let piece = SplinePiece(still: camera, lens: lens, duration: duration)
      legs.append(PathLeg(curve: .piece(piece), start: 0, duration: duration))
    }
    self.init(keyframes: frames, legs: legs, duration: duration, restingLens: lens)
  }

  static func check(fieldOfView: Double) throws(DomainError) {
    guard fieldOfView >= 0.1, fieldOfView <= 179 else {
      throw DomainError(
        field: "fieldOfView", value: fieldOfView, allowed: "between 0.1 and 179 degrees")
    }
  }

  /// The camera at a moment; before the start the first, after the end the last.
  ///
  /// Keyframes are met to the last bit.
  ///
  /// - Parameter time: seconds; NaN gives the first camera.
  public func camera(at time: Double) -> MapCamera {
    keyframe(at: time) ?? leg(at: time)?.camera(at: time) ?? keyframes[0].camera
  }

  /// The camera at a moment with its field of view, velocity and acceleration; those of rest before the
  /// start and after the end.
  ///
  /// - Parameter time: seconds; NaN gives the first camera.
  public func motion(at time: Double) -> CameraMotion {
    guard time >= 0, time <= duration, let state = leg(at: time)?.state(at: time)
    else {
      let isOver = time > duration
      return CameraMotion(
        PathState(
          camera: (isOver ? keyframes[keyframes.count - 1] : keyframes[0]).camera,
          lens: isOver ? endLens : startLens))
    }
    var exact = state
    if let camera = keyframe(at: time) { exact.camera = camera }
    return CameraMotion(exact)
  }

  /// Cameras evenly spaced in time, the first and the last being the path's ends.
  ///
  /// - Parameter count: how many steps, at least 1; one camera more than that is returned.
  public func samples(_ count: Int) -> [MapCamera] {
    let steps = max(count, 1)
    return (0...steps).map { i in
      i == steps
        ? keyframes[keyframes.count - 1].camera
        : camera(at: duration * Double(i) / Double(steps))
    }
  }

  var startLens: Double { legs.first?.state(at: 0).lens ?? restingLens }
  var endLens: Double { legs.last?.state(at: duration).lens ?? restingLens }

  /// The keyframe's camera at a moment that is one, at and beyond the ends that of the end.
  private func keyframe(at time: Double) -> MapCamera? {
    guard time > 0 else { return keyframes[0].camera }
    guard time < duration else { return keyframes[keyframes.count - 1].camera }
    let next = keyframes.partitioningIndex { $0.time >= time }
    guard next < keyframes.count, keyframes[next].time == time else { return nil }
    return keyframes[next].camera
  }

  /// The leg at a moment; at a joint the later one.
  func leg(at time: Double) -> PathLeg? {
    let next = legs.partitioningIndex { $0.start > time }
    return next > 0 ? legs[next - 1] : legs.first
  }
}
