import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization

/// A grid over a shape that says which of its cells are wholly inside or outside; only in those through
/// which an edge passes the edges must be looked at.
struct ReachGrid {
  enum Cell: UInt8 {
    case outside, inside, edge
  }

  /// Cells along a side.
  static let side = 256
  /// After so many marks all cells are edges: a shape whose strokes cover it again and again.
  private static let mostMarks = 1 << 26
  /// Row by row.
  private(set) var cells: [Cell]
  let cellsPerPoint: Vector2
  private let bounds: MapRect

  init(_ bounds: MapRect) {
    self.bounds = bounds
    cells = Array(repeating: .outside, count: Self.side * Self.side)
    cellsPerPoint = Vector2(
      Double(Self.side) / max(bounds.width, 1e-9), Double(Self.side) / max(bounds.height, 1e-9))
  }

  /// Marks the cells through which an edge passes, or its stroke.
  mutating func markEdges(_ rings: [[Vector2]], isClosed: Bool, margin: Double) {
    let n = Self.side
    // A cell more on each side: what is said of the others is beyond doubt.
    let reach = Vector2(margin * cellsPerPoint.x + 1, margin * cellsPerPoint.y + 1)
    var marked = 0
    for ring in rings {
      guard var last = isClosed ? ring.last : ring.first else { continue }
      for next in isClosed ? ring[...] : ring.dropFirst() {
        let a = place(last.y < next.y ? last : next)
        let b = place(last.y < next.y ? next : last)
        last = next
        let slope = b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0
        let top = Int(flooring: a.y - reach.y, in: 0...(n - 1))
        let bottom = Int(flooring: b.y + reach.y, in: 0...(n - 1))
        for row in top...bottom {
          // The part of the edge within reach of the row.
          let from = min(max(Double(row) - reach.y, a.y), b.y)
          let to = min(max(Double(row + 1) + reach.y, a.y), b.y)
          let (x0, x1) =
            b.y > a.y ? (a.x + slope * (from - a.y), a.x + slope * (to - a.y)) : (a.x, b.x)
          let first = Int(flooring: min(x0, x1) - reach.x, in: 0...(n - 1))
          let end = Int(flooring: max(x0, x1) + reach.x, in: 0...(n - 1))
          for column in first...end { cells[row * n + column] = .edge }
          marked += end - first + 1
          if marked > Self.mostMarks {
            cells = Array(repeating: .edge, count: n * n)
            return
          }
        }
      }
    }
  }

  /// Says of every cell whether the shape shows in it at all, so that no edge needs to be looked at.
  mutating func settle(_ rings: [[Vector2]], isDrawn: Bool) {
    var mask = CoverageMask(width: Self.side, height: Self.side)
    for ring in rings { mask.add(ring: ring.map(place)) }
    for i in cells.indices { cells[i] = isDrawn && cells[i] == .edge ? .inside : .outside }
    mask.forEachCovered(rule: .evenOdd) { x, y, coverage in
      if coverage > 0 { cells[y * Self.side + x] = .inside }
    }
  }

  /// The cell of a point within the bounds.
  @inline(__always)
  func index(_ x: Double, _ y: Double) -> Int {
    let last = Double(Self.side - 1)
    let at = Vector2((x - bounds.minX) * cellsPerPoint.x, (y - bounds.minY) * cellsPerPoint.y)
    let column = Int(min(max(at.x, 0), last))  // checked: in the grid
    let row = Int(min(max(at.y, 0), last))  // checked: in the grid
    return row * Self.side + column
  }

  /// Says of the other cells whether they are inside: the same for all between two edges.
  mutating func fill(_ interior: EdgeRows) {
    let n = Self.side
    for row in 0..<n {
      var known: Cell?
      for column in 0..<n {
        if cells[row * n + column] == .edge {
          known = nil
          continue
        }
        let middle = Vector2(
          bounds.minX + (Double(column) + 0.5) / cellsPerPoint.x,
          bounds.minY + (Double(row) + 0.5) / cellsPerPoint.y)
        let cell = known ?? (interior.isInside(middle) ? .inside : .outside)
        known = cell
        cells[row * n + column] = cell
      }
    }
  }

  private func place(_ p: Vector2) -> Vector2 {
    Vector2((p.x - bounds.minX) * cellsPerPoint.x, (p.y - bounds.minY) * cellsPerPoint.y)
  }
}
