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
  /// For each place but the first the elevations of the roadway from the place before to it, metres above the datum, where
  /// it is raised above the ground; empty where none is.
  private let decks: [(from: Double, to: Double)?]

  /// Metres.
  package var length: Double { distances[distances.count - 1] }

  /// A place of the axis, and the elevations of the roadway from the place before to it; `nil` on the ground.
  typealias Place = (point: MapPoint, deck: (from: Double, to: Double)?)

  init?(name: String, kind: Road.Kind, places: [Place]) {
    var (kept, distances) = ([MapPoint](), [Double]())
    var decks: [(from: Double, to: Double)?] = []
    for (point, deck) in places {
      guard let last = kept.last else {
        (kept, distances) = ([point], [0])
        continue
      }
      let way = (Vector2(point.x, point.y) - Vector2(last.x, last.y)).length
      let step = way * MapPoint.metersPerMapPoint(at: point.coordinate.latitude)
      guard step > 1e-3, step.isFinite else { continue }
      distances.append(distances[distances.count - 1] + step)
      kept.append(point)
      decks.append(deck)
    }
    guard kept.count > 1 else { return nil }
    (self.name, self.kind, self.path, self.distances) = (name, kind, kept, distances)
    self.decks = decks.contains { $0 != nil } ? decks : []
  }

  /// The place at a distance along the axis; beyond its ends the ends.
  package func place(at metres: Double) -> MapPoint {
    let (low, t) = part(at: metres)
    let (a, b) = (path[low], path[low + 1])
    return MapPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
  }

  /// Metres above the datum of the roadway at a distance along the axis, on a bridge or a ramp; `nil` on the ground.
  package func deckElevation(at metres: Double) -> Double? {
    guard !decks.isEmpty else { return nil }
    let (low, t) = part(at: metres)
    return decks[low].map { $0.from + ($0.to - $0.from) * t }
  }

  /// The number of the place before a distance, and the part of the way to the next one.
  private func part(at metres: Double) -> (low: Int, part: Double) {
    var (low, high) = (0, path.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if distances[middle] <= metres { low = middle } else { high = middle }
    }
    let part = (metres - distances[low]) / (distances[high] - distances[low])
    return (low, min(max(part, 0), 1))
  }
}
