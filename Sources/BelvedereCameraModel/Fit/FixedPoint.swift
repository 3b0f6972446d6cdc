/// Fixed points of continuous functions of one number.
enum FixedPoint {
  /// A number that a function leaves where it is, by secants held inside a bracket.
  ///
  /// - Parameters:
  ///   - start: where to begin, within the range.
  ///   - range: the function leads from its ends inward or nowhere.
  ///   - function: gives the number that another leads to, and how much nearer need not be.
  /// - Returns: the last number the function was asked for.
  static func find(
    from start: Double, in range: ClosedRange<Double>,
    _ function: (Double) -> (next: Double, tolerance: Double)
  ) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    var x = start
    var last: (x: Double, step: Double)?
    for _ in 0..<60 {
      let (wanted, tolerance) = function(x)
      let step = wanted - x
      if !(abs(step) > tolerance) { return x }
      if step > 0 { low = x } else { high = x }
      var next = x + step
      if let last, step != last.step {
        next = x - step * (x - last.x) / (step - last.step)
      }
      // Slow progress of the secant too ends in the middle.
      let isStuck = last.map { abs(step) > 0.9 * abs($0.step) } ?? false
      if isStuck || !(next > low && next < high) { next = low + (high - low) / 2 }
      if next == low || next == high { return x }
      last = (x, step)
      x = next
    }
    return x
  }
}
