/// The order of places along Hilbert's curve: what is near in it is near on the map.
public enum HilbertCurve {
  /// The number along the curve of a place in a square of 2¹⁶ × 2¹⁶ cells.
  ///
  /// Source: David Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", 1891; turned and mirrored square by square.
  public static func index(x: UInt32, y: UInt32) -> UInt32 {
    let cells: UInt32 = 1 << 16
    var (x, y) = (min(x, cells - 1), min(y, cells - 1))
    var index: UInt32 = 0
    var side = cells / 2
    while side > 0 {
      let right: UInt32 = x & side > 0 ? 1 : 0
      let up: UInt32 = y & side > 0 ? 1 : 0
      index += side * side * ((3 * right) ^ up)
      if up == 0 {
        if right == 1 {
          x = cells - 1 - x
          y = cells - 1 - y
        }
        (x, y) = (y, x)
      }
      side /= 2
    }
    return index
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
