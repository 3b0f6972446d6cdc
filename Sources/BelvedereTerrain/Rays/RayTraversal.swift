/// The way of a ray through the squares of a surface, near ones first.
///
/// The ray's parameters at the lines of the grid are computed by one formula only, (line − origin) /
/// direction, which is monotone also when rounded: which square the ray is in follows from comparing
/// them, and neighbouring squares agree on where it passes from one to the other. A square is left out
/// where the ray is above or below its bounds for as long as it is over it, by more than rounding can
/// be. In a cell the patch's equation is solved; if the ray leaves a cell above the ground and enters
/// the next below it, which only rounding can do, it met the edge between them.
///
/// Source of the idea: Tevs, Ihrke & Seidel, "Maximum mipmaps for fast, accurate, and scalable dynamic
/// height field rendering", I3D 2008.
struct RayTraversal {
  let grid: SurfaceGrid
  let ox, oy, oz, dx, dy, dz: Double
  /// Reciprocals of the direction; 0 where the ray does not move.
  let ix, iy: Double
  /// 1 where the ray moves to larger positions, else 0.
  let east, south: Int
  /// The cell's column or row where the ray does not move in that direction.
  let fixedColumn, fixedRow: Int
  /// A bound z has the parameter z · zFactor + zNear where the ray comes to it and zFar where it goes.
  let zFactor, zNear, zFar: Double
  let falls: Bool
  /// The part of the ray over the grid.
  let start, end: Double

  /// Below this a direction does not move within the world.
  static var still: Double { 1e-200 }

  /// - Parameters:
  ///   - beforeColumn, beforeRow: Whether a ray that runs along a line of the grid is taken to lie in
  ///     the cells before it instead of after.
  @inline(__always)
  init?(
    _ grid: SurfaceGrid, _ ray: SurfaceRay, magnitude: Double, beforeColumn: Bool, beforeRow: Bool
  ) {
    self.grid = grid
    (ox, oy, oz) = (ray.origin.x, ray.origin.y, ray.origin.z)
    dx = abs(ray.direction.x) < Self.still ? 0 : ray.direction.x
    dy = abs(ray.direction.y) < Self.still ? 0 : ray.direction.y
    dz = ray.direction.z
    ix = dx == 0 ? 0 : 1 / dx
    iy = dy == 0 ? 0 : 1 / dy
    east = dx > 0 ? 1 : 0
    south = dy > 0 ? 1 : 0
    var start = ray.minimum
    var end = ray.maximum
    if dx == 0 {
      guard ox >= grid.columns[0], ox <= grid.columns[grid.across] else { return nil }
      let column = SurfaceGrid.cell(grid.columns, grid.across, at: ox)
      fixedColumn = beforeColumn && column > 0 ? column - 1 : column
    } else {
      fixedColumn = 0
      let (a, b) = ((grid.columns[0] - ox) * ix, (grid.columns[grid.across] - ox) * ix)
      start = max(start, min(a, b))
      end = min(end, max(a, b))
    }
    if dy == 0 {
      guard oy >= grid.rows[0], oy <= grid.rows[grid.down] else { return nil }
      let row = SurfaceGrid.cell(grid.rows, grid.down, at: oy)
      fixedRow = beforeRow && row > 0 ? row - 1 : row
    } else {
      fixedRow = 0
      let (a, b) = ((grid.rows[0] - oy) * iy, (grid.rows[grid.down] - oy) * iy)
      start = max(start, min(a, b))
      end = min(end, max(a, b))
    }
    guard start <= end else { return nil }
    self.start = start
    self.end = end
    // A level ray comes to heights beside its own never.
    falls = dz < 0
    let iz = abs(dz) < Self.still ? (falls ? -1 : 1) / Self.still : 1 / dz
    // Ninety times the rounding of a height of the ray; something also where all is 0.
    let room = 1e-14 * (abs(oz) + magnitude) + 1e-90
    let slack = falls ? room : -room
    zFactor = grid.scale * iz
    zNear = (slack - oz) * iz
    zFar = (-slack - oz) * iz
  }

