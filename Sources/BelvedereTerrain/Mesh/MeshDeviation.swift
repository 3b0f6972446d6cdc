/// How far a mesh lies from the vertices of a finer one.
///
/// Cells are cut by diagonals that alternate like the fields of a chessboard, from the north-west
/// where column + row is even. Halving every cell, such meshes are refinements of each other: all
/// edges of the coarser are edges of the finer. So the greatest distance of two of their surfaces is
/// found at a vertex of the finer.
enum MeshDeviation {
  /// The greatest distance in metres.
  ///
  /// - Parameters:
  ///   - heights: of the finer mesh, `stride` apart from row to row.
  ///   - cells: how many cells of the coarser mesh lie along a side; even.
  ///   - step: cells of the finer mesh along a cell of the coarser: 2, 4 or 8.
  static func greatest(
    _ heights: UnsafePointer<Float>, stride: Int, cells: Int, step: Int
  ) -> Float {
    let table = weights[step.trailingZeroBitCount - 1]
    let width = cells * step
    // A strip is as wide as a vector: one, two or four cells of the coarser mesh.
    let strips = width / 8
    let perStrip = 8 / step
    var greatest = SIMD8<Float>.zero
    table.withUnsafeBufferPointer { table in
      for cellRow in 0..<cells {
        let top = heights + cellRow * step * stride
        let bottom = top + step * stride
        for strip in 0..<strips {
          let column = strip * 8
          let parity = (cellRow + strip * perStrip) & 1
          let a = spread(top + column, step)
          let b = spread(top + column + step, step) - a
          let c = spread(bottom + column, step) - a
          let d = spread(bottom + column + step, step) - a
          for row in 0..<step {
            let w = table[row * 2 + parity]
            let h = load(top + row * stride + column)
            let off = (h - a) - (w.east * b + w.south * c + w.corner * d)
            // The library's pointwise maximum is a call for each component.
            greatest.replace(with: off, where: off .> greatest)
            greatest.replace(with: -off, where: -off .> greatest)
          }
        }
      }
    }
    return max(greatest.max(), borders(heights, stride: stride, cells: cells, step: step))
  }

  /// The same on the last column and the last row, which no strip covers.
  private static func borders(
    _ h: UnsafePointer<Float>, stride: Int, cells: Int, step: Int
  ) -> Float {
    let n = cells * step
    var greatest: Float = 0
    for first in Swift.stride(from: 0, to: n, by: step) {
      for t in 1..<step {
        let part = Float(t) / Float(step)
        for (from, by) in [(n + first * stride, stride), (first + n * stride, 1)] {
          let a = h[from]
          let along = (h[from + step * by] - a) * part
          greatest = max(greatest, abs((h[from + t * by] - a) - along))
        }
      }
    }
    return greatest
  }

  @inline(__always)
  private static func load(_ p: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(p).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// The values at the cells' corners, each as often as the cell is wide.
  @inline(__always)
  private static func spread(_ p: UnsafePointer<Float>, _ step: Int) -> SIMD8<Float> {
    switch step {
    case 2: SIMD8(p[0], p[0], p[2], p[2], p[4], p[4], p[6], p[6])
    case 4: SIMD8(lowHalf: SIMD4(repeating: p[0]), highHalf: SIMD4(repeating: p[4]))
    default: SIMD8(repeating: p[0])
    }
  }

  /// Shares of the north-east, south-west and south-east corner; the north-west one has the rest.
  private struct Weights {
    var east, south, corner: SIMD8<Float>
  }

  /// For steps of 2, 4 and 8: for each row of a cell the shares in a strip that begins with an even
  /// cell, then with an odd one.
  private static let weights: [[Weights]] = [2, 4, 8].map { step in
    (0..<step).flatMap { row in
      (0..<2).map { parity in
        var w = Weights(east: .zero, south: .zero, corner: .zero)
        for i in 0..<8 {
          let u = Float(i % step) / Float(step)
          let v = Float(row) / Float(step)
          if (i / step + parity) & 1 == 0 {
            // The diagonal runs from the north-west to the south-east.
            w.corner[i] = min(u, v)
            w.east[i] = max(u - v, 0)
            w.south[i] = max(v - u, 0)
          } else {
            let beyond = max(u + v - 1, 0)
            w.corner[i] = beyond
            w.east[i] = u - beyond
            w.south[i] = v - beyond
          }
        }
        return w
      }
    }
  }
}
