import BelvedereRasterization
import CBelvedereShading

/// On which side of an outline places on a grid finer than its cells are, by the even-odd rule.
struct OutlineSides: Sendable {
  /// A bit for each place, row by row; see `BelvedereGrid.sides`.
  let bits: FrozenArray<UInt64>
  /// Words a row, and places along a cell's side.
  let words, steps: Int

  /// Places along the side of the finest grid, and of a cell of any grid.
  private static let mostPlaces = 2048, mostSteps = 64
  /// Footprints in coarser grids are larger than a quarter of a cell.
  private static let coarseSteps = 8

  init(_ edges: [BelvedereEdge], cell: Double, columns: Int, rows: Int, isFinest: Bool) {
    let most = Self.mostPlaces / max(columns, rows)
    steps = isFinest ? min(max(most, 1), Self.mostSteps) : Self.coarseSteps
    let (steps, words) = (self.steps, (columns * self.steps + 63) / 64)
    self.words = words
    let (places, lines) = (columns * steps, rows * steps)
    var bits = [UInt64](repeating: 0, count: words * lines)
    let step = cell / Double(steps)
    // All places to the right of where an edge crosses a row change sides.
    bits.withUnsafeMutableBufferPointer { bits in
      for edge in edges {
        let (low, high) = (min(edge.ay, edge.by), max(edge.ay, edge.by))
        func line(_ y: Double) -> Int {
          Int(clamping: ((y + cell) / step - BELVEDERE_REFERENCE_Y).rounded(.up), in: 0...lines)
        }
        let slope = (edge.bx - edge.ax) / (edge.by - edge.ay)
        for j in line(low)..<max(line(low), line(high)) {
          let y = (Double(j) + BELVEDERE_REFERENCE_Y) * step - cell
          let x = edge.ax + slope * (y - edge.ay)
          let place = ((x + cell) / step - BELVEDERE_REFERENCE_X).rounded(.up)
          let i = Int(clamping: place, in: 0...places)
          if i < places { bits[j * words + i / 64] ^= (1 as UInt64) << (i % 64) }
        }
      }
      for j in 0..<lines {
        var isInside = false
        for n in (j * words)..<((j + 1) * words) {
          var word = bits[n]
          for shift in [1, 2, 4, 8, 16, 32] { word ^= word << shift }
          bits[n] = isInside ? ~word : word
          isInside = bits[n] >> 63 == 1
        }
      }
    }
    self.bits = FrozenArray(bits)
  }
}
