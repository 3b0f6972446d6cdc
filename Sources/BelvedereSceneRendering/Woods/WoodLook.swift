import BelvedereSceneModel

/// What the trees of a wood look like: how many are of each kind, and how high they are.
struct WoodLook: Sendable {
  private static let kinds = Tree.Kind.allCases
  private var counts = [Int](repeating: 0, count: Tree.Kind.allCases.count)
  private var heights = [ClosedRange<Double>?](repeating: nil, count: Tree.Kind.allCases.count)
  /// Metres of trees of which nothing is known.
  private static let unknown = 8.0...14.0

  /// Adds a tree that stands in the wood.
  mutating func add(_ tree: Tree) {
    guard let n = Self.kinds.firstIndex(of: tree.kind) else { return }
    counts[n] += 1
    let known = heights[n] ?? tree.height...tree.height
    heights[n] =
      min(known.lowerBound, tree.height)...max(known.upperBound, tree.height)
  }

  /// A tree like the others.
  func tree(_ chance: WoodChance) -> (kind: Tree.Kind, height: Double) {
    var left = chance.of(2) * Double(counts.reduce(0, +))
    for (n, kind) in Self.kinds.enumerated() {
      left -= Double(counts[n])
      guard left < 0, let range = heights[n] else { continue }
      return (kind, range.lowerBound + chance.of(3) * (range.upperBound - range.lowerBound))
    }
    let range = Self.unknown
    return (
      .broadleaf, range.lowerBound + chance.of(3) * (range.upperBound - range.lowerBound)
    )
  }
}
