import Synchronization

/// The tiles that rays came to last, up to a number of bytes; safe to use from many threads at once.
///
/// A tile is made outside the lock: two threads that miss the same one both make it.
final class SurfaceCache: Sendable {
  private struct State {
    var tiles: [Int: (tile: SurfaceTile, bytes: Int, use: UInt64)] = [:]
    /// Of tiles that were made: `nil` for those without ground.
    var ranges: [Int: ClosedRange<Double>?] = [:]
    var bytes = 0
    var clock: UInt64 = 0
  }

  private let maximumBytes: Int
  private let state = Mutex(State())

  /// - Parameter maximumBytes: What the tiles may take; at least one is kept.
  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// The bytes that tiles take now.
  var byteCount: Int { state.withLock { $0.bytes } }

  /// The bounds of a tile that was made once: `.some(nil)` without ground.
  func range(_ number: Int) -> ClosedRange<Double>?? { state.withLock { $0.ranges[number] } }

  func tile(_ number: Int, make: () -> SurfaceTile) -> SurfaceTile {
    let known = state.withLock { state -> SurfaceTile? in
      state.clock += 1
      state.tiles[number]?.use = state.clock
      return state.tiles[number]?.tile
    }
    if let known { return known }
    let made = make()
    // Samples and the bounds of the relief.
    let bytes = 512 + (made.surface?.samples.count ?? 0) * 7
    state.withLock { state in
      state.ranges[number] = .some(made.range)
      guard state.tiles[number] == nil else { return }
      state.tiles[number] = (made, bytes, state.clock)
      state.bytes += bytes
      guard state.bytes > maximumBytes else { return }
      // A quarter at once, so that the sorting is rare.
      for (oldest, entry) in state.tiles.sorted(by: { $0.value.use < $1.value.use }) {
        guard state.bytes > maximumBytes / 4 * 3, oldest != number else { break }
        state.tiles[oldest] = nil
        state.bytes -= entry.bytes
      }
    }
    return made
  }
}
