import BelvedereGeoMath

/// How far the places of a grid are from the lines around them, as far as that is near.
struct DistanceField {
  private let side: Int
  private let reach: Float
  /// Squared, in cells.
  private var squares: [Float]

  /// - Parameters:
  ///   - side: cells along both sides.
  ///   - reach: cells beyond which distances do not matter.
  init(side: Int, reach: Double) {
    self.side = side
    self.reach = Float(reach)
    squares = Array(repeating: Float(reach * reach), count: side * side)
  }

  /// Adds a straight line; cells' middles lie at +0.5.
  mutating func add(from a: Vector2, to b: Vector2) {
    let r = Double(reach)
    let limit = 0...side
    let columns =
      Int(flooring: min(a.x, b.x) - r, in: limit)..<Int(flooring: max(a.x, b.x) + r + 1, in: limit)
    let rows =
      Int(flooring: min(a.y, b.y) - r, in: limit)..<Int(flooring: max(a.y, b.y) + r + 1, in: limit)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let (ax, ay) = (Float(a.x), Float(a.y))
    let (dx, dy) = (Float(b.x - a.x), Float(b.y - a.y))
    let inverse = 1 / max(dx * dx + dy * dy, 1e-12)
    squares.withUnsafeMutableBufferPointer { squares in
      for row in rows {
        let py = Float(row) + 0.5 - ay
        for column in columns {
          let px = Float(column) + 0.5 - ax
          let t = min(max((px * dx + py * dy) * inverse, 0), 1)
          let (x, y) = (px - dx * t, py - dy * t)
          let i = row * side + column
          squares[i] = min(squares[i], x * x + y * y)
        }
      }
    }
  }

  /// 1 on a line, 0 from the reach on.
  subscript(i: Int) -> Float { 1 - squares[i].squareRoot() / reach }
}
