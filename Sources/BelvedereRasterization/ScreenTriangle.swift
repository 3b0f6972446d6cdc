/// A triangle on the screen: vertices in 1/256 pixel, depth values, and its number.
struct ScreenTriangle {
  /// Vertices in 1/256 pixel, within ±2²⁵, in the order that makes the area positive.
  var x0, y0, x1, y1, x2, y2: Int32
  /// Depth values, linear on the screen.
  var z0, z1, z2: Float
  var id: UInt32

  /// Twice the signed area in (1/256 pixel)²: positive where the vertices run clockwise as seen
  /// with y down.
  var doubledArea: Int64 {
    let (dx1, dy1) = (Int64(x1 - x0), Int64(y1 - y0))  // checked: Int32 to Int64
    let (dx2, dy2) = (Int64(x2 - x0), Int64(y2 - y0))  // checked: Int32 to Int64
    return dx1 * dy2 - dx2 * dy1
  }
}
