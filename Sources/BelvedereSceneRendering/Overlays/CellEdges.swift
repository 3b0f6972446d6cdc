import BelvedereGeoMath
import CBelvedereShading

/// The edges that the cells of a grid list.
struct CellEdges {
  let kinds: [Int32]
  let cells: [BelvedereCell]
  let list: [Int32]
  let columns: Int
  let cell: Double

  /// Cells with more edges are not asked whether these cross: every pair takes time.
  static let mostAsked = 64
  /// So many crossings are known.
  private static let mostCrossings = 1 << 16
  private static let margin = BELVEDERE_MARGIN

  func corner(_ at: Int) -> Vector2 {
    Vector2(Double(at % columns - 1), Double(at / columns - 1)) * cell
  }

  /// Where the winding number of a cell is that of its record.
  func reference(_ at: Int) -> Vector2 {
    corner(at) + Vector2(BELVEDERE_REFERENCE_X, BELVEDERE_REFERENCE_Y) * cell
  }

  /// Whether it is known of all edges if they cross each other.
  var areAllAsked: Bool {
    cells.allSatisfy { Int($0.count) <= Self.mostAsked }  // checked: 32 bits
  }

  func listed(_ at: Int) -> ArraySlice<Int32> {
    let number = Int(kinds[at]) - Int(BELVEDERE_FIRST_CELL)  // checked: 32 bits
    guard number >= 0, cells[number].count > 0 else { return [] }
    let first = Int(cells[number].first)  // checked: 32 bits
    return list[first..<(first + Int(cells[number].count))]  // checked: 32 bits
  }

  /// The boxes around the edges' parts in the cells' reach, as `BelvedereGrid` has them.
  func boxes(of edges: [BelvedereEdge]) -> [UInt8] {
    let count = list.count
    var boxes = [UInt8](repeating: 0, count: 4 * count + 64)
    func step(_ v: Double) -> Double { (v / cell + Self.margin) * Double(BELVEDERE_MARGIN_STEPS) }
    func low(_ v: Double) -> UInt8 { UInt8(clamping: Int(flooring: step(v), in: 0...255)) }
    func high(_ v: Double) -> UInt8 { UInt8(clamping: Int(flooring: step(v) + 1, in: 0...255)) }
    for at in kinds.indices {
      let listed = listed(at)
      let corner = corner(at)
      for n in listed.indices {
        let edge = edges[Int(list[n])]  // checked: an edge's number
        // A little farther than edges are listed, so that nothing of the part is left out; all of one that
        // passes by.
        let (a, b) =
          part(edge, corner, margin: 0.55)
          ?? (Vector2(edge.ax, edge.ay) - corner, Vector2(edge.bx, edge.by) - corner)
        boxes[4 * n] = low(min(a.x, b.x))
        boxes[4 * n + 1] = 255 - high(max(a.x, b.x))
        boxes[4 * n + 2] = low(min(a.y, b.y))
        boxes[4 * n + 3] = 255 - high(max(a.y, b.y))
      }
    }
    return boxes
  }

  /// The straight lines through the edges, as `BelvedereGrid` has them.
  func lines(through edges: [BelvedereEdge]) -> [Float] {
    let count = list.count
    var lines = [Float](repeating: 0, count: 3 * count + 16)
    for at in kinds.indices {
      let listed = listed(at)
      let corner = corner(at)
      for n in listed.indices {
        let edge = edges[Int(list[n])]  // checked: an edge's number
        let a = Vector2(edge.ax, edge.ay) - corner
        let d = Vector2(edge.bx, edge.by) - corner - a
        // Of an edge without any length all lines are as good.
        let normal = Vector2(-d.y, d.x) / max(d.length, 1e-300)
        lines[n] = Float(normal.x)
        lines[n + count] = Float(normal.y)
        lines[n + 2 * count] = Float(normal.dot(a) / cell)
      }
    }
    return lines
  }

