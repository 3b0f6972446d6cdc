import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

/// The edges of an outline as the kernels have them.
struct OutlineEdges: Sendable {
  let edges: FrozenArray<BelvedereEdge>
  let shortEdges: FrozenArray<BelvedereShortEdge>
  /// Their ways on the ground; empty where these are not wanted.
  let ways: FrozenArray<BelvedereWay>

  /// Whether some have no line.
  let hasSeams: Bool

  /// - Parameters:
  ///   - lines: their places count from the outline's origin, map points.
  ///   - unit: map points of a unit.
  ///   - isDashed: whether ways on the ground are wanted.
  init(_ lines: [EdgeLine], unit: Double, isDashed: Bool) {
    let all = lines.reduce(into: []) { Self.add($1, to: &$0) }
    hasSeams = all.contains { $0.is_seam != 0 }
    edges = FrozenArray(all)
    ways = FrozenArray(isDashed ? lines.flatMap(\.ways) : [])
    shortEdges = FrozenArray(all.map { BelvedereShortEdge($0, unit: unit) })
  }

  private static func add(_ line: EdgeLine, to edges: inout [BelvedereEdge]) {
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
          is_seam: line.isClosed && a.isSeam ? 1 : 0))
    }
  }
}

extension BelvedereShortEdge {
  fileprivate init(_ edge: BelvedereEdge, unit: Double) {
    let most = 1 << 30
    func units(_ v: Double) -> Int32 {
      Int32(truncatingIfNeeded: Int(clamping: (v / unit).rounded(), in: -most...most))
    }
    self.init(
      ax: units(edge.ax), ay: units(edge.ay), bx: units(edge.bx), by: units(edge.by),
      east: edge.east, south: edge.south, length: edge.length,
      ends: (edge.before < 0 ? 1 : 0) | (edge.after < 0 ? 2 : 0))
  }
}

extension EdgeLine {
  /// Those of its edges.
  fileprivate var ways: [BelvedereWay] {
    (0..<(isClosed ? points.count : points.count - 1)).map { i in
      let (a, isLast) = (points[i], i + 1 == points.count)
      let b = points[isLast ? 0 : i + 1]
      return BelvedereWay(
        start: a.ground, end: isLast ? ground : b.ground, first: Float(a.metersPerUnit),
        last: Float(b.metersPerUnit))
    }
  }
}
