import BelvedereGeoMath

/// Edges sorted into rows of equal height, so that only those near a point need be looked at.
struct EdgeRows {
  private struct Edge {
    let a, b: Vector2
  }

  private struct Rows {
    let top, height: Double
    let count: Int

    init(top: Double, bottom: Double, count: Int) {
      self.top = top
      self.count = count
      height = max((bottom - top) / Double(count), 1e-9)
    }

    private func row(_ y: Double) -> Int {
      Int(flooring: (y - top) / height, in: 0...(count - 1))
    }

    func touched(_ edge: Edge) -> ClosedRange<Int> {
      row(min(edge.a.y, edge.b.y))...row(max(edge.a.y, edge.b.y))
    }

    /// Where each row's part of a list of the edges begins, and its end.
    func sizes(_ edges: [Edge]) -> [Int] {
      var sizes = [Int](repeating: 0, count: count + 1)
      for edge in edges {
        for row in touched(edge) { sizes[row + 1] += 1 }
      }
      for row in 0..<count { sizes[row + 1] += sizes[row] }
      return sizes
    }
  }

  private let rows: Rows
  private let edges: [Edge]
  /// Where each row's part of `list` begins, and its end.
  private let starts: [Int]
  private let list: [Int]

  /// - Parameter paths: closed ones.
  init(_ paths: [[Vector2]]) {
    var edges: [Edge] = []
    for path in paths {
      guard var last = path.last else { continue }
      for p in path {
        edges.append(Edge(a: last, b: p))
        last = p
      }
    }
    let low = (edges.map { min($0.a.y, $0.b.y) }.min() ?? 0)
    let high = (edges.map { max($0.a.y, $0.b.y) }.max() ?? 0)
    // About as many rows as edges: a row of a simple outline then has a few. Fewer where edges reach
    // through many rows, so that memory stays in proportion.
    var rows = Rows(top: low, bottom: high, count: min(max(edges.count, 1), 4096))
    var sizes = rows.sizes(edges)
    while rows.count > 1, sizes[rows.count] > 16 * edges.count {
      rows = Rows(top: low, bottom: high, count: rows.count / 2)
      sizes = rows.sizes(edges)
    }
    var next = sizes
    var list = [Int](repeating: 0, count: sizes[rows.count])
    for (n, edge) in edges.enumerated() {
      for row in rows.touched(edge) {
        list[next[row]] = n
        next[row] += 1
      }
    }
    self.edges = edges
    self.list = list
    self.rows = rows
    starts = sizes
  }

  @inline(__always)
  private func row(of p: Vector2) -> Range<Int> {
    let row = (p.y - rows.top) / rows.height
    guard row >= 0, row < Double(rows.count) else { return 0..<0 }
    let r = Int(row)  // checked: within the rows
    return starts[r]..<starts[r + 1]
  }

  /// Whether a ray from a point crosses the edges an odd number of times: inside closed paths by the
  /// even-odd rule.
  func isInside(_ p: Vector2) -> Bool {
    var isInside = false
    for i in row(of: p) {
      let edge = edges[list[i]]
      guard (edge.a.y > p.y) != (edge.b.y > p.y) else { continue }
      let t = (p.y - edge.a.y) / (edge.b.y - edge.a.y)
      if p.x < edge.a.x + t * (edge.b.x - edge.a.x) { isInside.toggle() }
    }
    return isInside
  }
}
