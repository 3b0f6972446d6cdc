import BelvedereGeoMath
import BelvedereGeodesy

/// A rectilinear grid of samples as surfaces of 256 × 256 cells, made when rays come to them.
///
/// Each surface reaches one cell into its neighbours: a ray that leaves one is in the next.
struct SurfaceTiles: Sendable {
  /// Cells along the edge of a tile.
  static let side = 256

  /// Map points of the lines east and south of the mosaic's corner, increasing.
  let columns, rows: [Double]
  /// The same in degrees: longitudes that grow eastwards, latitudes that fall.
  let longitudes, latitudes: [Double]
  /// The samples at crossings of parallels and meridians, metres as they are drawn.
  let samples: @Sendable (_ latitudes: [Double], _ longitudes: [Double]) -> [Float]
  /// Whether there may be any sample in a box.
  let mayHaveSamples: @Sendable (GeographicBounds) -> Bool
  /// The number in the cache of the first tile.
  let firstNumber: Int
  let cache: SurfaceCache
  /// Whether the ground is another one between the samples.
  let isApproximate: Bool

  /// Tiles beside and below each other.
  var across: Int { (columns.count - 2) / Self.side + 1 }
  var down: Int { (rows.count - 2) / Self.side + 1 }

  /// The lines of the cells of a tile, both ends included.
  func columnLines(_ i: Int) -> ClosedRange<Int> { Self.lines(i, columns.count) }
  func rowLines(_ j: Int) -> ClosedRange<Int> { Self.lines(j, rows.count) }

  private static func lines(_ tile: Int, _ count: Int) -> ClosedRange<Int> {
    tile * side...min((tile + 1) * side, count - 1)
  }

  /// The tile in which a position lies, held within the grid.
  func tile(at position: Vector2) -> (i: Int, j: Int) {
    (Self.cell(columns, at: position.x) / Self.side, Self.cell(rows, at: position.y) / Self.side)
  }

  /// The cell of a position among lines, held between the first and the last.
  static func cell(_ lines: [Double], at value: Double) -> Int {
    lines.withUnsafeBufferPointer { lines in
      lines.baseAddress.map { SurfaceGrid.cell($0, lines.count - 1, at: value) } ?? 0
    }
  }

  /// A tile's surface.
  func surface(_ i: Int, _ j: Int) -> SurfaceTile {
    cache.tile(firstNumber + j * across + i) { make(i, j) }
  }

  /// The surface of the tile in which a position lies.
  func surface(at position: Vector2) -> SurfaceTile {
    let (i, j) = tile(at: position)
    return surface(i, j)
  }

  /// A tile's bounds, if it was ever made.
  func knownRange(_ i: Int, _ j: Int) -> ClosedRange<Double>?? {
    cache.range(firstNumber + j * across + i)
  }

  private func make(_ i: Int, _ j: Int) -> SurfaceTile {
    let (c, r) = (columnLines(i), rowLines(j))
    let columnRange = max(c.lowerBound - 1, 0)...min(c.upperBound + 1, columns.count - 1)
    let rowRange = max(r.lowerBound - 1, 0)...min(r.upperBound + 1, rows.count - 1)
    let corner = Vector2(columns[columnRange.lowerBound], rows[rowRange.lowerBound])
    let box = GeographicBounds(
      south: latitudes[rowRange.upperBound], west: longitudes[columnRange.lowerBound],
      north: latitudes[rowRange.lowerBound], east: longitudes[columnRange.upperBound])
    guard mayHaveSamples(box) else {
      return SurfaceTile(corner: corner, surface: nil, uncertainty: 0)
    }
    let surface = try? TerrainSurface(
      // Only differences count: where the corner lies on the Earth is the mosaic's business.
      anchor: Coordinate(latitude: 0, longitude: 0),
      columns: columns[columnRange].map { $0 - corner.x },
      rows: rows[rowRange].map { $0 - corner.y },
      samples: samples(Array(latitudes[rowRange]), Array(longitudes[columnRange])))
    return SurfaceTile(
      corner: corner, surface: surface,
      uncertainty: isApproximate ? surface.map(Self.uncertainty) ?? 0 : 0)
  }

  /// How far the ground may be from the surface of samples, metres.
  ///
  /// Where the ground has a crease, by which its slope changes by s over a line w apart from the next one, it is at
  /// most s·w/4 from the chord; the second difference of the samples on both sides is at least s·w/2. Half the
  /// largest second differences of both directions, and a quarter more for creases that cross in a cell.
  private static func uncertainty(of surface: TerrainSurface) -> Double {
    let (width, samples) = (surface.columns.count, surface.samples)
    var (across, down) = (Float(0), Float(0))
    samples.withUnsafeBufferPointer { samples in
      for k in samples.indices {
        let twice = 2 * samples[k]
        // Comparisons with NaN are false.
        if k % width > 0, k % width < width - 1 {
          let bend = abs(samples[k - 1] - twice + samples[k + 1])
          if bend > across { across = bend }
        }
        if k >= width, k + width < samples.count {
          let bend = abs(samples[k - width] - twice + samples[k + width])
          if bend > down { down = bend }
        }
      }
    }
    return 0.625 * Double(across + down) + 1e-6
  }
}

