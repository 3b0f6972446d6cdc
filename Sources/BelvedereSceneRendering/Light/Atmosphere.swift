import BelvedereGeoMath
import BelvedereSceneModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The colour of the sky, of the sun on the ground, and of the haze between.
///
/// Single scattering by molecules and droplets in two exponential layers over a spherical Earth,
/// integrated once for each light into a table (Nishita et al., "Display of the Earth Taking into
/// Account Atmospheric Scattering", 1993).
struct Atmosphere {
  /// Towards the sun.
  let sunDirection: SIMD3<Float>
  /// Irradiance of the sun on a surface that faces it, and of the sky on level ground; divided by
  /// π and scaled by the exposure.
  var sunLight, skyLight: SIMD3<Float>
  /// The middle colour of the sky near the horizon, for light from the side.
  var horizonLight: SIMD3<Float>
  /// 0 by day, 1 when the windows are lit.
  let night: Float
  /// The picture's light for each unit of light.
  let exposure: Float
  let extinction: SIMD3<Float>
  /// The sky, row by row from low to high, away from the sun's azimuth in each.
  var table: [SIMD3<Float>] = []

  static let elevations = 96
  static let azimuths = 32
  /// The height in metres over which the haze thins by e.
  static let hazeHeight: Float = 1800
  static let planetRadius = 6_360_000.0
  static let airTop = 6_420_000.0
  static let rayleigh = Vector3(5.8e-6, 13.5e-6, 33.1e-6)
  static let mie = 8e-6
  /// Ozone takes the yellow out of the evening (Hulburt 1953): absorption at its densest height.
  static let ozone = Vector3(0.65e-6, 1.88e-6, 0.085e-6)

  /// - Parameter cityGlow: how much the lamps of a city light up the night's horizon, 0 to 1.
  init(_ light: Light, cityGlow: Double = 0) {
    let azimuth = light.sunAzimuth * .pi / 180
    let elevation = min(max(light.sunElevation, -90), 90) * .pi / 180
    let sun = Vector3(
      cos(elevation) * sin(azimuth), cos(elevation) * cos(azimuth), sin(elevation))
    sunDirection = SIMD3(Float(sun.x), Float(sun.y), Float(sun.z))

    // The flattened sun of the table lies to the north; only the difference of azimuths counts.
    let tableSun = Vector3(0, cos(elevation), sin(elevation))
    let again = Self.scatteredAgain(sunElevation: elevation)
    var raw: [Vector3] = []
    raw.reserveCapacity(Self.elevations * Self.azimuths)
    for i in 0..<Self.elevations {
      let e = Self.elevation(row: Double(i))
      for j in 0..<Self.azimuths {
        let a = Self.azimuth(column: Double(j))
        raw.append(
          Twilight.golden(
            Self.scatter(
              Vector3(cos(e) * sin(a), cos(e) * cos(a), sin(e)), sun: tableSun, again: again),
            sunElevation: light.sunElevation,
            share: pow(0.5 + 0.5 * cos(a), 2) * exp(-max(sin(e), 0) / 0.25))
            + Twilight.light(
              height: sin(e), azimuthCosine: cos(a), sunElevation: light.sunElevation))
      }
    }
    // Irradiance of the sky by summing the table over the upper hemisphere.
    var irradiance = Vector3.zero
    var horizon = Vector3.zero
    for i in 0..<Self.elevations {
      let e = Self.elevation(row: Double(i))
      guard e > 0 else { continue }
      let de = Self.elevation(row: Double(i) + 0.5) - Self.elevation(row: Double(i) - 0.5)
      for j in 0..<Self.azimuths {
        let da =
          Self.azimuth(column: Double(j) + 0.5) - Self.azimuth(column: max(Double(j) - 0.5, 0))
        let weight = 2 * da * cos(e) * sin(e) * de
        irradiance += raw[i * Self.azimuths + j] * weight
        if e < 0.35 { horizon += raw[i * Self.azimuths + j] }
      }
    }
    horizon /= max(
      Double(
        (0..<Self.elevations).count {
          let e = Self.elevation(row: Double($0))
          return e > 0 && e < 0.35
        } * Self.azimuths), 1)
    // Light scattered more than once, which single scattering leaves out.
    let gain = 1.15
    irradiance *= gain
    horizon *= gain
    let direct =
      Twilight.golden(
        Self.directLight(from: sun, elevation: elevation), sunElevation: light.sunElevation)
      * (1 + 0.7 * (1 - smoothstep(1, 14, light.sunElevation)))
    // The eye adapts, but not quite: evenings stay darker than noon, and nights are dark.
    let level = (direct * max(sun.z, 0.25) + irradiance).dot(Vector3(0.2126, 0.7152, 0.0722))
    let reference = 14.0
    let adapted = pow(max(level, 1e-3) / reference, 0.78) * reference
    let exposure = .pi * 1.02 / adapted * Twilight.key(sunElevation: light.sunElevation)
    self.exposure = Float(exposure)
    func exposed(_ v: Vector3) -> SIMD3<Float> {
      SIMD3(Float(v.x * exposure), Float(v.y * exposure), Float(v.z * exposure))
    }
    // Light scattered often has lost most of its blue.
    let gray = Vector3(repeating: irradiance.dot(Vector3(0.2126, 0.7152, 0.0722)))
    // Shadows are bluer while the sun is low.
    let whiteness = 0.25 + 0.3 * smoothstep(4, 25, light.sunElevation)
    let more = Twilight.skyGain(sunElevation: light.sunElevation) - 1
    let sky = (irradiance + (gray - irradiance) * whiteness + gray * Twilight.aureole * more) * 1.15
    let tint = Twilight.tint(
      ofGroundIn: direct * max(sun.z, 0) + sky, sunElevation: light.sunElevation)
    sunLight = exposed(direct * tint / .pi)
    skyLight = exposed(sky * tint / .pi)
    night = CityLights.night(sunElevation: light.sunElevation)
    // Koschmieder: contrast falls to 2 % at the visibility. Blue is scattered a little more.
    let β = Float(3.912 / max(light.visibility, 10))
    extinction = SIMD3(0.84, 1, 1.22) * β
    let glow = cityGlow * Double(CityLights.street(night: night))
    horizonLight =
      exposed(horizon * Twilight.nearHaze(sunElevation: light.sunElevation))
      + SIMD3(single: Twilight.cityGlow(height: 0.1) * glow)
    table = raw.enumerated().map { i, color in
      let height = sin(Self.elevation(row: Double(i / Self.azimuths)))
      return exposed(color * gain) + SIMD3(single: Twilight.cityGlow(height: height) * glow)
    }
  }

