import BelvedereTerrain
import Synchronization

/// The lower resolutions of a large raster: the overviews of its file, or means of its samples. Each is made when it is first wanted, and kept.
final class RasterLevels: Sendable {
  /// How many samples of the raster lie along one of a level's.
  struct Level: Sendable {
    let factor: Double
    let make: @Sendable () -> RasterElevation?
  }

  /// The coarsest first.
  private let levels: [Level]
  private let made = Mutex<[Int: RasterElevation?]>([:])

  init(_ levels: [Level]) { self.levels = levels.sorted { $0.factor > $1.factor } }

  /// The coarsest level of at most so many samples along one of its own.
  func level(atMost factor: Double) -> RasterElevation? {
    guard let n = levels.firstIndex(where: { $0.factor <= factor }) else { return nil }
    if let known = made.withLock({ $0[n] }) { return known }
    let model = levels[n].make()
    return made.withLock { made in
      if let known = made[n] { return known }
      made[n] = .some(model)
      return model
    }
  }

  /// The first error of a part of a level that could not be read.
  var failure: (any Error)? {
    made.withLock { $0.values.lazy.compactMap { $0?.failure }.first }
  }

  /// The levels with something done to each.
  func mapped(_ change: @escaping @Sendable (RasterElevation) -> RasterElevation?) -> RasterLevels {
    RasterLevels(
      levels.map { level in
        Level(factor: level.factor) {
          self.level(atMost: level.factor).flatMap(change)
        }
      })
  }
}

extension RasterElevation {
  /// The same ground by the overviews of the file, or by means, of a raster of many samples; `nil` of
  /// smaller ones.
  public func coarsened(to spacing: Double) -> (any ElevationModel)? {
    guard spacing > resolution else { return nil }
    return levels?.level(atMost: spacing / resolution)
  }

  /// The levels of a raster.
  static func levels(
    of base: BlockCache, overviews: [any ElevationRaster], datum: VerticalDatum,
    parts: RasterParts?
  ) -> RasterLevels {
    let grid = base.raster.grid
    // Kept apart: what is small must not be pushed out by what is large.
    let store = ElevationCache(maximumBytes: ReducedRaster.maximumSamples * 4)
    func level(
      _ factor: Double, _ raster: @escaping @Sendable () -> (any ElevationRaster)?
    ) -> RasterLevels.Level {
      RasterLevels.Level(factor: factor) {
        raster().flatMap { raster in
          try? RasterElevation(
            raster, datum: datum, cache: store, parts: parts?.scaled(from: grid, to: raster.grid),
            largestWhole: .max)
        }
      }
    }
    let found = overviews.map { overview in
      level(abs(overview.grid.stepY / grid.stepY)) { overview }
    }
    if !found.isEmpty { return RasterLevels(found) }
    let factor = ReducedRaster.factor(for: grid)
    return RasterLevels([level(Double(factor)) { ReducedRaster(base, factor: factor) }])
  }
}
