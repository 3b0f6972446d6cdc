import BelvedereCameraModel
import BelvedereGeodesy

/// What becomes of a path with changes that seem to bring a target into sight: measured and proved.
struct SightProof {
  let path: CameraPath
  let target: SightTarget
  let ground: any FlightGround
  let clearance: Double?
  let limits: CameraLimits
  let motion: MotionLimits
  /// What is asked for.
  var share: Double
  /// Whether the change is to be as small as the share allows and stretches are to be known to a millisecond,
  /// whatever that costs.
  var isThorough = true
  /// What is left to look at, all changes together.
  var effort = SightLines.Effort(6_000_000)
  /// Parts of lines that are looked at along one path.
  private static let mostParts = 400_000
  /// The limits of motion, or where the path itself exceeds them, what it has.
  private let allowed: MotionLimits
  /// What was in the way of a change.
  private(set) var refused: FlightError? { didSet { isBlocked = true } }
  private var isBlocked = false

  /// Changes of a search that are proved at most.
  private static let attempts = 8

  init(
    path: CameraPath, target: SightTarget, ground: any FlightGround, clearance: Double?,
    limits: CameraLimits, motion: MotionLimits, share: Double
  ) {
    (self.path, self.target, self.ground) = (path, target, ground)
    (self.clearance, self.limits, self.motion) = (clearance, limits, motion)
    self.share = share
    allowed = motion.allowing(path.peaks(in: motion.limitsFlow ? motion.viewport : nil))
  }

  /// Whether there are so many legs that each look costs.
  private var isLong: Bool { path.legs.count > 200 }

  /// By how much longer a path must take; at least 1.
  private func slowing(of path: CameraPath) -> Double {
    max(allowed.stretch(path.peaks(in: motion.limitsFlow ? motion.viewport : nil)).factor, 1)
  }

  /// The path with the change that costs the least time, of those that seem to reach a share, made as small as the share allows; `nil` where none is
  /// quicker than a slowing.
  mutating func least(
    of search: inout SightSearch, aim: Double, below slowing: Double
  ) throws(FlightError) -> SightedPath? {
    var count = 0
    for candidate in search.candidates(for: aim) {
      // Those that seem well come first, the quickest first.
      guard count < Self.attempts, candidate.slowing < slowing else { return nil }
      isBlocked = false
      let found = try sighted(by: candidate.size, search.change)
      // What is blocked is known at once.
      if !isBlocked { count += 1 }
      guard let found, found.slowing < slowing else { continue }
      guard isThorough else { return found }
      return try shrunk(found, candidate.size, search.change)
    }
    return nil
  }

  /// A change made as small as the share allows, without taking longer.
  private mutating func shrunk(
    _ found: SightedPath, _ size: Lift, _ change: SightChange
  ) throws(FlightError) -> SightedPath {
    var best = found
    var (low, high) = (0.0, 1.0)
    for _ in 0..<(isLong ? 2 : 5) {
      let middle = (low + high) / 2
      if let smaller = try sighted(by: size.scaled(by: middle), change),
        smaller.slowing <= best.slowing
      {
        (best, high) = (smaller, middle)
      } else {
        low = middle
      }
    }
    return best
  }

