import BelvedereTerrain

/// Samples of a regular grid in its own coordinates, ready to be written: columns from west to east,
/// rows from north to south.
///
/// Samples are those of the source, bit for bit; none is interpolated.
public struct ElevationGrid: Sendable {
  /// Columns and rows, each at least 1.
  public let width, height: Int
  /// What the coordinates mean.
  public let system: CoordinateReferenceSystem
  /// The coordinates of the outermost samples, in degrees or metres.
  public let south, west, north, east: Double
  /// From a column to the next one and from a row to the next one; both positive.
  public let stepX, stepY: Double
  /// Whether the outermost samples are the grid's edge; otherwise each stands for its cell, half of
  /// which lies beyond it.
  public let isEdgedBySamples: Bool
  /// `width × height` metres, row-major; NaN is a void.
  public let samples: [Float]
  /// What elevations are measured from.
  public let datum: VerticalDatum

  /// The samples of a raster, in the raster's own order.
  public init(_ grid: RasterGrid, samples: [Float], datum: VerticalDatum) {
    precondition(samples.count / grid.width == grid.height, "wrong grid size")
    (width, height, system) = (grid.width, grid.height, grid.system)
    let last = grid.position(column: Double(width - 1), row: Double(height - 1))
    (west, east) = (min(grid.originX, last.x), max(grid.originX, last.x))
    (south, north) = (min(grid.originY, last.y), max(grid.originY, last.y))
    (stepX, stepY) = (abs(grid.stepX), abs(grid.stepY))
    isEdgedBySamples = grid.margin == 0
    self.datum = datum
    self.samples = Self.turned(
      samples, width, fromWest: grid.stepX > 0, fromNorth: grid.stepY < 0)
  }

  /// The samples of a grid of latitudes and longitudes.
  public init(_ field: HeightField) {
    (width, height) = (field.width, field.height)
    system = .geographic(.wgs84)
    (south, west) = (field.bounds.south, field.bounds.west)
    (north, east) = (field.bounds.north, field.bounds.east)
    (stepX, stepY) = (field.longitudinalResolution, field.resolution)
    isEdgedBySamples = true
    samples = field.samples
    datum = field.datum
  }

  /// The same samples as a grid of latitudes and longitudes; `nil` for one on a projection or on
  /// NAD27, whose places lie elsewhere on WGS 84, and for one of a single column or row.
  public var heightField: HeightField? {
    guard case .geographic(let datum) = system, datum.shift == nil, width >= 2, height >= 2 else {
      return nil
    }
    return HeightField(
      width: width, height: height,
      bounds: GeographicBounds(south: south, west: west, north: north, east: east),
      samples: samples, datum: self.datum)
  }

  private static func turned(
    _ samples: [Float], _ width: Int, fromWest: Bool, fromNorth: Bool
  ) -> [Float] {
    if fromWest, fromNorth { return samples }
    var result: [Float] = []
    result.reserveCapacity(samples.count)
    let height = samples.count / width
    for row in 0..<height {
      let from = (fromNorth ? row : height - 1 - row) * width
      let line = samples[from..<(from + width)]
      if fromWest { result += line } else { result += line.reversed() }
    }
    return result
  }
}

/// The edge of a cell from its centre.
enum CellEdge {
  /// The number from which half a cell leads to a centre: of those that do so to the last bit the
  /// one with the fewest decimals, since that is most often what the source's file says.
  static func before(_ centre: Double, step: Double) -> Double {
    let half = step / 2
    let edge = centre - half
    var scale = 1.0
    for _ in 0...12 {
      let short = (edge * scale).rounded() / scale
      if short + half == centre { return short }
      scale *= 10
    }
    return [edge.nextUp, edge.nextDown].first { edge + half != centre && $0 + half == centre }
      ?? edge
  }
}
