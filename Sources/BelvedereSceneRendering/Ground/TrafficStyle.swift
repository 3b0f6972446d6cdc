import BelvedereSceneModel

/// How traffic is painted on roads.
struct TrafficStyle {
  /// sRGB-encoded, 0 to 1.
  let color: SIMD3<Float>

  /// The part of a road's width.
  static let part = 0.42

  init(_ traffic: Road.Traffic, isDark: Bool) {
    color =
      switch traffic {
      case .low: SIMD3(0.30, 0.69, 0.38)
      case .moderate: SIMD3(0.97, 0.69, 0.18)
      case .heavy: SIMD3(0.89, 0.28, 0.19)
      case .severe: isDark ? SIMD3(0.72, 0.12, 0.30) : SIMD3(0.55, 0.09, 0.12)
      case .closed: isDark ? SIMD3(0.62, 0.63, 0.67) : SIMD3(0.20, 0.20, 0.23)
      }
  }
}
