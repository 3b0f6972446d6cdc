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

    func touched(_ edge: Edge, _ margin: Double) -> ClosedRange<Int> {
      row(min(edge.a.y, edge.b.y) - margin)...row(max(edge.a.y, edge.b.y) + margin)
    }

    /// Where each row's part of a list of the edges begins, and its end.
    func sizes(_ edges: [Edge], _ margin: Double) -> [Int] {
      var sizes = [Int](repeating: 0, count: count + 1)
      for edge in edges {
        for row in touched(edge, margin) { sizes[row + 1] += 1 }
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

  /// How many edges are looked at for a point, in the mean of the rows.
  var meanCount: Int { list.count / rows.count }

  /// - Parameter margin: how far from an edge ``isNear(_:within:)`` may look.
  init(_ paths: [[Vector2]], isClosed: Bool, margin: Double) {
    var edges: [Edge] = []
    for path in paths {
      guard var last = isClosed ? path.last : path.first else { continue }
      for p in isClosed ? path[...] : path.dropFirst() {
        edges.append(Edge(a: last, b: p))
        last = p
      }
    }
    let low = (edges.map { min($0.a.y, $0.b.y) }.min() ?? 0) - margin
    let high = (edges.map { max($0.a.y, $0.b.y) }.max() ?? 0) + margin
    // About as many rows as edges: a row of a simple outline then has a few. Fewer where edges reach
    // through many rows, so that memory stays in proportion.
    var rows = Rows(top: low, bottom: high, count: min(max(edges.count, 1), 4096))
    var sizes = rows.sizes(edges, margin)
    while rows.count > 1, sizes[rows.count] > 16 * edges.count {
      rows = Rows(top: low, bottom: high, count: rows.count / 2)
      sizes = rows.sizes(edges, margin)
    }
    var next = sizes
    var list = [Int](repeating: 0, count: sizes[rows.count])
    for (n, edge) in edges.enumerated() {
      for row in rows.touched(edge, margin) {
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

  /// Whether an edge is within a distance, which is at most the margin.
  func isNear(_ p: Vector2, within distance: Double) -> Bool {
    let most = distance * distance
    for i in row(of: p) {
      let edge = edges[list[i]]
      let along = edge.b - edge.a
      let square = along.dot(along)
      let t = square > 0 ? min(max((p - edge.a).dot(along) / square, 0), 1) : 0
      let away = p - (edge.a + along * t)
      if away.dot(away) <= most { return true }
    }
    return false
  }
}
