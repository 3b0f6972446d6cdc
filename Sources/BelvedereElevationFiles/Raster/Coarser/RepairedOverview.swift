import Synchronization

/// An overview of a raster; where a part of it cannot be read, means of the raster's own samples.
struct RepairedOverview: ElevationRaster {
  private let overview: any ElevationRaster
  /// `nil` where there are no such means.
  private let means: ReducedRaster?
  private let damage: OverviewDamage

  /// - Parameter damage: where the first failure is noted.
  init(_ overview: any ElevationRaster, of base: BlockCache, noting damage: OverviewDamage) {
    self.overview = overview
    self.damage = damage
    means = ReducedRaster(base, width: overview.grid.width, height: overview.grid.height)
  }

  var name: String { overview.name }
  var grid: RasterGrid { overview.grid }
  var blockWidth: Int { overview.blockWidth }
  var blockHeight: Int { overview.blockHeight }

  func block(column: Int, row: Int) throws -> [Float] {
    do {
      return try overview.block(column: column, row: row)
    } catch {
      guard let means else { throw error }
      damage.note(error)
      return try means.samples(
        columns: (column * blockWidth)..<min((column + 1) * blockWidth, grid.width),
        rows: (row * blockHeight)..<min((row + 1) * blockHeight, grid.height),
        width: blockWidth, height: blockHeight)
    }
  }
}

/// What was first found damaged of a raster's overviews.
final class OverviewDamage: Sendable {
  private let state = Mutex<(any Error)?>(nil)

  var first: (any Error)? { state.withLock { $0 } }

  func note(_ error: any Error) {
    state.withLock { if $0 == nil { $0 = error } }
  }
}
