/// How long a scale bar is on the ground and on the screen.
package struct ScaleBarLength: Sendable, Hashable {
  /// Metres on the ground.
  package let distance: Double
  /// Points on the screen.
  package let points: Double

  package init(distance: Double, points: Double) {
    self.distance = distance
    self.points = points
  }

  /// The longest bar of 1, 2 or 5 times a power of ten of the units that fits.
  ///
  /// - Parameters:
  ///   - maximumPoints: how long it may be.
  ///   - isImperial: feet below a mile, then miles, instead of metres.
  ///   - distance: metres on the ground that so many points show; `nil` where they show none.
  /// - Returns: `nil` where the bar's place shows no ground, or not enough of it.
  package static func fitting(
    _ maximumPoints: Double, isImperial: Bool, distance: (Double) -> Double?
  ) -> ScaleBarLength? {
    guard let most = distance(maximumPoints), most.isFinite, most > 0 else { return nil }
    let unit = !isImperial ? 1 : most >= 1609.344 ? 1609.344 : 0.3048
    let count = most / unit
    // Steps below one unit would have labels without sense.
    var best = 0.0
    var power = 1.0
    while power <= count, power < 1e9 {
      for step in [1.0, 2, 5] where power * step <= count { best = power * step }
      power *= 10
    }
    guard best > 0 else { return nil }
    let wanted = best * unit
    // The ground under the bar is not quite even on the screen: the end is found by halving.
    var (low, high) = (0.0, maximumPoints)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      guard let found = distance(middle) else { return nil }
      if found < wanted { low = middle } else { high = middle }
    }
    return ScaleBarLength(distance: wanted, points: (low + high) / 2)
  }
}
