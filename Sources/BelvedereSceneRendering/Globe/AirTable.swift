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
  private enum Row {
    /// On the ground, the cosine from its normal.
    case ground(Double)
    /// In space, after its lowest height in metres.
    case limb(Double)
    /// In space, ever higher; the sine of its elevation at the eye.
    case rising(Double)
  }

  private static let groundRows = 64
  private static let limbRows = 64
  private static let risingRows = 32
  private static let columns = 96
  private static let radius = Atmosphere.planetRadius
  private static let top = Atmosphere.airTop

  /// Scattered light, row by row, and what remains of light from behind.
  private let added: FrozenArray<SIMD3<Float>>
  private let through: FrozenArray<SIMD3<Float>>
  private let highestLimb: Float
  /// Whether there is air above the eye.
  private let isInside: Bool

  /// - Parameters:
  ///   - eyeHeight: metres above the sea, above 0.
  ///   - sunElevation: at the eye, radians.
  ///   - exposure: the picture's light for each unit of light.
  init(eyeHeight: Double, sunElevation: Double, exposure: Double, threads: Int) {
    let air = Self.top - Self.radius
    isInside = eyeHeight < air
    highestLimb = Float(min(eyeHeight, air))
    let rows =
      (0..<Self.groundRows).map { Row.ground(sin(Self.part($0, Self.groundRows) * .pi / 2)) }
      + (0..<Self.limbRows).map { Row.limb(Self.part($0, Self.limbRows) * min(eyeHeight, air)) }
      + (0..<(isInside ? Self.risingRows : 0)).map { Row.rising(Self.part($0, Self.risingRows)) }
    let sun = Vector3(0, cos(sunElevation), sin(sunElevation))
    let again = DiffuseAir()
    let columns = Self.columns
    let added = SharedBuffer<SIMD3<Float>>(repeating: .zero, count: rows.count * columns)
    let through = SharedBuffer<SIMD3<Float>>(repeating: .zero, count: rows.count)
    defer {
      added.deallocate()
      through.deallocate()
    }
    // Light scattered more than once, as for the ground's sky.
    let gain = 1.15 * Atmosphere.sunIrradiance * exposure
    Parallel.forEach(rows.count, threads: threads) { i, _ in
      for j in 0..<columns {
        let azimuth = 2 * asin(Double(j) / Double(columns - 1))
        let march = Self.march(rows[i], azimuth, eyeHeight: eyeHeight, sun: sun, again)
        added[i * columns + j] = SIMD3(single: march.light * gain)
        through[i] = SIMD3(single: march.through)
      }
    }
    self.added = FrozenArray((0..<(rows.count * columns)).map { added[$0] })
    self.through = FrozenArray(rows.indices.map { through[$0] })
  }

  /// Rows crowd where a part is 0: around the horizon.
  private static func part(_ i: Int, _ count: Int) -> Double {
    let t = Double(i) / Double(count - 1)
    return t * t
  }

  /// Follows a row's ray towards an azimuth from the sun.
  private static func march(
    _ row: Row, _ azimuth: Double, eyeHeight: Double, sun: Vector3, _ again: DiffuseAir
  ) -> AirMarch {
    let eye = radius + eyeHeight
    let sine: Double
    var isDown = true
    switch row {
    case .ground(let μ): sine = radius / eye * max(1 - μ * μ, 0).squareRoot()
    case .limb(let height): sine = min((radius + height) / eye, 1)
    case .rising(let z):
      sine = max(1 - z * z, 0).squareRoot()
      isDown = false
    }
    let cosine = max(1 - sine * sine, 0).squareRoot()
    let d = Vector3(sine * sin(azimuth), sine * cos(azimuth), isDown ? -cosine : cosine)
    // The lowest point, and where the ray enters and leaves the air.
    let lowest = isDown ? eye * cosine : -eye * cosine
    let reach = max(top * top - eye * eye * sine * sine, 0).squareRoot()
    let start = max(lowest - reach, 0)
    var end = lowest + reach
    if case .ground(let μ) = row { end = lowest - radius * μ }
    var march = AirMarch(d, sun: sun)
    let densest = min(max(lowest, start), end)
    let steps = 16
    func pass(_ from: Double, _ to: Double) {
      let p = Vector3(0, 0, eye) + d * ((from + to) / 2)
      march.pass(p, step: to - from, again: again.light(p.dot(sun) / p.length))
    }
    // Steps are short where the air is dense.
    func place(_ i: Int, _ far: Double) -> Double {
      let t = Double(i) / Double(steps)
      return densest + (far - densest) * t * t
    }
    if densest > start {
      for i in (0..<steps).reversed() { pass(place(i + 1, start), place(i, start)) }
    }
    if end > densest { for i in 0..<steps { pass(place(i, end), place(i + 1, end)) } }
    return march
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

/// The light that the whole air sheds on a part of it, by the sun's height there.
private struct DiffuseAir {
  private let nodes: [Vector3]
  private static let lowest = -0.2
  private static let count = 61

  init() {
    nodes = (0..<Self.count).map {
      let s = Self.lowest + (1 - Self.lowest) * Double($0) / Double(Self.count - 1)
      return Atmosphere.scatteredAgain(sunElevation: asin(s))
    }
  }

  /// - Parameter sine: of the sun's elevation.
  func light(_ sine: Double) -> Vector3 {
    let x =
      min(max((sine - Self.lowest) / (1 - Self.lowest), 0), 0.999_999) * Double(Self.count - 1)
    let i = Int(x)  // checked: clamped to the table
    return nodes[i] + (nodes[i + 1] - nodes[i]) * (x - Double(i))
  }
}
