import BelvedereGeoMath
import BelvedereTerrain

extension RasterElevation {
  /// The lowest and highest ground in a box: of a box of a few samples those of the bilinear surface over it,
  /// of larger ones those of the samples in it and around it.
  ///
  /// Cost: reads the blocks under the box, once; of blocks that lie in it as a whole the extremes are
  /// kept. Blocks that cannot be read are void.
  public func range(in box: GeographicBounds) -> ClosedRange<Double>? {
    bounds.intersections(with: box).reduce(nil) { found, part in
      let outline = outline(of: part)
      // The bounds hold more than a raster that lies askew in them.
      guard meetsSamples(outline) else { return found }
      let own =
        closeRange(outline)
        ?? windows(of: outline).reduce(SampleExtremes()) { $0.union(extremes($1)) }.range
      guard let found, let own else { return found ?? own }
      return min(found.lowerBound, own.lowerBound)...max(found.upperBound, own.upperBound)
    }
  }

  /// Whether a box lies within the samples, and none that takes part in the surface over it is void.
  ///
  /// Cost: as of ``range(in:)``.
  public func knowsAll(of box: GeographicBounds) -> Bool {
    let grid = places.grid
    guard !grid.isRound, box.lies(in: bounds) else { return false }
    let outline = outline(of: box)
    // As far beyond the outer samples as the surface is theirs.
    guard outline.low.x >= -grid.margin, outline.low.y >= -grid.margin,
      outline.high.x <= Double(grid.width - 1) + grid.margin,
      outline.high.y <= Double(grid.height - 1) + grid.margin
    else { return false }
    return windows(of: outline).allSatisfy { !extremes($0).hasVoids }
  }

  /// Whether an outline may have a place of the surface in it.
  private func meetsSamples(_ outline: Outline) -> Bool {
    let grid = places.grid
    // Rounding may move a place by less than that.
    let reach = grid.margin + 1e-5
    let isInRows = outline.high.y >= -reach && outline.low.y <= Double(grid.height - 1) + reach
    let isInColumns =
      grid.isRound
      || (outline.high.x >= -reach && outline.low.x <= Double(grid.width - 1) + reach)
    return isInRows && isInColumns
  }

  /// The extremes of the bilinear surface in a rectangle of few samples; `nil` for others and beside voids.
  ///
  /// In a cell the surface is linear along columns and along rows, so that those of a rectangle in it are at its
  /// corners.
  private func closeRange(_ outline: Outline) -> ClosedRange<Double>? {
    let grid = places.grid
    guard outline.low.x <= outline.high.x, outline.low.y <= outline.high.y else { return nil }
    let last = SIMD2(Double(grid.width - 1), Double(grid.height - 1))
    // Rounding may move a place by less than that.
    let low = pointwiseMin(pointwiseMax(outline.low - 1e-6, SIMD2()), last)
    let high = pointwiseMin(pointwiseMax(outline.high + 1e-6, low), last)
    let most = 4.0
    guard !grid.isRound, high.x - low.x <= most, high.y - low.y <= most else { return nil }
    func lines(_ low: Double, _ high: Double, _ last: Int) -> [SamplePlaces.Position] {
      ([low] + stride(from: low.rounded(.down) + 1, to: high, by: 1) + [high]).map {
        let index = Int(flooring: $0, in: 0...last)
        return SamplePlaces.Position(index: index, fraction: $0 - Double(index))
      }
    }
    let columns = lines(low.x, high.x, grid.width - 1)
    var cursor = BlockCursor(cache)
    var (least, greatest) = (Double.infinity, -Double.infinity)
    for row in lines(low.y, high.y, grid.height - 1) {
      for column in columns {
        guard let value = try? bilinear(column, row, &cursor), !value.isNaN else { return nil }
        (least, greatest) = (min(least, value), max(greatest, value))
      }
    }
    return least...greatest
  }

  /// The columns and rows between which a box lies.
  private typealias Outline = (low: SIMD2<Double>, high: SIMD2<Double>)

  /// Samples of a raster.
  private struct Window { var columns, rows: ClosedRange<Int> }

  /// The samples that take part in the surface over an outline within the bounds: one window, two where
  /// it lies across the first column of a raster around the Earth.
  private func windows(of outline: Outline) -> [Window] {
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

  private func outline(of box: GeographicBounds) -> Outline {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    func include(_ latitude: Double, _ longitude: Double) {
      guard let place = places.unheld(latitude: latitude, longitude: longitude) else { return }
      low = SIMD2(min(low.x, place.x), min(low.y, place.y))
      high = SIMD2(max(high.x, place.x), max(high.y, place.y))
    }
    // A side of so many radians bulges by an eighth of them, of its length.
    let size = max(box.north - box.south, box.east - box.west)
    let steps = places.isSeparable || size < 0.01 ? 1 : size < 0.1 ? 4 : 64
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

  private func extremes(_ window: Window) -> SampleExtremes {
    var found = SampleExtremes()
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
        found = found.union(extremes ?? SampleExtremes(hasVoids: true))
      }
    }
    return found
  }

  /// The extremes of a part of a block.
  private static func extremes(
    _ block: [Float], _ part: Window, _ width: Int, _ left: Int, _ top: Int
  ) -> SampleExtremes {
    var found = SampleExtremes()
    block.withUnsafeBufferPointer { block in
      for row in part.rows {
        let start = (row - top) * width - left
        for column in part.columns { found.include(block[start + column]) }
      }
    }
    return found
  }
}
