import BelvedereGeoMath
import BelvedereGeodesy

extension TerrainSurface {
  /// The ground at a position of the surface's coordinates: metres above the datum and their growth
  /// for each map point east and south; `nil` outside of the grid and in a hole.
  ///
  /// On an edge between cells it is the cell to the east and south whose slope is told, and to the
  /// west and north where that one is a hole. Positions of other worlds are those of this one.
  ///
  /// Accuracy: 1e-15 of the largest of the cell's four samples, beside 1e-15 of the distance from the
  /// anchor times the slope.
  public func ground(at position: Vector2) -> (elevation: Double, gradient: Vector2)? {
    guard position.x.isFinite, position.y.isFinite else { return nil }
    let last = columns[columns.count - 1]
    var x = position.x
    if x < 0 || x > last {
      x -= (x / MapPoint.worldWidth).rounded(.down) * MapPoint.worldWidth
      guard x <= last else { return nil }
    }
    let y = position.y
    guard y >= 0, y <= rows[rows.count - 1] else { return nil }
    return withGrid { grid in
      let i = SurfaceGrid.cell(grid.columns, grid.across, at: x)
      let j = SurfaceGrid.cell(grid.rows, grid.down, at: y)
      if let found = grid.ground(i, j, x, y) { return found }
      // A hole does not take its edges from its neighbours.
      let onColumn = x == grid.columns[i] && i > 0
      let onRow = y == grid.rows[j] && j > 0
      if onColumn, let found = grid.ground(i - 1, j, x, y) { return found }
      if onRow, let found = grid.ground(i, j - 1, x, y) { return found }
      return onColumn && onRow ? grid.ground(i - 1, j - 1, x, y) : nil
    }
  }

  /// The unit normal of the ground at a position: east, north, up, in metres of the place.
  public func normal(at position: Vector2) -> Vector3? {
    guard let gradient = ground(at: position)?.gradient else { return nil }
    return normal(gradient: gradient, at: position)
  }

  /// The unit normal of a ground that rises so many metres for each map point east and south.
  public func normal(gradient: Vector2, at position: Vector2) -> Vector3 {
    let metres = metersPerMapPoint(at: position)
    return Vector3(-gradient.x / metres, gradient.y / metres, 1).normalized
  }
}

extension SurfaceGrid {
  /// The four corners of a cell in metres; `nil` for a hole.
  @inline(__always)
  func corners(_ i: Int, _ j: Int) -> (a: Double, b: Double, c: Double, d: Double)? {
    let k = j * (across + 1) + i
    let (a, b, c, d) = (
      samples[k], samples[k + 1], samples[k + across + 1], samples[k + across + 2]
    )
    if (a + b + c + d).isNaN { return nil }
    return (Double(a) * scale, Double(b) * scale, Double(c) * scale, Double(d) * scale)
  }

  /// The ground in a cell; `nil` in a hole.
  @inline(__always)
  func ground(
    _ i: Int, _ j: Int, _ x: Double, _ y: Double
  ) -> (elevation: Double, gradient: Vector2)? {
    guard let (a, b, c, d) = corners(i, j) else { return nil }
    let (w, h) = (columns[i + 1] - columns[i], rows[j + 1] - rows[j])
    let (u, v) = ((x - columns[i]) / w, (y - rows[j]) / h)
    let top = u == 1 ? b : a + (b - a) * u
    let bottom = u == 1 ? d : c + (d - c) * u
    return (
      v == 1 ? bottom : top + (bottom - top) * v,
      Vector2((b - a + (a - b - c + d) * v) / w, (bottom - top) / h)
    )
  }
}
