/// The lowest and highest of some samples, and whether some of them are void.
struct SampleExtremes: Sendable {
  private var low = Float.infinity
  private var high = -Float.infinity
  private(set) var hasVoids = false

  init(hasVoids: Bool = false) { self.hasVoids = hasVoids }

  /// Metres; `nil` where all are void.
  var range: ClosedRange<Double>? { low <= high ? Double(low)...Double(high) : nil }

  @inline(__always)
  mutating func include(_ sample: Float) {
    // Comparisons with NaN are false.
    if sample < low { low = sample }
    if sample > high { high = sample }
    if sample.isNaN { hasVoids = true }
  }

  func union(_ other: SampleExtremes) -> SampleExtremes {
    var result = self
    result.low = min(low, other.low)
    result.high = max(high, other.high)
    result.hasVoids = hasVoids || other.hasVoids
    return result
  }
}
