import BelvedereGeoMath

/// The metric frame of the flat map around an origin: x east, y north, z up, in metres.
///
/// Map points scale by the metres per map point at the origin's latitude, so the frame is exact at
/// the origin and stretches with Mercator's scale away from it.
public struct LocalFrame: Sendable, Hashable {
  /// The origin on the map.
  public let origin: MapPoint
  /// Metres for each map point.
  public let metersPerMapPoint: Double

  /// The frame around a coordinate.
  public init(origin coordinate: Coordinate) {
    origin = MapPoint(coordinate)
    metersPerMapPoint = MapPoint.metersPerMapPoint(
      at: min(max(coordinate.latitude, -MapPoint.maximumLatitude), MapPoint.maximumLatitude))
  }

  /// East and north of the origin, the short way round the world.
  @inlinable public func position(of point: MapPoint) -> Vector2 {
    Vector2(
      point.shortDeltaX(from: origin) * metersPerMapPoint,
      (origin.y - point.y) * metersPerMapPoint)
  }

  /// East and north of the origin, the short way round the world.
  public func position(of coordinate: Coordinate) -> Vector2 {
    position(of: MapPoint(coordinate))
  }

  /// The map point at a position.
  @inlinable public func mapPoint(at position: Vector2) -> MapPoint {
    MapPoint(
      x: origin.x + position.x / metersPerMapPoint,
      y: origin.y - position.y / metersPerMapPoint)
  }

  /// The coordinate at a position.
  public func coordinate(at position: Vector2) -> Coordinate {
    mapPoint(at: position).coordinate
  }
}
