import BelvedereGeoMath
import BelvedereGeodesy

/// The cells of a square grid on the map; their values stand at the cells' middles.
struct ValueGrid: Sendable {
  /// Cells along each side, at least 2.
  let side: Int
  /// The northwest corner, and how wide cells are, map points.
  let corner: Vector2
  let cell: Double

  /// A grid around the middle of a box.
  init(around box: MapRect, side: Int, cell: Double) {
    (self.side, self.cell) = (side, cell)
    corner = Vector2(box.midX, box.midY) - Vector2(cell, cell) * (Double(side) / 2)
  }

  /// The middle of a cell, of which there are `side * side` row by row.
  func middle(_ i: Int) -> Vector2 {
    corner + Vector2(Double(i % side) + 0.5, Double(i / side) + 0.5) * cell
  }

  /// The cell in which a place lies, or that nearest to it.
  func index(_ place: Vector2) -> Int {
    let at = (place - corner) * (1 / cell)
    let cells = 0...side - 1
    return Int(flooring: at.y, in: cells) * side + Int(flooring: at.x, in: cells)
  }

  /// The value at a place, bilinear between the cells' middles, and beyond the outermost ones as it goes on from there.
  func value(_ values: [Float], at place: Vector2) -> Float {
    let at = (place - corner) * (1 / cell) - Vector2(0.5, 0.5)
    let (x, y) = (at.x.rounded(.down), at.y.rounded(.down))
    let (fx, fy) = (Float(at.x - x), Float(at.y - y))
    let cells = 0...side - 2
    let i = Int(flooring: y, in: cells) * side + Int(flooring: x, in: cells)
    let top = values[i] + (values[i + 1] - values[i]) * fx
    let below = i + side
    let bottom = values[below] + (values[below + 1] - values[below]) * fx
    return top + (bottom - top) * fy
  }
}
