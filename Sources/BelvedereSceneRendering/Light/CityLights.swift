import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Street lamps, and the colours of lit windows; `lamps.inc` has the same for the kernels.
enum CityLights {
  /// The light of street lamps, of windows at home and of those at work.
  static let lamp = SIMD3<Float>(1.0, 0.62, 0.30)
  static let warm = SIMD3<Float>(1.0, 0.60, 0.27)
  static let cool = SIMD3<Float>(1.0, 0.87, 0.70)
  /// Metres between the lamps' pools of light on the ground.
  static let pools: Float = 26
  /// Their mean.
  private static let mean: Float = 0.74
  static let poolSeed: UInt32 = 71

  /// 0 by day, 1 when the windows are lit, by the sun's elevation in degrees.
  static func night(sunElevation: Double) -> Float { Float(1 - smoothstep(-5, 4, sunElevation)) }

  /// How bright the street lamps are: they are switched on when half of the windows are lit.
  @inline(__always)
  static func street(night: Float) -> Float { min(max(2 * night - 1, 0), 1) }

  /// How much of the ground is streets and yards: what has little colour of its own.
  @inline(__always)
  static func paved(_ encoded: SIMD3<Float>) -> Float {
    let most = encoded.max()
    let saturation = (most - encoded.min()) / max(most, 0.01)
    // Streets are darker than squares and yards, and have the lamps.
    let street = min(max((0.655 - most) * 25, 0), 1)
    return min(max((0.155 - saturation) * 20, 0), 1) * (0.14 + 0.86 * street)
  }

  /// The lamps' light on paved ground.
  ///
  /// - Parameters:
  ///   - x: metres towards the east, in all that the map has.
  ///   - pixel: metres on the ground of a pixel.
  ///   - extrusion: how much of their height buildings have: where they are only painted on the ground,
  ///     lamps light them as well, and are fainter.
  static func ground(x: Double, y: Double, pixel: Float, extrusion: Float) -> Float {
    let sharp = min(max(pools * 0.5 / pixel - 1, 0), 1)
    let strength = 0.25 + 0.35 * extrusion
    guard sharp > 0 else { return strength * mean }
    let p =
      ValueNoise.sample(x / Double(pools), y / Double(pools), seed: poolSeed) * 0.5 + 0.5
    return strength * (mean + (0.3 + 1.4 * p * p - mean) * sharp * extrusion)
  }

  /// The lamps' light on a deck or ramp, as it is on the ground on average.
  @inline(__always)
  static func roadway(paved: Float, extrusion: Float) -> Float {
    paved * mean * (0.25 + 0.35 * extrusion)
  }

  /// The lamps' light on a wall so many metres above its foot.
  @inline(__always)
  static func wall(height: Float) -> Float { 0.03 + 0.42 * exp(-max(height, 0) / 7) }

  /// The lamps' light on roofs, beams and trees, by the normal's upward part.
  @inline(__always)
  static func plain(up: Float) -> Float {
    let side = 1 - min(max(up, 0), 1)
    return 0.015 + 0.3 * side * side
  }
}
