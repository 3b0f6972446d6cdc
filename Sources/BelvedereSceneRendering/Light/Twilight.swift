import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What single scattering leaves out of the evening, and how bright a picture of it is.
///
/// The colours and the fading follow photographs and the illuminances of civil, nautical and
/// astronomical twilight (Seidelmann, "Explanatory Supplement to the Astronomical Almanac", 1992,
/// table 9.31), not a model of the air.
enum Twilight {
  /// Light of the arch over the set sun and of the blue hour, in the units of ``Atmosphere/scatter``.
  ///
  /// - Parameters:
  ///   - height: the direction's upward part.
  ///   - azimuthCosine: of the angle to the sun's azimuth.
  ///   - sunElevation: degrees.
  static func light(height: Double, azimuthCosine: Double, sunElevation: Double) -> Vector3 {
    let begun = 1 - smoothstep(-2, 6, sunElevation)
    guard begun > 0 else { return .zero }
    let depth = max(-sunElevation, 0)
    let z = max(height, 0)
    let blue = begun * exp(-pow(depth / 5.5, 1.6)) * (0.7 + 0.3 * z)
    let towards = pow(0.5 + 0.5 * azimuthCosine, 2)
    let arch = begun * exp(-pow(depth / 4, 1.6)) * towards * exp(-z / 0.11)
    return Vector3(0.034, 0.076, 0.180) * blue + Vector3(0.55, 0.23, 0.055) * arch
  }

  /// A light that has passed the air of a low sun, less red than single scattering leaves it: what is
  /// scattered forward stays in the beam.
  static func golden(_ color: Vector3, sunElevation: Double, share: Double = 1) -> Vector3 {
    let low = (1 - smoothstep(1, 14, sunElevation)) * share
    guard low > 0 else { return color }
    let level = color.dot(Vector3(0.2126, 0.7152, 0.0722))
    let gold = Vector3(1.62, 0.90, 0.36) * level
    return color + (gold - color) * (0.55 * low)
  }

  /// By what the light on the ground is multiplied so that it does not turn magenta.
  ///
  /// A golden sun and a blue sky together have less green than daylight of any temperature: grey ground is maroon in them,
  /// and no evening is that in photographs or to the eye. A third of it remains, as a hint of rose and lavender; the sky
  /// keeps its colours, and so does the day.
  ///
  /// - Parameter light: of sun and sky together on level ground.
  static func tint(ofGroundIn light: Vector3, sunElevation: Double) -> Vector3 {
    let low = 1 - smoothstep(8, 28, sunElevation)
    guard low > 0, light.x > 0, light.y > 0, light.z > 0 else { return Vector3(repeating: 1) }
    // The daylights of CIE 15 between 5000 and 7500 K have about as much green as this.
    let green = pow(light.x, 0.62) * pow(light.z, 0.38)
    let lack = 1 + low * max(green / light.y - 1, 0)
    // Less blue as well: the low sun is golden.
    let tint = Vector3(1, pow(lack, 0.45), pow(lack, -0.6))
    let luminance = Vector3(0.2126, 0.7152, 0.0722)
    return tint * (light.dot(luminance) / (light * tint).dot(luminance))
  }

  /// By what the sky's light on the ground is more than the light that is scattered once or twice, beside the sun's.
  ///
  /// A low sun's own light is spent on its long way through the air, and most of that comes down from the sky: of a clear one at
  /// 5° the sun on a surface that faces it is twice as bright as the sky on level ground, at 10° five times, and from 20° on
  /// seven (Illuminating Engineering Society of North America, "Recommended Practice for the Calculation of Daylight
  /// Availability", 1984). Half of what is missing is kept back, as an evening is meant to have shadows: at 8° level ground in
  /// the shadow of a wall has 0.6 of the light beside it, as there.
  ///
  /// - Parameter sunElevation: degrees.
  static func skyGain(sunElevation: Double) -> Double {
    1 + smoothstep(-4, 4, sunElevation) * (1 - smoothstep(4, 12, sunElevation))
  }

  /// The colour of that: most comes from around the low sun.
  static let aureole = Vector3(1.1, 0.99, 0.82)

  /// The glow of a city's lamps in the night's air, as it is shown.
  static func cityGlow(height: Double) -> Vector3 {
    Vector3(0.022, 0.020, 0.021) * exp(-max(height, 0) / 0.07)
  }

  /// How bright near haze is beside the mean of the horizon, of which a low sun's side has most.
  static func nearHaze(sunElevation: Double) -> Double {
    1 - 0.5 * (1 - smoothstep(3, 22, sunElevation))
  }

  /// How bright a picture is, beside one by day, by the sun's elevation in degrees.
  static func key(sunElevation: Double) -> Double {
    let elevation = min(max(sunElevation, keys[0].elevation), keys[keys.count - 1].elevation)
    let next = keys.firstIndex { elevation < $0.elevation } ?? keys.count - 1
    let (low, high) = (keys[next - 1], keys[next])
    let t = (elevation - low.elevation) / (high.elevation - low.elevation)
    return low.key * pow(high.key / low.key, t)
  }

  private static let keys: [(elevation: Double, key: Double)] = [
    (-18, 0.075), (-12, 0.09), (-8, 0.16), (-4, 0.30), (-3, 0.31), (-1, 0.32), (0, 0.345),
    (1, 0.43), (2, 0.49), (4, 0.55), (10, 0.70), (20, 0.93), (28, 1),
  ]
}
