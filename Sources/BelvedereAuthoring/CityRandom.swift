/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014): the same numbers on every machine, so that generated files are reproducible.
package struct CityRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// A stream of its own for a named thing: a change to one region leaves the others as they are.
  package init(name: String) {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    state = hash
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Uniform in [0, 1).
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Uniform in [low, high).
  package mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * unit()
  }

  /// An index drawn with the given weights.
  package mutating func index(weights: [Double]) -> Int {
    var rest = unit() * weights.reduce(0, +)
    for (i, weight) in weights.enumerated() {
      rest -= weight
      if rest < 0 { return i }
    }
    return max(0, weights.count - 1)
  }
}
