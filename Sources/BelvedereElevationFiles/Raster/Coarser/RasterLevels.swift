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
  private let damage: OverviewDamage
  /// The most bytes of their samples that are kept.
  let keptBytes: Int
  private let made = Mutex<[Int: RasterElevation?]>([:])

  init(_ levels: [Level], damage: OverviewDamage, keptBytes: Int) {
    self.keptBytes = keptBytes
    self.levels = levels.sorted { $0.factor > $1.factor }
    self.damage = damage
  }

  /// Why a part of an overview could not be read, the first time; the samples stand in for it.
  var overviewFailure: (any Error)? { damage.first }

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
      }, damage: damage, keptBytes: keptBytes)
  }
}

extension RasterElevation {
  /// Why a part of the file's overviews could not be read so far; pictures were made of the raster's own
  /// samples there. `nil` where none was missed.
  public var overviewFailure: (any Error)? { levels?.overviewFailure }

  /// The most bytes that samples of its lower resolutions take in memory; 0 where it has none.
  public var keptLevelBytes: Int { levels?.keptBytes ?? 0 }

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
    // Kept apart: what is small must not be pushed out by what is large. Two rows of blocks should fit, as
    // they are and with voids filled: a picture shows some thousand samples side by side.
    let rows = overviews.map { $0.blockColumns * $0.blockWidth * $0.blockHeight * 4 }.max() ?? 0
    let store = ElevationCache(
      maximumBytes: max(
        ReducedRaster.maximumSamples * 4,
        min(max(base.store.maximumBytes, 4 * min(rows, 16 << 20)), 64 << 20)))
    let damage = OverviewDamage()
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
      level(abs(overview.grid.stepY / grid.stepY)) {
        RepairedOverview(overview, of: base, noting: damage)
      }
    }
    let kept = store.maximumBytes
    if !found.isEmpty { return RasterLevels(found, damage: damage, keptBytes: kept) }
    let made = MeanLevels(base)
    let means = ReducedRaster.factors(for: grid).map { factor in
      level(Double(factor)) { made.raster(factor: factor) }
    }
    return RasterLevels(means, damage: damage, keptBytes: kept)
  }
}
