import Synchronization

/// The lower resolutions of a raster that has no overviews: means of its samples, those of 4 made of those of 2,
/// and so on, each in a temporary file. The raster is read once for all of them.
final class MeanLevels: Sendable {
  private let base: BlockCache
  private let made = Mutex<[Int: any ElevationRaster]>([:])

  /// A level of more samples has no file of its own: its means are made when they are needed.
  private static let largestFile = 1 << 27

  init(_ base: BlockCache) { self.base = base }

  /// The means of so many columns and rows, a power of two from 2 on.
  ///
  /// - Returns: `nil` as of ``ReducedRaster``.
  func raster(factor: Int) -> (any ElevationRaster)? {
    // Who comes second waits, instead of reading the raster as well.
    made.withLock { made in Self.raster(factor, base, &made) }
  }

  private static func raster(
    _ factor: Int, _ base: BlockCache, _ made: inout [Int: any ElevationRaster]
  ) -> (any ElevationRaster)? {
    if let known = made[factor] { return known }
    let whole = base.raster.grid
    let width = (whole.width - 1) / factor + 1
    let height = (whole.height - 1) / factor + 1
    guard let means = ReducedRaster(base, width: width, height: height) else { return nil }
    var result: any ElevationRaster = means
    if means.grid.sampleCount <= largestFile {
      let finer = factor > 2 ? raster(factor / 2, base, &made) as? ScratchRaster : nil
      // Of a file nothing more is kept: the system does.
      let chained = finer.flatMap {
        ReducedRaster(
          BlockCache($0, in: ElevationCache(maximumBytes: 0)), width: width, height: height)
      }
      // Where there is no room, or a part cannot be read, the means are made when they are needed.
      if let kept = try? ScratchRaster(copying: chained ?? means) { result = kept }
    }
    made[factor] = result
    return result
  }
}
