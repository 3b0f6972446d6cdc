import BelvedereGeoMath
import BelvedereGeodesy

/// Makes the vertices of the tiles of a selection.
struct TileDrawing: Sendable {
  private let nodes: [TerrainSelection.Node]
  private let bounds: TileBounds
  private let place: TileBounds.Place
  private let factor: Double
  private let eye: Vector3
  /// Heights of the tiles that show some of their own, by node.
  private let own: [[Float]]
  private static let n = TerrainMeshGround.cells
  private static let row = n + 1
  private static let count = row * row

  init(
    _ selection: TerrainSelection, _ bounds: TileBounds, _ detail: TerrainDetail,
    _ cache: TerrainTileCache, _ work: TerrainWork
  ) {
    nodes = selection.nodes
    self.bounds = bounds
    place = bounds.place
    factor = bounds.view.heightFactor
    eye = bounds.view.eye
    // A tile's own heights are needed unless it lies wholly on its parent's mesh; its parent's are
    // needed unless it lies wholly on its own.
    var own = [[Float]](repeating: [], count: nodes.count)
    var isNeeded = [Bool](repeating: false, count: nodes.count)
    var read: [Int] = []
    for leaf in selection.leaves {
      var node = leaf.node
      while node >= 0, !isNeeded[node] {
        isNeeded[node] = true
        if nodes[node].inside < 1 { read.append(node) }
        if nodes[node].isPlain { break }
        node = Int(nodes[node].parent)  // checked: an index
      }
    }
    let heights = cache.heights(
      read.map { selection.nodes[$0].address.canonical }, detail.ground, work)
    for (node, heights) in zip(read, heights) { own[node] = heights }
    self.own = own
  }

  func tile(_ leaf: (node: Int, coarser: Int)) -> TerrainMeshTile {
    let node = nodes[leaf.node]
    let distance = bounds.distance(node.address, bounds.detail.tile(node.address))
    switch place {
    case .flat(let flat):
      let heights = drawn(leaf.node, own: { own[$0] }, mix: { mix($0, $1, $2) })
      let isLevel = node.low == node.high && heights.allSatisfy { $0 == node.low }
      return TerrainMeshTile(
        address: node.address, positions: positions(node.address, heights, flat),
        coarserSides: leaf.coarser, isLevel: isLevel, distance: distance)
    case .globe(let globe):
      let positions = drawn(
        leaf.node, own: { self.positions($0, globe) }, mix: { mix($0, $1, $2) })
      return TerrainMeshTile(
        address: node.address, positions: positions, coarserSides: leaf.coarser, isLevel: false,
        distance: distance)
    }
  }

  private func positions(
    _ address: TerrainTileAddress, _ heights: [Float], _ flat: FlatPlace
  ) -> [SIMD3<Float>] {
    let spacing = address.size / Double(Self.n)
    let corner = address.corner
    return [SIMD3<Float>](unsafeUninitializedCapacity: Self.count) { out, count in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.row) { east in
        for i in 0...Self.n { east[i] = Float(flat.east(corner.x + Double(i) * spacing)) }
        heights.withUnsafeBufferPointer { heights in
          for j in 0...Self.n {
            let north = Float(flat.north(corner.y + Double(j) * spacing))
            for i in 0...Self.n {
              let k = j * Self.row + i
              out[k] = SIMD3(east[i], north, Float(Double(heights[k]) * factor - eye.z))
            }
          }
        }
      }
      count = Self.row * Self.row
    }
  }

  private func positions(_ node: Int, _ globe: GlobePlace) -> [SIMD3<Float>] {
    guard nodes[node].inside < 1 else { return [] }
    let vertices = GlobeVertices(nodes[node].address, globe)
    let heights = own[node]
    return [SIMD3<Float>](unsafeUninitializedCapacity: Self.count) { out, count in
      for j in 0...Self.n {
        for i in 0...Self.n {
          let k = j * Self.row + i
          out[k] = vertices.offset(i, j, height: heights[k])
        }
      }
      count = Self.row * Self.row
    }
  }

  @inline(__always)
  private func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

  @inline(__always)
  private func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ t: Float) -> SIMD3<Float> {
    a + (b - a) * t
  }

  /// Heights or positions of a tile's vertices as they are drawn.
  ///
  /// Vertices that the parent has too are where the parent has them. Each other one lies between its
  /// own place and the middle of the parent's edge that it halves. By induction tiles that share a
  /// vertex have the same bits for it.
  @inline(__always)
  private func drawn<Value>(
    _ node: Int, own: (Int) -> [Value], mix: (Value, Value, Float) -> Value
  ) -> [Value] {
    // From the nearest tile that lies on its own heights down to the one that is asked for.
    var chain: [Int] = []
    var top = node
    while !nodes[top].isPlain {
      chain.append(top)
      top = Int(nodes[top].parent)  // checked: an index
    }
    var values = own(top)
    for node in chain.reversed() { values = child(node, of: values, own: own(node), mix) }
    return values
  }

  @inline(__always)
  private func child<Value>(
    _ number: Int, of parent: [Value], own: [Value], _ mix: (Value, Value, Float) -> Value
  ) -> [Value] {
    let node = nodes[number]
    let n = Self.n
    let row = Self.row
    let corner = (node.address.y & 1) * n / 2 * row + (node.address.x & 1) * n / 2
    return [Value](unsafeUninitializedCapacity: Self.count) { out, count in
      guard let out = out.baseAddress else { return }
      parent.withUnsafeBufferPointer { parent in
        for j in 0...(n / 2) {
          for i in 0...(n / 2) {
            (out + 2 * j * row + 2 * i).initialize(to: parent[corner + j * row + i])
          }
        }
      }
      own.withUnsafeBufferPointer { own in
        @inline(__always)
        func put(_ i: Int, _ j: Int, between step: Int, _ morph: Float) {
          let k = j * row + i
          let value: Value
          if morph == 0 {
            value = own[k]
          } else {
            let middle = mix(out[k - step], out[k + step], 0.5)
            value = morph < 1 ? mix(own[k], middle, morph) : middle
          }
          (out + k).initialize(to: value)
        }
        for j in stride(from: 0, through: n, by: 2) {
          let morph = j == 0 ? node.sides[0] : j == n ? node.sides[2] : node.inside
          for i in stride(from: 1, to: n, by: 2) { put(i, j, between: 1, morph) }
        }
        for j in stride(from: 1, to: n, by: 2) {
          put(0, j, between: row, node.sides[3])
          for i in stride(from: 2, to: n, by: 2) { put(i, j, between: row, node.inside) }
          put(n, j, between: row, node.sides[1])
          for i in stride(from: 1, to: n, by: 2) {
            // Along the diagonal of the parent's cell.
            let diagonal = (i / 2 + j / 2) & 1 == 0 ? row + 1 : row - 1
            put(i, j, between: diagonal, node.inside)
          }
        }
      }
      count = row * row
    }
  }
}
