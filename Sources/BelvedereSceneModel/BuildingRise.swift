extension Building {
  /// Metres from the lowest ground of its outline to its top as it is drawn: its height, or more where the ground
  /// would bury it.
  ///
  /// Heights count from the lowest ground, which is what surveys of them mean. Where a slope is higher than a house
  /// whose height is guessed, or a cliff in coarse elevations lies under its outline, that would leave nothing
  /// of it: above the highest ground of its outline there is at least a third of its height, and a storey.
  ///
  /// - Parameters:
  ///   - lowest: the lowest ground of its outline, metres.
  ///   - highest: the highest.
  public func risenHeight(lowest: Double, highest: Double) -> Double {
    guard surfaces.isEmpty else { return height }
    let seen = min(height, max(Self.storey, height / 3))
    return max(height, highest - lowest + seen)
  }

  /// Metres.
  private static let storey = 2.5
}
