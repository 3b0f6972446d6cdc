import BelvedereGeoMath
import BelvedereGeodesy

/// A square of the flat map; x may lie worlds away.
struct MapExtent {
  /// Map points of the north-west corner, and the length of an edge.
  let corner: Vector2
  let side: Double

  /// The square around some places, with room on all sides.
  init(around places: [Vector2]) {
    var (low, high) = (places.first ?? .zero, places.first ?? .zero)
    for place in places { (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place)) }
    // A camera that stands still has some metres around it.
    side = max(high.x - low.x, high.y - low.y, 100) * 1.12
    corner = (low + high - side) / 2
  }

  /// Where a map point stands in a box of the page.
  func place(_ point: Vector2, in box: ChartBox) -> Vector2 {
    Vector2(box.x, box.y) + (point - corner) / side * Vector2(box.width, box.height)
  }

  /// Metres along an edge at the latitude of the middle.
  var metres: Double { side * MapPoint.metersPerMapPoint(at: latitude(0.5)) }

  /// The latitude of a part of the way down.
  func latitude(_ part: Double) -> Double {
    let y = min(max(corner.y + part * side, 0), MapPoint.worldWidth)
    return MapPoint(x: 0, y: y).coordinate.latitude
  }

  /// The longitude of a part of the way to the right, going on beyond ±180.
  func longitude(_ part: Double) -> Double {
    (corner.x + part * side) / MapPoint.worldWidth * 360 - 180
  }
}
