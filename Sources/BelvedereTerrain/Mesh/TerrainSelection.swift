import BelvedereGeoMath

/// The tiles that a view needs, and how their vertices move.
struct TerrainSelection {
  /// A tile that was looked at and is in view.
  struct Node {
    var address: TerrainTileAddress
    /// The node of the parent; −1 at the top.
    var parent: Int32
    /// Nodes of the children, −1 where one is not in view; in the order of
    /// ``TerrainTileAddress/children``.
    var children = SIMD4<Int32>(repeating: -1)
    /// Nodes of the same level across the sides, −1 where there is none.
    var neighbors = SIMD4<Int32>(repeating: -1)
    /// Whether it is drawn itself, not its children.
    var isLeaf = true
    /// How its vertices move.
    var movement = TileMovement()
    /// Heights between which it is drawn.
    var low, high: Float
    /// Metres that no point of the tile is nearer to the eye than.
    var distance: Double
    /// Pixels that its error may show as.
    var shown: Double
    /// How far its children lie on its mesh.
    var childMorph: Morph
    /// Planes of the frustum that parts of it may lie outside of.
    var planes: UInt32
  }

  private(set) var nodes: [Node] = []
  /// Nodes that are drawn, in the quadtree's order.
  private(set) var leaves: [Int32] = []
  /// Whether there are more nodes than were wanted; then nothing is drawn.
  private(set) var isCut = false
  private var isGlobe = false

  /// Selects anew, in the memory of the selection before. Of no use while the bounds miss tiles.
  ///
  /// - Parameter most: with more nodes than so many it is given up.
  mutating func select(_ bounds: TileBounds, _ frustum: TerrainFrustum, atMost most: Int) {
    isCut = false
    nodes.removeAll(keepingCapacity: true)
    leaves.removeAll(keepingCapacity: true)
    isGlobe = bounds.isGlobe
    let roots = plantRoots(bounds, frustum)
    // Level by level: a tile's neighbours are known when it is divided.
    var next = 0
    while next < nodes.count {
      if wantsDivision(nodes[next], bounds) { divide(next, bounds, frustum) }
      next += 1
      if nodes.count > most {
        isCut = true
        return
      }
    }
    grade(bounds, frustum)
    for root in 0..<roots { collectLeaves(under: root) }
  }

  /// The sides on which the neighbour of a leaf is one level coarser: bits 0 north, 1 east, 2 south,
  /// 3 west.
  func coarserSides(_ leaf: Int) -> Int {
    let node = nodes[leaf]
    guard node.parent >= 0 else { return 0 }
    let parent = Int(node.parent)  // checked: widens
    var coarser = 0
    let (vertical, horizontal) = node.address.outerPair
    for side in 0..<4 where side == vertical || side == horizontal {
      guard node.neighbors[side] < 0 else { continue }
      let other = Int(nodes[parent].neighbors[side])  // checked: widens
      if other >= 0, nodes[other].isLeaf { coarser |= 1 << side }
    }
    return coarser
  }

  /// The sides across which tiles of the next finer level lie, in the same bits.
  func finerSides(_ leaf: Int) -> Int {
    var finer = 0
    for side in 0..<4 {
      let other = Int(nodes[leaf].neighbors[side])  // checked: widens
      if other >= 0, !nodes[other].isLeaf { finer |= 1 << side }
    }
    return finer
  }

  /// The flat world and its copies to both sides, for a camera at ±180° sees across; or the globe.
  private mutating func plantRoots(_ bounds: TileBounds, _ frustum: TerrainFrustum) -> Int {
    for x in isGlobe ? 0...0 : -1...1 {
      let root = TerrainTileAddress(level: 0, x: x, y: 0)
      let tile = bounds.tile(root)
      add(
        root, parent: -1, TileMovement(), bounds, frustum, planes: .max, tile,
        low: tile.low, high: tile.high)
    }
    for root in nodes.indices {
      for other in nodes.indices {
        let step = nodes[other].address.x - nodes[root].address.x
        // Around the globe a tile is its own neighbour.
        if step == 1 || isGlobe { nodes[root].neighbors[1] = index(other) }
        if step == -1 || isGlobe { nodes[root].neighbors[3] = index(other) }
      }
    }
    return nodes.count
  }

  @inline(__always)
  private func index(_ i: Int) -> Int32 { Int32(truncatingIfNeeded: i) }

  /// Whether a tile's own error shows, or single precision would.
  @inline(__always)
  private func wantsDivision(_ node: Node, _ bounds: TileBounds) -> Bool {
    node.address.level < TerrainTileAddress.maximumLevel
      && (node.shown > bounds.view.divides
        || bounds.side(node.address) > bounds.view.widestSide * max(node.distance, 1))
  }

  /// Adds a tile if it is in view.
  ///
  /// - Parameters:
  ///   - planes: those of the frustum that its parent may lie outside of.
  ///   - low, high: between which heights it is drawn.
  @inline(__always)
  private mutating func add(
    _ address: TerrainTileAddress, parent: Int, _ movement: TileMovement, _ bounds: TileBounds,
    _ frustum: TerrainFrustum, planes: UInt32, _ tile: TerrainDetail.Tile, low: Float, high: Float
  ) {
    var planes = planes
    if bounds.isHidden(address, low: low, high: high, frustum, &planes) { return }
    let distance = bounds.distance(address, tile)
    let shown = bounds.shown(distance: distance, address, tile)
    let number = index(nodes.count)
    if parent >= 0 {
      nodes[parent].children[(address.x & 1) | (address.y & 1) << 1] = number
    }
    nodes.append(
      Node(
        address: address, parent: index(parent), movement: movement, low: low, high: high,
        distance: distance, shown: shown, childMorph: bounds.morph(shown: shown), planes: planes))
  }

