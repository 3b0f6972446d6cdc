import Synchronization

/// Heights of tiles that were needed before, up to a number of bytes; the longest unused go first.
public final class TerrainTileCache: Sendable {
  private struct Entry {
    var heights: [Float]
    var used: UInt64
  }

  private struct State {
    var entries: [TerrainTileAddress: Entry] = [:]
    var clock: UInt64 = 0
  }

  private let state = Mutex(State())
  private let capacity: Int
  /// Bytes of a tile's heights and its place here.
  private static let tileBytes =
    4 * (TerrainMeshGround.cells + 1) * (TerrainMeshGround.cells + 1) + 128

  /// Makes a cache of about as many bytes; a frame's own tiles are kept even beyond.
  public init(bytes: Int = 64 << 20) { capacity = max(bytes, 0) / Self.tileBytes }

  /// About how many bytes are kept.
  public var byteCount: Int { state.withLock { $0.entries.count } * Self.tileBytes }

  /// The heights of tiles, in their order; those that are missing are read in parallel.
  func heights(
    _ tiles: [TerrainTileAddress], _ levels: TerrainLevels, _ work: TerrainWork
  ) -> [[Float]] {
    var result = state.withLock { state -> [[Float]?] in
      state.clock += 1
      let now = state.clock
      return tiles.map { tile in
        guard let index = state.entries.index(forKey: tile) else { return nil }
        state.entries.values[index].used = now
        return state.entries.values[index].heights
      }
    }
    let missing = result.indices.filter { result[$0] == nil }
    guard !missing.isEmpty else { return result.compactMap { $0 } }
    let made = collectTerrain(missing.count, work) { levels.heights(of: tiles[missing[$0]]) }
    state.withLock { state in
      for (i, heights) in zip(missing, made) {
        result[i] = heights
        state.entries[tiles[i]] = Entry(heights: heights, used: state.clock)
      }
      if state.entries.count > capacity { Self.forget(&state, to: capacity * 3 / 4) }
    }
    return result.compactMap { $0 }
  }

  /// Keeps the tiles that were used last.
  private static func forget(_ state: inout State, to count: Int) {
    let ages = state.entries.values.map(\.used).sorted(by: >)
    let oldest = count < ages.count ? ages[count] : 0
    let now = state.clock
    state.entries = state.entries.filter { $0.value.used > oldest || $0.value.used == now }
  }
}

/// The results of independent parts, in order.
func collectTerrain<Result: Sendable>(
  _ count: Int, _ work: TerrainWork, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  [Result](unsafeUninitializedCapacity: count) { out, initialized in
    nonisolated(unsafe) let base = out
    work(count) { i in
      // Each part writes its own place.
      (base.baseAddress.unsafelyUnwrapped + i).initialize(to: body(i))
    }
    initialized = count
  }
}
