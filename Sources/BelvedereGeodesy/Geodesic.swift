/// Shortest paths on an ellipsoid.
///
/// Solves the two geodesic problems, from two points to the distance and azimuths between them
/// (``inverse(from:to:)``) and from a point, an azimuth and a distance to the point there
/// (``direct(from:azimuth:distance:)``), walks along lines (``line(from:to:)``) and measures
/// polygons (``polygon(_:)``).
///
/// Angles are degrees, lengths metres. An azimuth is clockwise from true north in [0, 360).
///
/// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87, 43–55 (2013),
/// doi:10.1007/s00190-012-0578-z, and its published addenda; series of the sixth order. Equation
/// numbers in comments are of that paper.
public struct Geodesic: Sendable, Hashable {
  /// The ellipsoid.
  public let ellipsoid: Ellipsoid

  // The paper's symbols.
  let a, f, b, n, e2, ep2: Double
  /// 1 − f.
  let f1: Double
  let series: EllipsoidSeries

  /// Geodesics on WGS 84.
  public static let wgs84 = Geodesic(unchecked: .wgs84)

  /// Geodesics on an ellipsoid.
  ///
  /// - Parameter ellipsoid: semi-major axis positive and at most 1e100 m, flattening within
  ///   ±1/50; 0 is a sphere, negative is prolate.
  /// - Throws: ``DomainError`` that names `semiMajorAxis` or `flattening`.
  public init(_ ellipsoid: Ellipsoid) throws(DomainError) {
    let a = ellipsoid.semiMajorAxis
    guard a >= 1e-100, a <= 1e100 else {
      throw DomainError(
        field: "semiMajorAxis", value: a, allowed: "between 1e-100 and 1e100 metres")
    }
    guard abs(ellipsoid.flattening) <= 0.02 else {
      throw DomainError(
        field: "flattening", value: ellipsoid.flattening, allowed: "between -1/50 and 1/50")
    }
    self.init(unchecked: ellipsoid)
  }

  init(unchecked ellipsoid: Ellipsoid) {
    self.ellipsoid = ellipsoid
    a = ellipsoid.semiMajorAxis
    f = ellipsoid.flattening
    f1 = 1 - f
    b = a * f1
    n = f / (2 - f)
    e2 = f * (2 - f)
    ep2 = e2 / (f1 * f1)
    series = EllipsoidSeries(thirdFlattening: n)
  }

  public static func == (a: Geodesic, b: Geodesic) -> Bool { a.ellipsoid == b.ellipsoid }

  public func hash(into hasher: inout Hasher) { hasher.combine(ellipsoid) }

  /// The reduced latitude of a geographic latitude in degrees: tan β = (1 − f) tan φ (6).
  ///
  /// Its cosine is never quite zero, so that longitude keeps a meaning at the poles.
  @inline(__always) func reducedLatitude(_ degrees: Double) -> SineCosine {
    let φ = SineCosine(degrees: degrees)
    var β = SineCosine(sine: f1 * φ.sine, cosine: φ.cosine).normalized
    β.cosine = max(β.cosine, Self.tiny)
    return β
  }

  /// The geographic latitude in degrees of a reduced latitude.
  @inline(__always) func geographicLatitude(_ β: SineCosine) -> Double {
    SineCosine(sine: β.sine, cosine: f1 * β.cosine).degrees
  }

  /// Small enough to vanish beside every other number, large enough to be squared.
  static let tiny = 1e-150
}

/// The answer to the inverse geodesic problem.
public struct GeodesicSolution: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The length of the shortest path in metres.
  public let distance: Double
  /// The direction of travel at the start, degrees clockwise from north in [0, 360).
  public let azimuth: Double
  /// The direction of travel on arrival, degrees clockwise from north in [0, 360).
  public let backAzimuth: Double
  /// The length on the auxiliary sphere in degrees, within [0, 180] on an oblate ellipsoid.
  public let arcLength: Double

  public var description: String {
    "\(distance) m, azimuth \(azimuth)°, on arrival \(backAzimuth)°"
  }
}
