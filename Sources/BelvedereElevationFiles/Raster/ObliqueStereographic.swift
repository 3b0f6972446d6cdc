import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The oblique stereographic projection of an ellipsoid by way of a conformal sphere, with the constants of the
/// Dutch Rijksdriehoekstelsel, "RD New".
///
/// Accuracy: 0.1 µm within 500 km of its middle, as the inverse of each other.
/// Source: IOGP Geomatics Guidance Note 7 part 2, method 9809; constants of EPSG:28992.
struct ObliqueStereographic: Sendable, Hashable {
  private let eccentricity: Double
  private let middle: (longitude: Double, sine: Double, cosine: Double)
  /// Twice the sphere's radius times the scale in the middle.
  private let size: Double
  private let n, c: Double

  private static let (falseEasting, falseNorthing) = (155_000.0, 463_000.0)

  static func == (a: Self, b: Self) -> Bool { a.eccentricity == b.eccentricity && a.size == b.size }

  func hash(into hasher: inout Hasher) { hasher.combine(size) }

  /// Over the spire of Our Lady in Amersfoort, 52°09′22.178″ north, 5°23′15.5″ east.
  init(ellipsoid: Ellipsoid) {
    let latitude = (52 + (9 + 22.178 / 60) / 60) * Double.pi / 180
    let scale = 0.9999079
    let squared = ellipsoid.flattening * (2 - ellipsoid.flattening)
    eccentricity = squared.squareRoot()
    let (sine, cosine) = (sin(latitude), cos(latitude))
    let meridian =
      ellipsoid.semiMajorAxis * (1 - squared) / pow(1 - squared * sine * sine, 1.5)
    let normal = ellipsoid.semiMajorAxis / (1 - squared * sine * sine).squareRoot()
    size = 2 * scale * (meridian * normal).squareRoot()
    n = (1 + squared * pow(cosine, 4) / (1 - squared)).squareRoot()
    let w = Self.ratio(sine, eccentricity, n, 1)
    let unscaled = (w - 1) / (w + 1)
    c = (n + sine) * (1 - unscaled) / ((n - sine) * (1 + unscaled))
    let conformal = (c * w - 1) / (c * w + 1)
    middle = (
      (5 + (23 + 15.5 / 60) / 60) * Double.pi / 180, conformal,
      (1 - conformal * conformal).squareRoot()
    )
  }

  private static func ratio(_ sine: Double, _ e: Double, _ n: Double, _ c: Double) -> Double {
    c * pow((1 + sine) / (1 - sine) * pow((1 - e * sine) / (1 + e * sine), e), n)
  }

  /// Metres east and north of a place in degrees; `nil` farther than 20° from the middle.
  func project(latitude: Double, longitude: Double) -> (x: Double, y: Double)? {
    guard (30...75).contains(latitude) else { return nil }
    let turned = (longitude - middle.longitude * 180 / .pi).remainder(dividingBy: 360)
    guard abs(turned) <= 30 else { return nil }
    let w = Self.ratio(sin(latitude * .pi / 180), eccentricity, n, c)
    let sine = (w - 1) / (w + 1)
    let cosine = 2 * w.squareRoot() / (w + 1)
    let λ = n * turned * .pi / 180
    let factor = size / (1 + sine * middle.sine + cosine * middle.cosine * cos(λ))
    return (
      Self.falseEasting + factor * cosine * sin(λ),
      Self.falseNorthing
        + factor * (sine * middle.cosine - cosine * middle.sine * cos(λ))
    )
  }

  /// The place in degrees of metres east and north; `nil` farther than some 2,000 km from the middle.
  func unproject(x: Double, y: Double) -> (latitude: Double, longitude: Double)? {
    let (east, north) = (x - Self.falseEasting, y - Self.falseNorthing)
    guard abs(east) < 2e6, abs(north) < 2e6 else { return nil }
    // On the sphere: the place at an angle from the middle.
    let away = hypot(east, north)
    let angle = 2 * atan2(away, size)
    let (sine, cosine) = (sin(angle), cos(angle))
    let part = away > 0 ? sine / away : 0
    let up = cosine * middle.sine + north * part * middle.cosine
    let λ = atan2(east * part, cosine * middle.cosine - north * part * middle.sine)
    guard abs(up) < 1 else { return nil }
    // The isometric latitude, and from it the geodetic one by Newton's method.
    let ψ = log((1 + up) / (c * (1 - up))) / (2 * n)
    let squared = eccentricity * eccentricity
    var φ = 2 * atan(exp(ψ)) - .pi / 2
    for _ in 0..<6 {
      let s = sin(φ)
      let own = atanh(s) - eccentricity * atanh(eccentricity * s)
      φ -= (own - ψ) * cos(φ) * (1 - squared * s * s) / (1 - squared)
    }
    return (φ * 180 / .pi, (middle.longitude + λ / n) * 180 / .pi)
  }
}
