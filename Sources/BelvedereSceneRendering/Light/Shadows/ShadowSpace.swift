import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The map as the sun throws it: positions move along the sunlight to elevation 0.
///
/// Shadows drawn in this plane do not depend on the camera, and a square of it is level ground: its
/// texels are as large as the ground shows them, however low the sun.
struct ShadowSpace: Hashable {
  /// Map points towards the east and the south by which a metre of height moves a position.
  let east, south: Double
  /// Texels' sides by which a position may be moved off its surface: it then moves by at most 24 texels
  /// on the map.
  let mostTexels: Double

  /// The lowest sun that casts shadows, and the lowest whose direction they have, in degrees.
  static let lowestSun = 0.5
  private static let lowestDirection = 1.0

  /// - Parameters:
  ///   - sun: towards the sun: east, north, up.
  ///   - latitude: where a map point's metres are taken, in steps of 1/256 of a doubling, so that
  ///     shadows are the same from picture to picture; their length is within 0.14 % of what it is there.
  init(sun: SIMD3<Float>, latitude: Double) {
    let metersPerMapPoint = exp2(
      (log2(MapPoint.metersPerMapPoint(at: latitude)) * 256).rounded() / 256)
    let direction = Vector3(Double(sun.x), Double(sun.y), Double(sun.z))
    let level = direction.xy.length
    let rise = max(direction.z, level * tan(Self.lowestDirection * .pi / 180))
    east = -direction.x / rise / metersPerMapPoint
    south = direction.y / rise / metersPerMapPoint
    mostTexels = min(24 * rise / max(level, 1e-6), 8)
  }

  /// A map point and an elevation moved along the sunlight.
  func place(_ p: MapPoint, elevation: Double) -> MapPoint {
    MapPoint(x: p.x + east * elevation, y: p.y + south * elevation)
  }
}

/// Which squares of shadow a position is looked up in: one of two neighbouring levels, or both.
struct ShadowLevel {
  /// The finer level; ``coarsest`` + 1 where there are no shadows any more.
  let level: Int
  /// The weight of the coarser level.
  let blend: Float

  /// Texels of a square, and of the border around it.
  static let texels = GroundTile.texels
  static let border = 16
  static let stride = texels + 2 * border
  static let coarsest = 11
  /// Added to elevations in squares, so that 0 is below all ground.
  static let far = 16384.0

  /// - Parameter size: map points that a pixel shows.
  init(size: Double) {
    let size = min(max(size, 1e-6), 1e9)
    // log2(1 + m) ≈ m between powers of two.
    let detail = Double(size.exponent) + size.significand - 1
    let lowest = GroundFootprint.levels.lowerBound
    let held = min(max(detail, Double(lowest)), Double(Self.coarsest) + 1)
    level = Int(flooring: held, in: lowest...(Self.coarsest + 1))
    blend = Float(min(max((held - Double(level)) * 4 - 3, 0), 1))
  }

  /// The greatest bias that is asked for.
  static let mostBias: Float = 0.6

  /// Metres by which a position is moved off its surface: some texels and what else is uncertain of it.
  static func offset(_ level: Int, bias: Float, metersPerMapPoint: Double, _ space: ShadowSpace)
    -> Float
  {
    let texel = GroundTile.Key.texelSize(level) * metersPerMapPoint
    return min(Float(texel) * 1.6 + bias, Float(texel * space.mostTexels))
  }
}
