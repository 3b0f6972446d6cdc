import Belvedere

/// How a flight comes to see its target.
struct PlanSight {
  let command: PlanCommand
  let limits: CameraLimits
  let motion: MotionLimits

  /// The path from which a target is seen, by the first of the means that reaches it; raised with its ends where
  /// they may be, and where that is quicker.
  ///
  /// - Parameter duration: seconds that it may take, where they are asked for.
  func path(
    seeing target: SightTarget, for share: Double, along path: CameraPath,
    over ground: any FlightGround, lasting duration: Double?
  ) throws -> SightedPath {
    let mayRise = command.ground.raising.liftEnds
    let risen =
      mayRise ? risen(target, for: share, along: path, over: ground, lasting: duration) : nil
    // Nothing is quicker than what takes no longer.
    if let risen, risen.slowing <= 1 { return risen }
    var failure: (any Error)?
    for means in means {
      do throws(FlightError) {
        let found = try path.seeing(
          target, for: share, over: ground, by: means, clearance: command.ground.clearance,
          maximumDuration: duration, limits: limits, motion: motion)
        if let risen, risen.path.duration < found.path.duration { return risen }
        return found
      } catch {
        switch error {
        case .hidden, .blocked, .tooSlow: failure = failure ?? error
        default: throw error
        }
        if let risen { return risen }
      }
    }
    let reason = failure.map { "\($0)" } ?? "the target cannot be seen"
    // Advice is tried before it is given.
    let serves =
      !mayRise
      && self.risen(target, for: share, along: path, over: ground, lasting: duration) != nil
    throw CommandFailure(
      .failure,
      reason + (serves ? "; --lift-ends raises the first and the last camera, too" : ""))
  }

  private var means: [SightMeans] { (command.ground.seenBy ?? .raise).means }

  /// The path raised evenly; `nil` where it may not be, or not so long, or sees no more.
  private func risen(
    _ target: SightTarget, for share: Double, along path: CameraPath,
    over ground: any FlightGround, lasting duration: Double?
  ) -> SightedPath? {
    guard means.contains(.raising) else { return nil }
    let risen = try? path.rising(
      toSee: target, for: share, over: ground, limits: limits, motion: motion)
    return risen.flatMap { $0.path.duration <= duration ?? .infinity ? $0 : nil }
  }
}
