import BelvedereGeoMath

/// Draws triangles into a visibility buffer: which triangle is nearest at each sample.
///
/// Watertight: vertices are snapped to 1/256 pixel, edge functions are exact integers, and the
/// top-left rule gives every sample on a shared edge to exactly one side (Pineda 1988). Equal depths
/// go to the lower triangle number, so that the result depends neither on the order nor on the
/// number of threads.
public struct Rasterizer: Sendable {
  /// Pixels along a tile's side.
  static let tileSize = 64
  static let subpixels: Float = 256
  /// Edges are exact for vertices within this many pixels from the origin: products stay below 2⁵².
  static let guardBand: Float = 131_072
  /// Triangles with a vertex beyond this are clipped to it: a little inside the guard band, so that
  /// rounding cannot leave that. What decides and where it cuts must be the same, or neighbours of
  /// which only one is clipped would no longer share their edge.
  static let clipBand: Float = guardBand - 64

  let view: RasterView
  let threads: Int

  /// Makes a rasteriser for a view.
  public init(view: RasterView, threads: Int) {
    self.view = view
    self.threads = max(1, threads)
  }

  /// Draws batches where they are placed. Those beyond ``TriangleID/maximumBatches`` have no numbers
  /// and are not drawn.
  ///
  /// - Returns: how many triangles were set up for the screen.
  @discardableResult
  public func draw(
    _ placements: [BatchPlacement], batches: [TriangleBatch], into target: VisibilityBuffer
  ) -> Int {
    precondition(target.width == view.width && target.height == view.height, "sizes differ")
    let columns = (view.width + Self.tileSize - 1) / Self.tileSize
    let rows = (view.height + Self.tileSize - 1) / Self.tileSize
    let bins = (0..<threads).map { _ in StrandBins(columns: columns, rows: rows) }

    Parallel.forEach(placements.count, threads: threads) { i, strand in
      let placement = placements[i]
      GeometryStage(view: view, bins: bins[strand], hasOneSample: target.samples == 1)
        .process(batches[placement.batch], placement: placement)
    }
    Parallel.forEach(columns * rows, threads: threads) { tile, _ in
      TileStage(target: target, column: tile % columns, row: tile / columns)
        .run(bins.lazy.map { ($0.triangles, $0.tiles[tile]) })
    }
    return bins.reduce(0) { $0 + $1.triangles.count }
  }
}

/// What one thread has set up, sorted into tiles.
final class StrandBins: @unchecked Sendable {
  let columns, rows: Int
  var triangles: [ScreenTriangle] = []
  var tiles: [[UInt32]]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    tiles = Array(repeating: [], count: columns * rows)
  }
}
