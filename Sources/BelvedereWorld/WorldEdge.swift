import BelvedereGeoMath
import BelvedereGeodesy

/// A straight edge of an outline, and how it wanders between its ends.
///
/// Middles of edges are moved sideways, then those of both halves, and so on: by a hash of where they are, so
/// that two countries share each step of their border.
package struct WorldEdge: Sendable {
  /// What lies beyond the edge.
  package enum Kind: Int, Sendable {
    case coast
    /// Another country; the second one has the other edge.
    case border, otherBorder
    /// The same country: outlines are cut along 180° and around the pole.
    case cut
  }

  /// Map points, on the turn of the world from 180° W on.
  package let start, end: Vector2
  package let kind: Kind

  init(_ start: Vector2, _ end: Vector2, _ kind: Kind) {
    (self.start, self.end, self.kind) = (start, end, kind)
  }

  /// Shorter pieces are straight: about a kilometre.
  package static let shortest = 6000.0
  /// Borders longer than a degree are straight lines on the ground, too.
  private static let longestBorder = 900_000.0

  /// How far a middle is moved, at most.
  private static func sway(_ length: Double, _ kind: Kind) -> Double {
    switch kind {
    case .coast: min(0.09 * length, 26_000)
    case .border, .otherBorder: length > longestBorder ? 0 : min(0.06 * length, 12_000)
    case .cut: 0
    }
  }

  /// How far a piece reaches beside its straight line, at most: the sum of all moves.
  private static func reach(_ length: Double, _ kind: Kind) -> Double {
    kind == .cut ? 0 : 0.2 * length
  }

  /// A box around all that it may reach.
  var bounds: MapRect {
    let r = Self.reach((end - start).length, kind)
    let (low, high) = (pointwise(start, end, min), pointwise(start, end, max))
    return MapRect(
      x: low.x - r, y: low.y - r, width: high.x - low.x + 2 * r, height: high.y - low.y + 2 * r)
  }

  private func pointwise(
    _ a: Vector2, _ b: Vector2, _ choose: (Double, Double) -> Double
  ) -> Vector2 { Vector2(choose(a.x, b.x), choose(a.y, b.y)) }

  /// The two halves as they wander; `nil` of what is straight.
  private var halves: (WorldEdge, WorldEdge)? {
    let way = end - start
    let length = way.length
    let sway = Self.sway(length, kind)
    guard sway > 0, length > Self.shortest else { return nil }
    let middle = (start + end) * 0.5
    // The same side whichever way the edge goes.
    let isForward = start.x < end.x || (start.x == end.x && start.y < end.y)
    let side = way.perpendicular * ((isForward ? 1 : -1) / length)
    let moved = middle + side * (sway * Self.hash(middle))
    return (WorldEdge(start, moved, kind), WorldEdge(moved, end, kind))
  }

  /// A number in −1…1 for a place, the same on every machine: two rounds of multiplication and shifting
  /// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
  private static func hash(_ p: Vector2) -> Double {
    func whole(_ v: Double) -> UInt64 {
      UInt64(bitPattern: Int64(exactly: v.rounded()) ?? 0)  // checked: rounded; 0 beyond Int64
    }
    var h = whole(p.x) &* 0x9E37_79B9_7F4A_7C15 &+ whole(p.y)
    h = (h ^ (h >> 30)) &* 0xBF58_476D_1CE4_E5B9
    h = (h ^ (h >> 27)) &* 0x94D0_49BB_1331_11EB
    h ^= h >> 31
    return Double(h >> 11) / Double(1 << 52) - 1
  }

  /// Calls `body` with straight pieces from end to end: as they wander where that may be seen in a box, else
  /// coarser.
  ///
  /// - Parameter finest: map points of pieces that need not be divided.
  package func visit(
    in window: MapRect, finest: Double, _ body: (_ a: Vector2, _ b: Vector2) -> Void
  ) {
    let b = bounds
    guard b.minX <= window.maxX, b.maxX >= window.minX, b.minY <= window.maxY,
      b.maxY >= window.minY, (end - start).length > finest, let (first, second) = halves
    else { return body(start, end) }
    first.visit(in: window, finest: finest, body)
    second.visit(in: window, finest: finest, body)
  }

  /// Whether it is crossed an odd number of times on the way east from a place.
  func isCrossed(eastOf p: Vector2) -> Bool {
    let b = bounds
    guard p.y >= b.minY, p.y <= b.maxY, p.x <= b.maxX else { return false }
    let isBetween = (start.y > p.y) != (end.y > p.y)
    if p.x < b.minX { return isBetween }
    if let (first, second) = halves {
      return first.isCrossed(eastOf: p) != second.isCrossed(eastOf: p)
    }
    return isBetween
      && p.x < start.x + (end.x - start.x) * ((p.y - start.y) / (end.y - start.y))
  }
}
