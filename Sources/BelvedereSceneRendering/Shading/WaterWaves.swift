/// A train of the waves that open water shows.
struct WaterWaves {
  /// Metres from crest to crest, and the slope.
  let length, steepness: Float

  static let all = [
    WaterWaves(length: 900, steepness: 0.006), WaterWaves(length: 140, steepness: 0.018),
    WaterWaves(length: 38, steepness: 0.03), WaterWaves(length: 11, steepness: 0.05),
  ]

  /// The seed of a train's noise towards the east; the next is that towards the north.
  static func seed(_ number: Int) -> UInt32 { UInt32(truncatingIfNeeded: 40 + 2 * number) }
}
