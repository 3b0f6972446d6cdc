import BelvedereGeoMath

/// A local metric frame that touches the ellipsoid at its origin: x east, y north, z up (ENU).
///
/// Unlike ``LocalFrame`` it is rigid: distances in it are distances in space.
///
/// Geodetic positions are converted by their differences from the origin: a metre keeps its sixteen
/// digits wherever on Earth it lies.
///
/// Accuracy: positions from geodetic ones within 1e-15 of the distance from the origin, the way back
/// within that and the rounding of degrees (up to 3 nm); held by `TangentFrameDifferenceTests`.
/// Earth-centred positions are rounded to 1 nm.
public struct TangentFrame: Sendable, Hashable {
  /// The ellipsoid.
  public let ellipsoid: Ellipsoid
  /// The origin.
  public let origin: GeodeticPosition
  /// The origin in ECEF, metres.
  public let ecefOrigin: Vector3
  /// The unit vectors of the axes in ECEF.
  public let east, north, up: Vector3
  /// Conversions by differences.
  package let differences: GeodeticDifferences

  /// The frame at a position.
  ///
  /// At a pole, east and north are those of the meridian of the longitude given.
  ///
  /// - Throws: ``DomainError`` as ``Ellipsoid/ecef(of:)``.
  public init(origin: GeodeticPosition, on ellipsoid: Ellipsoid = .wgs84) throws(DomainError) {
    self.ellipsoid = ellipsoid
    self.origin = origin
    ecefOrigin = try ellipsoid.ecef(of: origin)
    let φ = SineCosine(degrees: origin.latitude)
    let λ = SineCosine(degrees: origin.longitude)
    east = Vector3(-λ.sine, λ.cosine, 0)
    north = Vector3(-φ.sine * λ.cosine, -φ.sine * λ.sine, φ.cosine)
    up = Vector3(φ.cosine * λ.cosine, φ.cosine * λ.sine, φ.sine)
    differences = GeodeticDifferences(origin: origin, on: ellipsoid)
  }

  /// East, north and up of the origin in metres.
  public func position(ofECEF ecef: Vector3) -> Vector3 {
    let d = ecef - ecefOrigin
    return Vector3(d.dot(east), d.dot(north), d.dot(up))
  }

  /// The ECEF position in metres of a position in this frame.
  public func ecef(of position: Vector3) -> Vector3 {
    ecefOrigin + (east * position.x + north * position.y + up * position.z)
  }

  /// East, north and up of the origin in metres.
  ///
  /// - Throws: ``DomainError`` as ``Ellipsoid/ecef(of:)``.
  public func position(of geodetic: GeodeticPosition) throws(DomainError) -> Vector3 {
    try geodetic.coordinate.checked(as: "position")
    try checkFinite(geodetic.height, "height")
    return differences.place(
      latitude: geodetic.latitude, longitude: geodetic.longitude,
      rise: geodetic.height - origin.height
    ).position
  }

  /// The geodetic position of a position in this frame.
  ///
  /// - Throws: ``DomainError`` as ``Ellipsoid/geodetic(ofECEF:)``.
  public func geodetic(of position: Vector3) throws(DomainError) -> GeodeticPosition {
    if let foot = differences.foot(of: position) {
      return GeodeticPosition(
        differences.coordinate(of: foot), height: origin.height + foot.rise)
    }
    // Near the Earth's centre, where the foot is not unique.
    return try ellipsoid.geodetic(ofECEF: ecef(of: position))
  }

  /// The rigid transform from this frame to ECEF.
  public var ecefFromLocal: Matrix4 {
    Matrix4(
      SIMD4(east.x, east.y, east.z, 0), SIMD4(north.x, north.y, north.z, 0),
      SIMD4(up.x, up.y, up.z, 0), SIMD4(ecefOrigin.x, ecefOrigin.y, ecefOrigin.z, 1))
  }
}
