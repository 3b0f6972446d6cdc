import BelvedereGeoMath
import BelvedereGeodesy

/// Boxes on the map by the squares that they touch, to find those around a place.
struct SquareIndex: Sendable {
  private var cells: [SIMD2<Int>: [Int]] = [:]
  /// What lies over more squares than are worth keeping.
  private var large: [Int] = []

  /// Map points; some 150 m at middle latitudes.
  private static let cell = 1024.0
  private static let mostCells = 256

  /// - Parameter boxes: numbered as they come; `nil` is nowhere.
  init(_ boxes: some Sequence<MapRect?>) {
    for (i, box) in boxes.enumerated() {
      guard let box else { continue }
      let low = Self.cell(MapPoint(x: box.minX, y: box.minY))
      let high = Self.cell(MapPoint(x: box.maxX, y: box.maxY))
      guard (high.x - low.x + 1) * (high.y - low.y + 1) <= Self.mostCells else {
        large.append(i)
        continue
      }
      for y in low.y...high.y {
        for x in low.x...high.x { cells[SIMD2(x, y), default: []].append(i) }  // checked: integers
      }
    }
  }

  /// The numbers of the boxes that may hold a place: those of small ones in their order, then those of large ones.
  func around(_ point: MapPoint) -> [Int] {
    let found = cells[Self.cell(point)] ?? []
    return large.isEmpty ? found : found + large
  }

  private static func cell(_ p: MapPoint) -> SIMD2<Int> {
    let limit = -(1 << 40)...(1 << 40)
    return SIMD2(  // checked: clamped
      Int(flooring: p.x / cell, in: limit), Int(flooring: p.y / cell, in: limit))
  }
}