  /// The ends of the part of an edge that is within so many cells of a cell, from the cell's corner; `nil` of
  /// an edge that passes by.
  func part(_ edge: BelvedereEdge, _ corner: Vector2, margin: Double) -> (Vector2, Vector2)? {
    let a = Vector2(edge.ax, edge.ay) - corner
    let b = Vector2(edge.bx, edge.by) - corner
    let d = b - a
    var (t0, t1) = (0.0, 1.0)
    let (low, high) = (-margin * cell, (1 + margin) * cell)
    for (from, along) in [(a.x, d.x), (a.y, d.y)] where along != 0 {
      let (u, v) = ((low - from) / along, (high - from) / along)
      t0 = max(t0, min(u, v))
      t1 = min(t1, max(u, v))
    }
    return t0 <= t1 ? (a + d * t0, a + d * t1) : nil
  }

  /// Where edges that share a cell cross each other.
  func crossings(of edges: [BelvedereEdge]) -> [Vector2] {
    var found: [Vector2] = []
    for at in kinds.indices {
      let listed = listed(at)
      guard listed.count <= Self.mostAsked else { continue }
      let corner = corner(at)
      for (n, i) in listed.enumerated() {
        let a = edges[Int(i)]  // checked: an edge's number
        for j in listed.dropFirst(n + 1) {
          let b = edges[Int(j)]  // checked: an edge's number
          guard let place = Self.crossing(a, b) ?? overlap(a, b, corner) else { continue }
          let p = (place - corner) / cell
          // Once, by the cell in which it is.
          guard p.x >= 0, p.x < 1, p.y >= 0, p.y < 1 else { continue }
          found.append(place)
          if found.count == Self.mostCrossings { return found }
        }
      }
    }
    return found
  }

  /// Where two edges cross each other; `nil` where they do not, or meet at an end of both.
  private static func crossing(_ a: BelvedereEdge, _ b: BelvedereEdge) -> Vector2? {
    let (p, q) = (Vector2(a.ax, a.ay), Vector2(b.ax, b.ay))
    let (d, e) = (Vector2(a.bx, a.by) - p, Vector2(b.bx, b.by) - q)
    let area = d.x * e.y - d.y * e.x
    guard area != 0 else { return nil }
    let from = q - p
    let t = (from.x * e.y - from.y * e.x) / area
    let u = (from.x * d.y - from.y * d.x) / area
    guard t >= 0, t <= 1, u >= 0, u <= 1 else { return nil }
    let isEnd = (t < 1e-12 || t > 1 - 1e-12) && (u < 1e-12 || u > 1 - 1e-12)
    return isEnd ? nil : p + d * t
  }

  /// The middle of the part of a cell along which two edges lie on each other in the same direction: inside
  /// of both the winding number is two more; `nil` without any.
  private func overlap(_ a: BelvedereEdge, _ b: BelvedereEdge, _ corner: Vector2) -> Vector2? {
    let (p, q) = (Vector2(a.ax, a.ay), Vector2(b.ax, b.ay))
    let (d, e) = (Vector2(a.bx, a.by) - p, Vector2(b.bx, b.by) - q)
    let from = q - p
    guard d.x * e.y == d.y * e.x, from.x * d.y == from.y * d.x, d.dot(e) > 0 else { return nil }
    let square = d.dot(d)
    var (t0, t1) = (max(0, from.dot(d) / square), min(1, (from + e).dot(d) / square))
    for (start, along, low) in [(p.x, d.x, corner.x), (p.y, d.y, corner.y)] where along != 0 {
      let (u, v) = ((low - start) / along, (low + cell - start) / along)
      t0 = max(t0, min(u, v))
      t1 = min(t1, max(u, v))
    }
    return t0 < t1 ? p + d * (0.5 * (t0 + t1)) : nil
  }

  /// Calls `body` with the number of each cell that has a place within its reach.
  func forEachCell(near places: [Vector2], _ body: (Int) -> Void) {
    guard !places.isEmpty else { return }
    let rows = kinds.count / columns
    for place in places {
      let p = place / cell + Vector2(1, 1)
      let left = Int(flooring: p.x - Self.margin, in: 0...(columns - 1))
      let right = Int(flooring: p.x + Self.margin, in: 0...(columns - 1))
      let top = Int(flooring: p.y - Self.margin, in: 0...(rows - 1))
      let bottom = Int(flooring: p.y + Self.margin, in: 0...(rows - 1))
      for row in top...bottom {
        for column in left...right {
          let number = kinds[row * columns + column] - Int32(BELVEDERE_FIRST_CELL)  // checked: 2
          if number >= 0 { body(Int(number)) }  // checked: 32 bits
        }
      }
    }
  }
}
