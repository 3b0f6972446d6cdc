import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

/// The edges of an outline as the kernels have them.
struct OutlineEdges: Sendable {
  let edges: FrozenArray<BelvedereEdge>
  /// Their ends in whole units.
  let corners: FrozenArray<Int32>

  /// Whether some have no line.
  let hasSeams: Bool

  /// - Parameters:
  ///   - origin: from which their places count, map points.
  ///   - unit: map points of a unit.
  init(_ lines: [EdgeLine], origin: Vector2, unit: Double) {
    let all = lines.reduce(into: []) { Self.add($1, origin, to: &$0) }
    hasSeams = all.contains { $0.is_seam != 0 }
    edges = FrozenArray(all)
    let most = 1 << 30
    corners = FrozenArray(
      all.flatMap { edge in
        [edge.ax, edge.ay, edge.bx, edge.by].map {
          Int32(truncatingIfNeeded: Int(clamping: ($0 / unit).rounded(), in: -most...most))
        }
      })
  }

  /// Whether an edge of an area is where the map ends, not the area: along its northern or southern edge, or
  /// from there along ±180°.
  private static func isSeam(_ a: Vector2, _ b: Vector2) -> Bool {
    // 0.15 mm at the equator.
    let tolerance = 1e-3
    let world = MapPoint.worldWidth
    func isAtEdge(_ p: Vector2) -> Bool { min(abs(p.y), abs(p.y - world)) < tolerance }
    let ends = [a, b].filter(isAtEdge).count
    guard ends == 1 else { return ends == 2 }
    return abs(a.x - b.x) < tolerance && abs(a.x - (a.x / world).rounded() * world) < tolerance
  }

  private static func add(_ line: EdgeLine, _ origin: Vector2, to edges: inout [BelvedereEdge]) {
    let first = edges.count
    let count = line.isClosed ? line.points.count : line.points.count - 1
    for i in 0..<max(count, 0) {
      let a = line.points[i]
      let b = line.points[i + 1 < line.points.count ? i + 1 : 0]
      let d = b.place - a.place
      let length = d.length
      let before = i > 0 ? first + i - 1 : line.isClosed ? first + count - 1 : -1
      let after = i + 1 < count ? first + i + 1 : line.isClosed ? first : -1
      edges.append(
        BelvedereEdge(
          ax: a.place.x, ay: a.place.y, bx: b.place.x, by: b.place.y,
          east: length > 0 ? Float(d.x / length) : 1, south: length > 0 ? Float(d.y / length) : 0,
          length: Float(length), start: Float(a.way), ring: Float(line.start),
          before: Int32(truncatingIfNeeded: before), after: Int32(truncatingIfNeeded: after),
          is_seam: line.isClosed && isSeam(a.place + origin, b.place + origin) ? 1 : 0))
    }
  }
}
