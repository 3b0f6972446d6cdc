extension Int {
  /// The integer nearest to a number, or the nearer end of `bounds` where it lies outside.
  ///
  /// `Int(_:)` traps on NaN, infinities and values out of range; this never does. NaN gives the
  /// lower bound.
  @inlinable public init(clamping value: Double, in bounds: ClosedRange<Int>) {
    if !(value > Double(bounds.lowerBound)) {
      self = bounds.lowerBound
    } else if value >= Double(bounds.upperBound) {
      self = bounds.upperBound
    } else {
      self = Int(value.rounded())  // checked: strictly between the bounds
    }
  }

  /// The largest integer not above a number, held within `bounds`; NaN gives the lower bound.
  @inlinable public init(flooring value: Double, in bounds: ClosedRange<Int>) {
    self.init(clamping: value.rounded(.down), in: bounds)
  }
}
