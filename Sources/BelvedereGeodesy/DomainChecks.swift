extension Coordinate {
  /// Throws where a number is not finite or the latitude lies outside ±90°.
  ///
  /// - Parameter name: what the error calls this coordinate, such as `from`.
  func checked(as name: StaticString) throws(DomainError) {
    guard !isValid else { return }
    guard latitude.isFinite, abs(latitude) <= 90 else {
      throw DomainError(
        field: "\(name).latitude", value: latitude, allowed: "between -90 and 90 degrees")
    }
    throw DomainError(field: "\(name).longitude", value: longitude, allowed: "a finite number")
  }
}

/// Throws where a number is NaN or infinite.
func checkFinite(_ value: Double, _ field: StaticString) throws(DomainError) {
  guard value.isFinite else {
    throw DomainError(field: "\(field)", value: value, allowed: "a finite number")
  }
}
