/// Rectangles that cross 180° or lie worlds away from the one drawn.
///
/// The plane of the map goes on endlessly to east and west, one world after the other. What is said
/// here about a rectangle holds for its copies in all of them.
extension MapRect {
  /// Whether the rectangle reaches over 180° of longitude, from one world into the next.
  ///
  /// One that only touches 180° does not, nor one that lies wholly in another world.
  public var spans180thMeridian: Bool {
    let wrapped = wrapped
    return !isNull && !wrapped.isNull && wrapped.maxX > MapPoint.worldWidth
  }

  /// The rectangle moved by whole worlds so that its western edge lies in the world, [0, 2²⁸).
  ///
  /// It still reaches out to the east where it crosses 180°. Null stays null, as does what has no
  /// finite western edge.
  public var wrapped: MapRect {
    guard x.isFinite else { return .null }
    let world = MapPoint.worldWidth
    // Exact, unlike a product of worlds.
    let remainder = x.truncatingRemainder(dividingBy: world)
    let west = remainder < 0 ? remainder + world : remainder
    return MapRect(x: west == world ? 0 : west + 0, y: y, width: width, height: height)
  }

  /// The part that lies outside the world's width, moved by whole worlds to where it is drawn.
  ///
  /// A rectangle across one of the world's edges is covered by its intersection with ``world`` and
  /// this. ``worldPieces`` covers every rectangle.
  ///
  /// - Returns: null where nothing lies outside. Of a rectangle that reaches out on both sides the
  ///   western part, for the world holds the rest. Of one that crosses 180° wholly outside the world
  ///   its western part.
  public var remainder: MapRect {
    let world = MapPoint.worldWidth
    let wrapped = wrapped
    if isNull || wrapped.isNull || (minX >= 0 && maxX <= world) { return .null }
    if minX >= 0, minX < world {
      return MapRect(x: 0, y: y, width: min(maxX - world, world), height: height)
    }
    let outside = minX < 0 ? min(maxX, 0) - minX : width
    if outside >= world { return MapRect(x: 0, y: y, width: world, height: height) }
    return MapRect(
      x: wrapped.x, y: y, width: min(outside, world - wrapped.x), height: height)
  }

  /// One or two rectangles within the world that cover the same places, from the western one on;
  /// none of null.
  public var worldPieces: [MapRect] {
    let world = MapPoint.worldWidth
    let wrapped = wrapped
    if isNull || wrapped.isNull { return [] }
    if width >= world { return [MapRect(x: 0, y: y, width: world, height: height)] }
    if wrapped.maxX <= world { return [wrapped] }
    return [
      MapRect(x: wrapped.x, y: y, width: world - wrapped.x, height: height),
      MapRect(x: 0, y: y, width: wrapped.maxX - world, height: height),
    ]
  }

  /// Whether any copy of a point lies inside or on the north and west edges.
  public func containsPlace(_ point: MapPoint) -> Bool {
    let x = MapRect(x: point.x, y: 0, width: 0, height: 0).wrapped.x
    return worldPieces.contains { $0.contains(MapPoint(x: x, y: point.y)) }
  }

  /// Whether the rectangles share places, in whatever worlds they are given.
  public func intersectsPlaces(of other: MapRect) -> Bool {
    worldPieces.contains { piece in other.worldPieces.contains { piece.intersects($0) } }
  }
}
