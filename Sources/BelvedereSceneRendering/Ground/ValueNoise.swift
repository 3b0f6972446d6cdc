/// Smooth random variation over the plane, the same on every machine.
enum ValueNoise {
  /// A value in [−1, 1] that varies over a distance of about 1; C¹ (Perlin 1985, on a lattice of
  /// values instead of gradients).
  static func sample(_ x: Double, _ y: Double, seed: UInt32) -> Float {
    let fx = x.rounded(.down)
    let fy = y.rounded(.down)
    let ix = Int64(exactly: fx) ?? 0
    let iy = Int64(exactly: fy) ?? 0
    let tx = Float(x - fx)
    let ty = Float(y - fy)
    let ux = tx * tx * (3 - 2 * tx)
    let uy = ty * ty * (3 - 2 * ty)
    let a = lattice(ix, iy, seed)
    let b = lattice(ix &+ 1, iy, seed)
    let c = lattice(ix, iy &+ 1, seed)
    let d = lattice(ix &+ 1, iy &+ 1, seed)
    let top = a + (b - a) * ux
    let bottom = c + (d - c) * ux
    return top + (bottom - top) * uy
  }

  /// A hash of two integers in [−1, 1] (after Jarzynski & Olano, "Hash Functions for GPU Rendering", 2020).
  @inline(__always)
  static func lattice(_ x: Int64, _ y: Int64, _ seed: UInt32) -> Float {
    var h = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1
    h ^= UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77
    h ^= seed &* 0xC2B2_AE3D
    h = (h ^ (h >> 15)) &* 0x2C1B_3C6D
    h = (h ^ (h >> 12)) &* 0x297A_2D39
    h ^= h >> 15
    return Float(h >> 8) / Float(1 << 23) - 1
  }
}
