#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Round numbers along an axis, and where they stand.
struct ChartScale {
  let low, high: Double
  /// Between two marks.
  let step: Double

  /// The scale that holds some numbers with about so many marks.
  init(_ values: some Sequence<Double>, marks: Double = 4, fromZero: Bool = false) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in values where value.isFinite {
      low = min(low, value)
      high = max(high, value)
    }
    if low > high { (low, high) = (0, 1) }
    if fromZero { (low, high) = (min(low, 0), max(high, 0)) }
    // A line that stays has room around it, and so has rounding.
    let least = 1e-6 * max(abs(low), abs(high), 1e-6)
    if high - low < least {
      let room = max(abs(high) * 0.1, 0.5)
      (low, high) = (fromZero && low >= 0 ? low : low - room, high + room)
    }
    let raw = (high - low) / marks
    let power = pow(10, log10(raw).rounded(.down))
    step = ([1, 2, 5].first { $0 * power >= raw } ?? 10) * power
    // Ends are no marks where these would leave much of the chart empty.
    let part = step / 5
    self.low = (low / part).rounded(.down) * part
    self.high = (high / part).rounded(.up) * part
  }

  /// A scale that ends where its numbers end.
  init(exactly range: ClosedRange<Double>, marks: Double) {
    let scale = ChartScale([range.lowerBound, range.upperBound], marks: marks)
    low = range.lowerBound
    high = range.upperBound > range.lowerBound ? range.upperBound : range.lowerBound + 1
    step = scale.step
  }

  var marks: [Double] {
    let first = (low / step - 1e-9).rounded(.up)
    let count = Int(clamping: (high - low) / step + 1e-6, in: 0...50)
    return (0...count).map { (first + Double($0)) * step }.filter { $0 <= high + 1e-9 * step }
  }

  /// 0 at the low end, 1 at the high one.
  func part(of value: Double) -> Double { (value - low) / (high - low) }

  /// A mark as text, with no more digits than tell it from its neighbours.
  func text(_ mark: Double) -> String { Self.text(mark, step: step) }

  /// A number as text, with no more digits than tell it from another one a step away.
  static func text(_ mark: Double, step: Double) -> String {
    let digits = Int(clamping: -log10(step).rounded(.down), in: 0...9)
    if step < 1e-9 || abs(mark) >= 1e15 { return "\(mark)" }
    let factor = pow(10, Double(digits))
    let rounded = (mark * factor).rounded() / factor
    if let whole = Int(exactly: rounded) { return whole == 0 ? "0" : grouped(whole) }
    return "\(rounded)"
  }

  /// Thousands apart.
  private static func grouped(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "−" : "") + ([digits] + groups).joined(separator: "\u{202F}")
  }
}
