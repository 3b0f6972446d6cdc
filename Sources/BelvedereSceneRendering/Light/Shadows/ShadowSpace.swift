import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

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
  /// Texels' sides by which a position may be raised off its surface: it then moves by at most 24 texels
  /// on the map.
  let mostTexels: Double
  /// How often texels are as large again as with a high sun, in steps of 1/256: a low one draws every height out over so
  /// much ground that fine texels of it would be very many, and show what the sun's own width blurs.
  private let coarseness: Double

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
    mostTexels = min(24 * rise / max(level, 1e-6), 3.1)
    let drawnOut = level / rise / Self.mostDrawnOut
    coarseness = drawnOut > 1 ? (log2(drawnOut) * 256).rounded() / 256 : 0
  }

  /// Metres on level ground over which a metre of height throws its shadow with texels of the usual size: the sun is
  /// 3.6 degrees high.
  private static let mostDrawnOut = 16.0

  /// How often what a pixel shows is halved to the size of a texel, about.
  ///
  /// - Parameter quality: the same with a high sun.
  func fineness(_ quality: RenderQuality) -> Double { quality.shadowFineness - coarseness }

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
  /// Added to elevations where they are drawn, so that 0 is below all ground.
  static let far = 16384.0

  /// - Parameters:
  ///   - size: map points that a pixel shows.
  ///   - fineness: how often that is halved to the size of a texel, about.
  init(size: Double, fineness: Double) {
    let size = min(max(size, 1e-6), 1e9)
    // log2(1 + m) ≈ m between powers of two.
    let detail = Double(size.exponent) + size.significand - 1 - fineness
    let lowest = GroundFootprint.levels.lowerBound
    let held = min(max(detail, Double(lowest)), Double(Self.coarsest) + 1)
    level = Int(flooring: held, in: lowest...(Self.coarsest + 1))
    blend = Float(min(max((held - Double(level)) * 4 - 3, 0), 1))
  }

  /// Metres of a texel's side, in a frame.
  static func texel(_ level: Int, metersPerMapPoint: Double) -> Float {
    Float(MapSquare.texelSize(level) * metersPerMapPoint)
  }
}

/// The elevations that squares of shadow hold: 16 bits, 0 being below the lowest place.
struct ShadowElevations: Hashable {
  private let low: Double
  /// Steps in a metre.
  let steps: Double

  init(_ range: ClosedRange<Double>) {
    // A step below the lowest, and one above the highest.
    steps = 65_530 / max(range.upperBound - range.lowerBound, 1)
    low = range.lowerBound - 2 / steps
  }

  /// An elevation in steps, not rounded.
  func height(_ elevation: Double) -> Double { (elevation - low) * steps }

  /// The texels of a square from what was drawn: elevations, from ``ShadowLevel/far`` below, or 0.
  func texels(_ drawn: UnsafePointer<Float>, count: Int) -> FrozenArray<UInt16> {
    let (scale, shift) = (Float(steps), Float((-ShadowLevel.far - low) * steps))
    return FrozenArray(
      [UInt16](unsafeUninitializedCapacity: count) { out, filled in
        belvedere_shadow_texels(drawn, count, scale, shift, out.baseAddress)
        filled = count
      })
  }
}
