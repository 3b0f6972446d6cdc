/// All numbers from one to another one: what is known of a quantity over a stretch of time.
///
/// Sums and products hold every sum and product of members, but for rounding, which who proves something
/// takes off at the end.
struct Interval: Hashable {
  var low, high: Double

  init(_ low: Double, _ high: Double) {
    self.low = low
    self.high = high
  }

  init(_ value: Double) { self.init(value, value) }

  /// The interval between two numbers in either order.
  init(between a: Double, and b: Double) { self.init(min(a, b), max(a, b)) }

  static func + (a: Interval, b: Interval) -> Interval {
    Interval(a.low + b.low, a.high + b.high)
  }

  static func + (a: Interval, b: Double) -> Interval { Interval(a.low + b, a.high + b) }

  static func - (a: Interval, b: Interval) -> Interval {
    Interval(a.low - b.high, a.high - b.low)
  }

  static func * (a: Interval, b: Interval) -> Interval {
    let (p, q, r, s) = (a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)
    return Interval(min(p, q, r, s), max(p, q, r, s))
  }

  static func / (a: Interval, b: Double) -> Interval {
    Interval(between: a.low / b, and: a.high / b)
  }

  /// What a function that never falls makes of it.
  func mapped(_ function: (Double) -> Double) -> Interval {
    Interval(function(low), function(high))
  }

  /// Both, and all between them.
  func union(_ other: Interval) -> Interval {
    Interval(min(low, other.low), max(high, other.high))
  }

  /// Every member moved to the nearest number of a range.
  func held(to range: ClosedRange<Double>) -> Interval {
    mapped { min(max($0, range.lowerBound), range.upperBound) }
  }

  var width: Double { high - low }

  var isFinite: Bool { low.isFinite && high.isFinite }
}
