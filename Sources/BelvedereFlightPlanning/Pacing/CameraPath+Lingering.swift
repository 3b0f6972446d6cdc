extension CameraPath {
  /// The path slowed in some stretches of its time, so that they are a share of it.
  ///
  /// Within each stretch the speed falls to a part of what it was, the same in all, and comes back to it before the
  /// stretch ends. Velocity and acceleration stay continuous.
  ///
  /// - Parameters:
  ///   - stretches: in order of time.
  ///   - share: below 1.
  ///   - ramp: seconds over which the speed falls, less in short stretches.
  ///   - least: the least part of the speed.
  /// - Returns: the path and the part of the speed; `nil` where the least part of the speed is too much.
  func lingering(
    in stretches: [PathVisibility.Interval], for share: Double, ramp: Double, downTo least: Double
  ) -> (path: CameraPath, speed: Double)? {
    func part(_ plan: [Pace]) -> Double {
      let whole = plan.reduce(0) { $0 + $1.duration }
      return 1 - (duration - stretches.reduce(0) { $0 + ($1.end - $1.begin) }) / whole
    }
    func plan(_ speed: Double) -> [Pace] { paces(in: stretches, at: speed, ramp: ramp) }
    guard part(plan(least)) >= share else { return nil }
    var (low, high) = (least, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if part(plan(middle)) >= share { low = middle } else { high = middle }
    }
    return (followed(at: plan(low)), low)
  }

  /// One pace after another: even, and slower in some stretches of time.
  private func paces(
    in stretches: [PathVisibility.Interval], at speed: Double, ramp: Double
  ) -> [Pace] {
    var paces: [Pace] = []
    var last = 0.0
    func add(to end: Double, _ before: Double, _ after: Double) {
      // Less would be lost in rounding.
      guard end - last > 1e-9 * duration else { return }
      paces.append(
        Pace(from: last, speed: before, acceleration: 0, to: end, speed: after, acceleration: 0))
      last = end
    }
    for stretch in stretches {
      let length = min(ramp, 0.4 * (stretch.end - stretch.begin))
      guard length > 1e-6 * duration else { continue }
      // At the path's ends nothing moves.
      let (isFirst, isLast) = (stretch.begin <= 0, stretch.end >= duration)
      add(to: stretch.begin, 1, 1)
      if !isFirst { add(to: stretch.begin + length, 1, speed) }
      add(to: isLast ? duration : stretch.end - length, speed, speed)
      if !isLast { add(to: stretch.end, speed, 1) }
    }
    add(to: duration, 1, 1)
    return paces
  }

  /// The path at paces that together cover its time.
  private func followed(at paces: [Pace]) -> CameraPath {
    var legs: [PathLeg] = []
    var frames = [keyframes[0]]
    var open = keyframes.dropFirst()
    var time = 0.0
    for pace in paces {
      let covered = pace.covered
      // A keyframe at the last moment is the next pace's, or the path's end.
      while let frame = open.first, frame.time < covered.upperBound {
        frames.append(
          CameraKeyframe(time: time + pace.time(at: frame.time), camera: frame.camera))
        open.removeFirst()
      }
      let first = max(self.legs.partitioningIndex { $0.start > covered.lowerBound } - 1, 0)
      var begin = 0.0
      for leg in self.legs[first...] where leg.start < covered.upperBound {
        let next = leg.start + leg.duration
        let end = next < covered.upperBound ? pace.time(at: next) : pace.duration
        guard end > begin else { continue }
        legs.append(
          PathLeg(
            curve: .lingering(LingeringLeg(leg: leg, pace: pace)), start: time + begin,
            duration: end - begin, clock: LegClock(origin: begin)))
        begin = end
      }
      time += pace.duration
    }
    frames.append(CameraKeyframe(time: time, camera: keyframes[keyframes.count - 1].camera))
    return CameraPath(keyframes: frames, legs: legs, duration: time, restingLens: restingLens)
  }
}
