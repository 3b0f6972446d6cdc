/// Divides a tile's square into as few right-angled triangles as its shape needs.
///
/// The tile's (cells + 1)² vertices form a hierarchy: each but the corners halves the long side of the two
/// triangles that meet there (Evans, Kirkpatrick & Townsend, "Right-Triangulated Irregular Networks",
/// Algorithmica 30, 2001). A vertex is left out where neither it nor any that depends on it would move the
/// surface by more than the tolerance. The bound is the sum of what each level adds, so it is never too small.
///
/// On a side every `step`-th vertex is drawn, 1, 2 or 4 apart, whatever lies inside: both tiles that meet there
/// decide it alike, and the mesh has no cracks.
package struct TileTriangulation {
  /// Vertices a row, and cells a side.
  private static let row = TerrainMeshGround.cells + 1
  private static let n = TerrainMeshGround.cells
  private static let count = row * row

  /// Metres by which what is left out may lie off the triangles.
  package let tolerance: Float
  /// Cells between the vertices that are drawn on each half of a side: northern, eastern, southern and western
  /// one, each from the north or the west.
  package let steps: SIMD8<UInt8>

  /// For each vertex a bound of how far the surface moves if it and all that depends on it are left out.
  private var bounds: [Float]

  /// - Parameters:
  ///   - positions: (cells + 1)² vertices, row-major from the north-west.
  ///   - scale: metres for each unit of theirs.
  package init(
    _ positions: UnsafePointer<SIMD3<Float>>, scale: SIMD3<Float>, tolerance: Float,
    steps: SIMD8<UInt8>
  ) {
    self.tolerance = tolerance
    self.steps = steps
    bounds = Array(repeating: 0, count: Self.count)
    bounds.withUnsafeMutableBufferPointer { buffer in
      guard let e = buffer.baseAddress else { return }
      Self.measure(positions, scale, steps, e)
    }
  }

  /// Three indices a triangle, counter-clockwise seen from above.
  package func triangles() -> [UInt16] {
    let (nw, ne, sw, se) = (0, Self.n, Self.n * Self.row, Self.count - 1)
    // Most tiles have few of them: what is kept has their size.
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.mostIndices) { out in
      guard let first = out.baseAddress else { return [] }
      var next = first
      bounds.withUnsafeBufferPointer { e in
        guard let e = e.baseAddress else { return }
        cut(nw, se, sw, halvings: Self.halvings, e, &next)
        cut(se, nw, ne, halvings: Self.halvings, e, &next)
      }
      return Array(UnsafeBufferPointer(start: first, count: next - first))
    }
  }

  /// The triangles of a level tile: a fan around its middle.
  package static func fan(steps: SIMD8<UInt8>) -> [UInt16] {
    var ring: [Int] = []
    func side(_ side: Int, _ at: (Int) -> Int) {
      for k in 0..<n where isDrawn(k, side: side, steps) { ring.append(at(k)) }
    }
    side(3) { $0 * row }
    side(2) { n * row + $0 }
    // Back along the eastern and the northern side.
    for k in (1...n).reversed() where isDrawn(k, side: 1, steps) { ring.append(k * row + n) }
    for k in (1...n).reversed() where isDrawn(k, side: 0, steps) { ring.append(k) }
    let middle = n / 2 * row + n / 2
    return ring.indices.flatMap { i in
      [middle, ring[i], ring[(i + 1) % ring.count]].map { UInt16(truncatingIfNeeded: $0) }
    }
  }

  /// The vertices that triangles have, in the order in which they have them.
  ///
  /// - Parameter indices: those of a tile's vertices; afterwards those of the corners.
  package static func corners(
    of indices: inout [UInt16], among vertices: UnsafeBufferPointer<SIMD3<Float>>
  ) -> [SIMD3<Float>] {
    var corners: [SIMD3<Float>] = []
    // Each triangle brings about half a corner.
    corners.reserveCapacity(indices.count / 5)
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: vertices.count) { corner in
      corner.initialize(repeating: .max)
      for i in indices.indices {
        let vertex = Int(indices[i])  // checked: UInt16 to Int
        if corner[vertex] == .max {
          corner[vertex] = UInt16(truncatingIfNeeded: corners.count)
          corners.append(vertices[vertex])
        }
        indices[i] = corner[vertex]
      }
    }
    return corners
  }

  /// Three for each half of a cell.
  private static let mostIndices = 6 * n * n

  /// How often half of a tile can be halved: to halves of cells.
  private static let halvings = 2 * n.trailingZeroBitCount

  /// Adds the triangles of a triangle whose long side runs from `a` to `b`.
  ///
  /// - Parameters:
  ///   - halvings: how often it can be halved.
  ///   - e: the bounds, negative for vertices that a side leaves out.
  private func cut(
    _ a: Int, _ b: Int, _ c: Int, halvings: Int, _ e: UnsafePointer<Float>,
    _ out: inout UnsafeMutablePointer<UInt16>
  ) {
    guard halvings > 0 else { return Self.add(a, c, b, &out) }
    let middle = (a &+ b) &>> 1
    if e[middle] > tolerance {
      cut(c, a, middle, halvings: halvings &- 1, e, &out)
      cut(b, c, middle, halvings: halvings &- 1, e, &out)
      return
    }
    // On a side that has no vertex here. What its neighbours inside have on the short sides is kept, in a fan.
    guard e[middle] < 0, halvings > 1 else { return Self.add(a, c, b, &out) }
    let (left, right) = ((a &+ c) &>> 1, (b &+ c) &>> 1)
    let hub = (middle &+ c) &>> 1
    let (hasLeft, hasRight) = (e[left] > tolerance, e[right] > tolerance)
    guard hasLeft || hasRight else { return Self.add(a, c, b, &out) }
    Self.add(hub, a, hasLeft ? left : c, &out)
    if hasLeft { Self.add(hub, left, c, &out) }
    Self.add(hub, c, hasRight ? right : b, &out)
    if hasRight { Self.add(hub, right, b, &out) }
    Self.add(hub, b, a, &out)
  }

  @inline(__always)
  private static func add(
    _ a: Int, _ b: Int, _ c: Int, _ out: inout UnsafeMutablePointer<UInt16>
  ) {
    out[0] = UInt16(truncatingIfNeeded: a)
    out[1] = UInt16(truncatingIfNeeded: b)
    out[2] = UInt16(truncatingIfNeeded: c)
    out += 3
  }

  /// Whether a vertex is none of those that a side leaves out.
  @inline(__always)
  private static func isDrawn(_ v: SIMD2<Int>, _ steps: SIMD8<UInt8>) -> Bool {
    if v.y == 0 || v.y == n { return isDrawn(v.x, side: v.y == 0 ? 0 : 2, steps) }
    if v.x == 0 || v.x == n { return isDrawn(v.y, side: v.x == 0 ? 3 : 1, steps) }
    return true
  }

  @inline(__always)
  private static func isDrawn(_ along: Int, side: Int, _ steps: SIMD8<UInt8>) -> Bool {
    let step = Int(steps[2 * side + (along < n / 2 ? 0 : 1)])  // checked: widens
    return along & (step - 1) == 0
  }

  private static func measure(
    _ p: UnsafePointer<SIMD3<Float>>, _ scale: SIMD3<Float>, _ steps: SIMD8<UInt8>,
    _ e: UnsafeMutablePointer<Float>
  ) {
    /// How far a vertex lies off the middle of two others.
    @inline(__always)
    func off(_ k: Int, _ step: Int) -> Float {
      let d = (p[k] - (p[k - step] + p[k + step]) * 0.5) * scale
      return (d * d).sum().squareRoot()
    }
    var s = 1
    while s < n {
      let h = s / 2
      // On the rows and columns of the next coarser grid: halves of cells' sides.
      for j in stride(from: 0, through: n, by: s) {
        let isRow = j % (2 * s) == 0
        for i in stride(from: isRow ? s : 0, through: n, by: 2 * s) {
          let k = j * row + i
          var most: Float = 0
          if h > 0 {
            // The middles of cells of half the size, on this side and that.
            if i > 0, j > 0 { most = max(most, e[k - h * row - h]) }
            if i < n, j > 0 { most = max(most, e[k - h * row + h]) }
            if i > 0, j < n { most = max(most, e[k + h * row - h]) }
            if i < n, j < n { most = max(most, e[k + h * row + h]) }
          }
          let isOnSide = j == 0 || j == n || i == 0 || i == n
          e[k] =
            isOnSide && isDrawn(SIMD2(i, j), steps)
            ? .infinity : off(k, isRow ? s : s * row) + most
        }
      }
      // The middles of cells, on their diagonals.
      for j in stride(from: s, to: n, by: 2 * s) {
        for i in stride(from: s, to: n, by: 2 * s) {
          let k = j * row + i
          let isEven = (i / (2 * s) + j / (2 * s)) & 1 == 0
          let most = max(max(e[k - s], e[k + s]), max(e[k - s * row], e[k + s * row]))
          e[k] = off(k, isEven ? s * row + s : s * row - s) + most
        }
      }
      s *= 2
    }
    for k in 0...n {
      if !isDrawn(SIMD2(k, 0), steps) { e[k] = -1 }
      if !isDrawn(SIMD2(k, n), steps) { e[n * row + k] = -1 }
      if !isDrawn(SIMD2(0, k), steps) { e[k * row] = -1 }
      if !isDrawn(SIMD2(n, k), steps) { e[k * row + n] = -1 }
    }
  }
}
