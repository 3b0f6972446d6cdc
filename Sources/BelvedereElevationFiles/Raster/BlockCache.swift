import Synchronization

/// Blocks of a raster that were read lately, up to a number of bytes.
///
/// Safe to use from many threads at once. A block is decoded outside the lock: two threads that
/// miss the same block at once both decode it, and neither waits.
final class BlockCache: Sendable {
  let raster: any ElevationRaster
  let blockWidth, blockHeight, blockColumns: Int
  let maximumBytes: Int
  private let maximumBlocks: Int
  private let state = Mutex(State())

  private struct State {
    var blocks: [Int: (samples: [Float], use: UInt64)] = [:]
    var clock: UInt64 = 0
    var reads = 0
    var failure: (any Error)?
    var extremes: [Int: SIMD2<Float>] = [:]
  }

  /// How many blocks' extremes are kept: 24 MiB of them.
  private static let maximumExtremes = 1 << 20

  /// - Parameter bytes: How many bytes the blocks may take together; at least one block is kept.
  init(_ raster: any ElevationRaster, bytes: Int) {
    self.raster = raster
    maximumBytes = bytes
    blockWidth = raster.blockWidth
    blockHeight = raster.blockHeight
    blockColumns = raster.blockColumns
    let (samples, overflow) = blockWidth.multipliedReportingOverflow(by: blockHeight)
    maximumBlocks = overflow ? 1 : max(1, bytes / 4 / max(samples, 1))
  }

  /// The first error of a block that could not be read.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// How many blocks were read from the file.
  var reads: Int { state.withLock { $0.reads } }

  /// A block's samples, from memory where they are there.
  func block(column: Int, row: Int) throws -> [Float] {
    let key = row * blockColumns + column
    let known = state.withLock { state -> [Float]? in
      state.clock += 1
      guard let samples = state.blocks[key]?.samples else { return nil }
      state.blocks[key]?.use = state.clock
      return samples
    }
    if let known { return known }
    do {
      let samples = try raster.block(column: column, row: row)
      state.withLock { state in
        state.reads += 1
        if state.blocks[key] == nil, state.blocks.count >= maximumBlocks {
          evict(&state)
        }
        state.blocks[key] = (samples, state.clock)
      }
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
    column: Int, row: Int, of find: ([Float]) -> SIMD2<Float>
  ) -> SIMD2<Float>? {
    let key = row * blockColumns + column
    if let known = state.withLock({ $0.extremes[key] }) { return known }
    guard let found = (try? block(column: column, row: row)).map(find) else { return nil }
    state.withLock { state in
      if state.extremes.count >= Self.maximumExtremes { state.extremes = [:] }
      state.extremes[key] = found
    }
    return found
  }

  /// Removes the quarter that was not used for longest: a scan now and then, not at every miss.
  private func evict(_ state: inout State) {
    let uses = state.blocks.values.map(\.use).sorted()
    let limit = uses[(uses.count - 1) / 4]
    state.blocks = state.blocks.filter { $0.value.use > limit }
  }
}
