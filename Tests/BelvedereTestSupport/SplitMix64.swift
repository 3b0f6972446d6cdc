/// A small generator with a period of 2⁶⁴; the same numbers everywhere.
///
/// Source: Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number between two others.
  public mutating func double(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A whole number between two others.
  public mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True once in so many times.
  public mutating func oneIn(_ n: Int) -> Bool { int(1...n) == 1 }

  /// One of some values.
  public mutating func pick<Element>(_ values: [Element]) -> Element {
    precondition(!values.isEmpty, "nothing to choose from")
    return values[int(0...(values.count - 1))]
  }
}
