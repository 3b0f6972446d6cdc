import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sun over the globe and the air in front of it, for one eye.
///
/// Near the ground the air is that of the flat map, its haze bent over the curved Earth; from 10 km to
/// 80 km of height it gives way to the air seen from space, ``AirTable``.
///
/// A class: it is asked for each pixel, and a copy would count many references.
final class GlobeSky: Sendable {
  /// The light of the places that the picture is exposed for.
  let atmosphere: Atmosphere
  let daylight: Daylight
  /// Towards the sun, in the frame of the picture and along the eye's own east, north and up.
  let sun: SIMD3<Float>
  let sunAtEye: SIMD3<Float>
  /// Degrees of the sun above the horizontal at the eye.
  let sunElevation: Double
  let eyeAxes: LocalAxes
  let eyeHeight: Float
  let table: AirTable?
  /// How much of the haze and of the sky is as seen from space.
  let hazeShare, skyShare: Float
  /// The eye and the frame's axes in a space where the ellipsoid is the unit sphere.
  let roundEye, roundEast, roundNorth, roundUp: Vector3
  /// The map's style, and by what the light of the air is multiplied where it is seen.
  let theme: MapTheme
  let tint: SIMD3<Float>

  /// - Parameters:
  ///   - light: sun and air.
  ///   - place: over which the sun's azimuth and elevation are meant.
  ///   - path: the code that computes the air.
  convenience init(
    _ ground: GlobeGround, light: Light, over place: Coordinate, theme: MapTheme,
    path: ShadingPath, threads: Int
  ) {
    let place = SunPlace(ground, Self.sun(light, over: place))
    // Half the angle of the Earth that the eye sees. From space it adapts to the brightest of that.
    let a = Ellipsoid.wgs84.semiMajorAxis
    let (height, elevation) = (place.height, place.elevation)
    let reach = acos(a / (a + height))
    let adapted = smoothstep(log(20_000), log(2_000_000), log(max(height, 1)))
    let reference = min(elevation + reach * adapted, max(elevation, .pi / 2))
    var seen = light
    seen.sunAzimuth = atan2(Double(place.sunAtEye.x), Double(place.sunAtEye.y)) * 180 / .pi
    seen.sunElevation = reference * 180 / .pi
    let atmosphere = Atmosphere(seen)
    // Mountains stand beyond the horizon.
    let margin = reach + 0.06
    let daylight = Daylight(
      atmosphere, reference: reference,
      seen: max(elevation - margin, -.pi / 2)...min(elevation + margin, .pi / 2))
    let table =
      Self.skyShare(height) > 0
      ? AirTable(
        eyeHeight: height, sunElevation: elevation, exposure: Double(atmosphere.exposure),
        path: path, threads: threads) : nil
    self.init(ground, place, theme, atmosphere, daylight, table)
  }

  /// Over a picture that is not shaded: where the sun stands, and no air.
  convenience init(
    unseenOver ground: GlobeGround, light: Light, over place: Coordinate, theme: MapTheme,
    atmosphere: Atmosphere
  ) {
    self.init(
      ground, SunPlace(ground, Self.sun(light, over: place)), theme, atmosphere,
      Daylight(atmosphere), nil)
  }

  /// Where the sun stands, and how high the eye.
  private struct SunPlace {
    let sun, sunAtEye: SIMD3<Float>
    let height, elevation: Double

    init(_ ground: GlobeGround, _ direction: Vector3) {
      sun = ground.framed(direction)
      sunAtEye = ground.eyeAxes.local(sun)
      height = max(ground.eyeHeight, 0)
      elevation = asin(min(max(Double(sunAtEye.z), -1), 1))
    }
  }

  private static func skyShare(_ height: Double) -> Float {
    Float(smoothstep(2_000, 20_000, height))
  }

  private init(
    _ ground: GlobeGround, _ place: SunPlace, _ theme: MapTheme, _ atmosphere: Atmosphere,
    _ daylight: Daylight, _ table: AirTable?
  ) {
    self.theme = theme
    tint = theme.air
    (sun, sunAtEye) = (place.sun, place.sunAtEye)
    eyeAxes = ground.eyeAxes
    eyeHeight = Float(place.height)
    sunElevation = place.elevation * 180 / .pi
    (self.atmosphere, self.daylight, self.table) = (atmosphere, daylight, table)
    hazeShare = Float(smoothstep(10_000, 80_000, place.height))
    skyShare = Self.skyShare(place.height)
    let a = Ellipsoid.wgs84.semiMajorAxis
    let axes = Vector3(a, a, a * (1 - Ellipsoid.wgs84.flattening))
    roundEye = ground.eye / axes
    roundEast = ground.frame.east / axes
    roundNorth = ground.frame.north / axes
    roundUp = ground.frame.up / axes
  }

  /// The place over which a light's azimuth and elevation are meant: the camera's centre, or, where
  /// that lies outside the scene, the scene's nearest place.
  static func anchor(_ extent: GeographicBounds?, _ center: Coordinate) -> Coordinate {
    guard let extent else { return center }
    let half = max(extent.east - extent.west, 0) / 2
    let middle = extent.west + half
    let off = wrappedLongitude(center.longitude - middle)
    return Coordinate(
      latitude: min(max(center.latitude, extent.south), extent.north),
      longitude: middle + min(max(off, -half), half))
  }

