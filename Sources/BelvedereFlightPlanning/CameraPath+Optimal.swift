import BelvedereCameraModel
import BelvedereGeodesy

extension CameraPath {
  /// The flight from one camera to another that seems shortest: along the geodesic, zooming out as far as
  /// panning is saved by it (``ZoomPan``), in one movement from rest to rest.
  ///
  /// Every camera of it keeps the limits. The greatest distance of a zoom range is followed where the
  /// flight would exceed it. The pitch changes evenly, and where that would exceed the pitch limit it falls
  /// on the climb and rises on the descent. Within a boundary the centre runs straight on the map,
  /// else on the geodesic of WGS 84. Where that leaves the flat map, around a pole, the centre takes the arc of
  /// a circle that touches the map's edge. The map bends sharply close to a pole: where the geodesic passes
  /// beyond 78° of latitude, and a circle farther away is much quicker, it takes that.
  ///
  /// The flight back is the same one, mirrored in time; but between nearly opposite places of exactly opposite latitudes,
  /// where two geodesics are equally long, it may take the other one.
  ///
  /// - Parameters:
  ///   - start, end: the ends; limits are applied to them first.
  ///   - fieldOfView: degrees, vertical, within [0.1, 179]: what is seen at a distance d is
  ///     2·d·tan(fieldOfView/2) wide.
  ///   - curvature: ρ of ``ZoomPan``, within [0.01, 100]: the greater, the higher.
  ///   - limits: what every camera keeps.
  ///   - motion: how fast it may move; the flight takes the least time that keeps it with even ramps of
  ///     speed. ``lasting(_:within:)`` makes it longer. Without any limit it takes a second.
  /// - Returns: the flight; `clamped` names what the limits changed at the ends.
  /// - Throws: `DomainError` where an end is outside its domain, and of `fieldOfView`, `curvature` and
  ///   `motion`.
  ///
  /// Accuracy: centres within 15 nm of the geodesic and 1e-12 of the way; the ends to the last bit.
  /// Velocity and acceleration are continuous.
  public static func optimal(
    from start: MapCamera, to end: MapCamera, fieldOfView: Double = 30,
    curvature: Double = 2.0.squareRoot(), limits: CameraLimits = CameraLimits(),
    motion: MotionLimits = .standard
  ) throws(DomainError) -> (path: CameraPath, clamped: [String]) {
    try optimal(
      from: start, to: end, turning: nil, fieldOfView: fieldOfView, curvature: curvature,
      limits: limits, motion: motion)
  }

  /// - Parameter turn: degrees by which the heading turns, to that of the end; `nil` for the shorter way.
  static func optimal(
    from start: MapCamera, to end: MapCamera, turning turn: Double?, fieldOfView: Double,
    curvature: Double = 2.0.squareRoot(), limits: CameraLimits, motion: MotionLimits
  ) throws(DomainError) -> (path: CameraPath, clamped: [String]) {
    try start.validate()
    try end.validate()
    try check(fieldOfView: fieldOfView)
    try motion.validate()
    let (clampedStart, clampedEnd) = (limits.clamp(start), limits.clamp(end))
    for camera in [start, end, clampedStart.camera, clampedEnd.camera]
    where camera.distance < 1e-6 {
      throw DomainError(
        field: "distance", value: camera.distance, allowed: "at least 1e-6 metres in a flight")
    }
    let course = try ZoomPanCourse(
      from: clampedStart.camera, to: clampedEnd.camera, fieldOfView: fieldOfView,
      curvature: curvature, limits: limits, turn: turn)
    return (
      CameraPath(along: course, within: motion),
      clampedStart.clamped + clampedEnd.clamped.filter { !clampedStart.clamped.contains($0) }
    )
  }

  /// A path along a course in the least time, with a keyframe where the greatest width begins and ends.
  init(along course: ZoomPanCourse, within motion: MotionLimits) {
    let lens = lens(ofFieldOfView: course.fieldOfView)
    guard !course.isStill, case (let course, let law?) = course.quickest(within: motion) else {
      self.init(
        keyframes: [CameraKeyframe(time: 0, camera: course.start)], legs: [], duration: 0,
        restingLens: lens)
      return
    }
    var frames = [CameraKeyframe(time: 0, camera: course.start)]
    if let apex = course.zoomPan.apex {
      let parts =
        apex.lowerBound == apex.upperBound
        ? [apex.lowerBound] : [apex.lowerBound, apex.upperBound]
      for part in parts {
        let time = law.time(at: part)
        // One that is hardly reached before the end, or left after the start, is that.
        let apart = 1e-3 * law.duration
        guard time > frames[frames.count - 1].time + apart, time < law.duration - apart else {
          continue
        }
        frames.append(
          CameraKeyframe(time: time, camera: course.camera(at: law.progress(at: time).part)))
      }
    }
    frames.append(CameraKeyframe(time: law.duration, camera: course.end))
    self.init(
      keyframes: frames,
      legs: [
        PathLeg(
          curve: .course(TimedCourse(course, law)), start: 0, duration: law.duration)
      ],
      duration: law.duration, restingLens: lens)
  }
}
