import BelvedereGeoMath
import CBelvedereShading

/// The lowest and the highest winding number about each cell of a grid.
///
/// Where these are more than two, as between a ring and one in it that turns the same way, the mean winding
/// number of a footprint does not say how much of it is odd, though no edges cross there.
struct WindingRanges {
  private let columns, rows: Int
  private var low, high: [Int16]

  /// Cells with more edges are taken to have several: every pair takes time.
  private static let mostAsked = CellEdges.mostAsked
  /// How far beside a cell places count, in cells; no edge so near is not listed.
  private static let margin = 0.5
  /// How far from an edge its sides are asked, in cells.
  private static let besideEdge = 1e-6

  /// Those of a grid that no finer one is known of.
  init(_ grid: CellEdges, _ edges: [BelvedereEdge], windings: [Int32]) {
    columns = grid.columns
    rows = grid.kinds.count / grid.columns
    low = windings.map { Int16(clamping: $0) }
    high = low
    for at in grid.kinds.indices {
      let listed = grid.listed(at)
      guard listed.count > 1 else { continue }
      guard listed.count <= Self.mostAsked else {
        (low[at], high[at]) = (.min, .max)
        continue
      }
      let own = listed.map { edges[Int($0)] }  // checked: an edge's number
      for place in Self.besideEdges(own, grid, grid.corner(at)) {
        let winding = Self.winding(place, own, grid.reference(at), windings[at])
        low[at] = min(low[at], winding)
        high[at] = max(high[at], winding)
      }
    }
  }

  /// Those of a grid of cells twice as large.
  init(columns: Int, rows: Int, finer: WindingRanges) {
    (self.columns, self.rows) = (columns, rows)
    low = [Int16](repeating: .max, count: columns * rows)
    high = [Int16](repeating: .min, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let at = row * columns + column
        // Both begin with a cell beside the outline. Half a cell more on each side is one finer cell.
        for y in max(2 * row - 2, 0)...max(min(2 * row + 1, finer.rows - 1), 0) {
          for x in max(2 * column - 2, 0)...max(min(2 * column + 1, finer.columns - 1), 0) {
            low[at] = min(low[at], finer.low[y * finer.columns + x])
            high[at] = max(high[at], finer.high[y * finer.columns + x])
          }
        }
      }
    }
  }

  /// Whether there are more than two about a cell.
  func areSeveral(_ at: Int) -> Bool { Int(high[at]) - Int(low[at]) > 1 }  // checked: 16 bits

  /// Places to the left and to the right of the edges' parts about a cell.
  private static func besideEdges(
    _ edges: [BelvedereEdge], _ grid: CellEdges, _ corner: Vector2
  ) -> [Vector2] {
    edges.flatMap { edge -> [Vector2] in
      guard let (a, b) = grid.part(edge, corner, margin: margin), a != b else { return [] }
      let d = (b - a) / (b - a).length * (grid.cell * besideEdge)
      let middle = corner + (a + b) * 0.5
      return [middle + Vector2(d.y, -d.x), middle + Vector2(-d.y, d.x)]
    }
  }

  /// The winding number at a place: that at another one, changed by the edges between them.
  private static func winding(
    _ place: Vector2, _ edges: [BelvedereEdge], _ reference: Vector2, _ known: Int32
  ) -> Int16 {
    func isLeft(_ p: Vector2, _ a: Vector2, _ b: Vector2) -> Bool {
      (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0
    }
    var winding = known
    for edge in edges {
      let (a, b) = (Vector2(edge.ax, edge.ay), Vector2(edge.bx, edge.by))
      guard isLeft(a, reference, place) != isLeft(b, reference, place) else { continue }
      let isLeftThere = isLeft(place, a, b)
      if isLeftThere != isLeft(reference, a, b) { winding &+= isLeftThere ? 1 : -1 }
    }
    return Int16(clamping: winding)
  }
}
