/// The triangles of a tile over its (cells + 1)² vertices, counter-clockwise seen from above.
public enum TerrainMeshIndices {
  /// Three indices a triangle.
  ///
  /// - Parameters:
  ///   - coarser: the sides on which the neighbour is one level coarser: bits 0 north, 1 east, 2 south,
  ///     3 west. Every second vertex there is left out, so that both sides have the same edges.
  ///   - isLevel: whether a fan around the middle will do.
  public static func triangles(coarser: Int, isLevel: Bool) -> [UInt16] {
    (isLevel ? fans : grids)[coarser & 15]
  }

  private static let grids = (0..<16).map { grid(coarser: $0) }
  private static let fans = (0..<16).map { fan(coarser: $0) }
  private static let n = TerrainMeshGround.cells

  private static func vertex(_ i: Int, _ j: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: j * (n + 1) + i)
  }

  private static func grid(coarser: Int) -> [UInt16] {
    func kept(_ i: Int, _ j: Int) -> UInt16 {
      var (i, j) = (i, j)
      if j == 0, coarser & 1 != 0 { i &= ~1 }
      if i == n, coarser & 2 != 0 { j &= ~1 }
      if j == n, coarser & 4 != 0 { i &= ~1 }
      if i == 0, coarser & 8 != 0 { j &= ~1 }
      return vertex(i, j)
    }
    var all: [UInt16] = []
    all.reserveCapacity(6 * n * n)
    func add(_ a: UInt16, _ b: UInt16, _ c: UInt16) {
      if a != b, b != c, c != a { all += [a, b, c] }
    }
    for j in 0..<n {
      for i in 0..<n {
        let nw = kept(i, j)
        let ne = kept(i + 1, j)
        let sw = kept(i, j + 1)
        let se = kept(i + 1, j + 1)
        // The diagonal alternates: each block of two by two cells is cut from corner to corner, and
        // its middle vertex takes the place of a vertex that is left out on the border.
        if (i + j) & 1 == 0 {
          add(nw, sw, se)
          add(nw, se, ne)
        } else {
          add(nw, sw, ne)
          add(ne, sw, se)
        }
      }
    }
    return all
  }

  private static func fan(coarser: Int) -> [UInt16] {
    var ring: [UInt16] = []
    func side(_ bit: Int, _ at: (Int) -> UInt16) {
      let step = coarser & bit != 0 ? 2 : 1
      for k in stride(from: 0, to: n, by: step) { ring.append(at(k)) }
    }
    side(8) { vertex(0, $0) }
    side(4) { vertex($0, n) }
    side(2) { vertex(n, n - $0) }
    side(1) { vertex(n - $0, 0) }
    let middle = vertex(n / 2, n / 2)
    return ring.indices.flatMap { [middle, ring[$0], ring[($0 + 1) % ring.count]] }
  }
}