  /// Where the ray meets the ground first: its parameter and the cell.
  @inline(__always)
  func firstHit() -> (t: Double, column: Int, row: Int)? {
    let (across, down) = (grid.across, grid.down)
    var level = grid.top
    var i = 0
    var j = 0
    var t = start
    // Where the last cell was left, and how high above its ground.
    var leftAt = Double.nan
    var leftHeight = 0.0
    while true {
      let tx =
        dx == 0 ? .infinity : (grid.columns[min((i + east) << level, across)] - ox) * ix
      let ty = dy == 0 ? .infinity : (grid.rows[min((j + south) << level, down)] - oy) * iy
      let exit = min(tx, ty)
      let until = min(exit, end)
      if level > 0 {
        let bounds = grid.bounds[grid.offsets[level] + j * grid.widths[level] + i]
        let near = Double(falls ? bounds.y : bounds.x) * zFactor + zNear
        let far = Double(falls ? bounds.x : bounds.y) * zFactor + zFar
        if near <= until, far >= t {
          t = max(t, near)
          level -= 1
          i = 2 * i + half(grid.columns, across, ox, ix, fixedColumn, dx, i, level, t)
          j = 2 * j + half(grid.rows, down, oy, iy, fixedRow, dy, j, level, t)
          continue
        }
      } else {
        let k = j * (across + 1) + i
        let (a, b) = (grid.samples[k], grid.samples[k + 1])
        let (c, d) = (grid.samples[k + across + 1], grid.samples[k + across + 2])
        let low = min(min(a, b), min(c, d))
        let high = max(max(a, b), max(c, d))
        let near = Double(falls ? high : low) * zFactor + zNear
        let far = Double(falls ? low : high) * zFactor + zFar
        if near <= until, far >= t, !(a + b + c + d).isNaN {
          let from = max(t, near)
          let to = min(until, far)
          let height = patchHeight(i, j, Double(a), Double(b), Double(c), Double(d), from)
          if from == leftAt, height.c * leftHeight < 0 { return (from, i, j) }
          let atEnd = height(to - from)
          if let s = height.firstRoot(to - from, atEnd: atEnd) { return (from + s, i, j) }
          leftAt = to
          leftHeight = atEnd
        }
      }
      if exit >= end { return nil }
      let (oldI, oldJ) = (i, j)
      if tx <= ty {
        i += 2 * east - 1
        t = tx
      } else {
        j += 2 * south - 1
        t = ty
      }
      // Into another square of the level above.
      if ((i ^ oldI) | (j ^ oldJ)) > 1 {
        level += 1
        i >>= 1
        j >>= 1
      }
    }
  }

  /// Which half of a square the ray is in at t: 0 the one of smaller positions, 1 the other.
  @inline(__always)
  private func half(
    _ lines: UnsafePointer<Double>, _ count: Int, _ origin: Double, _ inverse: Double,
    _ fixed: Int, _ direction: Double, _ index: Int, _ level: Int, _ t: Double
  ) -> Int {
    if direction == 0 { return (fixed >> level) & 1 }
    let middle = (2 * index + 1) << level
    if middle >= count { return 0 }
    return (t >= (lines[middle] - origin) * inverse) == (direction > 0) ? 1 : 0
  }

  /// The ray's height above a cell's patch from a parameter on.
  @inline(__always)
  private func patchHeight(
    _ i: Int, _ j: Int, _ p: Double, _ q: Double, _ r: Double, _ s: Double, _ t: Double
  ) -> PatchHeight {
    let scale = grid.scale
    let (a, b, c, d) = (p * scale, q * scale, r * scale, s * scale)
    let (x, y) = (grid.columns[i], grid.rows[j])
    let w = 1 / (grid.columns[i + 1] - x)
    let h = 1 / (grid.rows[j + 1] - y)
    let (u, du) = ((ox - x + dx * t) * w, dx * w)
    let (v, dv) = ((oy - y + dy * t) * h, dy * h)
    let (east, south) = (b - a, c - a)
    let twist = (d - c) - east
    return PatchHeight(
      a: -twist * du * dv,
      b: dz - east * du - south * dv - twist * (u * dv + v * du),
      c: (oz + dz * t) - a - east * u - (south + twist * u) * v)
  }
}
