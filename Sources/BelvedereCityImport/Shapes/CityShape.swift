import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures of shapes of some kilometres, straight in degrees.
enum CityShape {
  /// The area in m² of polygons, holes taken off.
  static func area(of polygons: [[[Coordinate]]]) -> Double {
    polygons.reduce(0) { sum, rings in
      rings.enumerated().reduce(sum) { sum, ring in
        sum + (ring.offset == 0 ? 1 : -1) * abs(moments(ring.element).area)
      }
    }
  }

  /// The centre of gravity of the largest outer ring; `nil` where there is none.
  static func middle(of polygons: [[[Coordinate]]]) -> Coordinate? {
    let outer = polygons.compactMap(\.first).filter { !$0.isEmpty }
    return outer.max { abs(moments($0).area) < abs(moments($1).area) }.map { moments($0).middle }
  }

  /// Whether a place lies in a ring (crossing number).
  static func contains(_ ring: [Coordinate], _ place: Coordinate) -> Bool {
    var isInside = false
    guard var a = ring.last else { return false }
    for b in ring {
      if (a.latitude > place.latitude) != (b.latitude > place.latitude),
        place.longitude - a.longitude
          < (b.longitude - a.longitude) * (place.latitude - a.latitude) / (b.latitude - a.latitude)
      {
        isInside.toggle()
      }
      a = b
    }
    return isInside
  }

  /// The signed area in m², counterclockwise above 0, and the centre of gravity.
  static func moments(_ ring: [Coordinate]) -> (area: Double, middle: Coordinate) {
    guard let origin = ring.first else { return (0, Coordinate(latitude: 0, longitude: 0)) }
    let degree = CoordinateRegion.metersPerDegree(at: origin.latitude)
    var (twice, x, y) = (0.0, 0.0, 0.0)
    var a = ring[ring.count - 1]
    for b in ring {
      let (ax, ay) = (a.longitude - origin.longitude, a.latitude - origin.latitude)
      let (bx, by) = (b.longitude - origin.longitude, b.latitude - origin.latitude)
      let cross = ax * by - bx * ay
      twice += cross
      x += (ax + bx) * cross
      y += (ay + by) * cross
      a = b
    }
    let middle =
      twice == 0
      ? origin
      : Coordinate(
        latitude: origin.latitude + y / (3 * twice), longitude: origin.longitude + x / (3 * twice))
    return (twice / 2 * degree.latitude * degree.longitude, middle)
  }

  /// Metres between two places near each other.
  static func metres(_ a: Coordinate, _ b: Coordinate) -> Double {
    let degree = CoordinateRegion.metersPerDegree(at: a.latitude)
    return hypot(
      (b.longitude - a.longitude) * degree.longitude, (b.latitude - a.latitude) * degree.latitude)
  }

  /// The strip around a line, as one ring.
  static func strip(around line: [Coordinate], width: Double) -> [Coordinate] {
    guard let origin = line.first, line.count > 1 else { return [] }
    let degree = CoordinateRegion.metersPerDegree(at: origin.latitude)
    let points = line.map {
      (
        x: ($0.longitude - origin.longitude) * degree.longitude,
        y: ($0.latitude - origin.latitude) * degree.latitude
      )
    }
    var (left, right): ([Coordinate], [Coordinate]) = ([], [])
    for i in points.indices {
      // Between the directions to both neighbours, no longer than twice what a straight line needs.
      let (before, after) = (points[max(i - 1, 0)], points[min(i + 1, points.count - 1)])
      func unit(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let length = hypot(x, y)
        return length > 0 ? (x / length, y / length) : (0, 0)
      }
      let u = unit(points[i].x - before.x, points[i].y - before.y)
      let v = unit(after.x - points[i].x, after.y - points[i].y)
      let sum = unit(u.x + v.x, u.y + v.y)
      let one = i == 0 ? v : u
      let cosine = max(sum.x * one.x + sum.y * one.y, 0.5)
      let (x, y) = (-sum.y * width / 2 / cosine, sum.x * width / 2 / cosine)
      func place(_ sign: Double) -> Coordinate {
        Coordinate(
          latitude: origin.latitude + (points[i].y + sign * y) / degree.latitude,
          longitude: origin.longitude + (points[i].x + sign * x) / degree.longitude)
      }
      left.append(place(1))
      right.append(place(-1))
    }
    return left + right.reversed()
  }
}
