import BelvedereCameraModel
import BelvedereGeodesy

extension CameraPath {
  /// A moment at which a raised camera breaks a limit that the camera below it keeps; `nil` proves that
  /// there is none.
  ///
  /// Stretches of time are halved until bounds of all their cameras keep the limits, or a camera is found
  /// that does not. What neither succeeds for is `unproved`.
  ///
  /// - Parameter base: the path before it was raised, with the same legs.
  func breach(
    of limits: CameraLimits, raising base: CameraPath
  ) -> (time: Double, reason: FlightObstruction.Reason)? {
    var steps = 0
    for (leg, below) in zip(legs, base.legs) {
      guard case .lift(let lift)? = leg.changes.last, leg.changes.count > below.changes.count
      else { continue }
      var open = [(begin: leg.start, end: leg.start + leg.duration)]
      while let (begin, end) = open.popLast() {
        let times = Interval(
          between: lift.clock.time(after: begin - leg.start),
          and: lift.clock.time(after: end - leg.start))
        if lift.bounds(over: times).high <= 0 { continue }
        let box = leg.box(from: begin, to: end)
        if keeps(limits, box) || limits.excludes(below.box(from: begin, to: end)) { continue }
        let middle = begin + (end - begin) / 2
        if let reason = limits.breach(leg.camera(at: middle), raising: below.camera(at: middle)) {
          return (middle, reason)
        }
        steps += 1
        guard steps < 200_000, end - begin > 1e-9 * duration else { return (middle, .unproved) }
        open.append((begin, middle))
        open.append((middle, end))
      }
    }
    return nil
  }

  /// A greatest distance, in whole metres, with which the path breaks no limit; `nil` where another one is broken.
  ///
  /// - Parameter base: as of ``breach(of:raising:)``.
  func farEnough(for limits: CameraLimits, raising base: CameraPath) -> Double? {
    let steps = 64
    let farthest = legs.reduce(0.0) { most, leg in
      (0..<steps).reduce(most) { most, i in
        let times = (i...i + 1).map { leg.start + leg.duration * (Double($0) / Double(steps)) }
        return max(most, leg.box(from: times[0], to: times[1]).distance.high)
      }
    }
    var wider = limits
    wider.zoomRange = try? CameraZoomRange(
      minimumDistance: limits.zoomRange?.minimumDistance, maximumDistance: farthest.rounded(.up))
    return breach(of: wider, raising: base) == nil ? wider.zoomRange?.maximumDistance : nil
  }

  private func keeps(_ limits: CameraLimits, _ box: CameraBox) -> Bool {
    if let farthest = limits.zoomRange?.maximumDistance, box.distance.high > farthest * (1 + 1e-9) {
      return false
    }
    // The limit falls with the distance.
    return box.pitch.high <= limits.maximumPitch(atDistance: box.distance.high) + 1e-3
  }
}

extension CameraLimits {
  /// Whether the cameras of a box break the pitch limit before they are raised, all of them.
  fileprivate func excludes(_ box: CameraBox) -> Bool {
    box.pitch.low > maximumPitch(atDistance: box.distance.low) + 1e-6
      && zoomRange?.maximumDistance == nil
  }

  /// What a raised camera breaks that the camera below it keeps.
  fileprivate func breach(
    _ camera: MapCamera, raising below: MapCamera
  ) -> FlightObstruction.Reason? {
    guard camera != below else { return nil }
    if let farthest = zoomRange?.maximumDistance, camera.distance > farthest * (1 + 1e-9),
      camera.distance > below.distance * (1 + 1e-12)
    {
      return .zoomRange
    }
    if camera.pitch > maximumPitch(atDistance: camera.distance) + 1e-3,
      below.pitch <= maximumPitch(atDistance: below.distance) + 1e-6
    {
      return .pitchLimit
    }
    return nil
  }
}
