import BelvedereGeoMath
import BelvedereGeodesy

/// Finds the prisms over a rectangle of the map: a binary tree of their boxes, halved along the longer side.
struct PrismTree: Sendable {
  private struct Node {
    var low, high: Vector2
    /// The prisms of a leaf, or the second of two children, the first of which comes right after.
    var range: Range<Int>
    var second: Int?
  }

  private var prisms: [ObstructedGround.Prism]
  private var nodes: [Node] = []
  private static let leaf = 4

  init(_ prisms: [ObstructedGround.Prism]) {
    self.prisms = prisms
    if !prisms.isEmpty { build(prisms.indices) }
  }

  /// Depth: the logarithm of the count, since halves are equal.
  private mutating func build(_ range: Range<Int>) {
    var (low, high) = (prisms[range.lowerBound].low, prisms[range.lowerBound].high)
    for prism in prisms[range] {
      low = Vector2(min(low.x, prism.low.x), min(low.y, prism.low.y))
      high = Vector2(max(high.x, prism.high.x), max(high.y, prism.high.y))
    }
    let index = nodes.count
    nodes.append(Node(low: low, high: high, range: range))
    guard range.count > Self.leaf else { return }
    let axis = high.x - low.x > high.y - low.y ? 0 : 1
    prisms[range].sort { $0.low[axis] + $0.high[axis] < $1.low[axis] + $1.high[axis] }
    let middle = range.lowerBound + range.count / 2
    build(range.lowerBound..<middle)
    nodes[index].second = nodes.count
    build(middle..<range.upperBound)
  }

  /// Calls a function with every prism that a rectangle meets, in any copy of the world.
  func visit(
    x: ClosedRange<Double>, y: ClosedRange<Double>, _ body: (ObstructedGround.Prism) -> Void
  ) {
    guard let root = nodes.first, x.lowerBound.isFinite, x.upperBound.isFinite else { return }
    let world = MapPoint.worldWidth
    if x.upperBound - x.lowerBound >= world {
      visit(0, Vector2(root.low.x, y.lowerBound), Vector2(root.high.x, y.upperBound), body)
      return
    }
    // Prisms reach over at most two worlds, the rectangle over one.
    let first = ((root.low.x - x.upperBound) / world).rounded(.up)
    for copy in 0..<4 {
      let shift = (first + Double(copy)) * world
      guard x.lowerBound + shift <= root.high.x else { return }
      visit(
        0, Vector2(x.lowerBound + shift, y.lowerBound), Vector2(x.upperBound + shift, y.upperBound),
        body)
    }
  }

  private func visit(
    _ index: Int, _ low: Vector2, _ high: Vector2, _ body: (ObstructedGround.Prism) -> Void
  ) {
    let node = nodes[index]
    guard node.low.x <= high.x, node.high.x >= low.x, node.low.y <= high.y, node.high.y >= low.y
    else { return }
    if let second = node.second {
      visit(index + 1, low, high, body)
      visit(second, low, high, body)
      return
    }
    for prism in prisms[node.range] where prism.meets(low, high) { body(prism) }
  }
}
