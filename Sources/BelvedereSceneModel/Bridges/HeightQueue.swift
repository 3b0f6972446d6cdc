/// Places by their heights, the highest first: a binary heap.
struct HeightQueue {
  private var items: [(height: Double, node: Int)] = []

  private static func precedes(
    _ a: (height: Double, node: Int), _ b: (height: Double, node: Int)
  ) -> Bool {
    // Of equals the earlier place, so that the order is the same each time.
    (a.height, b.node) > (b.height, a.node)
  }

  mutating func push(_ height: Double, _ node: Int) {
    items.append((height, node))
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard Self.precedes(items[child], items[parent]) else { return }
      items.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> (height: Double, node: Int)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return first }
    items[0] = last
    var parent = 0
    while true {
      var best = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < items.count && Self.precedes(items[child], items[best]) {
        best = child
      }
      guard best != parent else { return first }
      items.swapAt(parent, best)
      parent = best
    }
  }
}
