import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Ellipsoid {
  /// The Earth-centred, Earth-fixed (ECEF) position of a geodetic one.
  ///
  /// x points to latitude 0, longitude 0; y to 90° E on the equator; z to the north pole.
  ///
  /// - Parameter position: latitude within ±90°, longitude and height any finite value.
  /// - Returns: metres.
  /// - Throws: ``DomainError`` that names `position.latitude`, `position.longitude` or `height`.
  ///
  /// Accuracy: 5 nm within 10 000 km of the centre and proportional to the distance beyond; held by
  /// `EllipsoidECEFTests`.
  /// Cost: O(1), no allocation.
  public func ecef(of position: GeodeticPosition) throws(DomainError) -> Vector3 {
    try position.coordinate.checked(as: "position")
    try checkFinite(position.height, "height")
    let φ = SineCosine(degrees: position.latitude)
    let λ = SineCosine(degrees: position.longitude)
    let e2 = flattening * (2 - flattening)
    // The radius of curvature in the prime vertical.
    let n = semiMajorAxis / (1 - e2 * φ.sine * φ.sine).squareRoot()
    let r = (n + position.height) * φ.cosine
    return Vector3(
      r * λ.cosine, r * λ.sine, ((1 - e2) * n + position.height) * φ.sine)
  }

  /// The geodetic position of an Earth-centred, Earth-fixed (ECEF) one.
  ///
  /// Inverse of ``ecef(of:)``. Latitude is the angle of the surface normal, not of the radius.
  ///
  /// - Parameter position: metres, each component within ±1e100.
  /// - Returns: latitude in [−90, 90], longitude in [−180, 180), height in metres; of the several
  ///   answers deep inside the Earth the one with the nearest point of the surface.
  /// - Throws: ``DomainError`` that names `x`, `y` or `z`.
  ///
  /// Edge cases:
  /// - On the polar axis longitude is 0. The centre is the north pole with height −b; on a prolate
  ///   ellipsoid, latitude and longitude 0 with height −a.
  /// - On the equator's plane inside the evolute two answers are equally near: the northern one.
  ///
  /// Accuracy: 10 nm within 10 000 km of the centre. The largest error seen is 2 nm in 472 lines of
  /// `CartConvert -r`, and 7.3 nm in round trips. Held by `EllipsoidECEFTests`.
  /// Cost: O(1), no iteration, no allocation.
  /// Source: Vermeille 2002, doi:10.1007/s00190-002-0273-6; points inside the evolute and prolate
  /// ellipsoids as in Karney, arXiv:1102.1215, appendix B.
  public func geodetic(ofECEF position: Vector3) throws(DomainError) -> GeodeticPosition {
    func check(_ value: Double, _ field: StaticString) throws(DomainError) {
      guard abs(value) <= 1e100 else {
        throw DomainError(field: "\(field)", value: value, allowed: "within ±1e100 metres")
      }
    }
    try check(position.x, "x")
    try check(position.y, "y")
    try check(position.z, "z")
    let a = semiMajorAxis
    let e2 = flattening * (2 - flattening)
    let r = norm(position.x, position.y)
    let z = position.z
    let longitude =
      r > 0 ? wrappedLongitude(SineCosine(sine: position.y, cosine: position.x).degrees) : 0
    let distance = norm(r, z)

    func answer(_ sine: Double, _ cosine: Double, _ height: Double) -> GeodeticPosition {
      GeodeticPosition(
        latitude: SineCosine(sine: sine, cosine: cosine).degrees, longitude: longitude,
        height: height)
    }
    // A sphere, or so far away that the ellipsoid is a point beside rounding.
    if e2 == 0 || distance > 1e20 * a {
      return distance > 0 ? answer(z, r, distance - a) : answer(1, 0, -a)
    }

    let p = (r / a) * (r / a)
    let q = (1 - e2) * (z / a) * (z / a)
    let e4 = e2 * e2
    // With k the root of p/(k + e²)² + q/k² = 1, the foot of the normal lies at r/(k + e²) and
    // z(1 − e²)/k.
    let κ =
      e2 > 0 ? quarticRoot(p: p, q: q, ε: e2) : quarticRoot(p: q, q: p, ε: -e2)
    let k = e2 > 0 ? κ : κ - e2
    let kr = e2 > 0 ? κ + e2 : κ
    if κ > 0 {
      let d = r * (k / kr)
      return answer(z, d, (1 - (1 - e2) / k) * norm(d, z))
    }
    if e2 > 0 {
      // On the equator's plane inside the evolute.
      let sine = (max(0, e4 - p) / (1 - e2)).squareRoot()
      let cosine = r / a
      return answer(sine, cosine, -a * (1 - e2) / e2 * norm(sine, cosine))
    }
    // On the axis of a prolate ellipsoid inside the evolute.
    let cosine = max(0, e4 - q).squareRoot()
    return answer(z / a, cosine, a / e2 * norm(z / a, cosine))
  }
}
