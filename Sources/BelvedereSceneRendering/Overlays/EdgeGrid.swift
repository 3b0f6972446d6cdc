import BelvedereGeoMath
import BelvedereRasterization
import CBelvedereShading

/// One of the grids over an outline.
final class EdgeGrid: Sendable {
  /// As the kernels have it; what it points to lives as long as this object.
  var kernelGrid: BelvedereGrid {
    BelvedereGrid(
      x: -cell, y: -cell, cell: cell, columns: Int32(truncatingIfNeeded: columns),
      rows: Int32(truncatingIfNeeded: rows), kinds: kinds.base, cells: cells.base,
      list: list.base, edges: edges.edges.base, short_edges: edges.shortEdges.base,
      edge_count: Int32(truncatingIfNeeded: edges.edges.count), boxes: boxes.base,
      list_count: Int32(truncatingIfNeeded: list.count),
      ways: edges.ways.count > 0 ? edges.ways.base : nil,
      sides: sides?.bits.base,
      side_words: Int32(truncatingIfNeeded: sides?.words ?? 0),
      side_steps: Int32(truncatingIfNeeded: sides?.steps ?? 0), lines: lines?.base)
  }

  /// Where edges cross each other.
  let crossings: [Vector2]
  /// The winding numbers of an outline that may have more than two; `nil` of one that has not.
  let windingRanges: WindingRanges?
  private let cell: Double
  private let columns, rows: Int
  private let kinds: FrozenArray<Int32>
  private let cells: FrozenArray<BelvedereCell>
  private let list: FrozenArray<Int32>
  private let boxes: FrozenArray<UInt8>
  private let edges: OutlineEdges
  /// On which side of an outline with very many edges places are.
  private let sides: OutlineSides?
  private let lines: FrozenArray<Float>?

  private static let margin = BELVEDERE_MARGIN

  /// How often edges may cross rows or columns of a grid, so that it is made quickly.
  static func mostSteps(_ edges: Int) -> Double { 4e6 + 16 * Double(edges) }

  static func steps(_ lines: [EdgeLine], cell: Double) -> Double {
    var steps = 0.0
    for line in lines {
      steps += 8 * Double(line.points.count)
      for (a, b) in zip(line.points, line.points.dropFirst()) {
        steps += (abs(b.place.x - a.place.x) + abs(b.place.y - a.place.y)) / cell
      }
    }
    return steps
  }

  /// How many edges the cells of a grid may list together.
  static func mostListed(_ edges: Int) -> Int { 64 * edges + 65536 }

  /// A grid of cells so large; `nil` where these would list too many edges.
  ///
  /// - Parameters:
  ///   - isSimple: whether the outline is a single ring that comes to no point twice.
  ///   - finer: the grid of cells half as large; `nil` of the first one.
  ///   - most: how many edges the cells may list together.
  init?(
    _ shared: OutlineEdges, size: Vector2, cell: Double, isClosed: Bool, isSimple: Bool,
    finer: EdgeGrid?, most: Int
  ) {
    self.cell = cell
    edges = shared
    let columns = Int(clamping: (size.x / cell).rounded(.down), in: 0...4096) + 3
    let rows = Int(clamping: (size.y / cell).rounded(.down), in: 0...4096) + 3
    (self.columns, self.rows) = (columns, rows)
    let edges = Array(
      UnsafeBufferPointer(start: shared.edges.base, count: shared.edges.count))
    let count = columns * rows

    var sizes = [Int](repeating: 0, count: count)
    for edge in edges { Self.forEachCell(edge, cell, columns, rows) { sizes[$0] += 1 } }
    guard sizes.reduce(0, +) <= most else { return nil }
    let windings = isClosed ? Self.windings(edges, cell, columns, rows) : []
    var kinds = [Int32](repeating: Int32(truncatingIfNeeded: BELVEDERE_OUTSIDE), count: count)
    var cells: [BelvedereCell] = []
    var next = [Int](repeating: -1, count: count)
    var total = 0
    for at in 0..<count {
      let winding = windings.isEmpty ? 0 : windings[at]
      guard sizes[at] > 0 else {
        if winding & 1 != 0 { kinds[at] = Int32(truncatingIfNeeded: BELVEDERE_INSIDE) }
        continue
      }
      kinds[at] = Int32(truncatingIfNeeded: BELVEDERE_FIRST_CELL + cells.count)
      cells.append(
        BelvedereCell(
          first: Int32(truncatingIfNeeded: total),
          count: Int32(truncatingIfNeeded: sizes[at]), winding: winding, is_crossed: 0))
      next[at] = total
      total += sizes[at]
    }
    var list = [Int32](repeating: 0, count: total)
    for (n, edge) in edges.enumerated() {
      Self.forEachCell(edge, cell, columns, rows) { at in
        list[next[at]] = Int32(truncatingIfNeeded: n)
        next[at] += 1
      }
    }
    let listed = CellEdges(
      kinds: kinds, cells: cells, list: list, columns: columns, cell: cell)
    let crossings = finer?.crossings ?? (isClosed ? listed.crossings(of: edges) : [])
    self.crossings = crossings
    listed.forEachCell(near: crossings) { cells[$0].is_crossed = 1 }
    if let finer {
      windingRanges = finer.windingRanges.map {
        WindingRanges(columns: columns, rows: rows, finer: $0)
      }
    } else {
      let hasTwo = !isClosed || isSimple && crossings.isEmpty && listed.areAllAsked
      windingRanges = hasTwo ? nil : WindingRanges(listed, edges, windings: windings)
    }
    if let ranges = windingRanges {
      for at in kinds.indices where ranges.areSeveral(at) {
        let number = Int(kinds[at]) - Int(BELVEDERE_FIRST_CELL)  // checked: 32 bits
        if number >= 0 { cells[number].is_crossed = 1 }
      }
    }
    sides =
      isClosed && sizes.contains { $0 > Int(BELVEDERE_MANY_LISTED) }  // checked: a constant
      ? OutlineSides(edges, cell: cell, columns: columns, rows: rows, isFinest: finer == nil) : nil
    lines = sides == nil ? nil : FrozenArray(listed.lines(through: edges))
    boxes = FrozenArray(listed.boxes(of: edges))
    self.kinds = FrozenArray(kinds)
    self.cells = FrozenArray(cells)
    self.list = FrozenArray(list)
  }