  /// The path with a change; `nil` where it leaves the map, breaks a limit, cannot keep the clearance, or does not
  /// reach the share.
  private mutating func sighted(
    by size: Lift, _ change: SightChange
  ) throws(FlightError) -> SightedPath? {
    var changed = change.applied(to: path, size)
    var lift = 0.0
    var slowing = self.slowing(of: changed)
    if case .lift = change.kind {
      lift = size.most
      if let (time, reason) = changed.breach(of: limits, raising: path) {
        let look = ClearanceBounds(path: changed, ground: ground).look(at: time)
        refused = .blocked(
          FlightObstruction(
            reason: reason, time: time, coordinate: look.below.coordinate, top: look.top,
            clearance: look.clearance, wanted: look.clearance + lift))
        return nil
      }
    } else if !changed.detouredCentersStay(in: limits.boundary) {
      return nil
    }
    if let clearance {
      do throws(FlightError) {
        let cleared = try changed.cleared(
          by: clearance, over: ground, limits: limits, motion: motion)
        // Slowed once for both.
        (changed, lift) = (cleared.path.slowed(by: 1 / cleared.slowing), cleared.lift)
        slowing = max(self.slowing(of: changed), cleared.slowing, slowing)
      } catch {
        guard case .blocked = error else { throw error }
        refused = error
        return nil
      }
    }
    let slowed = slowing > 1 ? changed.slowed(by: slowing) : changed
    let visibility = try asFlightError { () throws(DomainError) -> PathVisibility in
      try sight(along: slowed)
    }
    var result = SightedPath(path: slowed, visibility: visibility, lift: lift, slowing: slowing)
    if visibility.share < share {
      guard let lingered = lingering(slowed, visibility) else { return nil }
      result = lingered
      result.lift = lift
    }
    switch change.means {
    case .raising: break
    case .sideStepping: result.step = size.most * change.side
    case .orbiting: result.turn = size.most * change.side
    }
    return result
  }

  /// What is seen along a path; too little by a few parts in a thousand where that will do.
  private func sight(along path: CameraPath) throws(DomainError) -> PathVisibility {
    // Some for every path: what is easily seen is known at once.
    let own = SightLines.Effort(min(Self.mostParts, max(effort.left, 20_000)))
    let before = own.left
    defer { effort.spend(before - own.left) }
    return try path.visibility(
      of: target, over: ground, precision: isThorough ? 1e-3 : max(path.duration / 2000, 1e-3), own)
  }

  /// A path that lingers where the target is seen until that is the share, in the least time that the limits of motion
  /// allow; `nil` where that would be too slow.
  mutating func lingering(_ slowed: CameraPath, _ visibility: PathVisibility) -> SightedPath? {
    // A little more than is asked for, since ends of stretches are known to a millisecond.
    let wanted = min(share + 0.002, (1 + share) / 2)
    guard share < 1, visibility.share > 0 else { return nil }
    var best: (path: CameraPath, speed: Double)?
    for ramp in isLong ? [0.5] : [0.1, 0.25, 0.5, 1, 2] {
      guard
        let (slow, speed) = slowed.lingering(
          in: visibility.intervals, for: wanted, ramp: ramp, downTo: SightSearch.leastSpeed)
      else { continue }
      let factor = slowing(of: slow)
      let path = factor > 1 ? slow.slowed(by: factor) : slow
      if path.duration < best?.path.duration ?? .infinity { best = (path, speed) }
    }
    guard let best,
      let visibility = try? sight(along: best.path),
      visibility.share >= share
    else { return nil }
    return SightedPath(
      path: best.path, visibility: visibility, lift: 0, slowing: best.path.duration / path.duration,
      lingeringSpeed: best.speed)
  }
}

extension CameraPath {
  /// Whether all centres of a detour lie within a boundary and on the map, by bounds.
  fileprivate func detouredCentersStay(in boundary: CameraBoundary?) -> Bool {
    for leg in legs {
      guard case .detour? = leg.changes.last else { continue }
      var open = [(leg.start, leg.start + leg.duration, 0)]
      while let (begin, end, depth) = open.popLast() {
        let box = leg.box(from: begin, to: end)
        let isOnMap = box.y.low > 0 && box.y.high < MapPoint.worldWidth
        let corners = [(box.x.low, box.y.low), (box.x.high, box.y.high)].map {
          MapPoint(x: $0.0, y: $0.1).coordinate
        }
        if isOnMap, boundary.map({ area in corners.allSatisfy { area.contains($0) } }) ?? true {
          continue
        }
        guard depth < 12 else { return false }
        let middle = begin + (end - begin) / 2
        open += [(begin, middle, depth + 1), (middle, end, depth + 1)]
      }
    }
    return true
  }
}
