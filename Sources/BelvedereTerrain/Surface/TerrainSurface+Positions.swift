import BelvedereGeoMath
import BelvedereGeodesy

extension TerrainSurface {
  /// The position in the surface's coordinates of a place: map points east and south of the anchor, in
  /// that world whose copy of the surface's middle is nearest.
  ///
  /// Accuracy: 1e-14 of the distance from the anchor.
  public func position(of coordinate: Coordinate) -> Vector2 {
    let metres = frame.position(of: coordinate)
    return nearestCopy(
      Vector2(metres.x / frame.metersPerMapPoint, -metres.y / frame.metersPerMapPoint))
  }

  /// The position of a map point, as ``position(of:)-(Coordinate)``, beside the map point's rounding.
  public func position(of point: MapPoint) -> Vector2 {
    nearestCopy(Vector2(point.x - frame.origin.x, point.y - frame.origin.y))
  }

  /// A position moved by whole worlds, so that it lies less than half a world from the middle.
  private func nearestCopy(_ position: Vector2) -> Vector2 {
    let world = MapPoint.worldWidth
    let worlds = ((position.x - columns[columns.count - 1] / 2) / world).rounded()
    return worlds == 0 ? position : Vector2(position.x - worlds * world, position.y)
  }

  /// The place at a position; its longitude lies within [−180, 180).
  public func coordinate(at position: Vector2) -> Coordinate {
    frame.coordinate(at: Vector2(position.x, -position.y) * frame.metersPerMapPoint)
  }
}
