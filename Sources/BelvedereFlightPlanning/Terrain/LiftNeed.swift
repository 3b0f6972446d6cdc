import BelvedereCameraModel
import BelvedereGeodesy

/// How many metres a path must be raised to keep a clearance, bounded from above over stretches of time that
/// together are the whole path.
struct LiftNeed {
  private(set) var demand: LiftDemand
  /// The most that is needed at a moment that was looked at: a bound from below.
  private(set) var found = 0.0
  /// The moment of that.
  private(set) var worst: ClearanceBounds.Look

  /// Metres that count as nothing.
  static let tolerance = 1e-3

  private let bounds: ClearanceBounds
  private let wanted: Double
  private let duration: Double
  /// Seconds at both ends in which bounds are the closer the nearer the end is.
  private let zone: Double

  /// - Parameters:
  ///   - wanted: metres of clearance.
  ///   - zone: seconds at both ends within which the path cannot be raised at once.
  init(_ bounds: ClearanceBounds, wanted: Double, zone: Double, maximumSteps: Int) {
    self.bounds = bounds
    self.wanted = wanted
    self.zone = zone
    duration = bounds.path.duration
    demand = LiftDemand(duration: duration)
    worst = bounds.look(at: 0)
    for i in 0...Self.looks { look(at: duration * (Double(i) / Double(Self.looks))) }
    refine(maximumSteps)
  }

  private static let looks = 128

  /// Metres that are needed at a moment; below 0 where there are some to spare.
  @discardableResult private mutating func look(at time: Double) -> Double {
    let look = bounds.look(at: time)
    if look.clearance < worst.clearance { worst = look }
    found = max(found, wanted - look.clearance)
    return wanted - look.clearance
  }

  /// Metres by which a bound between two times may exceed what is needed.
  private func slack(_ begin: Double, _ end: Double) -> Double {
    let near = min(begin, duration - end)
    let part = zone > 0 ? min(near / zone, 1) : 1
    return max(Self.tolerance / 2, 0.1 * found * part * part)
  }

  /// Whether a stretch begins or ends in the time of an end, and is no short part of the way to it.
  private func isNearEnd(_ stretch: ClearanceBounds.Stretch) -> Bool {
    let near = min(stretch.begin, duration - stretch.end)
    return near < zone && stretch.end - stretch.begin > 1e-3 * near
  }

  /// A stretch of time with what is needed at its ends.
  private struct Part {
    var stretch: ClearanceBounds.Stretch
    var atBegin, atEnd: Double
  }

  private mutating func refine(_ maximumSteps: Int) {
    // The last first, so that they come off in order of time.
    var stack: [Part] = []
    for stretch in bounds.legs.reversed() {
      stack.append(
        Part(
          stretch: stretch, atBegin: look(at: stretch.begin),
          atEnd: stack.last?.atBegin ?? look(at: stretch.end)))
    }
    var steps = 0
    while let next = stack.popLast() {
      let stretch = next.stretch
      let metres = max(wanted - stretch.least, 0)
      if metres <= Self.tolerance / 2 {
        append(stretch, metres: 0)
        continue
      }
      let atMiddle = look(at: stretch.middle)
      let slack = slack(stretch.begin, stretch.end)
      // Near an end that stays as it is, what is needed farther on must not be asked for up to there.
      let needs =
        isNearEnd(stretch)
        ? [stretch.begin <= duration - stretch.end ? next.atBegin : next.atEnd]
        : [atMiddle, next.atBegin, next.atEnd]
      let isClose = metres - max(needs.max() ?? 0, 0) <= slack
      if isClose || steps >= maximumSteps || !stretch.isDivisible {
        append(stretch, metres: metres)
        continue
      }
      steps += 1
      let (left, right) = bounds.halves(of: stretch)
      stack.append(Part(stretch: right, atBegin: atMiddle, atEnd: next.atEnd))
      stack.append(Part(stretch: left, atBegin: next.atBegin, atEnd: atMiddle))
    }
  }

  private mutating func append(_ stretch: ClearanceBounds.Stretch, metres: Double) {
    demand.stretches.append(
      LiftDemand.Stretch(begin: stretch.begin, end: stretch.end, metres: metres))
  }
}
