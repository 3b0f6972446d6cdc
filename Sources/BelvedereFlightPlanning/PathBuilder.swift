import BelvedereCameraModel

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

  /// Adds a movement from where the path is.
  mutating func append(_ movement: SplineMovement) {
    legs += movement.legs.map { leg in
      var leg = leg
      leg.start += time
      return leg
    }
    for (segment, end) in zip(movement.segments, movement.ends) {
      camera = segment.end
      lens = segment.endLens
      frames.append(CameraKeyframe(time: time + end, camera: camera))
    }
    time += movement.duration
  }

  /// Adds segments, whose times are only those of a curve, in about the least time from rest to rest; `false`
  /// where nothing moves that is limited.
  mutating func append(
    _ segments: [CameraSpline.TimedSegment], within motion: MotionLimits
  ) -> Bool {
    guard let movement = PacedMovement(segments.flatMap(\.pieces), within: motion) else {
      return false
    }
    append(SplineMovement(segments, movement))
    return true
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
