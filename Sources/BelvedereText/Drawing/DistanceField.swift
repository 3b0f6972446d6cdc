import BelvedereGeoMath

/// How far the middles of pixels are from lines, exact up to a reach.
struct DistanceField {
  let width, height: Int
  let reach: Double
  private var squares: [Float]

  init(width: Int, height: Int, reach: Double) {
    self.width = width
    self.height = height
    self.reach = reach
    squares = Array(repeating: .infinity, count: width * height)
  }

  /// Adds a line segment, or a point.
  mutating func add(_ a: Vector2, _ b: Vector2) {
    let xs = Self.pixels(min(a.x, b.x) - reach, max(a.x, b.x) + reach, width)
    let ys = Self.pixels(min(a.y, b.y) - reach, max(a.y, b.y) + reach, height)
    guard !xs.isEmpty, !ys.isEmpty else { return }
    let way = b - a
    let square = (way * way).sum()
    let (wx, wy) = (Float(way.x), Float(way.y))
    let scale = square > 0 ? Float(1 / square) : 0
    squares.withUnsafeMutableBufferPointer { squares in
      for y in ys {
        let dy = Float(Double(y) + 0.5 - a.y)
        for x in xs {
          let dx = Float(Double(x) + 0.5 - a.x)
          let t = min(max((dx * wx + dy * wy) * scale, 0), 1)
          let (ex, ey) = (dx - t * wx, dy - t * wy)
          let i = y * width + x
          squares[i] = min(squares[i], ex * ex + ey * ey)
        }
      }
    }
  }

  private static func pixels(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let first = Int(flooring: low, in: 0...count)
    let end = Int(clamping: high.rounded(.up), in: 0...count)
    return first..<max(first, end)
  }

  /// How much of each pixel lies within a distance of the lines, 0 to 1: the edge is one pixel wide.
  func coverage(within radius: Double) -> [Float] {
    let edge = Float(radius + 0.5)
    return squares.map { $0.isFinite ? min(max(edge - $0.squareRoot(), 0), 1) : 0 }
  }
}
