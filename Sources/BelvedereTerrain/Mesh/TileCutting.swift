import BelvedereGeoMath

/// What the triangles of a tile depend on.
struct TileCut: Equatable {
  /// That of its vertices.
  let version: UInt64
  let isLevel: Bool
  /// Metres, a power of two.
  let tolerance: Float
  /// Cells between the vertices on each half of a side; see ``TileTriangulation``.
  let steps: SIMD8<UInt8>
}

/// How the tiles of a view are divided into triangles.
struct TileCutting: Sendable {
  let view: TerrainMeshView
  /// Where the vertices are counted from, and metres for each unit of theirs.
  let origin, scale: Vector3

  private static let n = TerrainMeshGround.cells
  private static let row = n + 1

  /// Metres by which a tile's triangles may lie off its vertices, a power of two so that it seldom changes.
  ///
  /// - Parameter perPixel: metres of the tile that show as a pixel.
  func tolerance(_ perPixel: Double) -> Float {
    let metres = view.leavesOut * perPixel
    guard metres > 1e-30 else { return 0 }
    return Float(sign: .plus, exponent: Float(min(metres, 1e30)).exponent, significand: 1)
  }

  /// Cells between the vertices that are drawn on each half of a side: the same in both tiles that meet there.
  ///
  /// - Parameters:
  ///   - coarser, finer: the sides across which tiles are one level coarser, or finer.
  func steps(
    _ vertices: UnsafePointer<SIMD3<Float>>, coarser: Int, finer: Int
  ) -> SIMD8<UInt8> {
    var steps = SIMD8<UInt8>(repeating: 1)
    let half = Self.n / 2
    for side in 0..<4 {
      let first = side == 1 ? Self.n : side == 2 ? Self.n * Self.row : 0
      let stride = side & 1 == 0 ? 1 : Self.row
      if coarser >> side & 1 != 0 {
        // As the neighbour sees half a side of its own.
        let step = 2 * step(vertices + first, stride: 2 * stride, most: 2)
        steps[2 * side] = step
        steps[2 * side + 1] = step
        continue
      }
      let most: UInt8 = finer >> side & 1 != 0 ? 2 : 4
      steps[2 * side] = step(vertices + first, stride: stride, most: most)
      steps[2 * side + 1] = step(vertices + (first + half * stride), stride: stride, most: most)
    }
    return steps
  }

  /// The greatest step along half a side that leaves out less than the tolerance.
  ///
  /// - Parameter stride: from each of the half's vertices to the next.
  private func step(
    _ v: UnsafePointer<SIMD3<Float>>, stride: Int, most: UInt8
  ) -> UInt8 {
    let scale = SIMD3<Float>(Float(scale.x), Float(scale.y), Float(scale.z))
    var (low, high) = (v[0], v[0])
    /// The greatest squares of distances from what remains with every second vertex, and every fourth.
    var (second, fourth) = (Float(0), Float(0))
    func off(_ k: Int, _ a: Int, _ b: Int, _ part: Float) -> Float {
      let (from, to) = (v[a * stride], v[b * stride])
      let d = (v[k * stride] - (from + (to - from) * part)) * scale
      return (d * d).sum()
    }
    for k in Swift.stride(from: 0, to: Self.n / 2, by: 4) {
      for i in 1...4 {
        low.replace(with: v[(k + i) * stride], where: v[(k + i) * stride] .< low)
        high.replace(with: v[(k + i) * stride], where: v[(k + i) * stride] .> high)
      }
      second = max(second, off(k + 1, k, k + 2, 0.5), off(k + 3, k + 2, k + 4, 0.5))
      fourth = max(
        fourth, off(k + 1, k, k + 4, 0.25), off(k + 2, k, k + 4, 0.5), off(k + 3, k, k + 4, 0.75))
    }
    // To the box around it, from the eye.
    let nearest = origin + Vector3(low) * self.scale
    let farthest = origin + Vector3(high) * self.scale
    func beside(_ low: Double, _ high: Double) -> Double { max(low, -high, 0) }
    let away = Vector3(
      beside(nearest.x, farthest.x), beside(nearest.y, farthest.y), beside(nearest.z, farthest.z))
    let perPixel =
      view.metersPerPixel(beside: away.xy.length) ?? away.length / (view.focalLength * view.spread)
    let metres = Float(view.leavesOut * perPixel)
    if most >= 4, max(second, fourth) <= metres * metres { return 4 }
    return second <= metres * metres ? 2 : 1
  }

  func triangles(_ vertices: UnsafePointer<SIMD3<Float>>, _ cut: TileCut) -> [UInt16] {
    if cut.isLevel { return TileTriangulation.fan(steps: cut.steps) }
    return TileTriangulation(
      vertices, scale: SIMD3(Float(scale.x), Float(scale.y), Float(scale.z)),
      tolerance: cut.tolerance, steps: cut.steps
    ).triangles()
  }
}
