/// Where a line of sight first ends on rough ground.
enum GroundMeeting {
  /// Metres that the ground rises at most on a metre, but for cliffs of the data, beside which a meeting may be missed.
  private static let steepest = 3.0
  /// Metres below which there is no ground.
  static let deepest = -12_000.0

  /// The distance along a line at which it comes down to the ground.
  ///
  /// Steps are as long as ground of that steepness allows, then a crossing is halved until nothing is between.
  /// On the upright face of data that end, a line ends on no place of the ground: what is behind is looked for.
  ///
  /// - Parameters:
  ///   - fall, run: metres by which the line falls and goes ahead for each metre of it where it begins.
  ///   - end: the distance from which on none is looked for.
  ///   - gap: metres of the line above the ground at a distance, and its height; `nil` beyond the map.
  /// - Returns: `nil` where it ends nowhere.
  static func distance(
    fall: Double, run: Double, before end: Double = .infinity,
    gap: (Double) -> (gap: Double, height: Double)?
  ) -> Double? {
    guard var last = gap(0), last.gap > 0 else { return nil }
    let closing = max(abs(fall), 1e-6) + steepest * run
    var t = 0.0
    for _ in 0..<10_000 where t < end {
      let step = max(abs(last.gap) / closing, 1e-3, 1e-6 * t)
      guard let next = gap(t + step), next.height > deepest else { return nil }
      if last.gap > 0, next.gap <= 0 {
        let (met, rest) = crossing(t, t + step, gap)
        if abs(rest) <= 1e-6 { return met }
      }
      t += step
      last = next
    }
    return nil
  }

  /// The crossing between a distance above the ground and one that is not, and the gap that is left there.
  private static func crossing(
    _ above: Double, _ below: Double, _ gap: (Double) -> (gap: Double, height: Double)?
  ) -> (distance: Double, gap: Double) {
    var (a, b) = (above, below)
    var rest = Double.infinity
    while true {
      let middle = a + (b - a) / 2
      guard middle > a, middle < b, let value = gap(middle)?.gap else { return (b, rest) }
      if value > 0 { a = middle } else { (b, rest) = (middle, value) }
    }
  }
}
