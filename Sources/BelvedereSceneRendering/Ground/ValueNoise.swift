import BelvedereGeodesy

/// Smooth random variation over the plane, the same on every machine.
enum ValueNoise {
  /// A value in [−1, 1] that varies over a distance of about 1; C¹ (Perlin 1985, on a lattice of
  /// values instead of gradients).
  ///
  /// - Parameter period: after how many steps of x values begin again; 0 for never.
  static func sample(_ x: Double, _ y: Double, seed: UInt32, period: Int64 = 0) -> Float {
    let fx = x.rounded(.down)
    let fy = y.rounded(.down)
    let ix = wrapped(Int64(exactly: fx) ?? 0, period)
    let next = wrapped(ix &+ 1, period)
    let iy = Int64(exactly: fy) ?? 0
    let tx = Float(x - fx)
    let ty = Float(y - fy)
    let ux = tx * tx * (3 - 2 * tx)
    let uy = ty * ty * (3 - 2 * ty)
    let a = lattice(ix, iy, seed)
    let b = lattice(next, iy, seed)
    let c = lattice(ix, iy &+ 1, seed)
    let d = lattice(next, iy &+ 1, seed)
    let top = a + (b - a) * ux
    let bottom = c + (d - c) * ux
    return top + (bottom - top) * uy
  }

  /// Adds weighted values at the texels of a square of the map to rows of numbers: quickly, because neighbours share their
  /// lattice, and the same on all turns of the world.
  ///
  /// - Parameters:
  ///   - wavelength: map points over which values vary; moved to the nearest one that fits into the world a whole number
  ///     of times. At least two texels.
  static func add(
    to values: inout [Float], _ grid: TexelGrid, wavelength: Double, weight: Float, seed: UInt32
  ) {
    let period = period(wavelength)
    let length = MapPoint.worldWidth / Double(period)
    let columns = GroundTile.stride
    let step = grid.texel / length
    let (x, y) = (grid.corner.x / length + step / 2, grid.corner.y / length + step / 2)
    let first = x.rounded(.down)
    let left = Int64(exactly: first) ?? 0
    var cells: [Int] = []
    var eased: [Float] = []
    for i in 0..<columns {
      let at = x - first + Double(i) * step
      let cell = Int(flooring: at, in: 0...columns)
      let t = Float(at - Double(cell))
      cells.append(cell)
      eased.append(t * t * (3 - 2 * t))
    }
    let count = (cells.last ?? 0) + 2
    var rows: (top: [Float], bottom: [Float]) = ([], [])
    var mixed = [Float](repeating: 0, count: count)
    var kept = Int64.min
    for row in 0..<(values.count / max(columns, 1)) {
      let at = y + Double(row) * step
      let floor = at.rounded(.down)
      let line = Int64(exactly: floor) ?? 0
      if line != kept {
        func values(_ line: Int64) -> [Float] {
          (0..<Int64(count)).map { n in  // checked: widens
            weight * lattice(wrapped(left &+ n, period), line, seed)
          }
        }
        rows = (values(line), values(line &+ 1))
        kept = line
      }
      let t = Float(at - floor)
      let u = t * t * (3 - 2 * t)
      for k in 0..<count { mixed[k] = rows.top[k] + (rows.bottom[k] - rows.top[k]) * u }
      values.withUnsafeMutableBufferPointer { values in
        mixed.withUnsafeBufferPointer { mixed in
          for i in 0..<columns {
            let k = cells[i]
            values[row * columns + i] += mixed[k] + (mixed[k + 1] - mixed[k]) * eased[i]
          }
        }
      }
    }
  }

  /// How many times a wavelength, in map points, fits into the world.
  static func period(_ wavelength: Double) -> Int64 {
    Int64(max((MapPoint.worldWidth / wavelength).rounded(), 1))  // checked: below 2^31
  }

  /// The column in the first turn of the world; the same where there is no period.
  @inline(__always)
  static func wrapped(_ column: Int64, _ period: Int64) -> Int64 {
    guard period > 0 else { return column }
    let rest = column % period
    return rest < 0 ? rest + period : rest
  }

  /// A hash of two integers in [−1, 1] (after Jarzynski & Olano, "Hash Functions for GPU
  /// Rendering", 2020).
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
