/// Draws the triangles of one tile.
struct TileStage {
  let target: VisibilityBuffer
  let column, row: Int

  func run(_ lists: some Sequence<([ScreenTriangle], [UInt32])>) {
    let x0 = column * Rasterizer.tileSize
    let y0 = row * Rasterizer.tileSize
    let x1 = min(x0 + Rasterizer.tileSize, target.width)
    let y1 = min(y0 + Rasterizer.tileSize, target.height)
    for (triangles, indices) in lists {
      triangles.withUnsafeBufferPointer { triangles in
        for index in indices {
          draw(triangles[Int(index)], x0: x0, y0: y0, x1: x1, y1: y1)
        }
      }
    }
  }

  /// Edge functions are integers of at most 53 bits: doubles hold them exactly.
  private func draw(_ t: ScreenTriangle, x0: Int, y0: Int, x1: Int, y1: Int) {
    let firstX = max(x0, Int(min(t.x0, t.x1, t.x2)) >> 8)
    let lastX = min(x1 - 1, Int(max(t.x0, t.x1, t.x2)) >> 8)
    let firstY = max(y0, Int(min(t.y0, t.y1, t.y2)) >> 8)
    let lastY = min(y1 - 1, Int(max(t.y0, t.y1, t.y2)) >> 8)
    guard firstX <= lastX, firstY <= lastY else { return }

    let e0 = Edge(t.x1, t.y1, t.x2, t.y2)
    let e1 = Edge(t.x2, t.y2, t.x0, t.y0)
    let e2 = Edge(t.x0, t.y0, t.x1, t.y1)
    // The plane of the depth value, from the weights of the vertices at a sample.
    let inverse = 1 / Double(t.doubledArea)
    let dz1 = Double(t.z1) - Double(t.z0)
    let dz2 = Double(t.z2) - Double(t.z0)
    let zx = (e1.a * dz1 + e2.a * dz2) * inverse
    let zy = (e1.b * dz1 + e2.b * dz2) * inverse
    let z00 = Double(t.z0) - zx * Double(t.x0) - zy * Double(t.y0)

    let samples = target.pattern.count
    let lanes = SIMD4<Double>(0, 256, 512, 768)
    target.pattern.offsets.withUnsafeBufferPointer { offsets in
      for y in firstY...lastY {
        let rowBase = (y * target.width) * samples
        for s in 0..<samples {
          // Offsets are sixteenths of a pixel; positions 1/256.
          let py = Double(y * 256 + 128 + offsets[s].y * 16)
          var x = firstX
          while x <= lastX {
            let px = SIMD4<Double>(repeating: Double(x * 256 + 128 + offsets[s].x * 16)) + lanes
            let w0 = e0.value(px, py)
            let w1 = e1.value(px, py)
            let w2 = e2.value(px, py)
            let worst = pointwiseMin(pointwiseMin(w0, w1), w2)
            if worst.max() >= 0 {
              let z = px * zx + (py * zy + z00)
              let count = min(4, lastX - x + 1)
              for lane in 0..<count where worst[lane] >= 0 {
                let i = rowBase + (x + lane) * samples + s
                let value = Float(z[lane])
                let stored = target.depth[i]
                if value > stored || (value == stored && t.id < target.ids[i]) {
                  target.depth[i] = value
                  target.ids[i] = t.id
                }
              }
            }
            x += 4
          }
        }
      }
    }
  }
}

/// a·x + b·y + c, at least 0 for samples on the inner side or on a top or left edge.
private struct Edge {
  let a, b, c: Double

  init(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32) {
    let dx = Int64(x1) - Int64(x0)
    let dy = Int64(y1) - Int64(y0)
    // With y down and a positive area a left edge runs up and a top edge runs right.
    let isTopLeft = dy < 0 || (dy == 0 && dx > 0)
    a = Double(-dy)
    b = Double(dx)
    c = Double(dy * Int64(x0) - dx * Int64(y0) - (isTopLeft ? 0 : 1))
  }

  @inline(__always)
  func value(_ x: SIMD4<Double>, _ y: Double) -> SIMD4<Double> { x * a + (y * b + c) }
}
