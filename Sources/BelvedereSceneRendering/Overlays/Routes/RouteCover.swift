import BelvedereGeoMath
import BelvedereRasterization
import CBelvedereShading

/// Which leg of a route's elevated part each pixel of a frame shows: of those whose plane its ray meets
/// the one that it meets nearest to its middle.
struct RouteCover {
  private var legs: [Int32]
  private var distances: [Float]
  private let width: Int
  /// The rows that show any.
  private(set) var rows: Range<Int>

  /// - Parameter reach: metres beside a leg in which something of it may be drawn.
  init(_ ribbon: RouteRibbon, _ view: RasterView, rows shown: Range<Int>, reach: Double) {
    width = view.width
    var low = shown.upperBound
    var high = shown.lowerBound
    var areas: [(leg: Int, corners: [Vector2])] = []
    for (n, leg) in ribbon.legs.enumerated() {
      // A pixel more, and what a footprint reaches over.
      let far = max(leg.start.dot(view.forward), 1) + leg.length
      let corners = view.outline(leg.corners(reach: reach + 2 * far / view.focalLength))
      guard corners.count >= 3 else { continue }
      let top = corners.reduce(.infinity) { min($0, $1.y) }
      let bottom = corners.reduce(-.infinity) { max($0, $1.y) }
      let limit = shown.lowerBound...shown.upperBound
      low = min(low, Int(flooring: top - 1, in: limit))
      high = max(high, Int(clamping: (bottom + 2).rounded(.up), in: limit))
      areas.append((n, corners))
    }
    rows = low..<max(low, high)
    legs = Array(repeating: -1, count: rows.count * width)
    distances = Array(repeating: .infinity, count: rows.count * width)
    for area in areas {
      add(ribbon.legs[area.leg], Int32(truncatingIfNeeded: area.leg), area.corners, view)
    }
  }

  private mutating func add(
    _ leg: RouteRibbon.Leg, _ number: Int32, _ corners: [Vector2], _ view: RasterView
  ) {
    for y in rows {
      guard let span = Self.span(corners, Double(y) - 0.5, Double(y) + 1.5) else { continue }
      let first = Int(flooring: span.lowerBound - 1, in: 0...width)
      let last = Int(clamping: (span.upperBound + 2).rounded(.up), in: 0...width)
      for x in first..<max(first, last) {
        guard let hit = leg.hit(view.ray(Double(x) + 0.5, Double(y) + 0.5)) else { continue }
        let beyond = hit.along - min(max(0, hit.along), leg.length)
        let distance = Float((beyond * beyond + hit.right * hit.right).squareRoot())
        let at = (y - rows.lowerBound) * width + x
        if distance < distances[at] {
          distances[at] = distance
          legs[at] = number
        }
      }
    }
  }

  /// Between which columns a convex outline lies in some rows.
  private static func span(
    _ corners: [Vector2], _ top: Double, _ bottom: Double
  ) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for (i, a) in corners.enumerated() {
      let b = corners[(i + 1) % corners.count]
      let (upper, lower) = a.y <= b.y ? (a, b) : (b, a)
      guard upper.y <= bottom, lower.y >= top else { continue }
      let d = lower.y - upper.y
      for y in [max(upper.y, top), min(lower.y, bottom)] {
        let x = d > 1e-12 ? upper.x + (lower.x - upper.x) * (y - upper.y) / d : upper.x
        low = min(low, x)
        high = max(high, x)
      }
      if d <= 1e-12 {
        low = min(low, lower.x)
        high = max(high, lower.x)
      }
    }
    return low <= high ? low...high : nil
  }

  /// The leg that a pixel shows; `nil` where it shows none.
  func leg(_ x: Int, _ y: Int) -> Int? {
    let n = legs[(y - rows.lowerBound) * width + x]
    return n < 0 ? nil : Int(n)  // checked: widens
  }
}

extension RasterView {
  /// The ray through a position of the picture; its component along the line of sight is 1.
  @inline(__always)
  func ray(_ x: Double, _ y: Double) -> Vector3 {
    forward + right * ((x - center.x) / focalLength) + up * ((center.y - y) / focalLength)
  }

  /// The outline of a plane figure in the picture; what is behind the near plane is cut off.
  ///
  /// - Parameter corners: from the eye.
  func outline(_ corners: [Vector3]) -> [Vector2] {
    var kept: [Vector3] = []
    for (i, a) in corners.enumerated() {
      let b = corners[(i + 1) % corners.count]
      let (from, to) = (a.dot(forward) - near, b.dot(forward) - near)
      if from >= 0 { kept.append(a) }
      if (from < 0) != (to < 0) { kept.append(a + (b - a) * (from / (from - to))) }
    }
    return kept.map { p in
      let scale = focalLength / p.dot(forward)
      return Vector2(center.x + p.dot(right) * scale, center.y - p.dot(up) * scale)
    }
  }
}
