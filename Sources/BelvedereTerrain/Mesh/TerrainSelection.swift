import BelvedereGeoMath

/// The tiles that a view needs, and how their vertices move.
struct TerrainSelection {
  /// A tile that was looked at and is in view.
  struct Node {
    var address: TerrainTileAddress
    /// The node of the parent; −1 at the top.
    var parent: Int32
    /// Whether it is drawn itself, not its children.
    var isLeaf: Bool
    /// Where vertices lie elsewhere than on their own heights: bits 0 to 3 on the northern, eastern,
    /// southern and western border, bit 4 inside.
    var moved: Int
    /// Whether all its vertices lie on their own heights.
    var isPlain: Bool { moved == 0 }
    /// How far the vertices that it has and its parent has not lie on the parent's mesh: inside, and
    /// on the northern, eastern, southern and western border.
    var inside: Float
    var sides: SIMD4<Float>
    /// Heights between which it is drawn.
    var low, high: Float
  }

  private(set) var nodes: [Node] = []
  /// Nodes that are drawn, in order of their addresses, and the sides on which the neighbour is one
  /// level coarser: bits 0 north, 1 east, 2 south, 3 west.
  private(set) var leaves: [(node: Int, coarser: Int)] = []
  private let bounds: TileBounds
  private let frustum: TerrainFrustum
  private var table = TileTable()
  private let isGlobe: Bool

  init(_ bounds: TileBounds, _ frustum: TerrainFrustum) {
    self.bounds = bounds
    self.frustum = frustum
    if case .globe = bounds.place { isGlobe = true } else { isGlobe = false }
    nodes.reserveCapacity(1024)
    // The flat world and its copies to both sides: a camera at ±180° sees across.
    var stack: [Int] = []
    for x in isGlobe ? 0...0 : -1...1 {
      let root = TerrainTileAddress(level: 0, x: x, y: 0)
      let tile = bounds.detail.tile(root)
      if let node = add(root, parent: -1, morph: 0, low: tile.low, high: tile.high) {
        stack.append(node)
      }
    }
    while let node = stack.popLast() {
      if wantsDivision(nodes[node].address) { divide(node) { stack.append($0) } }
    }
    grade()
    order()
  }

  /// Whether a tile's own error shows, or single precision would.
  private func wantsDivision(_ address: TerrainTileAddress) -> Bool {
    guard address.level < TerrainTileAddress.maximumLevel else { return false }
    let tile = bounds.detail.tile(address)
    let distance = bounds.distance(address, tile)
    let error = bounds.error(address, tile)
    return bounds.shown(error: error, distance: distance, address, tile) > bounds.view.divides
      || bounds.side(address) > bounds.view.widestSide * max(distance, 1)
  }

  /// Adds a tile; `nil` where it is not in view.
  private mutating func add(
    _ address: TerrainTileAddress, parent: Int, morph: Float, low: Float, high: Float
  ) -> Int? {
    if bounds.isHidden(address, low: low, high: high, frustum) { return nil }
    var sides = SIMD4(repeating: morph)
    if parent >= 0 {
      // Two sides lie on the parent's border, where the neighbour of the parent has a say.
      let above = nodes[parent].address
      for side in [address.y & 1 == 0 ? 0 : 2, address.x & 1 == 0 ? 3 : 1] where morph < 1 {
        sides[side] = max(morph, bounds.morph(wrapped(above.neighbor(side))))
      }
    }
    var moved = morph > 0 ? 31 : 0
    if parent >= 0, morph == 0 {
      // What moves on a border of the parent moves in those children alone that touch it.
      let above = nodes[parent].moved
      if above & 16 != 0 { moved = 31 }
      for side in [address.y & 1 == 0 ? 0 : 2, address.x & 1 == 0 ? 3 : 1] {
        if sides[side] > 0 || above >> side & 1 != 0 { moved |= 1 << side }
      }
    }
    nodes.append(
      Node(
        address: address, parent: Int32(truncatingIfNeeded: parent), isLeaf: true,
        moved: moved, inside: morph, sides: sides, low: low, high: high))
    table.set(address.key, nodes.count - 1)
    return nodes.count - 1
  }

  private func wrapped(_ address: TerrainTileAddress) -> TerrainTileAddress {
    isGlobe ? address.canonical : address
  }

  private mutating func divide(_ node: Int, _ found: (Int) -> Void) {
    nodes[node].isLeaf = false
    let parent = nodes[node]
    let shown = bounds.shown(parent.address)
    let morph = bounds.morph(shown: shown)
    for c in 0..<4 {
      let address = parent.address.child(c)
      var tile = bounds.detail.tile(address)
      // Divided for another reason than its error, it still shows a coarser mesh.
      if shown <= bounds.view.divides { (tile.low, tile.high) = (parent.low, parent.high) }
      if let child = add(address, parent: node, morph: morph, low: tile.low, high: tile.high) {
        found(child)
      }
    }
  }

  /// Divides tiles until neighbours differ by at most one level. What is divided only here lies wholly
  /// on its parent's mesh: the ground keeps its shape.
  private mutating func grade() {
    var pending = nodes.indices.filter { nodes[$0].isLeaf }
    while let node = pending.popLast() {
      guard nodes[node].isLeaf else { continue }
      let address = nodes[node].address
      for side in 0..<4 {
        while let coarse = leaf(holding: wrapped(address.neighbor(side))),
          nodes[coarse].address.level < address.level - 1
        {
          divide(coarse) { pending.append($0) }
        }
      }
    }
  }

  /// The leaf in which a tile lies; `nil` where that is divided further or not in view.
  private func leaf(holding address: TerrainTileAddress) -> Int? {
    var tile = address
    while tile.level >= 0 {
      if let node = table.value(tile.key) { return nodes[node].isLeaf ? node : nil }
      tile = tile.parent
    }
    return nil
  }

  private mutating func order() {
    let drawn = nodes.indices.filter { nodes[$0].isLeaf }
      .sorted { nodes[$0].address < nodes[$1].address }
    leaves = drawn.map { node in
      let address = nodes[node].address
      var coarser = 0
      for side in 0..<4 {
        if let other = leaf(holding: wrapped(address.neighbor(side))),
          nodes[other].address.level < address.level
        {
          coarser |= 1 << side
        }
      }
      return (node, coarser)
    }
  }
}
