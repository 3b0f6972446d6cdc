import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The light that the air scatters towards an eye, gathered step by step along a ray; positions are
/// metres from the Earth's centre.
struct AirMarch {
  /// Towards the sun.
  let sun: Vector3
  private let phaseRayleigh, phaseMie: Double
  /// What was gathered, for a sun of unit irradiance.
  private(set) var light = Vector3.zero
  private var along = (rayleigh: 0.0, mie: 0.0, ozone: 0.0)

  /// A march in a direction of unit length.
  init(_ direction: Vector3, sun: Vector3) {
    self.sun = sun
    let μ = direction.dot(sun)
    phaseRayleigh = 3 / (16 * .pi) * (1 + μ * μ)
    let g = 0.72
    phaseMie =
      3 / (8 * .pi) * (1 - g * g) * (1 + μ * μ)
      / ((2 + g * g) * pow(1 + g * g - 2 * g * μ, 1.5))
  }

  /// What remains of a light behind the air that was passed.
  var through: Vector3 { Atmosphere.attenuation(along) }

  /// Passes a piece of the ray.
  ///
  /// - Parameters:
  ///   - p: its middle.
  ///   - step: its length.
  ///   - again: the light of the whole air there, which is scattered once more.
  mutating func pass(_ p: Vector3, step: Double, again: Vector3) {
    let h = p.length - Atmosphere.planetRadius
    let densities = (rayleigh: exp(-h / 8000) * step, mie: exp(-h / 1200) * step)
    along.rayleigh += densities.rayleigh / 2
    along.mie += densities.mie / 2
    along.ozone += Atmosphere.ozoneDensity(h) * step
    let toSun = Atmosphere.opticalDepth(
      from: p, towards: sun, length: Atmosphere.distanceToTop(p, sun), steps: 8)
    // The Earth's shadow: light that passes below the ground's horizon does not arrive.
    let grazing = p + sun * max(0, -p.dot(sun))
    let lit = smoothstep(-4000, 2000, grazing.length - Atmosphere.planetRadius)
    let reaching =
      Atmosphere.attenuation(
        (along.rayleigh + toSun.rayleigh, along.mie + toSun.mie, along.ozone + toSun.ozone)) * lit
    light +=
      reaching
      * (Atmosphere.rayleigh * (densities.rayleigh * phaseRayleigh)
        + Vector3(repeating: Atmosphere.mie * densities.mie * phaseMie))
    // Light scattered many times also reaches the depth of the air, where single light is spent.
    let through = Atmosphere.attenuation(along)
    let deep = Vector3(
      through.x.squareRoot(), through.y.squareRoot(), through.z.squareRoot())
    let particles: Vector3 =
      Atmosphere.rayleigh * densities.rayleigh + Vector3(repeating: Atmosphere.mie * densities.mie)
    let softened: Vector3 = through + (deep - through) * 0.5
    light += softened * again * particles
    along.rayleigh += densities.rayleigh / 2
    along.mie += densities.mie / 2
  }
}