  static let sunIrradiance = 20.0
  private static let faintest = Vector3(0.006, 0.009, 0.016)

  /// What the upper air scatters down again has crossed little air and stays blue at dusk.
  static func scatteredAgain(sunElevation elevation: Double) -> Vector3 {
    let upper = transmittance(
      from: Vector3(0, 0, planetRadius + 16_000),
      towards: Vector3(0, cos(elevation), sin(elevation)))
    return upper * (smoothstep(-0.14, 0.06, elevation) * 0.8 / (4 * .pi))
  }

  /// The sun's irradiance on a surface that faces it, by its elevation in radians.
  static func directLight(sunElevation elevation: Double) -> Vector3 {
    directLight(from: Vector3(0, cos(elevation), sin(elevation)), elevation: elevation)
  }

  private static func directLight(from sun: Vector3, elevation: Double) -> Vector3 {
    guard elevation > -0.01 else { return .zero }
    return transmittance(from: Vector3(0, 0, planetRadius + 50), towards: sun)
      * (sunIrradiance * min(1, (elevation + 0.01) / 0.03))
  }

  /// Rows crowd around the horizon, where the colours change fastest.
  private static func elevation(row: Double) -> Double {
    let t = min(max(row / Double(elevations - 1) * 2 - 1, -1), 1)
    return asin(t < 0 ? -t * t * lowest : t * t)
  }

  /// The row of a direction whose vertical part is z.
  static func row(_ z: Float) -> Float {
    let s = z < 0 ? -(-z / Float(lowest)).squareRoot() : z.squareRoot()
    return (s + 1) / 2 * Float(elevations - 1)
  }

  /// Below the horizon the table ends here; the colour no longer changes.
  static let lowest = 0.3

  /// Columns are even in the sine of half the angle to the sun's azimuth.
  private static func azimuth(column: Double) -> Double {
    2 * asin(min(column / Double(azimuths - 1), 1))
  }

  static func opticalDepth(
    from p: Vector3, towards d: Vector3, length: Double, steps: Int
  ) -> (rayleigh: Double, mie: Double, ozone: Double) {
    let step = length / Double(steps)
    var sum = (rayleigh: 0.0, mie: 0.0, ozone: 0.0)
    for i in 0..<steps {
      let h = (p + d * ((Double(i) + 0.5) * step)).length - planetRadius
      sum.rayleigh += exp(-h / 8000) * step
      sum.mie += exp(-h / 1200) * step
      sum.ozone += ozoneDensity(h) * step
    }
    return sum
  }

  /// A triangle of 30 km around its maximum at 25 km.
  static func ozoneDensity(_ h: Double) -> Double { max(0, 1 - abs(h - 25_000) / 15_000) }

  static func distanceToTop(_ p: Vector3, _ d: Vector3) -> Double {
    let b = p.dot(d)
    return -b + max(b * b - p.dot(p) + airTop * airTop, 0).squareRoot()
  }

  static func attenuation(
    _ depth: (rayleigh: Double, mie: Double, ozone: Double)
  ) -> Vector3 {
    let τ =
      rayleigh * depth.rayleigh + Vector3(repeating: mie * 1.1 * depth.mie) + ozone * depth.ozone
    return Vector3(exp(-τ.x), exp(-τ.y), exp(-τ.z))
  }

  static func transmittance(from p: Vector3, towards d: Vector3) -> Vector3 {
    attenuation(
      opticalDepth(from: p, towards: d, length: distanceToTop(p, d), steps: 24))
  }

