import BelvedereGeodesy

/// What a fit needs to know of the limits: the one place where it reads ``CameraLimits``.
struct FitLimits {
  /// The least and greatest distance in metres.
  let minimumDistance, maximumDistance: Double
  /// Where the centre must lie, in map points; `nil` for anywhere.
  let boundary: MapRect?
  private let limits: CameraLimits

  /// A line of sight that is level never meets the ground; degrees.
  static let steepestPitch = 89.9

  init(_ limits: CameraLimits, minimumDistance: Double?) throws(DomainError) {
    let distances = 0.001...1e9
    if let minimumDistance {
      try MapCamera.check(minimumDistance, "minimumDistance", within: distances, unit: "metres")
    }
    let least = try Self.checked(limits.minimumDistance, "limits.minimumDistance")
    let greatest = try Self.checked(limits.maximumDistance, "limits.maximumDistance")
    if let least, let greatest, least > greatest {
      throw DomainError(
        field: "limits.minimumDistance", value: least,
        allowed: "at most the maximumDistance of \(greatest) metres")
    }
    maximumDistance = greatest ?? distances.upperBound
    let wanted =
      minimumDistance.map { max($0, least ?? 0) } ?? least ?? CameraFit.defaultMinimumDistance
    self.minimumDistance = max(min(wanted, maximumDistance), distances.lowerBound)
    boundary = try Self.checked(limits.boundary)
    self.limits = limits
  }

  /// The greatest pitch in degrees for a distance in metres.
  func maximumPitch(atDistance distance: Double) -> Double {
    min(limits.pitchLimit.maximumPitch(atDistance: distance), Self.steepestPitch)
  }

  private static func checked(
    _ distance: Double?, _ field: String
  ) throws(DomainError) -> Double? {
    guard let distance else { return nil }
    guard distance > 0, distance <= 1e9 else {
      throw DomainError(
        field: field, value: distance, allowed: "a number of metres above 0, at most 1e9")
    }
    return distance
  }

  private static func checked(_ rect: MapRect?) throws(DomainError) -> MapRect? {
    guard let rect else { return nil }
    for (value, name) in [(rect.x, "x"), (rect.y, "y")] {
      try MapCamera.check(
        value, "limits.boundary.\(name)", within: -1e12...1e12, unit: "map points")
    }
    for (value, name) in [(rect.width, "width"), (rect.height, "height")] {
      try MapCamera.check(
        value, "limits.boundary.\(name)", within: 0...1e12, unit: "map points")
    }
    return rect
  }
}
