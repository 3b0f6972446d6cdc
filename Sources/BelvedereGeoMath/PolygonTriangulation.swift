/// Triangles that fill a polygon with holes.
public enum PolygonTriangulation {
  /// Polygons with more vertices than this are refused: ear clipping is quadratic.
  public static let maximumVertices = 8192

  /// Fills the area between an outer ring and its holes.
  ///
  /// - Parameter rings: the outer ring and then the holes, in any orientation, without a repeated
  ///   last vertex. Coordinates are finite.
  /// - Returns: triples of indices into the rings' vertices taken in order, counter-clockwise (y
  ///   up); empty for degenerate polygons and for more than ``maximumVertices``. A polygon that
  ///   crosses itself gives triangles that may overlap, never a trap.
  ///
  /// Cost: O(n²), for polygons that cross themselves too. Source: ear clipping (Meisters 1975) with
  /// holes joined by bridges (Eberly, "Triangulation by Ear Clipping", 2002).
  public static func triangulate(_ rings: [[Vector2]]) -> [Int] {
    guard let outer = rings.first, outer.count >= 3 else { return [] }
    let points = rings.flatMap { $0 }
    guard points.count <= maximumVertices else { return [] }
    var loop = Array(0..<outer.count)
    if signedArea(loop, points) < 0 { loop.reverse() }
    var start = outer.count
    var holes: [[Int]] = []
    for ring in rings.dropFirst() {
      var hole = Array(start..<(start + ring.count))
      start += ring.count
      guard ring.count >= 3 else { continue }
      if signedArea(hole, points) > 0 { hole.reverse() }
      holes.append(hole)
    }
    // Rightmost holes first, so that a bridge never crosses a hole that is joined later.
    func rightmost(_ hole: [Int]) -> Double { hole.map { points[$0].x }.max() ?? 0 }
    for hole in holes.sorted(by: { rightmost($0) > rightmost($1) }) {
      join(hole, to: &loop, points)
    }
    return clipEars(loop, points)
  }

  /// Twice-signed-area over two: positive for counter-clockwise rings (y up).
  public static func signedArea(_ ring: [Vector2]) -> Double {
    signedArea(Array(ring.indices), ring)
  }

  private static func signedArea(_ loop: [Int], _ points: [Vector2]) -> Double {
    guard let last = loop.last else { return 0 }
    var sum = 0.0
    var previous = points[last]
    for i in loop {
      sum += previous.cross(points[i])
      previous = points[i]
    }
    return sum / 2
  }

  /// Cuts the loop open at the vertex that the hole's rightmost vertex sees, and runs round the hole.
  private static func join(_ hole: [Int], to loop: inout [Int], _ points: [Vector2]) {
    guard
      let at = hole.indices.max(by: { points[hole[$0]].x < points[hole[$1]].x })
    else { return }
    let p = points[hole[at]]
    // The nearest edge to the right of the vertex, and its end that lies further right. Only edges
    // that run upwards have the area on the vertex's side; a bridge has one edge of each kind.
    var nearest = Double.infinity
    var candidate: Int?
    for i in loop.indices {
      let a = points[loop[i]]
      let b = points[loop[(i + 1) % loop.count]]
      guard a.y <= p.y, b.y > p.y else { continue }
      let x = a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
      if x >= p.x, x < nearest {
        nearest = x
        candidate = a.x > b.x ? i : (i + 1) % loop.count
      }
    }
    guard var bridge = candidate else { return }
    // A vertex inside the triangle between the vertex, the hit and the end hides the end. Of the
    // copies that bridges make of a vertex only the one that faces the hole will do.
    let hit = Vector2(nearest, p.y)
    let end = points[loop[bridge]]
    var bestSlope = Double.infinity
    var bestX = Double.infinity
    for i in loop.indices {
      let q = points[loop[i]]
      guard q.x >= p.x, q.x <= end.x,
        end.y < p.y ? contains(p, end, hit, q) : contains(p, hit, end, q)
      else { continue }
      let before = points[loop[(i + loop.count - 1) % loop.count]]
      let after = points[loop[(i + 1) % loop.count]]
      guard faces(p, q, before: before, after: after) else { continue }
      let slope = abs(q.y - p.y) / max(q.x - p.x, 1e-300)
      if slope < bestSlope || (slope == bestSlope && q.x < bestX) {
        bestSlope = slope
        bestX = q.x
        bridge = i
      }
    }
    let around = Array(hole[at...] + hole[..<at]) + [hole[at], loop[bridge]]
    loop.insert(contentsOf: around, at: bridge + 1)
  }

  /// Whether the way from a corner of a counter-clockwise loop to a point starts inside the loop.
  private static func faces(
    _ point: Vector2, _ corner: Vector2, before: Vector2, after: Vector2
  ) -> Bool {
    let way = point - corner
    let isLeftOfNext = (after - corner).cross(way) >= 0
    let isLeftOfPrevious = way.cross(before - corner) >= 0
    let isConvex = (corner - before).cross(after - corner) >= 0
    return isConvex ? isLeftOfNext && isLeftOfPrevious : isLeftOfNext || isLeftOfPrevious
  }

  private static func clipEars(_ loop: [Int], _ points: [Vector2]) -> [Int] {
    let n = loop.count
    var next = loop.indices.map { ($0 + 1) % n }
    var previous = loop.indices.map { ($0 + n - 1) % n }
    var triangles: [Int] = []
    triangles.reserveCapacity(3 * max(n - 2, 0))
    var remaining = n
    var i = 0
    var refused = 0
    // Polygons that cross themselves would take n³ steps: from here on any left turn is an ear.
    var steps = 8 * n * n  // bounded: maximumVertices² is small
    while remaining > 2 {
      let a = points[loop[previous[i]]]
      let b = points[loop[i]]
      let c = points[loop[next[i]]]
      let turn = (b - a).cross(c - b)
      // When no vertex is an ear the polygon crosses itself: take any corner that turns left.
      let isEar =
        turn > 0
        && (refused > remaining || steps <= 0
          || !holdsVertex(i, next, previous, loop, points, &steps))
      if isEar || turn == 0 || refused > 2 * remaining {
        if turn > 0 {
          triangles += [loop[previous[i]], loop[i], loop[next[i]]]
        }
        next[previous[i]] = next[i]
        previous[next[i]] = previous[i]
        remaining -= 1
        refused = 0
        i = previous[i]
      } else {
        refused += 1
        i = next[i]
      }
    }
    return triangles
  }

  private static func holdsVertex(
    _ i: Int, _ next: [Int], _ previous: [Int], _ loop: [Int], _ points: [Vector2],
    _ steps: inout Int
  ) -> Bool {
    let a = points[loop[previous[i]]]
    let b = points[loop[i]]
    let c = points[loop[next[i]]]
    let low = pointwiseMin(pointwiseMin(a, b), c)
    let high = pointwiseMax(pointwiseMax(a, b), c)
    var j = next[next[i]]
    while j != previous[i] {
      steps -= 1
      let p = points[loop[j]]
      if p.x >= low.x, p.x <= high.x, p.y >= low.y, p.y <= high.y, p != a, p != b, p != c,
        contains(a, b, c, p)
      {
        return true
      }
      j = next[j]
    }
    return false
  }

  /// Whether p lies in a counter-clockwise triangle or on its edge.
  private static func contains(_ a: Vector2, _ b: Vector2, _ c: Vector2, _ p: Vector2) -> Bool {
    (b - a).cross(p - a) >= 0 && (c - b).cross(p - b) >= 0 && (a - c).cross(p - c) >= 0
  }
}