/// The surface of a tile, in coordinates from a corner of its own.
struct SurfaceTile: Sendable {
  /// The corner in the mosaic's coordinates.
  let corner: Vector2
  /// `nil` where none could be made.
  let surface: TerrainSurface?
  /// How far the ground may be from it, metres; 0 where it is the ground.
  let uncertainty: Double

  /// Its bounds and those of the ground near it; `nil` without ground.
  var range: ClosedRange<Double>? {
    surface?.range.map { ($0.lowerBound - uncertainty)...($0.upperBound + uncertainty) }
  }

  /// How far the ground may be from the surface in the cells around a position, metres: as ``uncertainty``, of the second
  /// differences there alone.
  func bend(around position: Vector2) -> Double {
    guard let surface, uncertainty > 0 else { return uncertainty }
    let (width, height) = (surface.columns.count, surface.rows.count)
    let i = SurfaceTiles.cell(surface.columns, at: position.x - corner.x)
    let j = SurfaceTiles.cell(surface.rows, at: position.y - corner.y)
    let columns = max(i - 1, 0)...min(i + 2, width - 1)
    let rows = max(j - 1, 0)...min(j + 2, height - 1)
    var (across, down) = (Float(0), Float(0))
    surface.samples.withUnsafeBufferPointer { samples in
      for row in rows {
        for column in columns {
          let k = row * width + column
          let twice = 2 * samples[k]
          // Comparisons with NaN are false.
          if column > 0, column < width - 1 {
            let bend = abs(samples[k - 1] - twice + samples[k + 1])
            if bend > across { across = bend }
          }
          if row > 0, row < height - 1 {
            let bend = abs(samples[k - width] - twice + samples[k + width])
            if bend > down { down = bend }
          }
        }
      }
    }
    return min(0.625 * Double(across + down) + 1e-6, uncertainty)
  }

  /// Where a ray is first no farther from the surface than the ground may be; `nil` where it nowhere is.
  func approach(of ray: SurfaceRay) -> Double? {
    guard let surface else { return nil }
    let place = ray.position(at: ray.minimum)
    let above = ground(at: place.xy).map { place.z - $0.elevation }
    if let above, abs(above) <= uncertainty { return ray.minimum }
    var shifts = above.map { [$0 > 0 ? uncertainty : -uncertainty] } ?? []
    // Beside a hole a ray may come from either side, or between.
    if shifts.isEmpty || surface.hasVoids { shifts = [uncertainty, 0, -uncertainty] }
    let met = shifts.compactMap { shift in
      var near = ray
      near.origin.z -= shift
      return cast(near)?.t
    }.min()
    return shifts.count == 1 ? met : entry(of: ray, before: met ?? ray.maximum) ?? met
  }

  /// Where a ray comes over cells with ground and is no farther from the surface than the ground may be, half a
  /// cell before; `nil` where it does not up to a parameter.
  private func entry(of ray: SurfaceRay, before end: Double) -> Double? {
    guard let surface, let last = surface.columns.last, let lowest = surface.rows.last else {
      return nil
    }
    let (columns, rows) = (Double(surface.columns.count - 1), Double(surface.rows.count - 1))
    let cells = max(abs(ray.direction.x) * columns / last, abs(ray.direction.y) * rows / lowest)
    let step = 0.5 / cells
    guard step.isFinite, end.isFinite else { return nil }
    var t = ray.minimum + step
    while t < end {
      let place = ray.position(at: t)
      if let known = ground(at: place.xy), abs(place.z - known.elevation) <= uncertainty {
        return max(t - step, ray.minimum)
      }
      t = max(t + step, t.nextUp)
    }
    return nil
  }

  /// The first hit in the mosaic's coordinates.
  func cast(_ ray: SurfaceRay) -> TerrainHit? {
    guard let surface else { return nil }
    var moved = ray
    moved.origin.x -= corner.x
    moved.origin.y -= corner.y
    guard var hit = surface.cast(moved).hit else { return nil }
    hit.position.x += corner.x
    hit.position.y += corner.y
    return hit
  }

  func ground(at position: Vector2) -> (elevation: Double, gradient: Vector2)? {
    surface?.ground(at: position - corner)
  }
}