  static func scatter(
    _ direction: Vector3, sun: Vector3, again: Vector3
  ) -> Vector3 {
    let start = Vector3(0, 0, planetRadius + 50)
    // Below the horizon the ray ends on the ground; the haze there is what the horizon shows.
    let d = direction.z < 0.004 ? Vector3(direction.x, direction.y, 0.004).normalized : direction
    let steps = 20
    let length = distanceToTop(start, d)
    var march = AirMarch(d, sun: sun)
    var previous = 0.0
    for i in 0..<steps {
      // Steps grow with distance: the air near the eye is the densest.
      let t = pow(Double(i + 1) / Double(steps), 2) * length
      let step = t - previous
      march.pass(start + d * (previous + step / 2), step: step, again: again)
      previous = t
    }
    // A trace of light remains when the sun is down.
    return march.light * sunIrradiance + faintest
  }

  /// The sky in a direction, which must have unit length.
  func sky(_ d: SIMD3<Float>) -> SIMD3<Float> { sky(d, sun: sunDirection) }

  /// The sky in a direction where the sun stands at another azimuth.
  @inline(__always)
  func sky(_ d: SIMD3<Float>, sun: SIMD3<Float>) -> SIMD3<Float> {
    let horizontal = (d.x * d.x + d.y * d.y).squareRoot()
    let sunHorizontal = (sun.x * sun.x + sun.y * sun.y).squareRoot()
    var cosine: Float = 1
    if horizontal > 1e-6, sunHorizontal > 1e-6 {
      cosine = (d.x * sun.x + d.y * sun.y) / (horizontal * sunHorizontal)
    }
    let halfAngle = (max(0, 1 - cosine) / 2).squareRoot()
    let y = min(max(0, Self.row(d.z)), Float(Self.elevations - 1) - 0.001)
    let x = min(halfAngle * Float(Self.azimuths - 1), Float(Self.azimuths - 1) - 0.001)
    let j = Int(y)  // checked: clamped to the table
    let i = Int(x)  // checked: clamped to the table
    let fy = y - Float(j)
    let fx = x - Float(i)
    return table.withUnsafeBufferPointer { t in
      let k = j * Self.azimuths + i
      let top = t[k] + (t[k + 1] - t[k]) * fx
      let next = k + Self.azimuths
      let bottom = t[next] + (t[next + 1] - t[next]) * fx
      return top + (bottom - top) * fy
    }
  }

  /// The sky with the sun's disc and its glow.
  func skyWithSun(_ d: SIMD3<Float>) -> SIMD3<Float> {
    let μ = (d * sunDirection).sum()
    return μ > 0.99 ? sky(d) + sunDisc(μ) : sky(d)
  }

  /// The sun's disc and its glow by the cosine of the angle from its middle.
  @inline(__always)
  func sunDisc(_ μ: Float) -> SIMD3<Float> {
    guard μ > 0.99 else { return .zero }
    // The disc is 0.53° wide; a soft edge hides the pixels.
    let disc = Float(smoothstep(0.999965, 0.999985, Double(μ)))
    return sunLight * (disc * 12 + 0.25 * pow(max(μ, 0), 1400))
  }

  /// What remains of a light over a way through the haze, and what the haze adds.
  ///
  /// - Parameters:
  ///   - v: from the eye to the surface, metres.
  ///   - eyeHeight: metres above the sea.
  func haze(_ v: SIMD3<Float>, eyeHeight: Float) -> (through: SIMD3<Float>, added: SIMD3<Float>) {
    let length = (v * v).sum().squareRoot()
    let h = Self.hazeHeight
    // The mean density along the way, exactly, from the exponential's integral.
    let a = max(eyeHeight, 0) / h
    let b = max(eyeHeight + v.z, 0) / h
    let mean = abs(b - a) < 1e-4 ? exp(-a) : (exp(-a) - exp(-b)) / (b - a)
    return haze(v, length: length, mean: mean)
  }

  /// What remains of a light over a way through haze of a mean density, 1 at the sea, and what that
  /// adds.
  @inline(__always)
  func haze(
    _ v: SIMD3<Float>, length: Float, mean: Float
  ) -> (through: SIMD3<Float>, added: SIMD3<Float>) {
    let τ = extinction * (length * mean)
    let through = SIMD3(exp(-τ.x), exp(-τ.y), exp(-τ.z))
    let d = v / max(length, 1e-3)
    // The haze has the colour of the sky just above the horizon in that direction.
    let flat = SIMD3(d.x, d.y, 0)
    let n = (flat * flat).sum().squareRoot()
    let far = n > 1e-4 ? sky(SIMD3(flat.x / n, flat.y / n, 0)) : horizonLight
    // Near haze is lit from all around; only a long way through it takes the direction's colour.
    let near = horizonLight * 0.8
    let color = near + (far - near) * (1 - through.y) * (1 - through.y)
    // Looking down the haze is seen against less light than at the horizon.
    let down = min(max(-d.z, 0), 1)
    return (through, (color + (horizonLight * 0.75 - color) * down) * (1 - through))
  }
}
