import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

extension MapRect {
  /// A box on the map; its longitudes may exceed ±180.
  init(_ b: GeographicBounds) {
    let a = MapPoint(Coordinate(latitude: b.north, longitude: b.west))
    let c = MapPoint(Coordinate(latitude: b.south, longitude: b.east))
    self.init(x: a.x, y: a.y, width: c.x - a.x, height: c.y - a.y)
  }

  /// The same on the turn of the world on which it is nearest to another one.
  func turned(near other: MapRect) -> MapRect {
    guard !other.isNull else { return self }
    let turns = ((other.midX - midX) / MapPoint.worldWidth).rounded()
    return offsetBy(dx: turns * MapPoint.worldWidth, dy: 0)
  }

  /// Whether another box lies in this one, on the turn of the world on which it is nearest.
  func holds(_ other: MapRect) -> Bool {
    let box = other.turned(near: self)
    let slack = 1e-6 * (width + height)
    return box.minX >= minX - slack && box.maxX <= maxX + slack && box.minY >= minY - slack
      && box.maxY <= maxY + slack
  }

  /// Whether a place lies in the box on any turn of the world.
  func holds(_ p: Vector2) -> Bool {
    guard p.y >= minY, p.y <= maxY else { return false }
    let turns = ((midX - p.x) / MapPoint.worldWidth).rounded()
    return abs(p.x + turns * MapPoint.worldWidth - midX) <= width / 2
  }

  /// Whether another box lies in this one on any turn of the world.
  func turns(around other: MapRect) -> Bool {
    [other.minX, other.maxX].allSatisfy { x in
      [other.minY, other.maxY].allSatisfy { holds(Vector2(x, $0)) }
    } && other.width <= width
  }

  /// Map points from the box to a place on this turn of the world; 0 in it.
  func distance(to p: Vector2) -> Double {
    Vector2(max(abs(p.x - midX) - width / 2, 0), max(abs(p.y - midY) - height / 2, 0)).length
  }
}
