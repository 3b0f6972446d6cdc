import BelvedereGeodesy

/// What a fit needs to know of the limits: the one place where it reads ``CameraLimits``.
struct FitLimits {
  /// The least and greatest distance in metres.
  let minimumDistance, maximumDistance: Double
  /// Where the centre must lie; `nil` for anywhere.
  let boundary: CameraBoundary?
  /// The greatest pitch at any distance, degrees.
  let steepestPitch: Double
  /// Whether the heading counts.
  let isRotateEnabled: Bool
  private let limits: CameraLimits

  init(_ limits: CameraLimits, minimumDistance: Double?) throws(DomainError) {
    let distances = 0.001...1e9
    if let minimumDistance {
      try MapCamera.check(minimumDistance, "minimumDistance", within: distances, unit: "metres")
    }
    let least = limits.zoomRange?.minimumDistance
    maximumDistance = limits.zoomRange?.maximumDistance ?? distances.upperBound
    let wanted =
      minimumDistance.map { max($0, least ?? 0) } ?? least ?? CameraFit.defaultMinimumDistance
    self.minimumDistance = max(min(wanted, maximumDistance), distances.lowerBound)
    boundary = limits.boundary
    // A line of sight that is level never meets the ground.
    steepestPitch = limits.isPitchEnabled ? 89.9 : 0
    isRotateEnabled = limits.isRotateEnabled
    self.limits = limits
  }

  /// The greatest pitch in degrees for a distance in metres.
  func maximumPitch(atDistance distance: Double) -> Double {
    min(limits.maximumPitch(atDistance: distance), steepestPitch)
  }
}
