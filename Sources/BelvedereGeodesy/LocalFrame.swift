import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The metric frame of the flat map around an origin: x east, y north, z up, in metres.
///
/// Map points scale by the metres per map point at the origin's latitude, so the frame is exact at
/// the origin and stretches with Mercator's scale away from it. Coordinates are converted by their
/// difference from the origin, never by the difference of two map points: a metre keeps its sixteen
/// digits wherever on Earth it lies.
public struct LocalFrame: Sendable, Hashable {
  /// The origin; its latitude is held within the flat map.
  public let center: Coordinate
  /// The origin on the map, in the world of its longitude; beyond ±3600°, where map points would
  /// lose digits, in the first world.
  public let origin: MapPoint
  /// Metres for each map point.
  public let metersPerMapPoint: Double
  /// The radius of the parallel through the origin, metres: metres for each radian.
  package let metersPerRadian: Double
  /// Cosine of the origin's latitude.
  package let cosine: Double
  /// The origin's Mercator ordinate ψ = asinh(tan φ), radians.
  package let ordinate: Double

  /// The frame around a coordinate.
  public init(origin coordinate: Coordinate) {
    let limit = MapPoint.maximumLatitude
    center = Coordinate(
      latitude: min(max(coordinate.latitude, -limit), limit), longitude: coordinate.longitude)
    let longitude = coordinate.longitude
    origin = MapPoint(
      Coordinate(
        latitude: coordinate.latitude,
        longitude: abs(longitude) <= 3600 ? longitude : wrappedLongitude(longitude)))
    metersPerMapPoint = MapPoint.metersPerMapPoint(at: center.latitude)
    let φ = SineCosine(degrees: center.latitude)
    cosine = φ.cosine
    metersPerRadian = Ellipsoid.wgs84.semiMajorAxis * φ.cosine
    ordinate = asinh(φ.sine / φ.cosine)
  }

  /// East and north of the origin, the short way round the world.
  @inlinable public func position(of point: MapPoint) -> Vector2 {
    Vector2(
      point.shortDeltaX(from: origin) * metersPerMapPoint,
      (origin.y - point.y) * metersPerMapPoint)
  }

  /// East and north of the origin in metres, the short way round the world; latitudes beyond the
  /// map's edge are held at it.
  ///
  /// Accuracy: 4e-15 of the distance from the origin in each component; held by `LocalFrameTests`
  /// against 50 digits.
  /// Source: sinh(ψ₂ − ψ₁) = (sin φ₂ − sin φ₁) / (cos φ₁ cos φ₂), from Snyder 1987, eq. 7-2.
  public func position(of coordinate: Coordinate) -> Vector2 {
    let limit = MapPoint.maximumLatitude
    let latitude = min(max(coordinate.latitude, -limit), limit)
    let middle = cosineOfLatitude((latitude + center.latitude) / 2)
    let half = sin(radians((latitude - center.latitude) / 2))
    let Δψ = asinh(2 * middle * half / (cosine * cosineOfLatitude(latitude)))
    let Δλ = longitudeDifference(from: center.longitude, to: coordinate.longitude)
    return Vector2(
      (radians(Δλ.degrees) + radians(Δλ.error)) * metersPerRadian, Δψ * metersPerRadian)
  }

  /// The map point at a position.
  @inlinable public func mapPoint(at position: Vector2) -> MapPoint {
    MapPoint(
      x: origin.x + position.x / metersPerMapPoint,
      y: origin.y - position.y / metersPerMapPoint)
  }

  /// The coordinate at a position, its longitude within [−180, 180). Positions beyond the map's
  /// northern and southern edge have coordinates nearer to the poles; see ``isOnMap(_:)``.
  ///
  /// Accuracy: the rounding of degrees to doubles, up to 3 nm, and 4e-15 of the distance from the
  /// origin; held by `LocalFrameTests` against 50 digits.
  /// Source: tan((φ₂ − φ₁)/2) = sinh(Δψ/2) / cosh(ψ₁ + Δψ/2), from Snyder 1987, eq. 7-4.
  public func coordinate(at position: Vector2) -> Coordinate {
    let Δψ = position.y / metersPerRadian
    let δ = 2 * atan(sinh(Δψ / 2) / cosh(ordinate + Δψ / 2))
    return Coordinate(
      latitude: min(max(center.latitude + δ * 180 / .pi, -90), 90),
      longitude: longitude(east: position.x))
  }

  /// The longitude so many metres east of the origin, within [−180, 180).
  @inline(__always) package func longitude(east x: Double) -> Double {
    wrappedLongitude(shortTurn(center.longitude) + x / metersPerRadian * 180 / .pi)
  }

  /// Whether a position lies between the map's northern and southern edge, and at most half a world
  /// east or west of the origin.
  @inline(__always) public func isOnMap(_ position: Vector2) -> Bool {
    // The edge itself stays on the map, however it is rounded.
    abs(ordinate + position.y / metersPerRadian) <= .pi + 1e-13
      && abs(position.x) <= .pi * metersPerRadian * (1 + 1e-15)
  }
}
