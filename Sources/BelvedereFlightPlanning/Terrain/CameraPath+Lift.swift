import BelvedereCameraModel
import BelvedereGeodesy

/// A path that keeps a clearance, and what that took.
public struct ClearedPath: Sendable, Hashable {
  /// The path.
  public var path: CameraPath
  /// Metres by which it is raised at most; 0 where it kept the clearance as it was.
  public var lift: Double
  /// Metres that the old path lacked at the worst moment that was looked at; no lift can be less.
  public var needed: Double
  /// By how much longer the path takes, so that raising keeps the limits of motion; at least 1.
  public var slowing: Double
}

extension CameraPath {
  /// The path with its eyes raised as far as a clearance asks for, for all times: proved before it starts.
  ///
  /// The eye rises straight up while the camera keeps looking at its centre, so that it goes away and tilts
  /// less. Value, velocity and acceleration stay continuous, and the ends stay as they are. The
  /// lift is a spline whose weights are upper bounds of what is needed around them: it is nowhere less
  /// than what is needed there, and nowhere more than what is needed somewhere near. A path that keeps the
  /// clearance is returned as it is.
  ///
  /// - Parameters:
  ///   - wanted: metres above what is right below the eye, within ±1e6.
  ///   - ground: the ground, with obstacles if there are some.
  ///   - liftsEnds: whether the first and the last camera may be raised too.
  ///   - limits: the zoom range and the pitch limit that raised cameras keep, for all times: proved by bounds,
  ///     within 0.001° of pitch and 1e-9 of the distance. Raising changes no centre.
  ///   - motion: limits of motion; where raising exceeds them the whole path takes longer.
  ///   - maximumSteps: how often a stretch of time is halved at most.
  /// - Throws: ``FlightError``: `blocked` where the clearance cannot be kept, with the place; `domain` that
  ///   names `clearance` or a limit of motion.
  ///
  /// Accuracy: the clearance is kept within 1 mm; ``ClearedPath/lift`` is at most 1.15 times
  /// ``ClearedPath/needed``; held by `ClearanceTests`.
  public func cleared(
    by wanted: Double, over ground: any FlightGround, liftsEnds: Bool = false,
    limits: CameraLimits = CameraLimits(), motion: MotionLimits = .standard,
    maximumSteps: Int = 100_000
  ) throws(FlightError) -> ClearedPath {
    guard abs(wanted) <= 1e6 else {
      throw .domain(
        DomainError(field: "clearance", value: wanted, allowed: "metres within ±1e6"))
    }
    try asFlightError { () throws(DomainError) in try motion.validate() }
    let bounds = ClearanceBounds(path: self, ground: ground)
    func obstruction(
      _ reason: FlightObstruction.Reason, _ look: ClearanceBounds.Look,
      farEnough: Double? = nil
    ) -> FlightError {
      .blocked(
        FlightObstruction(
          reason: reason, time: look.time, coordinate: look.below.coordinate, top: look.top,
          clearance: look.clearance, wanted: wanted, distance: farEnough))
    }
    if !liftsEnds || legs.isEmpty {
      for (time, reason) in [(0, FlightObstruction.Reason.start), (duration, .end)] {
        let look = bounds.look(at: time)
        guard look.clearance < wanted - LiftNeed.tolerance else { continue }
        if legs.isEmpty, liftsEnds { return raisedAtRest(by: wanted - look.clearance) }
        throw obstruction(reason, look)
      }
    }
    let asIs = ClearedPath(path: self, lift: 0, needed: 0, slowing: 1)
    guard !legs.isEmpty else { return asIs }
    let span = liftSpan
    let need = LiftNeed(
      bounds, wanted: wanted, zone: liftsEnds ? 0 : 3 * span, maximumSteps: maximumSteps)
    let demand = need.demand
    guard demand.most > LiftNeed.tolerance else { return asIs }
    // Bounds that came not near enough would raise by more than is needed.
    guard demand.most <= 1.15 * need.found + LiftNeed.tolerance else {
      let worst = demand.stretches.max { $0.metres < $1.metres }
      var look = bounds.look(at: (worst.map { ($0.begin + $0.end) / 2 }) ?? 0)
      look.clearance = wanted - demand.most
      throw obstruction(.unproved, look)
    }
    let calm = demand.calm
    let least = duration * 1e-7
    if !liftsEnds, calm.start < least { throw obstruction(.start, bounds.look(at: least)) }
    if !liftsEnds, calm.end < least { throw obstruction(.end, bounds.look(at: duration - least)) }
    guard let made = raised(by: demand, liftsEnds: liftsEnds, motion: motion) else {
      throw obstruction(.unproved, need.worst)
    }
    var path = made.path
    if let (time, reason) = path.breach(of: limits, raising: self) {
      guard reason == .zoomRange else { throw obstruction(reason, bounds.look(at: time)) }
      throw obstruction(reason, need.worst, farEnough: path.farEnough(for: limits, raising: self))
    }
    if made.slowing > 1 { path = path.slowed(by: made.slowing) }
    return ClearedPath(
      path: path, lift: made.lift, needed: need.found, slowing: made.slowing)
  }

  /// Seconds between the knots of a lift: a twelfth of the path, or a few seconds.
  var liftSpan: Double { max(min(duration / 12, 4), duration / 2000) }

