import BelvedereTerrain

/// The outermost samples of a raster of posts.
struct RasterEdges {
  private let model: any ElevationModel
  private let grid: RasterGrid

  /// `nil` for models that are no raster of posts on parallels and meridians.
  init?(_ model: any ElevationModel) {
    switch model {
    case let field as HeightField:
      let b = field.bounds
      guard field.width > 1, field.height > 1,
        let grid = RasterGrid(
          width: field.width, height: field.height, system: .geographic(.wgs84), originX: b.west,
          originY: b.north, stepX: (b.east - b.west) / Double(field.width - 1),
          stepY: (b.south - b.north) / Double(field.height - 1), margin: 0)
      else { return nil }
      self.grid = grid
    case let raster as RasterElevation:
      guard raster.parts == nil, raster.raster.grid.margin == 0, raster.raster.grid.width > 1,
        raster.raster.grid.height > 1
      else { return nil }
      grid = raster.raster.grid
    default: return nil
    }
    self.model = model
  }

  /// Whether one of them is void; of a raster that cannot be read, none.
  var hasVoids: Bool {
    if let field = model as? HeightField, field.voidCount == 0 { return false }
    let (right, bottom) = (grid.width - 1, grid.height - 1)
    return [
      (0, 0, grid.width, 1), (0, bottom, grid.width, 1), (0, 0, 1, grid.height),
      (right, 0, 1, grid.height),
    ].contains { column, row, width, height in
      samples(column, row, width, height).contains(where: \.isNaN)
    }
  }

  private func samples(_ column: Int, _ row: Int, _ width: Int, _ height: Int) -> [Float] {
    if let field = model as? HeightField {
      return (row..<(row + height)).flatMap { y in
        field.samples[(y * field.width + column)..<(y * field.width + column + width)]
      }
    }
    guard let raster = model as? RasterElevation else { return [] }
    let kept = KeptRaster(blocks: raster.cache)
    return (try? kept.read(column: column, row: row, width: width, height: height)) ?? []
  }

  /// The model as a raster; `nil` where it has no place on the Earth.
  var raster: RasterElevation? {
    guard let field = model as? HeightField else { return model as? RasterElevation }
    return try? RasterElevation(
      MemoryRaster(name: "", grid: grid, samples: field.samples), cacheBytes: 0, datum: field.datum)
  }
}
