import BelvedereGeoMath
import BelvedereGeodesy
import Foundation

/// An axis-aligned box.
package struct CityBox: Sendable {
  package var low, high: Vector2

  package init(_ points: [Vector2]) {
    low = points.reduce(Vector2(repeating: .infinity)) { pointwiseMin($0, $1) }
    high = points.reduce(Vector2(repeating: -.infinity)) { pointwiseMax($0, $1) }
  }

  package func contains(_ p: Vector2) -> Bool {
    p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y
  }
}

/// Rings in metres; inside by the even-odd rule.
package struct CityPolygon: Sendable {
  package let rings: [[Vector2]]
  package let box: CityBox

  package init(rings: [[Vector2]]) {
    self.rings = rings
    box = CityBox(rings.flatMap { $0 })
  }

  package init(_ coordinates: [Coordinate], in frame: LocalFrame) {
    self.init(rings: [coordinates.map { frame.position(of: $0) }])
  }

  package func contains(_ p: Vector2) -> Bool {
    guard box.contains(p) else { return false }
    var inside = false
    for ring in rings {
      guard var a = ring.last else { continue }
      for b in ring {
        if (a.y > p.y) != (b.y > p.y),
          p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
        {
          inside.toggle()
        }
        a = b
      }
    }
    return inside
  }

  /// The parameters in [0, 1], ascending, at which a segment crosses the outline.
  package func crossings(from a: Vector2, to b: Vector2) -> [Double] {
    var result: [Double] = []
    let d = b - a
    for ring in rings {
      guard var p = ring.last else { continue }
      for q in ring {
        let e = q - p
        let denominator = d.cross(e)
        if denominator != 0 {
          let t = (p - a).cross(e) / denominator
          let s = (p - a).cross(d) / denominator
          if t >= 0, t <= 1, s >= 0, s < 1 { result.append(t) }
        }
        p = q
      }
    }
    return result.sorted()
  }
}

/// A rectangle turned by a heading: `width` across, `depth` along.
package struct CityRectangle: Sendable {
  package var center: Vector2
  package var width, depth, heading: Double

  /// The unit vector of the heading.
  package static func direction(_ heading: Double) -> Vector2 {
    Vector2(sin(heading * .pi / 180), cos(heading * .pi / 180))
  }

  package var along: Vector2 { Self.direction(heading) }
  /// To the right of the heading.
  package var across: Vector2 { Vector2(along.y, -along.x) }
  package var radius: Double { (width * width + depth * depth).squareRoot() / 2 }

  package func grown(by margin: Double) -> CityRectangle {
    CityRectangle(
      center: center, width: width + 2 * margin, depth: depth + 2 * margin, heading: heading)
  }

  package var corners: [Vector2] {
    let u = across * (width / 2)
    let v = along * (depth / 2)
    return [center - u - v, center + u - v, center + u + v, center - u + v]
  }

  /// Whether the interiors meet (separating axes).
  package func overlaps(_ other: CityRectangle) -> Bool {
    let d = other.center - center
    if d.length >= radius + other.radius { return false }
    let u = across
    let v = along
    let s = other.across
    let t = other.along
    for axis in [u, v, s, t] {
      let own = abs(u.dot(axis)) * width + abs(v.dot(axis)) * depth
      let others = abs(s.dot(axis)) * other.width + abs(t.dot(axis)) * other.depth
      if abs(d.dot(axis)) * 2 >= own + others { return false }
    }
    return true
  }

  /// A segment as a rectangle of a width.
  package init(from a: Vector2, to b: Vector2, width: Double) {
    let d = b - a
    center = (a + b) / 2
    self.width = width
    depth = d.length
    heading = atan2(d.x, d.y) * 180 / .pi
  }

  package init(center: Vector2, width: Double, depth: Double, heading: Double) {
    self.center = center
    self.width = width
    self.depth = depth
    self.heading = heading
  }
}

/// Rectangles in square cells, to find those near a place.
package struct CityIndex {
  private static let cell = 64.0
  private var cells: [SIMD2<Int32>: [Int32]] = [:]
  private(set) var rectangles: [CityRectangle] = []

  package init() {}

  private func range(_ r: CityRectangle) -> (SIMD2<Int32>, SIMD2<Int32>) {
    let box = CityBox(r.corners)
    func key(_ v: Double) -> Int32 {
      Int32(clamping: Int(flooring: v / Self.cell, in: -1_000_000...1_000_000))
    }
    return (
      SIMD2(key(box.low.x), key(box.low.y)), SIMD2(key(box.high.x), key(box.high.y))
    )
  }

  package mutating func insert(_ rectangle: CityRectangle) {
    let (low, high) = range(rectangle)
    let id = Int32(rectangles.count)  // checked: memory ends before 2³¹
    rectangles.append(rectangle)
    for y in low.y...high.y {
      for x in low.x...high.x { cells[SIMD2(x, y), default: []].append(id) }
    }
  }

  /// Whether any of the rectangles meets this one.
  package func overlaps(_ rectangle: CityRectangle) -> Bool {
    let (low, high) = range(rectangle)
    for y in low.y...high.y {
      for x in low.x...high.x {
        for id in cells[SIMD2(x, y)] ?? [] where rectangles[Int(id)].overlaps(rectangle) {
          return true
        }
      }
    }
    return false
  }
}
