import BelvedereFlatGeobuf
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
    var sum = 0.0
    for rings in polygons {
      for (n, ring) in rings.enumerated() { sum += (n == 0 ? 1 : -1) * abs(area(ofRing: ring)) }
    }
    return sum
  }

  /// The area in m² of polygons, holes taken off; of lines none.
  static func area(of rings: FlatRings) -> Double {
    var sum = 0.0
    for polygon in rings.polygonEnds.indices {
      let own = rings.rings(ofPolygon: polygon)
      for n in own {
        sum += (n == own.lowerBound ? 1 : -1) * abs(area(ofRing: rings.ring(n)))
      }
    }
    return sum
  }

  /// The centre of gravity of the largest outer ring; `nil` where there is none.
  static func middle(of polygons: [[[Coordinate]]]) -> Coordinate? {
    middle(ofLargest: polygons.count) { polygons[$0].first }
  }

  /// The centre of gravity of the largest outer ring; `nil` where there is none.
  static func middle(of rings: FlatRings) -> Coordinate? {
    middle(ofLargest: rings.polygonEnds.count) { rings.rings(ofPolygon: $0).first.map(rings.ring) }
  }

  private static func middle<Ring: RandomAccessCollection>(
    ofLargest count: Int, _ outer: (Int) -> Ring?
  ) -> Coordinate? where Ring.Element == Coordinate, Ring.Index == Int {
    if count == 1, let ring = outer(0), !ring.isEmpty { return middle(ofRing: ring) }
    var largest: (ring: Ring, area: Double)?
    for n in 0..<count {
      guard let ring = outer(n), !ring.isEmpty else { continue }
      let area = abs(area(ofRing: ring))
      if largest.map({ $0.area < area }) ?? true { largest = (ring, area) }
    }
    return largest.map { middle(ofRing: $0.ring) }
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

  /// The signed area in m² of a ring, counterclockwise above 0.
  static func area<Ring: RandomAccessCollection>(ofRing ring: Ring) -> Double
  where Ring.Element == Coordinate, Ring.Index == Int {
    guard let origin = ring.first else { return 0 }
    let degree = CoordinateRegion.metersPerDegree(at: origin.latitude)
    return moments(ring).twice / 2 * degree.latitude * degree.longitude
  }

  /// The centre of gravity of a ring that has places.
  private static func middle<Ring: RandomAccessCollection>(ofRing ring: Ring) -> Coordinate
  where Ring.Element == Coordinate, Ring.Index == Int {
    let (origin, (twice, x, y)) = (ring[ring.startIndex], moments(ring))
    guard twice != 0 else { return origin }
    return Coordinate(
      latitude: origin.latitude + y / (3 * twice), longitude: origin.longitude + x / (3 * twice))
  }

  /// In degrees from the first place of a ring: twice the area, and six times the sums of what is east and north.
  private static func moments<Ring: RandomAccessCollection>(
    _ ring: Ring
  ) -> (twice: Double, x: Double, y: Double)
  where Ring.Element == Coordinate, Ring.Index == Int {
    guard let origin = ring.first, var a = ring.last else { return (0, 0, 0) }
    var (twice, x, y) = (0.0, 0.0, 0.0)
    for b in ring {
      let (ax, ay) = (a.longitude - origin.longitude, a.latitude - origin.latitude)
      let (bx, by) = (b.longitude - origin.longitude, b.latitude - origin.latitude)
      let cross = ax * by - bx * ay
      twice += cross
      x += (ax + bx) * cross
      y += (ay + by) * cross
      a = b
    }
    return (twice, x, y)
  }

  /// Metres between two places near each other.
  static func metres(_ a: Coordinate, _ b: Coordinate) -> Double {
    let degree = CoordinateRegion.metersPerDegree(at: a.latitude)
    return hypot(
      (b.longitude - a.longitude) * degree.longitude, (b.latitude - a.latitude) * degree.latitude)
  }

  /// Metres along a line.
  static func length(_ line: [Coordinate]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + metres($1.0, $1.1) }
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
