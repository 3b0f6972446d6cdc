/// A raster around the Earth without the columns that repeat its first ones.
///
/// Grids whose outermost samples are the edge have the meridian of their first column once more as their
/// last. Held as a second edge it would stand where the cell between both is.
struct OnceAroundRaster: ElevationRaster {
  private let whole: any ElevationRaster
  let grid: RasterGrid

  /// The raster itself, or what is left of it where some of its columns repeat others.
  static func trimming(_ raster: any ElevationRaster) -> any ElevationRaster {
    guard let columns = raster.grid.columnsAround, columns < raster.grid.width,
      let grid = raster.grid.with(width: columns)
    else { return raster }
    guard let memory = raster as? MemoryRaster else {
      return OnceAroundRaster(whole: raster, grid: grid)
    }
    var samples: [Float] = []
    samples.reserveCapacity(grid.sampleCount)
    for row in 0..<grid.height {
      let first = row * memory.grid.width
      samples += memory.samples[first..<(first + columns)]
    }
    return MemoryRaster(name: memory.name, grid: grid, samples: samples)
  }

  var name: String { whole.name }
  var blockWidth: Int { whole.blockWidth }
  var blockHeight: Int { whole.blockHeight }

  func block(column: Int, row: Int) throws -> [Float] {
    try whole.block(column: column, row: row)
  }
}
