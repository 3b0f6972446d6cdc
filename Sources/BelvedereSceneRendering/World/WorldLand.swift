import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereWorld

/// Land and sea of the coarse world in the cells of a grid.
struct WorldLand {
  let grid: ValueGrid
  /// How much of each cell is land, row by row.
  private let shares: [Float]
  /// Whether the most of each cell is.
  var cells: [Bool] { shares.map { $0 >= 0.5 } }
  /// The tint of the country of most of the land; `nil` where there is none.
  let tint: Int?

  init(_ grid: ValueGrid, _ map: WorldMap) {
    self.grid = grid
    let (side, cell, corner) = (grid.side, grid.cell, grid.corner)
    var shares = [Float](repeating: 0, count: side * side)
    var tints: [Int: Int] = [:]
    var mask = CoverageMask(width: side, height: side)
    let window = MapRect(
      x: corner.x, y: corner.y, width: cell * Double(side), height: cell * Double(side))
    for country in map.countries {
      mask.clear()
      for turn in -1...1 {
        let shift = Vector2(Double(turn) * MapPoint.worldWidth, 0)
        let shown = window.offsetBy(dx: -shift.x, dy: 0)
        for ring in country.rings
        where ring.bounds.minX <= shown.maxX && ring.bounds.maxX >= shown.minX
          && ring.bounds.minY <= shown.maxY && ring.bounds.maxY >= shown.minY
        {
          for edge in ring.edges {
            edge.visit(in: shown, finest: cell) { a, b in
              mask.add(
                from: (a + shift - corner) * (1 / cell), to: (b + shift - corner) * (1 / cell))
            }
          }
        }
      }
      if mask.isEmpty { continue }
      var count = 0
      mask.forEachCovered(rule: .nonZero) { x, y, coverage in
        shares[y * side + x] += coverage
        if coverage >= 0.5 { count += 1 }
      }
      if !country.isIce { tints[country.tint, default: 0] += count }
    }
    self.shares = shares
    tint = tints.max { ($0.value, $1.key) < ($1.value, $0.key) }.flatMap {
      $0.value > 0 ? $0.key : nil
    }
  }

  /// Map points from the coast at each cell, positive on land.
  ///
  /// - Parameter most: map points to which distances are cut.
  func distances(most: Double) -> [Float] {
    let cell = Float(grid.cell)
    return zip(
      shares, SignedDistances(cells, side: grid.side, most: Float(most / grid.cell)).values
    ).map { share, distance in
      // On the coast it shows by how much of the cell is land; else it would go in steps.
      cell * (share > 0.01 && share < 0.99 ? share - 0.5 : distance)
    }
  }
}
