import BelvedereGeoMath
import BelvedereGeodesy

/// Boxes on the map by the squares that they touch, to find those around a place.
struct SquareIndex: Sendable {
  /// Of each square its part of `numbers`.
  private let squares: [SIMD2<Int>: Range<Int32>]
  private let numbers: [Int32]
  /// What lies over more squares than are worth keeping.
  private let large: [Int]

  /// Map points; some 150 m at middle latitudes.
  private static let cell = 1024.0
  private static let mostCells = 256

  /// - Parameter boxes: numbered as they come, 2³¹ at most; `nil` is nowhere.
  init(_ boxes: some Collection<MapRect?>) {
    var large: [Int] = []
    var sizes: [SIMD2<Int>: Int32] = [:]
    for (i, box) in boxes.enumerated() {
      guard let box else { continue }
      if !Self.forEachCell(of: box, { sizes[$0, default: 0] += 1 }) { large.append(i) }
    }
    self.large = large
    var squares: [SIMD2<Int>: Range<Int32>] = [:]
    squares.reserveCapacity(sizes.count)
    var end: Int32 = 0
    for (cell, size) in sizes {
      squares[cell] = end..<end
      end += size
    }
    var numbers = [Int32](repeating: 0, count: Int(end))  // checked: widens
    for (i, box) in boxes.enumerated() {
      guard let box else { continue }
      Self.forEachCell(of: box) { cell in
        guard let range = squares[cell] else { return }
        numbers[Int(range.upperBound)] = Int32(truncatingIfNeeded: i)  // checked: widens
        squares[cell] = range.lowerBound..<(range.upperBound + 1)
      }
    }
    (self.squares, self.numbers) = (squares, numbers)
  }

  /// The numbers of the boxes that may hold a place: those of small ones in their order, then those of large ones.
  func around(_ point: MapPoint) -> [Int] {
    let range = squares[Self.cell(point)] ?? 0..<0
    let part = Int(range.lowerBound)..<Int(range.upperBound)  // checked: widens
    return numbers[part].map(Int.init) + large
  }

  /// Calls `body` with each square that a box touches.
  ///
  /// - Returns: whether these are few enough.
  @discardableResult
  private static func forEachCell(of box: MapRect, _ body: (SIMD2<Int>) -> Void) -> Bool {
    let low = cell(MapPoint(x: box.minX, y: box.minY))
    let high = cell(MapPoint(x: box.maxX, y: box.maxY))
    guard (high.x - low.x + 1) * (high.y - low.y + 1) <= mostCells else { return false }
    for y in low.y...high.y {
      for x in low.x...high.x { body(SIMD2(x, y)) }
    }
    return true
  }

  private static func cell(_ p: MapPoint) -> SIMD2<Int> {
    let limit = -(1 << 40)...(1 << 40)
    return SIMD2(  // checked: clamped
      Int(flooring: p.x / cell, in: limit), Int(flooring: p.y / cell, in: limit))
  }
}
