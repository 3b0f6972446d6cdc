import BelvedereGeoMath
import BelvedereTerrain

extension RasterElevation {
  /// The lowest and highest of the samples in a box and around it: the bilinear surface over the box
  /// lies between them.
  ///
  /// Cost: reads the blocks under the box, once; of blocks that lie in it as a whole the extremes are
  /// kept. Blocks that cannot be read are void.
  public func range(in box: GeographicBounds) -> ClosedRange<Double>? {
    var found = SIMD2<Float>(.infinity, -.infinity)
    for part in bounds.intersections(with: box) {
      for window in windows(of: part) { include(window, in: &found) }
    }
    return found.x <= found.y ? Double(found.x)...Double(found.y) : nil
  }

  /// Samples of a raster.
  private struct Window { var columns, rows: ClosedRange<Int> }

  /// The samples that take part in the surface over a box within the bounds: one window, two where
  /// the box lies across the first column of a raster around the Earth.
  private func windows(of box: GeographicBounds) -> [Window] {
    let outline = outline(of: box)
    guard outline.low.x <= outline.high.x, outline.low.y <= outline.high.y else { return [] }
    let grid = places.grid
    let rows = Self.samples(outline.low.y, outline.high.y, grid.height)
    if grid.isRound {
      let width = Double(grid.width)
      guard outline.high.x - outline.low.x < width - 1 else {
        return [Window(columns: 0...(grid.width - 1), rows: rows)]
      }
      let turns = (outline.low.x / width).rounded(.down) * width
      let (low, high) = (outline.low.x - turns, outline.high.x - turns)
      let first = Window(columns: Self.samples(low, high, grid.width), rows: rows)
      guard high > width - 1 else { return [first] }
      return [first, Window(columns: Self.samples(0, high - width, grid.width), rows: rows)]
    }
    return [Window(columns: Self.samples(outline.low.x, outline.high.x, grid.width), rows: rows)]
  }

  /// The samples on both sides of two places, held within the grid's.
  private static func samples(_ low: Double, _ high: Double, _ count: Int) -> ClosedRange<Int> {
    // Rounding may move a place by less than that.
    let first = Int(flooring: low - 1e-6, in: 0...(count - 1))
    return first...max(first, Int(clamping: (high + 1e-6).rounded(.up), in: 0...(count - 1)))
  }

  /// The columns and rows between which a box lies.
  private func outline(
    of box: GeographicBounds
  ) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    func include(_ latitude: Double, _ longitude: Double) {
      guard let place = places.unheld(latitude: latitude, longitude: longitude) else { return }
      low = SIMD2(min(low.x, place.x), min(low.y, place.y))
      high = SIMD2(max(high.x, place.x), max(high.y, place.y))
    }
    let steps = places.isSeparable ? 1 : 64
    for i in 0...steps {
      let t = Double(i) / Double(steps)
      let latitude = i == steps ? box.north : box.south + (box.north - box.south) * t
      let longitude = i == steps ? box.east : box.west + (box.east - box.west) * t
      include(latitude, box.west)
      include(latitude, box.east)
      include(box.south, longitude)
      include(box.north, longitude)
    }
    guard !places.isSeparable else { return (low, high) }
    // By as much its sides may bulge between the places.
    let bulge = (high - low) / 1000
    return (low - bulge, high + bulge)
  }

  private func include(_ window: Window, in found: inout SIMD2<Float>) {
    let (w, h) = (cache.blockWidth, cache.blockHeight)
    let grid = places.grid
    for blockRow in (window.rows.lowerBound / h)...(window.rows.upperBound / h) {
      for blockColumn in (window.columns.lowerBound / w)...(window.columns.upperBound / w) {
        let all = Window(
          columns: blockColumn * w...min(blockColumn * w + w, grid.width) - 1,
          rows: blockRow * h...min(blockRow * h + h, grid.height) - 1)
        let part = Window(
          columns: all.columns.clamped(to: window.columns), rows: all.rows.clamped(to: window.rows))
        let extremes =
          part.columns == all.columns && part.rows == all.rows
          ? cache.extremes(column: blockColumn, row: blockRow) { block in
            Self.extremes(block, all, w, blockColumn * w, blockRow * h)
          }
          : (try? cache.block(column: blockColumn, row: blockRow))
            .map { Self.extremes($0, part, w, blockColumn * w, blockRow * h) }
        if let extremes {
          found = SIMD2(min(found.x, extremes.x), max(found.y, extremes.y))
        }
      }
    }
  }

  /// The lowest and highest sample of a part of a block; (∞, −∞) where all are void.
  private static func extremes(
    _ block: [Float], _ part: Window, _ width: Int, _ left: Int, _ top: Int
  ) -> SIMD2<Float> {
    var (low, high) = (Float.infinity, -Float.infinity)
    block.withUnsafeBufferPointer { block in
      for row in part.rows {
        let start = (row - top) * width - left
        for column in part.columns {
          let value = block[start + column]
          // Comparisons with NaN are false.
          if value < low { low = value }
          if value > high { high = value }
        }
      }
    }
    return SIMD2(low, high)
  }
}
