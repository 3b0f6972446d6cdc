import BelvedereGeoMath

/// The land, with a quick answer away from the shore.
///
/// Every point of a square that no outline touches has the same answer as its middle.
package struct CityLand: Sendable {
  private static let cell = 128.0
  private static let reach = 19_968.0
  private static let columns = 312  // 2 · reach / cell

  private let polygons: [CityPolygon]
  /// For each square: land, sea, or `nil` where an outline passes.
  private var squares: [Bool?] = []

  package init(polygons: [CityPolygon]) {
    self.polygons = polygons
    guard !polygons.isEmpty else { return }
    var isShore = [Bool](repeating: false, count: Self.columns * Self.columns)
    for ring in polygons.flatMap(\.rings) {
      guard var a = ring.last else { continue }
      for b in ring {
        let steps = Int(clamping: (b - a).length / (Self.cell / 4), in: 1...100_000)
        for i in 0...steps {
          let p = a + (b - a) * (Double(i) / Double(steps))
          // A quarter of a square further each way: the walk may cut a corner.
          for dx in [-0.25, 0.25] {
            for dy in [-0.25, 0.25] {
              if let square = Self.square(p + Vector2(dx, dy) * Self.cell) {
                isShore[square] = true
              }
            }
          }
        }
        a = b
      }
    }
    squares = isShore.enumerated().map { square, isShore in
      if isShore { return nil }
      let x = Double(square % Self.columns) + 0.5
      let y = Double(square / Self.columns) + 0.5
      let middle = Vector2(x, y) * Self.cell - Vector2(repeating: Self.reach)
      return polygons.contains { $0.contains(middle) }
    }
  }

  private static func square(_ p: Vector2) -> Int? {
    let q = (p + Vector2(repeating: reach)) / cell
    let limit = Double(columns)
    guard q.x >= 0, q.y >= 0, q.x < limit, q.y < limit else { return nil }
    let bounds = 0...(columns - 1)
    return Int(flooring: q.y, in: bounds) * columns + Int(flooring: q.x, in: bounds)
  }

  /// Whether a point is on the land; everything is where no land is given.
  package func contains(_ p: Vector2) -> Bool {
    if polygons.isEmpty { return true }
    if let square = Self.square(p), let answer = squares[square] { return answer }
    return polygons.contains { $0.contains(p) }
  }
}
