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
  ///
  /// Indices stay within the grid, so their arithmetic need not be checked.
  @inline(__always)
  func firstHit() -> (t: Double, column: Int, row: Int)? {
    let (across, down, top) = (grid.across, grid.down, grid.top)
    let (columns, rows, samples) = (grid.columns, grid.rows, grid.samples)
    let (ox, oy, ix, iy, end) = (self.ox, self.oy, self.ix, self.iy, self.end)
    let (zFactor, zNear, zFar, falls) = (self.zFactor, self.zNear, self.zFar, self.falls)
    let (east, south, movesX, movesY) = (self.east, self.south, dx != 0, dy != 0)
    let stride = across &+ 1
    var level = top
    var i = 0
    var j = 0
    var t = start
    // Where the ray leaves the square to the east or west, and to the north or south.
    var tx = movesX ? (columns[east == 1 ? across : 0] - ox) * ix : .infinity
    var ty = movesY ? (rows[south == 1 ? down : 0] - oy) * iy : .infinity
    // Where the last cell was left, and how high above its ground.
    var leftAt = Double.nan
    var leftHeight = 0.0
    while true {
      let exit = tx <= ty ? tx : ty
      let until = exit < end ? exit : end
      if level > 0 {
        let bounds = grid.bounds[grid.offsets[level] &+ j &* grid.widths[level] &+ i]
        let near = Double(falls ? bounds.y : bounds.x) * zFactor + zNear
        let far = Double(falls ? bounds.x : bounds.y) * zFactor + zFar
        if near <= until, far >= t {
          if near > t { t = near }
          level &-= 1
          i = i &+ i
          j = j &+ j
          if movesX {
            let middle = (i &+ 1) &<< level
            if middle < across {
              let tm = (columns[middle] - ox) * ix
              let isPast = t >= tm
              if !isPast { tx = tm }
              i = i &+ (isPast ? east : 1 &- east)
            }
          } else {
            i = i &+ ((fixedColumn &>> level) & 1)
          }
          if movesY {
            let middle = (j &+ 1) &<< level
            if middle < down {
              let tm = (rows[middle] - oy) * iy
              let isPast = t >= tm
              if !isPast { ty = tm }
              j = j &+ (isPast ? south : 1 &- south)
            }
          } else {
            j = j &+ ((fixedRow &>> level) & 1)
          }
          continue
        }
      } else {
        let k = j &* stride &+ i
        let (a, b) = (samples[k], samples[k &+ 1])
        let (c, d) = (samples[k &+ stride], samples[k &+ stride &+ 1])
        let (n, s) = (a < b ? a : b, c < d ? c : d)
        let (m, r) = (a < b ? b : a, c < d ? d : c)
        let low = n < s ? n : s
        let high = m < r ? r : m
        let near = Double(falls ? high : low) * zFactor + zNear
        let far = Double(falls ? low : high) * zFactor + zFar
        if near <= until, far >= t, !(a + b + c + d).isNaN {
          let from = near > t ? near : t
          let to = far < until ? far : until
          let height = patchHeight(i, j, Double(a), Double(b), Double(c), Double(d), from)
          if from == leftAt, height.c * leftHeight < 0 { return (from, i, j) }
          let atEnd = height(to - from)
          if let s = height.firstRoot(to - from, atEnd: atEnd) { return (from + s, i, j) }
          leftAt = to
          leftHeight = atEnd
        }
      }
      if exit >= end { return nil }
      // Into the next square, and where that lies in another one of the level above, into that.
      if tx <= ty {
        t = tx
        let next = i &+ east &+ east &- 1
        if (next ^ i) > 1 {
          level &+= 1
          i = next &>> 1
          j = j &>> 1
          if movesY { ty = (rows[Swift.min((j &+ south) &<< level, down)] - oy) * iy }
        } else {
          i = next
        }
        tx = (columns[Swift.min((i &+ east) &<< level, across)] - ox) * ix
      } else {
        t = ty
        let next = j &+ south &+ south &- 1
        if (next ^ j) > 1 {
          level &+= 1
          i = i &>> 1
          j = next &>> 1
          if movesX { tx = (columns[Swift.min((i &+ east) &<< level, across)] - ox) * ix }
        } else {
          j = next
        }
        ty = (rows[Swift.min((j &+ south) &<< level, down)] - oy) * iy
      }
    }
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
