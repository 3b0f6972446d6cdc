import Synchronization

/// Blocks of one raster as they are needed: from memory where they were read lately.
///
/// Safe to use from many threads at once. A block is decoded outside the lock: two threads that
/// miss the same block at once both decode it, and neither waits.
final class BlockCache: Sendable {
  let raster: any ElevationRaster
  let blockWidth, blockHeight, blockColumns: Int
  let store: ElevationCache
  private let number: Int
  /// The one block of a raster in memory: it needs no keeping, and no lock.
  private let whole: [Float]?
  private let state = Mutex(State())

  private struct State {
    var reads = 0
    var failure: (any Error)?
    var extremes: [Int: SampleExtremes] = [:]
  }

  /// How many blocks' extremes are kept: 24 MiB of them.
  private static let maximumExtremes = 1 << 20

  /// - Parameter store: Where blocks are kept; at least one block of all that share it is.
  init(_ raster: any ElevationRaster, in store: ElevationCache) {
    self.raster = raster
    self.store = store
    number = store.newRaster()
    whole = (raster as? MemoryRaster)?.samples
    blockWidth = raster.blockWidth
    blockHeight = raster.blockHeight
    blockColumns = raster.blockColumns
  }

  deinit { store.forget(raster: number) }

  /// The first error of a block that could not be read.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// How many blocks were read from the file.
  var reads: Int { state.withLock { $0.reads } }

  /// A block's samples, from memory where they are there.
  func block(column: Int, row: Int) throws -> [Float] {
    if let whole { return whole }
    let key = ElevationCache.Key(raster: number, block: row * blockColumns + column)
    if let known = store.find(key) { return known }
    do {
      let samples = try raster.block(column: column, row: row)
      state.withLock { $0.reads += 1 }
      store.insert(samples, for: key)
      return samples
    } catch {
      state.withLock { state in
        if state.failure == nil { state.failure = error }
      }
      throw error
    }
  }

  /// The lowest and highest sample of a block, found once; `nil` where it cannot be read.
  func extremes(
    column: Int, row: Int, of find: ([Float]) -> SampleExtremes
  ) -> SampleExtremes? {
    let key = row * blockColumns + column
    if let known = state.withLock({ $0.extremes[key] }) { return known }
    guard let found = (try? block(column: column, row: row)).map(find) else { return nil }
    state.withLock { state in
      if state.extremes.count >= Self.maximumExtremes { state.extremes = [:] }
      state.extremes[key] = found
    }
    return found
  }
}
