#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How bright slopes are under distant lights: 0 in full shade, 1 where the ground faces them.
public enum Hillshade {
  /// Four lights 30° above the horizon in the south-west, west, north-west and north, each weighed
  /// by sin² of the angle between its azimuth and the slope's aspect: whichever way a ridge runs, a
  /// light falls across it. Level ground has ``levelBrightness``.
  ///
  /// - Parameters:
  ///   - east, north: the rise towards the east and the north, metres for each metre; times the
  ///     vertical exaggeration.
  ///
  /// Source: Mark, "A multidirectional, oblique-weighted, shaded-relief image of the island of
  /// Hawaii", USGS Open-File Report 92-422, 1992. `gdaldem hillshade -multidirectional` has the same
  /// lights but weighs them by cos², the ones that a slope faces most.
  @inlinable public static func multidirectional(east e: Float, north n: Float) -> Float {
    let squared = e * e + n * n
    guard squared > 1e-14 else { return levelBrightness }
    let half: Float = 0.70710678
    let sine: Float = 0.5
    let cosine: Float = 0.86602540
    // A slope faces where it falls: towards (−e, −n).
    let southWest = max(0, sine + cosine * half * (e + n)) * (0.5 * squared - e * n)
    let west = max(0, sine + cosine * e) * n * n
    let northWest = max(0, sine + cosine * half * (e - n)) * (0.5 * squared + e * n)
    let north = max(0, sine - cosine * n) * e * e
    // The weights add up to 2.
    return (southWest + west + northWest + north) / (2 * squared * (1 + squared).squareRoot())
  }

  /// The brightness of level ground under the four lights: sin 30°.
  public static let levelBrightness: Float = 0.5

  /// One light: the cosine between it and the ground's normal, 0 where it falls from behind.
  ///
  /// - Parameters:
  ///   - azimuth: degrees clockwise from north to the light.
  ///   - altitude: degrees of the light above the horizon.
  public static func directional(
    _ gradient: ElevationGradient, azimuth: Double, altitude: Double
  ) -> Double {
    let a = azimuth * .pi / 180
    let h = altitude * .pi / 180
    let n = gradient.normal
    return max(0, n.x * cos(h) * sin(a) + n.y * cos(h) * cos(a) + n.z * sin(h))
  }
}