  private mutating func divide(_ number: Int, _ bounds: TileBounds, _ frustum: TerrainFrustum) {
    nodes[number].isLeaf = false
    let parent = nodes[number]
    let inside = parent.childMorph
    var sides = SIMD4<UInt8>(repeating: inside.steps)
    if inside != .whole {
      for side in 0..<4 {
        // The neighbour has a say on the border.
        let other = Int(parent.neighbors[side])  // checked: widens
        let morph =
          other >= 0
          ? nodes[other].childMorph : bounds.morph(wrapped(parent.address.neighbor(side)))
        sides[side] = max(inside.steps, morph.steps)
      }
    }
    // Divided for another reason than its error, it still shows a coarser mesh.
    let isCoarse = parent.shown <= bounds.view.divides
    let levels = bounds.detail.levels
    for c in 0..<4 {
      let address = parent.address.child(c)
      let tile = bounds.tile(address)
      let corner: UInt8? =
        !levels.hasCoarser
        ? nil : levels.differs(level: address.level) ? cornerMorph(c, of: parent, sides, bounds) : 0
      let movement = TileMovement(
        inside: inside, border: sides, corner: corner, of: address, in: parent.movement)
      // So it does, perhaps, where it moves and levels have heights of their own.
      let isOff = isCoarse || levels.hasCoarser && !movement.isPlain
      add(
        address, parent: number, movement, bounds, frustum, planes: parent.planes, tile,
        low: isOff ? min(parent.low, tile.low) : tile.low,
        high: isOff ? max(parent.high, tile.high) : tile.high)
    }
    link(number)
  }

  /// How far the children of the four tiles at a tile's corner lie on their parents' meshes there.
  private func cornerMorph(
    _ corner: Int, of node: Node, _ sides: SIMD4<UInt8>, _ bounds: TileBounds
  ) -> UInt8 {
    let (vertical, horizontal) = (corner & 2 == 0 ? 0 : 2, corner & 1 == 0 ? 3 : 1)
    let beside = max(sides[vertical], sides[horizontal])
    guard beside < Morph.count else { return beside }
    let across = node.address.neighbor(vertical).neighbor(horizontal)
    return max(beside, bounds.morph(wrapped(across)).steps)
  }

  private func wrapped(_ address: TerrainTileAddress) -> TerrainTileAddress {
    isGlobe ? address.canonical : address
  }

  /// Makes the children of a tile and their neighbours known to each other.
  @inline(__always)
  private mutating func link(_ number: Int) {
    let parent = nodes[number]
    for c in 0..<4 where parent.children[c] >= 0 {
      let child = Int(parent.children[c])  // checked: widens
      for side in 0..<4 {
        // The same row or column of children on the other side of a border.
        let across = side & 1 == 0 ? c ^ 2 : c ^ 1
        let isInner = side == (c >> 1 == 0 ? 2 : 0) || side == (c & 1 == 0 ? 1 : 3)
        let family = isInner ? number : Int(parent.neighbors[side])  // checked: widens
        guard family >= 0 else { continue }
        let other = nodes[family].children[across]
        guard other >= 0 else { continue }
        nodes[child].neighbors[side] = other
        nodes[Int(other)].neighbors[side ^ 2] = index(child)  // checked: widens
      }
    }
  }

  /// Divides tiles until neighbours differ by at most one level. What is divided only here lies wholly
  /// on its parent's mesh: the ground keeps its shape.
  private mutating func grade(_ bounds: TileBounds, _ frustum: TerrainFrustum) {
    // Next to each divided tile there must be tiles of its level. Making one divides a tile one level
    // up at most, which is looked at again.
    var pending = nodes.indices.filter { !nodes[$0].isLeaf }
    while let number = pending.popLast() {
      for side in 0..<4 where nodes[number].neighbors[side] < 0 {
        while let coarse = coarserLeaf(beside: number, side) {
          divide(coarse, bounds, frustum)
          pending.append(coarse)
        }
      }
    }
  }

  /// The leaf of a coarser level in which a tile's neighbour lies; `nil` where that is not in view, or
  /// of the tile's own level.
  private func coarserLeaf(beside number: Int, _ side: Int) -> Int? {
    var tile = number
    while nodes[tile].neighbors[side] < 0 {
      let (vertical, horizontal) = nodes[tile].address.outerPair
      // Inside its parent: the sibling is not in view.
      guard side == vertical || side == horizontal, nodes[tile].parent >= 0 else { return nil }
      tile = Int(nodes[tile].parent)  // checked: widens
    }
    let other = Int(nodes[tile].neighbors[side])  // checked: widens
    return tile != number && nodes[other].isLeaf ? other : nil
  }

  private mutating func collectLeaves(under root: Int) {
    // Depth first; the four children of each level on the way wait.
    var stack = [index(root)]
    while let number = stack.popLast() {
      let node = Int(number)  // checked: widens
      if nodes[node].isLeaf {
        leaves.append(number)
        continue
      }
      for c in (0..<4).reversed() where nodes[node].children[c] >= 0 {
        stack.append(nodes[node].children[c])
      }
    }
  }
}
