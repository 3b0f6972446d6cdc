import BelvedereElevationFiles
import BelvedereLimits
import BelvedereTerrain

/// Elevation files as layers of a scene's ground.
enum ElevationLayer {
  /// What the names of elevation files end in, beside `.hgt` and the pictures of scenes.
  static let endings = [".tif", ".tiff", ".asc", ".hgt.zip"]

  /// Opens a file of any kind.
  ///
  /// A raster whose voids are to be filled is held in memory; one that does not fit there, or that
  /// is taken as it is, is read as it is needed.
  static func open(
    _ path: String, in file: SceneFile, fillsVoids: Bool
  ) throws -> any ElevationModel {
    let limits = file.limits
    let opened = try ElevationFile.open(
      path, shownAs: file.name,
      options: .init(limits: limits, cacheBytes: min(256 << 20, limits.maximumMemory / 8)))
    for warning in opened.warnings { file.warn(warning) }
    let grid = opened.grid
    let (count, overflow) = grid.width.multipliedReportingOverflow(by: grid.height)
    guard fillsVoids, !overflow, count <= limits.maximumMemory / 32 else {
      if fillsVoids { file.warn("is too large to fill its voids; they stay") }
      return try opened.model()
    }
    // Before the samples are read: a raster without a place is refused.
    _ = try opened.model()
    try TerrainDecoder.count(samples: count, in: file)
    var samples = try opened.raster.read(
      column: 0, row: 0, width: grid.width, height: grid.height, limits: limits)
    if samples.contains(where: \.isNaN), grid.width >= 2, grid.height >= 2 {
      samples = filled(samples, grid, in: file)
    }
    return try RasterElevation(
      MemoryRaster(name: file.name, grid: grid, samples: samples), cacheBytes: 0)
  }

  private static func filled(_ samples: [Float], _ grid: RasterGrid, in file: SceneFile) -> [Float]
  {
    // Filling knows neighbours only: where on the Earth they lie does not matter.
    let field = HeightField(
      width: grid.width, height: grid.height,
      bounds: GeographicBounds(south: 0, west: 0, north: 1, east: 1), samples: samples)
    let (result, count) = field.fillingVoids()
    TerrainDecoder.note(filledVoids: count, in: file)
    return result.samples
  }
}
