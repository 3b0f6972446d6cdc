/// A monotone, continuously differentiable curve through points: cubic Hermite pieces.
///
/// The slopes are those of Fritsch and Butland: a weighted harmonic mean of the neighbouring
/// secants, 0 at a turn, which keeps every piece monotone. At both ends the slope is 0, so that
/// the curve goes on as a constant without a kink.
///
/// Source: F. N. Fritsch & R. E. Carlson, "Monotone piecewise cubic interpolation", SIAM J. Numer.
/// Anal. 17 (1980), theorem 2; F. N. Fritsch & J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984).
struct MonotoneCubic: Sendable, Hashable {
  private struct Node: Sendable, Hashable {
    var x, y, slope: Double
  }

  private var nodes: [Node]

  /// Makes a curve.
  ///
  /// - Parameter points: at least one, x strictly increasing.
  init(through points: [(x: Double, y: Double)]) {
    nodes = points.map { Node(x: $0.x, y: $0.y, slope: 0) }
    for i in nodes.indices.dropFirst().dropLast() {
      let h0 = nodes[i].x - nodes[i - 1].x
      let h1 = nodes[i + 1].x - nodes[i].x
      let s0 = (nodes[i].y - nodes[i - 1].y) / h0
      let s1 = (nodes[i + 1].y - nodes[i].y) / h1
      guard s0 * s1 > 0 else { continue }
      let w0 = 2 * h1 + h0
      let w1 = h1 + 2 * h0
      nodes[i].slope = (w0 + w1) / (w0 / s0 + w1 / s1)
    }
  }

  /// The value at x; exact at the points, and between two points never outside their values.
  func value(at x: Double) -> Double {
    guard let first = nodes.first, let last = nodes.last else { return .nan }
    if x <= first.x { return first.y }
    if x >= last.x { return last.y }
    // The last point at or before x.
    var low = 0
    var high = nodes.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if nodes[middle].x <= x { low = middle } else { high = middle }
    }
    let (a, b) = (nodes[low], nodes[high])
    let h = b.x - a.x
    let t = (x - a.x) / h
    let u = 1 - t
    let y =
      a.y + (b.y - a.y) * (t * t * (3 - 2 * t)) + h * t * u * (a.slope * u - b.slope * t)
    return min(max(y, min(a.y, b.y)), max(a.y, b.y))
  }
}
