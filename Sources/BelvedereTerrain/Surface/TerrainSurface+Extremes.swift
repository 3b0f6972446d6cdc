import BelvedereGeodesy

/// The lowest and highest ground of a part of a surface.
public struct ReliefRange: Sendable, Hashable {
  /// Metres above the datum.
  public var low, high: Double
  /// Whether there is ground everywhere in the part: no hole, and nothing beyond the grid. Told only
  /// where it costs little: of a surface with voids, a part of more than 4096 cells is never complete.
  public var isComplete: Bool
}

extension TerrainSurface {
  /// The lowest and highest ground over a closed rectangle of the surface's coordinates; `nil` where
  /// it touches none.
  ///
  /// Exact up to rounding: the bounds of the surface itself, not of the cells it crosses. A bilinear
  /// patch has its extremes over a rectangle in the rectangle's corners.
  ///
  /// Cost: O(cells along the rectangle's outline) at worst, far less as a rule; no allocation.
  public func relief(
    x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> ReliefRange? {
    guard x.lowerBound.isFinite, x.upperBound.isFinite, y.lowerBound.isFinite,
      y.upperBound.isFinite
    else { return nil }
    let world = MapPoint.worldWidth
    let width = columns[columns.count - 1]
    return withGrid { grid in
      var search = ExtremeSearch(grid: grid, y: y)
      // The copies of the world that the rectangle touches.
      var shift = ((x.lowerBound - width) / world).rounded(.up) * world
      for _ in 0..<Self.maximumWorlds where shift <= x.upperBound {
        search.x = x.lowerBound - shift...x.upperBound - shift
        search.visit()
        shift += world
      }
      guard search.low <= search.high else { return nil }
      let isInside =
        x.lowerBound >= 0 && x.upperBound <= width && y.lowerBound >= 0
        && y.upperBound <= rows[rows.count - 1]
      return ReliefRange(
        low: search.low, high: search.high,
        isComplete: isInside && (!hasVoids || isWithoutHoles(grid, x, y)))
    }
  }

  /// The lowest and highest ground over a part of the map; `nil` where it touches none.
  public func relief(over rect: MapRect) -> ReliefRange? {
    guard rect.width >= 0, rect.height >= 0 else { return nil }
    let corner = position(of: MapPoint(x: rect.minX, y: rect.minY))
    guard corner.x.isFinite, corner.y.isFinite, rect.width.isFinite, rect.height.isFinite else {
      return nil
    }
    return relief(
      x: corner.x...corner.x + rect.width, y: corner.y...corner.y + rect.height)
  }

  private func isWithoutHoles(
    _ grid: SurfaceGrid, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>
  ) -> Bool {
    let columns = grid.columnRange(x)
    let rows = grid.rowRange(y)
    guard columns.count * rows.count <= 4096 else { return false }
    return rows.allSatisfy { j in columns.allSatisfy { grid.corners($0, j) != nil } }
  }
}

extension SurfaceGrid {
  /// The columns of cells that a range touches; it must touch the grid.
  func columnRange(_ x: ClosedRange<Double>) -> ClosedRange<Int> {
    let first = Self.cell(columns, across, at: x.lowerBound)
    return first...max(first, Self.cell(columns, across, at: x.upperBound))
  }

  /// The rows of cells that a range touches; it must touch the grid.
  func rowRange(_ y: ClosedRange<Double>) -> ClosedRange<Int> {
    let first = Self.cell(rows, down, at: y.lowerBound)
    return first...max(first, Self.cell(rows, down, at: y.upperBound))
  }
}

/// The search for the extremes over a rectangle.
private struct ExtremeSearch {
  let grid: SurfaceGrid
  var x: ClosedRange<Double> = 0...0
  let y: ClosedRange<Double>
  var low = Double.infinity
  var high = -Double.infinity

  init(grid: SurfaceGrid, y: ClosedRange<Double>) {
    self.grid = grid
    self.y = y
  }

  /// Looks at the rectangle from the squares on that are about as large as it.
  mutating func visit() {
    guard x.lowerBound <= grid.columns[grid.across], x.upperBound >= grid.columns[0],
      y.lowerBound <= grid.rows[grid.down], y.upperBound >= grid.rows[0]
    else { return }
    // A cell more on each side: the lines between cells belong to both.
    let (columns, rows) = (grid.columnRange(x), grid.rowRange(y))
    let (i0, i1) = (max(columns.lowerBound - 1, 0), min(columns.upperBound + 1, grid.across - 1))
    let (j0, j1) = (max(rows.lowerBound - 1, 0), min(rows.upperBound + 1, grid.down - 1))
    var level = 0
    while max(i1 - i0, j1 - j0) >> level > 3, level < grid.top { level += 1 }
    for j in j0 >> level...j1 >> level {
      for i in i0 >> level...i1 >> level { visit(level, i, j) }
    }
  }

  private mutating func visit(_ level: Int, _ i: Int, _ j: Int) {
    let x0 = grid.columns[i << level]
    let x1 = grid.columns[min((i + 1) << level, grid.across)]
    let y0 = grid.rows[j << level]
    let y1 = grid.rows[min((j + 1) << level, grid.down)]
    guard x0 <= x.upperBound, x1 >= x.lowerBound, y0 <= y.upperBound, y1 >= y.lowerBound else {
      return
    }
    if level == 0 {
      for v in [max(y0, y.lowerBound), min(y1, y.upperBound)] {
        for u in [max(x0, x.lowerBound), min(x1, x.upperBound)] {
          guard let z = grid.ground(i, j, u, v)?.elevation else { return }
          low = min(low, z)
          high = max(high, z)
        }
      }
      return
    }
    let bounds = grid.bounds[grid.offsets[level] + j * grid.widths[level] + i]
    let (least, most) = (Double(bounds.x) * grid.scale, Double(bounds.y) * grid.scale)
    // Nothing new, or all of it.
    guard bounds.x <= bounds.y, least < low || most > high else { return }
    if x0 >= x.lowerBound, x1 <= x.upperBound, y0 >= y.lowerBound, y1 <= y.upperBound {
      low = min(low, least)
      high = max(high, most)
      return
    }
    for b in 0...1 where (2 * j + b) << (level - 1) < grid.down {
      for a in 0...1 where (2 * i + a) << (level - 1) < grid.across {
        visit(level - 1, 2 * i + a, 2 * j + b)
      }
    }
  }
}
