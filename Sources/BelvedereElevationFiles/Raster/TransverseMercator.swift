import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The transverse Mercator projection of an ellipsoid with the constants of UTM.
///
/// Accuracy: 5 nm within 3,900 km of the central meridian, by Krüger's series to the sixth order.
/// Source: Karney, "Transverse Mercator with an accuracy of a few nanometers", J. Geodesy 85 (2011),
/// equations 7 to 36.
struct TransverseMercator: Sendable, Hashable {
  private let centralMeridian: Double
  private let falseNorthing: Double
  private let eccentricity: Double
  private let radius: Double
  /// The coefficients of the forward and of the inverse series.
  private let α, β: Series

  typealias Series = SIMD8<Double>

  /// - Parameters:
  ///   - zone: 1...60.
  ///   - isNorth: Whether northings start at the equator; else they are 10,000 km there.
  init(zone: Int, isNorth: Bool, ellipsoid: Ellipsoid) {
    centralMeridian = Double(6 * zone - 183)
    falseNorthing = isNorth ? 0 : 10_000_000
    let f = ellipsoid.flattening
    eccentricity = (f * (2 - f)).squareRoot()
    let n = f / (2 - f)
    let n2 = n * n
    radius =
      0.9996 * ellipsoid.semiMajorAxis / (1 + n) * (1 + n2 * (1 / 4 + n2 * (1 / 64 + n2 / 256)))
    α = Self.series(n, Self.forwardTerms)
    β = Self.series(n, Self.inverseTerms)
  }

  private static func series(_ n: Double, _ terms: [[Double]]) -> Series {
    var result = Series()
    for (j, row) in terms.enumerated() {
      var sum = 0.0
      for term in row.reversed() { sum = sum * n + term }
      result[j] = sum * pow(n, Double(j + 1))
    }
    return result
  }

  /// Row j: the factors of n^j, n^(j+1), … n⁶ in the j-th coefficient; equation 35.
  private static let forwardTerms: [[Double]] = [
    [1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37800],
    [13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1_983_433 / 1_935_360],
    [61 / 240, -103 / 140, 15061 / 26880, 167_603 / 181_440],
    [49561 / 161_280, -179 / 168, 6_601_661 / 7_257_600],
    [34729 / 80640, -3_418_889 / 1_995_840],
    [212_378_941 / 319_334_400],
  ]

  /// The same of the inverse series; equation 36.
  private static let inverseTerms: [[Double]] = [
    [1 / 2, -2 / 3, 37 / 96, -1 / 360, -81 / 512, 96199 / 604_800],
    [1 / 48, 1 / 15, -437 / 1440, 46 / 105, -1_118_711 / 3_870_720],
    [17 / 480, -37 / 840, -209 / 4480, 5569 / 90720],
    [4397 / 161_280, -11 / 504, -830_251 / 7_257_600],
    [4583 / 161_280, -108_847 / 3_991_680],
    [20_648_693 / 638_668_800],
  ]

  /// Easting and northing in metres of a place in degrees; `nil` over 60° of longitude away.
  func project(latitude: Double, longitude: Double) -> (x: Double, y: Double)? {
    guard let parallel = parallel(latitude), let meridian = meridian(longitude) else { return nil }
    return project(parallel, meridian)
  }

  /// What a projection takes from a longitude.
  struct Meridian { fileprivate let sine, cosine: Double }

  /// `nil` over 60° away from the central meridian.
  func meridian(_ longitude: Double) -> Meridian? {
    let turn = longitude - centralMeridian
    let λ = (turn - 360 * (turn / 360).rounded()) * .pi / 180
    return abs(λ) <= .pi / 3 ? Meridian(sine: sin(λ), cosine: cos(λ)) : nil
  }

  /// The tangent of the conformal latitude of a latitude in degrees; `nil` beyond the poles.
  func parallel(_ latitude: Double) -> Double? {
    guard abs(latitude) <= 90 else { return nil }
    // At a pole the tangent is large, and finite.
    let τ = tan(latitude * .pi / 180)
    let secant = (1 + τ * τ).squareRoot()
    let σ = sinh(eccentricity * atanh(eccentricity * τ / secant))
    return τ * (1 + σ * σ).squareRoot() - σ * secant
  }

