/// How sharply a grid of heights bends.
enum MeshBend {
  /// The greatest sum, over the vertices of a tile, of what the second differences along its row and its column
  /// are, without their signs.
  ///
  /// - Parameters:
  ///   - heights: the north-west vertex of the tile; there is a vertex more on every side of it.
  ///   - stride: heights in a row.
  ///   - cells: along the tile's side, a multiple of 8.
  static func greatest(_ heights: UnsafePointer<Float>, stride: Int, cells: Int) -> Float {
    var greatest = SIMD8<Float>(repeating: 0)
    var last: Float = 0
    for row in 0...cells {
      let first = heights + row * stride
      for column in Swift.stride(from: 0, to: cells, by: 8) {
        let at = first + column
        let twice = 2 * load(at)
        let along = load(at - 1) + load(at + 1) - twice
        let across = load(at - stride) + load(at + stride) - twice
        let bend = magnitude(along) + magnitude(across)
        greatest.replace(with: bend, where: bend .> greatest)
      }
      let at = first + cells
      last = max(
        last, abs(at[-1] + at[1] - 2 * at[0]) + abs(at[-stride] + at[stride] - 2 * at[0]))
    }
    return max(greatest.max(), last)
  }

  @inline(__always)
  private static func load(_ p: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(p).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  private static func magnitude(_ v: SIMD8<Float>) -> SIMD8<Float> {
    v.replacing(with: -v, where: v .< 0)
  }
}
