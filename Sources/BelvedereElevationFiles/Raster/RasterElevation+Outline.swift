import BelvedereGeoMath
import BelvedereTerrain

extension RasterElevation {
  /// The edges of the raster's pixels: of one on another projection the turned outline, of several together
  /// also those beside gaps.
  public var outline: ModelOutline? {
    let grid = places.grid
    guard places.isSeparable else { return turnedOutline }
    guard let samples = sampleBounds else { return nil }
    guard let parts, !parts.isWhole else { return ModelOutline(bounds, samples: samples) }
    let conversion = CoordinateConversion(grid.system)
    var edges: [ModelOutline.Edge] = []
    for gap in parts.edges(of: grid) {
      guard let from = place(gap.from, conversion), let to = place(gap.to, conversion) else {
        return ModelOutline(bounds, samples: samples)
      }
      edges.append(ModelOutline.Edge(gap.side, from: from, to: to))
    }
    return ModelOutline(edges: edges, samples: samples)
  }

  /// The box of the outermost samples.
  private var sampleBounds: GeographicBounds? {
    let grid = places.grid
    guard grid.margin > 0, !grid.isRound else { return bounds }
    let conversion = CoordinateConversion(grid.system)
    let last = SIMD2(Double(grid.width - 1), Double(grid.height - 1))
    guard let a = place(.zero, conversion), let b = place(last, conversion) else { return nil }
    return GeographicBounds(
      south: min(a.y, b.y), west: min(a.x, b.x), north: max(a.y, b.y), east: max(a.x, b.x))
  }

  /// Longitude and latitude of a place of the grid, edges of the raster as exactly as ``bounds`` has them.
  private func place(_ cell: SIMD2<Double>, _ conversion: CoordinateConversion) -> SIMD2<Double>? {
    let grid = places.grid
    let position = grid.position(column: cell.x, row: cell.y)
    guard let found = conversion.unproject(x: position.x, y: position.y) else { return nil }
    func snapped(_ value: Double, _ low: Double, _ high: Double) -> Double {
      let hair = (high - low) * 1e-9
      return abs(value - low) < hair ? low : abs(value - high) < hair ? high : value
    }
    let turn = ((found.longitude - bounds.center.longitude) / 360).rounded() * 360
    return SIMD2(
      snapped(found.longitude - turn, bounds.west, bounds.east),
      snapped(found.latitude, bounds.south, bounds.north))
  }

  /// The outline of a raster whose columns are no meridians: straight pieces of its edges.
  private var turnedOutline: ModelOutline? {
    let grid = places.grid
    let conversion = CoordinateConversion(grid.system)
    let low = SIMD2(-grid.margin, -grid.margin)
    let high = SIMD2(
      Double(grid.width - 1) + grid.margin, Double(grid.height - 1) + grid.margin)
    var ends: [(side: ModelOutline.Side, from: SIMD2<Double>, to: SIMD2<Double>)] = [
      (grid.stepY < 0 ? .north : .south, low, SIMD2(high.x, low.y)),
      (grid.stepY < 0 ? .south : .north, SIMD2(low.x, high.y), high),
      (grid.stepX > 0 ? .west : .east, low, SIMD2(low.x, high.y)),
      (grid.stepX > 0 ? .east : .west, SIMD2(high.x, low.y), high),
    ]
    if let parts, !parts.isWhole { ends = parts.edges(of: grid) }
    let longest = max(high.x - low.x, high.y - low.y)
    var edges: [ModelOutline.Edge] = []
    for (side, from, to) in ends {
      let way = to - from
      let share = max(abs(way.x), abs(way.y)) / max(longest, 1)
      let steps = Int(clamping: (share * 16).rounded(.up), in: 1...16)
      let points = (0...steps).compactMap {
        place(from + way * (Double($0) / Double(steps)), conversion)
      }
      guard points.count == steps + 1 else { return nil }
      edges += zip(points, points.dropFirst()).map { ModelOutline.Edge(side, from: $0, to: $1) }
    }
    return ModelOutline(edges: edges, samples: bounds)
  }
}

extension RasterParts {
  /// The edges of the parts beside which there is none, in columns and rows.
  func edges(
    of grid: RasterGrid
  ) -> [(side: ModelOutline.Side, from: SIMD2<Double>, to: SIMD2<Double>)] {
    var edges: [(side: ModelOutline.Side, from: SIMD2<Double>, to: SIMD2<Double>)] = []
    let half = 0.5
    for part in parts {
      let (columns, rows) = (part.columns, part.rows)
      let near = index.parts(
        columns: (columns.lowerBound - 1)..<(columns.upperBound + 1),
        rows: (rows.lowerBound - 1)..<(rows.upperBound + 1)
      ).map { parts[$0] }
      func add(
        _ side: ModelOutline.Side, _ range: Range<Int>, _ covers: (Part) -> Range<Int>?,
        _ place: (Double) -> SIMD2<Double>
      ) {
        for open in Self.rest(of: range, without: near.compactMap(covers)) {
          edges.append(
            (side, place(Double(open.lowerBound) - half), place(Double(open.upperBound) - half)))
        }
      }
      let (top, bottom) = (Double(rows.lowerBound) - half, Double(rows.upperBound) - half)
      let (left, right) = (Double(columns.lowerBound) - half, Double(columns.upperBound) - half)
      add(grid.stepY < 0 ? .north : .south, columns) {
        $0.rows.contains(rows.lowerBound - 1) ? $0.columns : nil
      } _: {
        SIMD2($0, top)
      }
      add(grid.stepY < 0 ? .south : .north, columns) {
        $0.rows.contains(rows.upperBound) ? $0.columns : nil
      } _: {
        SIMD2($0, bottom)
      }
      add(grid.stepX > 0 ? .west : .east, rows) {
        $0.columns.contains(columns.lowerBound - 1) ? $0.rows : nil
      } _: {
        SIMD2(left, $0)
      }
      add(grid.stepX > 0 ? .east : .west, rows) {
        $0.columns.contains(columns.upperBound) ? $0.rows : nil
      } _: {
        SIMD2(right, $0)
      }
    }
    return edges
  }

  /// What ranges leave of one.
  private static func rest(of range: Range<Int>, without others: [Range<Int>]) -> [Range<Int>] {
    var rest: [Range<Int>] = []
    var start = range.lowerBound
    for other in others.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if other.lowerBound > start { rest.append(start..<min(other.lowerBound, range.upperBound)) }
      start = max(start, other.upperBound)
      if start >= range.upperBound { return rest }
    }
    rest.append(start..<range.upperBound)
    return rest
  }
}
