/// How a curve's parameter grows over a stretch of time: its speed is a cubic polynomial, above 0.
struct Pace: Sendable, Hashable, Codable {
  /// Seconds, above 0.
  let duration: Double
  private let start, end: Double
  /// The coefficients of the speed by the part of the duration, that of the constant first.
  private let c0, c1, c2, c3: Double

  /// The parameter goes from one value to a greater one; speeds above 0, and accelerations that are at most as
  /// great as the speed over the time that the stretch takes.
  init(
    from start: Double, speed v0: Double, acceleration a0: Double, to end: Double, speed v1: Double,
    acceleration a1: Double
  ) {
    // The mean of Hermite's cubic over a duration h is (v₀ + v₁)/2 + (a₀ − a₁)·h/12.
    let (mean, bend) = ((v0 + v1) / 2, (a0 - a1) / 12)
    let h = 2 * (end - start) / (mean + max(mean * mean + 4 * bend * (end - start), 0).squareRoot())
    (self.start, self.end, duration) = (start, end, h)
    c0 = v0
    c1 = a0 * h
    c2 = 3 * (v1 - v0) - (2 * a0 + a1) * h
    c3 = 2 * (v0 - v1) + (a0 + a1) * h
  }

  /// The parameter after so many seconds, held within the stretch, and three derivatives by them.
  func progress(at time: Double) -> Progress {
    let x = min(max(time / duration, 0), 1)
    let value = start + duration * x * (c0 + x * (c1 / 2 + x * (c2 / 3 + x * (c3 / 4))))
    return Progress(
      value: min(max(value, start), end), first: c0 + x * (c1 + x * (c2 + x * c3)),
      second: (c1 + x * (2 * c2 + x * 3 * c3)) / duration,
      third: (2 * c2 + x * 6 * c3) / (duration * duration))
  }

  /// Whether one that was read can be calculated with.
  var isSound: Bool { duration > 0 && duration.isFinite && start <= end && abs(start) + end < 1e12 }

  /// The parameter's values.
  var covered: ClosedRange<Double> { start...end }

  /// Seconds after which the parameter has a value, held within the stretch; by bisection.
  func time(at value: Double) -> Double {
    guard value > start else { return 0 }
    guard value < end else { return duration }
    var (low, high) = (0.0, duration)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if progress(at: middle).value < value { low = middle } else { high = middle }
    }
    return high
  }
}

/// A number that grows in time, and three derivatives.
struct Progress {
  var value, first, second, third: Double

  /// Derivatives of a state by time from those by this number.
  func apply(to state: inout PathState) {
    let (v, a, j) = (first, second, third)
    state.third = state.third * (v * v * v) + state.second * (3 * v * a) + state.first * j
    state.second = state.second * (v * v) + state.first * a
    state.first *= v
  }

  /// Derivatives by time from those by this number.
  func apply(to rates: inout MotionRates) {
    let (v, a, j) = (first, second, third)
    rates.third = rates.third * (v * v * v) + rates.second * (3 * v * a) + rates.first * j
    rates.second = rates.second * (v * v) + rates.first * a
    rates.first *= v
  }
}
