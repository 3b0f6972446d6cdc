/// The part of a map's texels around a place that the sun reaches: the mean over 3 × 3 of them, weighted
/// smoothly (percentage-closer filtering, Reeves et al. 1987).
enum CloserTexels {
  /// - Parameters:
  ///   - x, y: the place in texels, their middles being whole numbers, held within the map.
  ///   - stride: texels along a side of the map.
  ///   - isLit: whether the sun reaches the place past a texel, by the texel's number.
  @inline(__always)
  static func light(
    x: Float, y: Float, stride: Int, isLit: (_ texel: Int) -> Bool
  ) -> Float {
    // Where it is not a number this is the corner.
    let last = Float(stride - 3).nextDown
    let x = x > 1 ? min(x, last) : 1
    let y = y > 1 ? min(y, last) : 1
    let i = Int(x)  // checked: held within the map
    let j = Int(y)  // checked: held within the map
    let fx = x - Float(i)
    let fy = y - Float(j)
    let wx = SIMD4(1 - fx, 1, 1, fx)
    let wy = SIMD4(1 - fy, 1, 1, fy)
    var sum: Float = 0
    for row in 0..<4 {
      let first = (j + row - 1) * stride + i - 1
      var lit = SIMD4<Float>.zero
      for column in 0..<4 where isLit(first + column) { lit[column] = 1 }
      sum += (lit * wx).sum() * wy[row]
    }
    return sum / 9
  }
}
