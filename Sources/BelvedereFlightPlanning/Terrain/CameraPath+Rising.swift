import BelvedereCameraModel
import BelvedereGeodesy

extension CameraPath {
  /// The path raised evenly, its ends too, until a target is seen for a share of the time.
  ///
  /// Heights in even ratios are tried from small to great, and between the first that serves and the one before
  /// the least that serves is sought by halves, to a hundredth of the maximum's part. The eye is nowhere lower
  /// than it was, so that a clearance is kept.
  ///
  /// - Parameters:
  ///   - target: what is to be seen.
  ///   - share: the part of the duration, within [0, 1].
  ///   - ground: the ground, with obstacles if there are some.
  ///   - maximumLift: metres, above 0, at most 1e7.
  ///   - limits, motion: as in ``cleared(by:over:liftsEnds:limits:motion:maximumSteps:)``.
  /// - Throws: ``FlightError``: `hidden` with the greatest share that was found, `blocked` where a limit of
  ///   cameras excludes the raised camera, `domain` that names a field.
  public func rising(
    toSee target: SightTarget, for share: Double, over ground: any FlightGround,
    maximumLift: Double = 10_000, limits: CameraLimits = CameraLimits(),
    motion: MotionLimits = .standard
  ) throws(FlightError) -> SightedPath {
    guard share >= 0, share <= 1 else {
      throw .domain(DomainError(field: "share", value: share, allowed: "between 0 and 1"))
    }
    guard maximumLift > 0, maximumLift <= 1e7 else {
      throw .domain(
        DomainError(
          field: "maximumLift", value: maximumLift, allowed: "metres above 0, at most 1e7"))
    }
    try asFlightError { () throws(DomainError) in try motion.validate() }
    let allowed = motion.allowing(peaks(in: motion.limitsFlow ? motion.viewport : nil))
    func raised(by metres: Double) throws(FlightError) -> SightedPath {
      let path = metres > 0 ? raisedEvenly(by: metres) : self
      if let (time, reason) = path.breach(of: limits, raising: self) {
        let look = ClearanceBounds(path: path, ground: ground).look(at: time)
        throw .blocked(
          FlightObstruction(
            reason: reason, time: time, coordinate: look.below.coordinate, top: look.top,
            clearance: look.clearance - metres, wanted: look.clearance))
      }
      let slowing = max(
        allowed.stretch(path.peaks(in: motion.limitsFlow ? motion.viewport : nil)).factor, 1)
      let slowed = slowing > 1 ? path.slowed(by: slowing) : path
      let visibility = try asFlightError { () throws(DomainError) in
        try slowed.visibility(of: target, over: ground)
      }
      return SightedPath(path: slowed, visibility: visibility, lift: metres, slowing: slowing)
    }
    var found = try raised(by: 0)
    var greatest = found.visibility.share
    var low = 0.0
    for size in SightChange.evenRatios(to: maximumLift, from: maximumLift / 2000, count: 32)
    where found.visibility.share < share {
      low = found.lift
      found = try raised(by: size)
      greatest = max(greatest, found.visibility.share)
    }
    guard found.visibility.share >= share else {
      throw .hidden(share: greatest, wanted: share)
    }
    while found.lift - low > 0.01 * found.lift {
      let middle = try raised(by: (low + found.lift) / 2)
      if middle.visibility.share >= share { found = middle } else { low = middle.lift }
    }
    return found
  }

  /// The path with all eyes as much higher.
  private func raisedEvenly(by metres: Double) -> CameraPath {
    guard duration > 0, !legs.isEmpty else {
      return CameraPath(
        keyframes: keyframes.map {
          CameraKeyframe(time: $0.time, camera: $0.camera.raised(by: metres))
        }, legs: legs, duration: duration, restingLens: restingLens)
    }
    return raised(
      by: Lift(times: [0, duration], weights: [Double](repeating: metres, count: 4)))
  }
}
