import BelvedereGeoMath
import BelvedereRasterization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The air between an eye high above the Earth and all that it sees, for one place of the sun.
///
/// Over a spherical Earth the way of a ray depends on its angle from the vertical alone, and the light
/// in it on that angle and the azimuth from the sun: two dimensions, integrated as those of
/// ``Atmosphere``, by the eye's true height. Rays that end on the ground are found by the angle at
/// which they meet it, rays that pass the Earth by their lowest height above it: so the glow follows
/// the ellipsoid's edge, not the sphere's.
final class AirTable: Sendable {
  /// Where a ray ends: a row of the table.
  enum Row {
    /// On the ground, the cosine from its normal.
    case ground(Double)
    /// In space, after its lowest height in metres.
    case limb(Double)
    /// In space, ever higher; the sine of its elevation at the eye.
    case rising(Double)
  }

  static let groundRows = 64
  static let limbRows = 64
  static let risingRows = 32
  static let columns = 96
  private static let radius = Atmosphere.planetRadius
  private static let top = Atmosphere.airTop

  /// Scattered light, row by row, and what remains of light from behind.
  let added: FrozenArray<SIMD3<Float>>
  let through: FrozenArray<SIMD3<Float>>
  let highestLimb: Float
  /// Whether there is air above the eye.
  let isInside: Bool

  /// - Parameters:
  ///   - eyeHeight: metres above the sea, above 0.
  ///   - sunElevation: at the eye, radians.
  ///   - exposure: the picture's light for each unit of light.
  ///   - path: the code that follows the rays.
  init(
    eyeHeight: Double, sunElevation: Double, exposure: Double, path: ShadingPath, threads: Int
  ) {
    let air = Self.top - Self.radius
    isInside = eyeHeight < air
    highestLimb = Float(min(eyeHeight, air))
    let rows =
      (0..<Self.groundRows).map { Row.ground(sin(Self.part($0, Self.groundRows) * .pi / 2)) }
      + (0..<Self.limbRows).map { Row.limb(Self.part($0, Self.limbRows) * min(eyeHeight, air)) }
      + (0..<(isInside ? Self.risingRows : 0)).map { Row.rising(Self.part($0, Self.risingRows)) }
    let rays = rows.map { AirRay($0, eyeHeight: eyeHeight) }
    // Light scattered more than once, as for the ground's sky.
    let gain = 1.15 * Atmosphere.sunIrradiance * exposure
    let table = AirRows(sunElevation: sunElevation, gain: gain, columns: Self.columns)
    (added, through) = table.follow(rays, path: path, threads: threads)
  }

  /// Rows crowd where a part is 0: around the horizon.
  private static func part(_ i: Int, _ count: Int) -> Double {
    let t = Double(i) / Double(count - 1)
    return t * t
  }

  /// The column of an azimuth from the sun by its cosine.
  @inline(__always)
  private static func column(_ cosine: Float) -> Float {
    (max(0, 1 - cosine) / 2).squareRoot() * Float(columns - 1)
  }

  @inline(__always)
  private func value(_ row: Float, _ count: Int, from first: Int, _ cosine: Float) -> Sample {
    let y = min(max(0, row), Float(count) - 1.001)
    let x = min(Self.column(cosine), Float(Self.columns) - 1.001)
    let j = Int(y)  // checked: clamped to the table
    let i = Int(x)  // checked: clamped to the table
    let (fx, fy) = (x - Float(i), y - Float(j))
    let t = added.base + ((first + j) * Self.columns + i)
    let upper = t[0] + (t[1] - t[0]) * fx
    let lower = t[Self.columns] + (t[Self.columns + 1] - t[Self.columns]) * fx
    let (a, b) = (through.base[first + j], through.base[first + j + 1])
    return (a + (b - a) * fy, upper + (lower - upper) * fy)
  }

  /// What remains of light from behind, and what is added.
  typealias Sample = (through: SIMD3<Float>, added: SIMD3<Float>)

  /// The way to the ground.
  ///
  /// - Parameters:
  ///   - μ: the cosine between the ray and the ground's normal, 0 at the horizon.
  ///   - cosine: of the azimuth from the sun at the eye.
  @inline(__always)
  func ground(_ μ: Float, cosine: Float) -> Sample {
    // The eye's elevation over the ground as a part of a right angle.
    let part = asin(min(max(μ, 0), 1)) * (2 / Float.pi)
    return value(
      part.squareRoot() * Float(Self.groundRows - 1), Self.groundRows, from: 0, cosine)
  }

  /// The way past the Earth into space, by its lowest height in metres.
  @inline(__always)
  func limb(_ height: Float, cosine: Float) -> Sample {
    guard height <= highestLimb || isInside else { return (SIMD3(repeating: 1), .zero) }
    let t = (max(height, 0) / highestLimb).squareRoot()
    return value(
      t * Float(Self.limbRows - 1), Self.limbRows, from: Self.groundRows, cosine)
  }

  /// The way up into space, by the sine of its elevation at the eye.
  @inline(__always)
  func rising(_ z: Float, cosine: Float) -> Sample {
    guard isInside else { return (SIMD3(repeating: 1), .zero) }
    return value(
      max(z, 0).squareRoot() * Float(Self.risingRows - 1), Self.risingRows,
      from: Self.groundRows + Self.limbRows, cosine)
  }
}
