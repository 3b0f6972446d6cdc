import BelvedereGeoMath
import BelvedereGeodesy

/// A street as it is called: roads of one name that lead on from each other.
package struct NamedWay: Sendable {
  /// Its name, not empty.
  package let name: String
  /// That of its longest parts.
  package let kind: Road.Kind
  /// The axis, at least two places; x goes on across the map's edge.
  package let path: [MapPoint]
  /// Metres along the axis from its beginning, one for each place.
  package let distances: [Double]

  /// Metres.
  package var length: Double { distances[distances.count - 1] }

  init?(name: String, kind: Road.Kind, path: [MapPoint]) {
    var (kept, distances) = ([MapPoint](), [Double]())
    for point in path {
      guard let last = kept.last else {
        (kept, distances) = ([point], [0])
        continue
      }
      let way = (Vector2(point.x, point.y) - Vector2(last.x, last.y)).length
      let step = way * MapPoint.metersPerMapPoint(at: point.coordinate.latitude)
      guard step > 1e-3, step.isFinite else { continue }
      distances.append(distances[distances.count - 1] + step)
      kept.append(point)
    }
    guard kept.count > 1 else { return nil }
    (self.name, self.kind, self.path, self.distances) = (name, kind, kept, distances)
  }

  /// The place at a distance along the axis; beyond its ends the ends.
  package func place(at metres: Double) -> MapPoint {
    var (low, high) = (0, path.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if distances[middle] <= metres { low = middle } else { high = middle }
    }
    let part = (metres - distances[low]) / (distances[high] - distances[low])
    let t = min(max(part, 0), 1)
    let (a, b) = (path[low], path[high])
    return MapPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
  }
}
