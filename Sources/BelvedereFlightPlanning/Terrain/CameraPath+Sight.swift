import BelvedereCameraModel
import BelvedereGeodesy

/// A path along which a target is seen for a share of the time, and what that took.
public struct SightedPath: Sendable, Hashable {
  /// The path.
  public var path: CameraPath
  /// When the target is seen along it.
  public var visibility: PathVisibility
  /// Metres by which it is raised at most; 0 where it is not raised.
  public var lift: Double
  /// Metres by which it steps aside at most, to the right above 0, to the left below.
  public var step = 0.0
  /// Degrees by which it turns around its centre at most, clockwise above 0.
  public var turn = 0.0
  /// By how much longer the path takes; at least 1.
  public var slowing: Double
  /// The part of its speed to which it slows down where the target is seen; 1 where it does not.
  public var lingeringSpeed = 1.0
}

extension CameraPath {
  /// The path with its eyes raised, over the moments in which a target is hidden, until it is seen for a
  /// share of the time.
  ///
  /// Of the ways to raise it that are tried the one that costs the least time is taken, and then raised no
  /// farther than the share asks for. Where that is quicker the path also lingers where the target is seen, at
  /// no less than a twentieth of its speed, and where raising would take half as long again it does that
  /// alone. The ends stay, and the eye is nowhere lower than it was, so that a
  /// clearance is kept. ``seeing(_:for:over:by:clearance:maximumDuration:limits:motion:)`` steps aside or turns around the
  /// centre instead.
  ///
  /// - Parameters:
  ///   - target: what is to be seen.
  ///   - share: the part of the duration, within [0, 1]. The ends stay, so that 1 asks for a target that is
  ///     seen from both.
  ///   - ground: the ground, with obstacles if there are some.
  ///   - maximumLift: metres, above 0.
  ///   - maximumDuration: seconds that the new path may take; `nil` for ten times those of this one, or a minute
  ///     more where that is longer.
  ///   - limits, motion: as in ``cleared(by:over:liftsEnds:limits:motion:maximumSteps:)``.
  /// - Throws: ``FlightError``: `hidden` with the greatest share for which a path was found, `tooSlow` where the
  ///   quickest that was found takes longer than it may, `blocked` where a limit
  ///   of cameras excludes the raised camera, `domain` that names a field.
  public func seeing(
    _ target: SightTarget, for share: Double, over ground: any FlightGround,
    maximumLift: Double = 10_000, maximumDuration: Double? = nil,
    limits: CameraLimits = CameraLimits(), motion: MotionLimits = .standard
  ) throws(FlightError) -> SightedPath {
    guard maximumLift > 0, maximumLift <= 1e7 else {
      throw .domain(
        DomainError(
          field: "maximumLift", value: maximumLift, allowed: "metres above 0, at most 1e7"))
    }
    return try seeing(
      target, for: share, over: ground, by: .raising, upTo: maximumLift, nil, maximumDuration,
      limits,
      motion)
  }

  /// The path led around what hides a target, until it is seen for a share of the time.
  ///
  /// Detours to the right and to the left are tried, from small and short ones to great and long ones; the
  /// one that costs the least time is taken, and made as small as the share allows; the path lingers as
  /// ``seeing(_:for:over:maximumLift:maximumDuration:limits:motion:)`` does. It goes there and back with continuous acceleration, and takes longer where the limits of motion ask for it. What
  /// the new path sees is proved as ``visibility(of:over:precision:)`` proves it. The ends stay.
  ///
  /// - Parameters:
  ///   - target: what is to be seen.
  ///   - share: the part of the duration, within [0, 1].
  ///   - ground: the ground, with obstacles if there are some.
  ///   - means: raising is ``seeing(_:for:over:maximumLift:maximumDuration:limits:motion:)``. Detours are at most 120° or
  ///     three times the camera's distance.
  ///   - clearance: metres that the eye keeps above what is right below it, proved, by raising it on its way
  ///     where need be; `nil` for whatever there is.
  ///   - maximumDuration: as in ``seeing(_:for:over:maximumLift:maximumDuration:limits:motion:)``.
  ///   - limits: a boundary, the zoom range and the pitch limit, which the detour keeps.
  ///   - motion: limits of motion.
  /// - Throws: ``FlightError``: `hidden` with the greatest share for which a path was found, `tooSlow` where the
  ///   quickest that was found takes longer than it may, `blocked` where no
  ///   detour that sees the target keeps the clearance, `domain` that names a field.
  ///
  /// Cost: some tenths of a second; more for targets of many places.
  public func seeing(
    _ target: SightTarget, for share: Double, over ground: any FlightGround, by means: SightMeans,
    clearance: Double? = nil, maximumDuration: Double? = nil,
    limits: CameraLimits = CameraLimits(), motion: MotionLimits = .standard
  ) throws(FlightError) -> SightedPath {
    // What is raised keeps the clearance that there was.
    try seeing(
      target, for: share, over: ground, by: means, upTo: 10_000,
      means == .raising ? nil : clearance, maximumDuration, limits, motion)
  }

  private func seeing(
    _ target: SightTarget, for share: Double, over ground: any FlightGround, by means: SightMeans,
    upTo maximumLift: Double, _ clearance: Double?, _ maximumDuration: Double?,
    _ limits: CameraLimits, _ motion: MotionLimits
  ) throws(FlightError) -> SightedPath {
    guard share >= 0, share <= 1 else {
      throw .domain(DomainError(field: "share", value: share, allowed: "between 0 and 1"))
    }
    let seen = try asFlightError { () throws(DomainError) in
      try motion.validate()
      return try visibility(of: target, over: ground)
    }
    if seen.share >= share {
      return SightedPath(path: self, visibility: seen, lift: 0, slowing: 1)
    }
    guard !legs.isEmpty else { throw .hidden(share: seen.share, wanted: share) }
    let allowed = maximumDuration ?? max(10 * duration, duration + 60)
    let proof = SightProof(
      path: self, target: target, ground: ground, clearance: clearance, limits: limits,
      motion: motion, share: share)
    var plan = SightPlan(
      proof, seen, changes: SightChange.changes(of: self, by: means, upTo: maximumLift))
    var found = try plan.path(lasting: allowed)
    // The search looks less closely.
    found.visibility = try asFlightError { () throws(DomainError) in
      try found.path.visibility(of: target, over: ground)
    }
    return found
  }
}
