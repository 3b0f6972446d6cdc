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
}

extension CameraPath {
  /// The path with its eyes raised, over the moments in which a target is hidden, until it is seen for a
  /// share of the time.
  ///
  /// What is cheapest is seen first: of the moments at which the target is hidden those are left hidden that
  /// need the highest lift, as long as the share is reached. Raising is that of
  /// ``cleared(by:over:liftsEnds:limits:motion:maximumSteps:)``, so that a clearance is kept.
  ///
  /// ``seeing(_:for:over:by:clearance:limits:motion:)`` steps aside or turns around the centre instead.
  ///
  /// - Parameters:
  ///   - target: what is to be seen.
  ///   - share: the part of the duration, within [0, 1]. The ends stay, so that 1 asks for a target that is
  ///     seen from both.
  ///   - ground: the ground, with obstacles if there are some.
  ///   - maximumLift: metres, above 0.
  ///   - limits, motion: as there.
  /// - Throws: ``FlightError``: `hidden` with the greatest share that was reached, `blocked` where a limit
  ///   of cameras excludes the raised camera, `domain` that names a field.
  public func seeing(
    _ target: SightTarget, for share: Double, over ground: any FlightGround,
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
    let seen = try asFlightError { () throws(DomainError) in
      try motion.validate()
      return try visibility(of: target, over: ground)
    }
    var best = SightedPath(path: self, visibility: seen, lift: 0, slowing: 1)
    guard seen.share < share, !legs.isEmpty else {
      if seen.share < share { throw .hidden(share: seen.share, wanted: share) }
      return best
    }
    let full = hiddenDemand(target, seen, over: ground, maximumLift)
    let heights = full.stretches.map(\.metres).filter { $0 > 0 }.sorted()
    var breach: FlightObstruction?
    // The lowest cap on the lift that serves.
    for part in [0.25, 0.5, 0.75, 0.9, 1] where !heights.isEmpty {
      let last = heights.count - 1
      let cap = heights[Int(clamping: Double(last) * part, in: 0...last)]
      var demand = full
      for i in demand.stretches.indices where demand.stretches[i].metres > cap {
        demand.stretches[i].metres = 0
      }
      let (path, lift, slowing) = raised(by: demand, liftsEnds: false, motion: motion)
      if let (time, reason) = path.breach(of: limits, raising: self) {
        let look = ClearanceBounds(path: self, ground: ground).look(at: time)
        breach = FlightObstruction(
          reason: reason, time: time, coordinate: look.below.coordinate, top: look.top,
          clearance: look.clearance, wanted: look.clearance + lift)
        break
      }
      let visibility = try asFlightError { () throws(DomainError) in
        try path.visibility(of: target, over: ground)
      }
      if visibility.share > best.visibility.share {
        best = SightedPath(path: path, visibility: visibility, lift: lift, slowing: slowing)
      }
      if visibility.share >= share { break }
    }
    guard best.visibility.share >= share else {
      if let breach { throw .blocked(breach) }
      throw .hidden(share: best.visibility.share, wanted: share)
    }
    if best.slowing > 1 {
      best.path = best.path.slowed(by: best.slowing)
      for i in best.visibility.intervals.indices {
        best.visibility.intervals[i].begin *= best.slowing
        best.visibility.intervals[i].end *= best.slowing
      }
    }
    return best
  }

  /// The least lifts at which the target is seen, at moments of the stretches in which it is hidden.
  private func hiddenDemand(
    _ target: SightTarget, _ seen: PathVisibility, over ground: any FlightGround,
    _ maximumLift: Double
  ) -> LiftDemand {
    let lines = SightLines(ground, target)
    var demand = LiftDemand(duration: duration)
    var hidden: [(Double, Double)] = []
    var last = 0.0
    for interval in seen.intervals {
      hidden.append((last, interval.begin))
      last = interval.end
    }
    hidden.append((last, duration))
    // At the ends nothing can be raised yet.
    let edge = min(0.02 * duration, 0.5)
    for (begin, end) in hidden {
      let (begin, end) = (max(begin, edge), min(end, duration - edge))
      guard end > begin else { continue }
      let count = Int(clamping: ((end - begin) / duration * 200).rounded(.up), in: 4...200)
      var lifts = (0...count).map { i in
        lift(
          at: begin + (end - begin) * (Double(i) / Double(count)), to: lines, over: ground,
          maximumLift)
      }
      // Between two moments the higher lift, and a little more for what lies between them.
      lifts = lifts.map { $0.isFinite ? $0 * 1.03 + 0.1 : 0 }
      for i in 0..<count {
        let step = (end - begin) / Double(count)
        demand.stretches.append(
          LiftDemand.Stretch(
            begin: begin + step * Double(i), end: begin + step * Double(i + 1),
            metres: max(lifts[i], lifts[i + 1])))
      }
    }
    return demand
  }

  /// The least lift at a moment at which the target is seen, within 1 %; infinite where none is.
  private func lift(
    at time: Double, to lines: SightLines, over ground: any FlightGround, _ most: Double
  ) -> Double {
    let camera = camera(at: time)
    let center = ground.elevation(at: MapPoint(camera.centerCoordinate))
    func isSeen(_ lift: Double) -> Bool {
      let eye = camera.eye(above: center + lift)
      return lines.answer(
        from: SightLines.Eyes(
          x: Interval(eye.below.x), y: Interval(eye.below.y), z: Interval(eye.elevation))) == .seen
    }
    guard !isSeen(0) else { return 0 }
    var (low, high) = (0.0, min(1.0, most))
    while !isSeen(high) {
      guard high < most else { return .infinity }
      (low, high) = (high, min(high * 2, most))
    }
    while high - low > 0.01 * high {
      let middle = (low + high) / 2
      if isSeen(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