  /// The path raised by what is demanded, so gently that it is slowed least; not slowed yet.
  ///
  /// - Returns: `nil` where what would raise it falls short of what is demanded.
  func raised(
    by demand: LiftDemand, liftsEnds: Bool, motion: MotionLimits
  ) -> (path: CameraPath, lift: Double, slowing: Double)? {
    let viewport = motion.limitsFlow ? motion.viewport : nil
    // What exceeded a limit before may do so still; what kept it keeps it.
    let allowed = motion.allowing(peaks(in: viewport))
    var best: (path: CameraPath, lift: Double, slowing: Double)?
    for span in [liftSpan, 2 * liftSpan, 4 * liftSpan] {
      let lift = Lift(demand, span: span, liftsEnds: liftsEnds)
      guard lift.covers(demand) else { continue }
      let path = raised(by: lift)
      let slowing = max(allowed.stretch(path.peaks(in: viewport)).factor, 1)
      if slowing < best?.slowing ?? .infinity { best = (path, lift.most, slowing) }
      if slowing < 1.02 { break }
    }
    return best
  }

  /// A camera at rest, raised.
  private func raisedAtRest(by metres: Double) -> ClearedPath {
    let frames = keyframes.map {
      CameraKeyframe(time: $0.time, camera: $0.camera.raised(by: metres))
    }
    return ClearedPath(
      path: CameraPath(
        keyframes: frames, legs: [], duration: 0, restingLens: restingLens),
      lift: metres, needed: metres, slowing: 1)
  }

  /// The path with a lift by its own time.
  func raised(by lift: Lift) -> CameraPath {
    let raised = legs.map { leg in
      guard var own = lift.restricted(from: leg.start, to: leg.start + leg.duration) else {
        return leg
      }
      own.clock = LegClock(origin: leg.start)
      var leg = leg
      leg.changes.append(.lift(own))
      return leg
    }
    return CameraPath(
      keyframes: keyframes.map {
        CameraKeyframe(
          time: $0.time, camera: $0.camera.raised(by: lift.value(after: $0.time)))
      }, legs: raised, duration: duration, restingLens: restingLens)
  }
}

extension Lift {
  /// The spline that is nowhere less than what is needed.
  ///
  /// - Parameter span: seconds between knots; fewer at ends that stay as they are and have little time.
  init(_ demand: LiftDemand, span: Double, liftsEnds: Bool) {
    let (calm, duration) = (demand.calm, demand.duration)
    let times =
      liftsEnds
      ? Self.knots(firstSpans: (span, span), span: span, duration: duration)
      : Self.knots(
        firstSpans: (calm.start / 3, calm.end / 3), span: span, duration: duration)
    let spans = demand.most(between: times)
    let count = spans.count
    var weights = (0..<count + 3).map { i in
      spans[max(i - 3, 0)...min(i, count - 1)].max() ?? 0
    }
    // Three equal weights rest at an end.
    for side in [[0, 1, 2], [count, count + 1, count + 2]] {
      let most = liftsEnds ? side.reduce(0) { max($0, weights[$1]) } : 0
      for i in side { weights[i] = most }
    }
    self.init(times: times, weights: weights)
  }

  /// Metres at the highest.
  var most: Double { pieces.reduce(0) { max($0, $1.max()) } }

  /// Whether the spline is nowhere less than what is demanded, but for what counts as nothing.
  ///
  /// Bounds of a cubic exceed it by ever less the shorter the time: they are taken over parts of the stretches.
  func covers(_ demand: LiftDemand) -> Bool {
    let parts = 8
    return demand.stretches.allSatisfy { stretch in
      stretch.metres <= LiftNeed.tolerance
        || (0..<parts).allSatisfy { i in
          let times = (i...i + 1).map {
            stretch.begin + (stretch.end - stretch.begin) * (Double($0) / Double(parts))
          }
          return bounds(over: Interval(between: times[0], and: times[1])).low
            >= stretch.metres - LiftNeed.tolerance
        }
    }
  }

  /// Times from 0 to a duration: three equal spans at each end, then longer and longer ones up to a greatest.
  ///
  /// The three spans at an end stay in the time for which nothing is needed there: the weights that are 0 so that
  /// the end stays as it is count in all of them, and nowhere else.
  private static func knots(
    firstSpans: (Double, Double), span: Double, duration: Double
  ) -> [Double] {
    let spans = [firstSpans.0, firstSpans.1].map { min($0, span, 0.15 * duration) }
    let (begin, end) = (3 * spans[0], duration - 3 * spans[1])
    let middle = (begin + end) / 2
    /// Seconds from an end's three spans towards the middle.
    func steps(_ first: Double, _ room: Double) -> [Double] {
      var (ways, step) = ([Double](), first)
      while true {
        step = min(step * 1.6, span)
        let way = (ways.last ?? 0) + step
        guard way < room else { return ways }
        ways.append(way)
      }
    }
    var times = (0...3).map { Double($0) * spans[0] }
    times += steps(spans[0], middle - begin).map { begin + $0 }
    let falling = steps(spans[1], end - middle).map { end - $0 }.reversed()
    // Two knots close together would bend sharply.
    if times.count > 4, let last = times.last,
      (falling.first ?? end) - last <= 0.3 * (last - times[times.count - 2])
    {
      times.removeLast()
    }
    return times + falling + (0...3).map { duration - Double(3 - $0) * spans[1] }
  }
}
