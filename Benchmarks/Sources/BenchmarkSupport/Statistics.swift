extension Duration {
  /// The duration in seconds.
  public var inSeconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}

extension [Double] {
  /// The middle of the sorted values; NaN where there are none.
  public var median: Double {
    let sorted = self.sorted()
    let n = sorted.count
    guard n > 0 else { return .nan }
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2
  }
}
