import BelvedereGeoMath
import BelvedereGeodesy

/// A grid over a shape that says which of its cells are wholly inside or outside; only in those through
/// which an edge passes the edges must be looked at.
struct ReachGrid {
  enum Cell: UInt8 {
    case outside, inside, edge
  }

  /// Cells along a side.
  static let side = 256
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
          for column in first...Int(flooring: max(x0, x1) + reach.x, in: 0...(n - 1)) {
            cells[row * n + column] = .edge
          }
        }
      }
    }
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