  /// Where a parallel and a meridian cross.
  @inline(__always)
  func project(_ τ: Double, _ meridian: Meridian) -> (x: Double, y: Double) {
    let cosine = meridian.cosine
    let square = τ * τ + cosine * cosine
    let hyperbolic = meridian.sine / square.squareRoot()
    let ξ = atan2(τ, cosine)
    let η = asinh(hyperbolic)
    // Sines and cosines of 2ξ and 2η from those of ξ and η.
    let (Δξ, Δη) = Self.sum(
      α, sine: 2 * τ * cosine / square, cosine: (cosine - τ) * (cosine + τ) / square,
      hyperbolicSine: 2 * hyperbolic * (1 + hyperbolic * hyperbolic).squareRoot(),
      hyperbolicCosine: 1 + 2 * hyperbolic * hyperbolic)
    return (500_000 + radius * (η + Δη), falseNorthing + radius * (ξ + Δξ))
  }

  /// The place in degrees of an easting and a northing in metres; `nil` where there is none within
  /// 60° of longitude.
  func unproject(x: Double, y: Double) -> (latitude: Double, longitude: Double)? {
    let ξ = (y - falseNorthing) / radius
    let η = (x - 500_000) / radius
    guard abs(ξ) <= .pi / 2, abs(η) <= 1.4 else { return nil }
    let (Δξ, Δη) = Self.sum(
      β, sine: sin(2 * ξ), cosine: cos(2 * ξ), hyperbolicSine: sinh(2 * η),
      hyperbolicCosine: cosh(2 * η))
    let (ξ0, η0) = (ξ - Δξ, η - Δη)
    let (sine, cosine) = (sin(ξ0), cos(ξ0))
    let hyperbolic = sinh(η0)
    let λ = atan2(hyperbolic, cosine)
    guard abs(λ) <= .pi / 3 else { return nil }
    let target = sine / (hyperbolic * hyperbolic + cosine * cosine).squareRoot()
    // Newton's method; equations 19 to 21. Two steps are enough from here.
    let e2 = eccentricity * eccentricity
    var τ = target / (1 - e2)
    for _ in 0..<5 {
      let secant = (1 + τ * τ).squareRoot()
      let σ = sinh(eccentricity * atanh(eccentricity * τ / secant))
      let value = τ * (1 + σ * σ).squareRoot() - σ * secant
      let step =
        (target - value) / (1 + value * value).squareRoot() * (1 + (1 - e2) * τ * τ)
        / ((1 - e2) * secant)
      τ += step
      if !(abs(step) > 1e-15 * max(1, abs(τ))) { break }
    }
    return (atan(τ) * 180 / .pi, centralMeridian + λ * 180 / .pi)
  }

  /// Real and imaginary part of Σ c_j·sin(2jζ) for ζ = ξ + iη by Clenshaw's method, from the sine
  /// and the cosine of 2ξ and the hyperbolic ones of 2η.
  @inline(__always)
  private static func sum(
    _ c: Series, sine: Double, cosine: Double, hyperbolicSine: Double, hyperbolicCosine: Double
  ) -> (Double, Double) {
    // 2·cos 2ζ
    let (ar, ai) = (2 * cosine * hyperbolicCosine, -2 * sine * hyperbolicSine)
    var (br, bi) = (0.0, 0.0)
    var (lastR, lastI) = (0.0, 0.0)
    for j in stride(from: 5, through: 0, by: -1) {
      let nextR = ar * br - ai * bi - lastR + c[j]
      let nextI = ar * bi + ai * br - lastI
      (lastR, lastI) = (br, bi)
      (br, bi) = (nextR, nextI)
    }
    // sin 2ζ
    let (sr, si) = (sine * hyperbolicCosine, cosine * hyperbolicSine)
    return (sr * br - si * bi, sr * bi + si * br)
  }
}
