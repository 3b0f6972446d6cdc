/// The order of places along Hilbert's curve: what is near in it is near on the map.
public enum HilbertCurve {
  /// The number along the curve of a place in a square of 2¹⁶ × 2¹⁶ cells.
  ///
  /// Source: David Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", 1891; turned and mirrored square by square.
  public static func index(x: UInt32, y: UInt32) -> UInt32 {
    let cells: UInt32 = 1 << 16
    let (x, y) = (min(x, cells - 1), min(y, cells - 1))
    var index: UInt32 = 0
    var turn: UInt16 = 0
    steps.withUnsafeBufferPointer { steps in
      for shift: UInt32 in [12, 8, 4, 0] {
        let cell = x >> shift & 15 | (y >> shift & 15) << 4
        let step = steps[Int(turn << 8 | UInt16(truncatingIfNeeded: cell))]  // checked: below 1024
        index = index << 8 | UInt32(step & 255)  // checked: widens
        turn = step >> 8
      }
    }
    return index
  }

  /// For each turn of a square, bit 0 mirrored and bit 1 with its axes exchanged, and each of its 16 × 16 cells, four bits of x
  /// below those of y: the cell's number along the curve, and from bit 8 on the turn of the cell.
  private static let steps: [UInt16] = (0..<4).flatMap { turn in
    (0..<256).map { cell in
      var (isMirrored, isExchanged) = (turn & 1 == 1, turn & 2 == 2)
      var index = 0
      for bit in [3, 2, 1, 0] {
        var (right, up) = (cell >> bit & 1, cell >> (bit + 4) & 1)
        if isExchanged { (right, up) = (up, right) }
        if isMirrored { (right, up) = (1 - right, 1 - up) }
        index = index << 2 | (3 * right) ^ up
        if up == 0 {
          isMirrored = isMirrored != (right == 1)
          isExchanged.toggle()
        }
      }
      let next = (isMirrored ? 256 : 0) | (isExchanged ? 512 : 0)
      return UInt16(index | next)  // checked: below 1024
    }
  }

  /// The number of a box's middle within a box that holds all of them.
  public static func index(of box: GeographicBox, within all: GeographicBox) -> UInt32 {
    func cell(_ value: Double, _ low: Double, _ high: Double) -> UInt32 {
      let part = (value - low) / (high - low)
      guard part > 0 else { return 0 }
      return UInt32(min(part, 1) * 65535)  // checked: 0...65535
    }
    guard !box.isEmpty else { return 0 }
    return index(
      x: cell((box.west + box.east) / 2, all.west, all.east),
      y: cell((box.south + box.north) / 2, all.south, all.north))
  }
}