  /// Calls `body` with each cell that an edge comes near.
  @inline(__always)
  private static func forEachCell(
    _ edge: BelvedereEdge, _ cell: Double, _ columns: Int, _ rows: Int,
    _ body: (_ at: Int) -> Void
  ) {
    let isDown = edge.ay <= edge.by
    let a = Vector2(isDown ? edge.ax : edge.bx, isDown ? edge.ay : edge.by) / cell + Vector2(1, 1)
    let b = Vector2(isDown ? edge.bx : edge.ax, isDown ? edge.by : edge.ay) / cell + Vector2(1, 1)
    let slope = b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0
    let top = Int(flooring: a.y - margin, in: 0...(rows - 1))
    let bottom = Int(flooring: b.y + margin, in: 0...(rows - 1))
    for row in top...bottom {
      // The part of the edge within reach of the row.
      let from = min(max(Double(row) - margin, a.y), b.y)
      let to = min(max(Double(row + 1) + margin, a.y), b.y)
      let (x0, x1) =
        b.y > a.y ? (a.x + slope * (from - a.y), a.x + slope * (to - a.y)) : (a.x, b.x)
      let first = Int(flooring: min(x0, x1) - margin, in: 0...(columns - 1))
      let last = Int(flooring: max(x0, x1) + margin, in: 0...(columns - 1))
      for column in first...last { body(row * columns + column) }
    }
  }

  /// The winding numbers at the cells' reference points.
  private static func windings(
    _ edges: [BelvedereEdge], _ cell: Double, _ columns: Int, _ rows: Int
  ) -> [Int32] {
    struct Crossing {
      var x: Double
      var change: Int32
    }
    func place(_ row: Int) -> Double { (Double(row - 1) + BELVEDERE_REFERENCE_Y) * cell }
    func crossed(_ edge: BelvedereEdge) -> Range<Int> {
      let (low, high) = (min(edge.ay, edge.by), max(edge.ay, edge.by))
      let shift = 1 - BELVEDERE_REFERENCE_Y
      let first = Int(clamping: (low / cell + shift).rounded(.up), in: 0...rows)
      let end = Int(clamping: (high / cell + shift).rounded(.up), in: 0...rows)
      return first..<max(first, end)
    }
    var starts = [Int](repeating: 0, count: rows + 1)
    for edge in edges { for row in crossed(edge) { starts[row + 1] += 1 } }
    for row in 0..<rows { starts[row + 1] += starts[row] }
    var crossings = [Crossing](repeating: Crossing(x: 0, change: 0), count: starts[rows])
    var next = starts
    for edge in edges {
      let slope = (edge.bx - edge.ax) / (edge.by - edge.ay)
      for row in crossed(edge) {
        crossings[next[row]] = Crossing(
          x: edge.ax + slope * (place(row) - edge.ay), change: edge.by > edge.ay ? -1 : 1)
        next[row] += 1
      }
    }
    var windings = [Int32](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      crossings[starts[row]..<starts[row + 1]].sort { $0.x < $1.x }
      var winding: Int32 = 0
      var n = starts[row]
      for column in 0..<columns {
        let x = (Double(column - 1) + BELVEDERE_REFERENCE_X) * cell
        while n < starts[row + 1], crossings[n].x < x {
          winding &+= crossings[n].change
          n += 1
        }
        windings[row * columns + column] = winding
      }
    }
    return windings
  }
}
