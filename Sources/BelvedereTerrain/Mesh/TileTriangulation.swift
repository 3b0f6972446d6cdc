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
    var out: [UInt16] = []
    out.reserveCapacity(1024)
    let last = Self.n
    bounds.withUnsafeBufferPointer { e in
      guard let e = e.baseAddress else { return }
      let nw = SIMD2(0, 0)
      let se = SIMD2(last, last)
      cut(nw, se, SIMD2(0, last), e, &out)
      cut(se, nw, SIMD2(last, 0), e, &out)
    }
    return out
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

  /// Adds the triangles of a triangle whose long side runs from `a` to `b`.
  private func cut(
    _ a: SIMD2<Int>, _ b: SIMD2<Int>, _ c: SIMD2<Int>, _ e: UnsafePointer<Float>,
    _ out: inout [UInt16]
  ) {
    func index(_ v: SIMD2<Int>) -> UInt16 {
      UInt16(truncatingIfNeeded: v.y &* Self.row &+ v.x)
    }
    func add(_ a: SIMD2<Int>, _ b: SIMD2<Int>, _ c: SIMD2<Int>) {
      out.append(index(a))
      out.append(index(b))
      out.append(index(c))
    }
    func isKept(_ v: SIMD2<Int>) -> Bool { e[v.y &* Self.row &+ v.x] > tolerance }
    let twice = a &+ b
    guard twice.x & 1 == 0, twice.y & 1 == 0 else { return add(a, c, b) }
    let middle = SIMD2(twice.x &>> 1, twice.y &>> 1)
    guard isKept(middle) else { return add(a, c, b) }
    if Self.isDrawn(middle, steps) {
      cut(c, a, middle, e, &out)
      cut(b, c, middle, e, &out)
      return
    }
    // On a side that has no vertex here. What its neighbours inside have on the short sides is kept, in a fan.
    let left = a &+ c
    guard left.x & 1 == 0, left.y & 1 == 0 else { return add(a, c, b) }
    let p = SIMD2(left.x &>> 1, left.y &>> 1)
    let q = SIMD2((b.x &+ c.x) &>> 1, (b.y &+ c.y) &>> 1)
    let hub = SIMD2((middle.x &+ c.x) &>> 1, (middle.y &+ c.y) &>> 1)
    let (hasLeft, hasRight) = (isKept(p), isKept(q))
    guard hasLeft || hasRight else { return add(a, c, b) }
    add(hub, a, hasLeft ? p : c)
    if hasLeft { add(hub, p, c) }
    add(hub, c, hasRight ? q : b)
    if hasRight { add(hub, q, b) }
    add(hub, b, a)
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
          let own = off(k, isRow ? s : s * row)
          let isOnSide = j == 0 || j == n || i == 0 || i == n
          e[k] = isOnSide && isDrawn(SIMD2(i, j), steps) ? .infinity : own + most
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
  }
}