  /// The direction towards the sun in Earth-centred axes.
  private static func sun(_ light: Light, over place: Coordinate) -> Vector3 {
    let φ = SineCosine(degrees: place.latitude)
    let λ = SineCosine(degrees: place.longitude)
    let azimuth = SineCosine(degrees: light.sunAzimuth)
    let elevation = SineCosine(degrees: min(max(light.sunElevation, -90), 90))
    let east = Vector3(-λ.sine, λ.cosine, 0)
    let north = Vector3(-φ.sine * λ.cosine, -φ.sine * λ.sine, φ.cosine)
    let up = Vector3(φ.cosine * λ.cosine, φ.cosine * λ.sine, φ.sine)
    return (east * azimuth.sine + north * azimuth.cosine) * elevation.cosine + up * elevation.sine
  }

  /// The light at a place with these axes.
  @inline(__always)
  func light(_ axes: LocalAxes) -> LocalLight {
    var light = daylight.light(axes.local(sun))
    if theme != .standard {
      (light.sunLight, light.skyLight) = theme.light(
        sun: light.sunLight, sky: light.skyLight, height: light.sunDirection.z)
    }
    return light
  }

  /// The cosine of the azimuth between a direction and the sun at the eye.
  @inline(__always)
  private func azimuthCosine(_ d: SIMD3<Float>) -> Float {
    let (a, b) = (d.x * d.x + d.y * d.y, sunAtEye.x * sunAtEye.x + sunAtEye.y * sunAtEye.y)
    let product = (a * b).squareRoot()
    return product > 1e-9 ? (d.x * sunAtEye.x + d.y * sunAtEye.y) / product : 1
  }

  /// What remains of the ground's light at the eye, and what the air adds.
  ///
  /// - Parameters:
  ///   - v: from the eye to the surface, metres in the frame.
  ///   - up: the ellipsoid's normal there.
  ///   - height: metres of the surface above the sea.
  func haze(_ v: SIMD3<Float>, up: SIMD3<Float>, height: Float) -> AirTable.Sample {
    var haze = ownHaze(v, up: up, height: height)
    haze.added *= tint
    return haze
  }

  private func ownHaze(
    _ v: SIMD3<Float>, up: SIMD3<Float>, height: Float
  ) -> AirTable.Sample {
    let length = (v * v).sum().squareRoot()
    let w = eyeAxes.local(v)
    var low: AirTable.Sample = (SIMD3(repeating: 1), .zero)
    if hazeShare < 1 {
      low = atmosphere.haze(w, length: length, mean: meanDensity(length, height))
    }
    guard hazeShare > 0, let table else { return low }
    let μ = -(v * up).sum() / max(length, 1e-3)
    var high = table.ground(μ, cosine: azimuthCosine(w))
    // Over mountains there is less air.
    let part = exp(-max(height, 0) / 7000)
    high.through = 1 - (1 - high.through) * part
    high.added *= part
    return (
      low.through + (high.through - low.through) * hazeShare,
      low.added + (high.added - low.added) * hazeShare
    )
  }

  /// Nodes and weights of Gauss and Legendre's quadrature over [0, 1].
  private static let places = SIMD8<Float>(
    0.019_855_07, 0.101_666_76, 0.237_233_80, 0.408_282_68, 0.591_717_32, 0.762_766_20,
    0.898_333_24, 0.980_144_93)
  private static let weights = SIMD8<Float>(
    0.050_614_27, 0.111_190_52, 0.156_853_32, 0.181_341_89, 0.181_341_89, 0.156_853_32,
    0.111_190_52, 0.050_614_27)

  /// The haze's mean density from the eye to a surface, 1 at the sea: the way dips between them.
  private func meanDensity(_ length: Float, _ height: Float) -> Float {
    let scale = Atmosphere.hazeHeight
    let rise = height - eyeHeight
    let level = max(length * length - rise * rise, 0)
    let dip = level / Float(2 * Ellipsoid.wgs84.semiMajorAxis)
    // Height is a + bt + ct²; above twelve heights of the haze there is none.
    let (a, b, c) = (eyeHeight, rise - dip, dip)
    var start: Float = 0
    let clear = 12 * scale
    if a > clear {
      let root = max(b * b - 4 * c * (a - clear), 0).squareRoot()
      start = min(max(2 * (a - clear) / max(root - b, 1e-6), 0), 1)
    }
    var sum: Float = 0
    let t = start + (1 - start) * Self.places
    let heights = a + (b + c * t) * t
    for i in 0..<8 { sum += Self.weights[i] * exp(-max(heights[i], 0) / scale) }
    return sum * (1 - start)
  }

  /// The sky along a ray of unit length, with the sun's disc and its glow.
  func sky(_ ray: SIMD3<Float>) -> SIMD3<Float> {
    let d = eyeAxes.local(ray)
    var color = SIMD3<Float>.zero
    var through = SIMD3<Float>(repeating: 1)
    if skyShare < 1 { color = atmosphere.sky(d) * (1 - skyShare) }
    if let table {
      let high =
        d.z >= 0
        ? table.rising(d.z, cosine: azimuthCosine(d))
        : table.limb(lowestHeight(ray), cosine: azimuthCosine(d))
      color += high.added * skyShare
      through = 1 - (1 - high.through) * skyShare
    }
    return color * tint + atmosphere.sunDisc((ray * sun).sum()) * through
  }

  /// Metres above the ellipsoid of the lowest point of a ray that comes down.
  private func lowestHeight(_ ray: SIMD3<Float>) -> Float {
    let w =
      roundEast * Double(ray.x) + roundNorth * Double(ray.y) + roundUp * Double(ray.z)
    let t = max(-roundEye.dot(w) / w.dot(w), 0)
    let lowest = (roundEye + w * t).length
    return Float((lowest - 1) * Ellipsoid.wgs84.semiMajorAxis)
  }
}
