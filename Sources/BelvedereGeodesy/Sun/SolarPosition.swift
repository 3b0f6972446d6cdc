import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the sun's middle stands in the sky of a place.
///
/// Within 0.006° of ERFA's ephemeris and 0.004° of NREL's SPA from 1950 to 2050, half of which is what
/// UTC and UT1 differ by; held by `SolarPositionTests`. It degrades slowly outside these years.
///
/// Source: Meeus, "Astronomical Algorithms", 2nd ed. 1998, chapters 12, 13, 22 and 25 (the sun's
/// equation of the centre, nutation, aberration), 40 (parallax) and 16 (refraction, Saemundsson 1986);
/// the pull of Venus, Jupiter and the moon from his "Astronomical Formulae for Calculators", 1979,
/// chapter 18; TT − UT from Espenak and Meeus, "Five Millennium Canon of Solar Eclipses", 2006.
public struct SolarPosition: Sendable, Hashable {
  /// Degrees clockwise from true north, in [0, 360).
  public var azimuth: Double
  /// Degrees above the horizontal, −90 to 90, as if there were no air.
  public var elevation: Double

  /// The sun at a moment over a place of sea level.
  ///
  /// At a pole north is along the meridian of the given longitude: at the north pole the azimuth is 180°
  /// where the sun stands over that meridian.
  ///
  /// - Throws: `DomainError` where a number is not finite, the latitude lies outside ±90°, or the moment
  ///   more than 8,200 years from 2000.
  public init(at time: UniversalTime, coordinate: Coordinate) throws(DomainError) {
    guard abs(time.secondsSince2000) < 2.6e11 else {
      throw DomainError(
        field: "time", value: time.secondsSince2000,
        allowed: "seconds of less than 8,200 years around 2000")
    }
    try coordinate.checked(as: "coordinate")
    let sun = ApparentSun(time)
    let φ = SineCosine(degrees: coordinate.latitude)
    let hour = SineCosine(degrees: sun.greenwichHourAngle + coordinate.longitude)
    let east = -sun.declination.cosine * hour.sine
    let north =
      sun.declination.sine * φ.cosine - sun.declination.cosine * hour.cosine * φ.sine
    let up = sun.declination.sine * φ.sine + sun.declination.cosine * hour.cosine * φ.cosine
    let horizontal = (east * east + north * north).squareRoot()
    let degrees = 180 / Double.pi
    azimuth = wrappedHeading(atan2(east, north) * degrees)
    // Seen from the ground, not from the Earth's middle.
    elevation = atan2(up, horizontal) * degrees - sun.parallax * horizontal
  }

  /// The elevation at which the sun is seen at sea level, 1010 hPa and 10 °C: refraction lifts it by
  /// 0.48° at the horizon. Below it, where no light comes straight, refraction ends within 3°.
  public var apparentElevation: Double { elevation + Self.refraction(elevation) }

  /// By how many degrees the air lifts what stands at an elevation, for the mean air at sea level.
  ///
  /// Within 0.002° above −0.5° (Saemundsson's formula by Meeus); faded out to −3°.
  public static func refraction(_ elevation: Double) -> Double {
    let held = min(max(elevation, -0.6), 89.9)
    let angle = (held + 10.3 / (held + 5.11)) * .pi / 180
    let lift = max(1.02 / 60 / tan(angle), 0)
    return elevation >= -0.6 ? lift : lift * max(0, (elevation + 3) / 2.4)
  }
}

/// The sun as it is seen from the Earth's middle, for the equinox of the date.
private struct ApparentSun {
  let declination: SineCosine
  /// Degrees west of Greenwich's meridian.
  let greenwichHourAngle: Double
  /// Degrees of the horizontal parallax.
  let parallax: Double

  init(_ time: UniversalTime) {
    let days = time.daysSince2000
    // Julian centuries of Terrestrial Time.
    let t = (days + Self.terrestrialAhead(days) / 86_400) / 36_525
    func sine(_ degrees: Double) -> Double { SineCosine(degrees: degrees).sine }
    func cosine(_ degrees: Double) -> Double { SineCosine(degrees: degrees).cosine }

    let meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
    let anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537)
    let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
    let center =
      (1.914602 - t * (0.004817 + t * 0.000014)) * sine(anomaly)
      + (0.019993 - t * 0.000101) * sine(2 * anomaly) + 0.000289 * sine(3 * anomaly)
    // Centuries since 1900: what the planets and the moon do.
    let c = t + 1
    let pull =
      0.00134 * cosine(153.23 + 22_518.7541 * c) + 0.00154 * cosine(216.57 + 45_037.5082 * c)
      + 0.00200 * cosine(312.69 + 32_964.3577 * c)
      + 0.00179 * sine(350.74 + c * (445_267.1142 - c * 0.00144))
      + 0.00178 * sine(231.19 + 20.20 * c)
    let distance =
      1.000001018 * (1 - eccentricity * eccentricity)
      / (1 + eccentricity * cosine(anomaly + center))

    // Nutation, to half a second of arc.
    let node = 125.04452 - 1934.136261 * t
    let moon = 218.3165 + 481_267.8813 * t
    let inLongitude =
      (-17.20 * sine(node) - 1.32 * sine(2 * meanLongitude) - 0.23 * sine(2 * moon)
        + 0.21 * sine(2 * node)) / 3600
    let inObliquity =
      (9.20 * cosine(node) + 0.57 * cosine(2 * meanLongitude) + 0.10 * cosine(2 * moon)
        - 0.09 * cosine(2 * node)) / 3600
    let obliquity = SineCosine(
      degrees: 23.4392911 - t * (0.0130042 + t * (1.64e-7 - t * 5.036e-7)) + inObliquity)
    let aberration = -20.4898 / 3600 / distance
    let longitude = SineCosine(
      degrees: meanLongitude + center + pull + inLongitude + aberration)

    let rightAscension =
      atan2(obliquity.cosine * longitude.sine, longitude.cosine) * 180 / .pi
    let z = obliquity.sine * longitude.sine
    declination = SineCosine(sine: z, cosine: max(1 - z * z, 0).squareRoot())
    // Apparent sidereal time at Greenwich; whole turns first, so that no digits are lost.
    let turned = days.remainder(dividingBy: 1) * 360
    let u = days / 36_525
    let sidereal =
      280.46061837 + turned + 0.98564736629 * days + 0.000387933 * u * u
      + inLongitude * obliquity.cosine
    greenwichHourAngle = sidereal - rightAscension
    parallax = 8.794 / 3600 / distance
  }

  /// Seconds by which Terrestrial Time is ahead of Universal Time; within 5 s from 1950 to 2050, in
  /// which the sun moves by 0.00006°.
  private static func terrestrialAhead(_ days: Double) -> Double {
    let year = 2000 + days / 365.25
    switch year {
    case ..<1941: return 24
    case ..<1961:
      let t = year - 1950
      return 29.07 + t * (0.407 + t * (-1 / 233.0 + t / 2547))
    case ..<1986:
      let t = year - 1975
      return 45.45 + t * (1.067 + t * (-1 / 260.0 - t / 718))
    case ..<2005:
      let t = year - 2000
      return 63.86 + t
        * (0.3345 + t
          * (-0.060374 + t * (0.0017275 + t * (0.000651814 + t * 0.00002373599))))
    case ..<2150:
      let t = year - 2000
      return 62.92 + t * (0.32217 + t * 0.005589)
    default: return 240
    }
  }
}
