import BelvedereCameraModel

/// The pitch along a ``ZoomPan``, by parts of its length: even where the limits allow it, else down to
/// what the apex allows and up again.
///
/// It keeps the pitch limit by its shape, with two continuous derivatives: on the climb it falls by
/// (1 − x)³·(1 + κx), level where it arrives, early enough (κ, and over which part) to stay below the
/// limit; on the descent it rises by the mirror image.
struct PitchCourse: Sendable, Hashable {
  /// Degrees and derivatives by the part of the length.
  struct Derivatives {
    var value: Double
    var first = 0.0
    var second = 0.0
    var third = 0.0
  }

  /// A fall to the apex, or seen backwards the rise from it.
  private struct Ramp: Hashable {
    /// Degrees at the end of the flight and at the apex.
    var outer, inner: Double
    /// The part of the length from the end of the flight at which the inner pitch is reached.
    var length: Double
    var bend: Double

    /// Degrees and derivatives by the part of the length from the end of the flight.
    func pitch(at part: Double) -> Derivatives {
      guard part < length else { return Derivatives(value: inner) }
      let x = part / length
      let (y, κ) = (1 - x, bend)
      let first = y * y * (κ - 3 - 4 * κ * x)
      let second = y * (6 - 6 * κ + 12 * κ * x)
      let third = 18 * κ - 6 - 24 * κ * x
      let drop = outer - inner
      return Derivatives(
        value: inner + drop * (y * y * y * (1 + κ * x)), first: drop * first / length,
        second: drop * second / (length * length),
        third: drop * third / (length * length * length))
    }
  }

  private enum Shape: Hashable {
    case even(start: Double, end: Double)
    /// A fall, and a rise from a part on that lies between both.
    case dip(fall: Ramp, rise: Ramp, turn: Double)
  }
  private let shape: Shape

  /// - Parameters:
  ///   - start, end: degrees, within the limit.
  ///   - apex: where the greatest distance begins and ends, as parts of the length; `nil` where it is at an
  ///     end.
  ///   - limit: the greatest pitch in degrees at a part of the length.
  init(
    from start: Double, to end: Double, apex: ClosedRange<Double>?, rises: Bool,
    limit: (Double) -> Double
  ) {
    // Where the way only climbs the turn is its end, where it only descends its start. In between the
    // distance rises, stays and falls.
    let turn = apex ?? (rises ? 1...1 : 0...0)
    let joints = [0, turn.lowerBound, turn.upperBound, 1]
    let isEven = zip(joints, joints.dropFirst()).allSatisfy { from, to in
      Self.isBelow(limit, from: from, to: to) { start + (end - start) * $0 }
    }
    if isEven {
      shape = .even(start: start, end: end)
      return
    }
    let middle = (turn.lowerBound + turn.upperBound) / 2
    // The apex has the ends' share of what is allowed, more of the end that is nearer: at an end it is that end's
    // pitch, so that no ramp is steep because it is short.
    let allowed = min(limit(turn.lowerBound), limit(turn.upperBound))
    let shares = [(start, limit(0)), (end, limit(1))].map { $1 > 0 ? min($0 / $1, 1) : 0 }
    let inner =
      apex == nil
      ? (rises ? end : start)
      : min(
        allowed * (shares[0] + (shares[1] - shares[0]) * middle), start + (end - start) * middle)
    // Where the distance stays, so does the limit: the pitch changes on there.
    let fall = Self.ramp(from: start, to: inner, within: middle, below: limit)
    let rise = Self.ramp(from: end, to: inner, within: 1 - middle) { limit(1 - $0) }
    shape = .dip(fall: fall, rise: rise, turn: middle)
  }

  /// Degrees and derivatives by the part of the length.
  func pitch(at part: Double) -> Derivatives {
    switch shape {
    case .even(let start, let end):
      return Derivatives(value: start + (end - start) * part, first: end - start)
    case .dip(let fall, let rise, let turn):
      if part <= turn, fall.length > 0 { return fall.pitch(at: part) }
      var result = rise.pitch(at: 1 - part)
      result.first = -result.first
      result.third = -result.third
      return result
    }
  }

  /// The part at which a fall ends and a rise begins.
  var turn: Double? {
    guard case .dip(_, _, let turn) = shape else { return nil }
    return turn
  }

  /// The parts within (0, 1) at which the third derivative jumps.
  var joints: [Double] {
    guard case .dip(let fall, let rise, _) = shape else { return [] }
    return [fall.length, 1 - rise.length].filter { $0 > 0 && $0 < 1 }
  }

  /// Whether a pitch stays below a limit over a stretch, at every place: where both rise or fall all the
  /// way, no place has a pitch above that of one end or a limit below that of one end.
  ///
  /// Where the pitch leaves the limit from an end, stretches there become ever shorter; the last one, a
  /// 2^-30 of the length, is taken to be so.
  private static func isBelow(
    _ limit: (Double) -> Double, from: Double, to: Double, _ pitch: (Double) -> Double
  ) -> Bool {
    struct Place {
      var part, pitch, limit: Double
      var isBelow: Bool { pitch <= limit + 1e-9 }
    }
    func look(_ part: Double) -> Place {
      Place(part: part, pitch: pitch(part), limit: limit(part))
    }
    let ends = (look(from), look(to))
    guard ends.0.isBelow, ends.1.isBelow else { return false }
    var open = [ends]
    while let (a, b) = open.popLast() {
      if max(a.pitch, b.pitch) <= min(a.limit, b.limit) + 1e-9 { continue }
      guard b.part - a.part > (to - from) * 0x1p-30 else { continue }
      let middle = look((a.part + b.part) / 2)
      guard middle.isBelow else { return false }
      open.append((a, middle))
      open.append((middle, b))
    }
    return true
  }

  /// The gentlest fall that stays below the limit.
  private static func ramp(
    from outer: Double, to inner: Double, within length: Double, below limit: (Double) -> Double
  ) -> Ramp {
    var ramp = Ramp(outer: outer, inner: inner, length: length, bend: 3)
    guard length > 0, outer > inner else { return ramp }
    for _ in 0..<80 {
      let candidate = ramp
      if isBelow(limit, from: 0, to: length, { candidate.pitch(at: $0).value }) { break }
      if ramp.bend > 0 { ramp.bend -= 0.5 } else { ramp.length *= 0.85 }
    }
    return ramp
  }
}
