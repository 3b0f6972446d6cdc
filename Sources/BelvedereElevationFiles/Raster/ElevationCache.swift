import Synchronization

/// Pieces of rasters that were read lately, up to a number of bytes for all the rasters that share it.
///
/// Pieces in which every sample is void share one array for each of a few sizes, and are kept beside the
/// others at no cost: they are not read again.
///
/// Safe to use from many threads at once.
public final class ElevationCache: Sendable {
  /// A block of a raster.
  struct Key: Hashable {
    var raster, block: Int
  }

  /// The most bytes that are kept, but for a single larger block.
  public let maximumBytes: Int
  private let state = Mutex(State())

  private struct State {
    var blocks: [Key: (samples: [Float], use: UInt64)] = [:]
    /// The blocks of nothing but voids, by how many samples they have, and an array of each size.
    var voids: [Key: Int] = [:]
    var voidSamples: [Int: [Float]] = [:]
    var bytes = 0
    var clock: UInt64 = 0
    var rasters = 0
  }

  /// How many blocks of nothing but voids are remembered, and how many sizes of them.
  private static let maximumVoids = 1 << 18
  private static let maximumVoidSizes = 8

  /// Makes an empty cache.
  public init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// How many bytes are kept where so many may be used for everything: an eighth of them, at most 256 MiB.
  public static func bytes(ofMemory memory: Int) -> Int { min(256 << 20, memory / 8) }

  /// The bytes that are kept now.
  public var byteCount: Int { state.withLock { $0.bytes } }

  /// A number for a raster that uses the cache from now on.
  func newRaster() -> Int {
    state.withLock { state in
      state.rasters += 1
      return state.rasters
    }
  }

  /// Gives up the blocks of a raster.
  func forget(raster: Int) {
    state.withLock { state in
      if state.voids.contains(where: { $0.key.raster == raster }) {
        state.voids = state.voids.filter { $0.key.raster != raster }
      }
      guard state.blocks.contains(where: { $0.key.raster == raster }) else { return }
      Self.keep(&state) { key, _ in key.raster != raster }
    }
  }

  func find(_ key: Key) -> [Float]? {
    state.withLock { state in
      state.clock += 1
      guard let samples = state.blocks[key]?.samples else {
        return state.voids[key].flatMap { state.voidSamples[$0] }
      }
      state.blocks[key]?.use = state.clock
      return samples
    }
  }

  func insert(_ samples: [Float], for key: Key) {
    let isVoid = samples.allSatisfy(\.isNaN) && Self.bytes(samples) <= maximumBytes / 16
    state.withLock { state in
      guard state.blocks[key] == nil else { return }
      if isVoid, remember(samples, key, &state) { return }
      let size = Self.bytes(samples)
      while !state.blocks.isEmpty, state.bytes + size > maximumBytes { Self.evict(&state) }
      state.blocks[key] = (samples, state.clock)
      state.bytes += size
    }
  }

  /// Notes a block of nothing but voids; `false` where there is no room for more.
  private func remember(_ samples: [Float], _ key: Key, _ state: inout State) -> Bool {
    guard state.voids.count < Self.maximumVoids else { return false }
    if state.voidSamples[samples.count] == nil {
      guard state.voidSamples.count < Self.maximumVoidSizes else { return false }
      state.voidSamples[samples.count] = samples
    }
    state.voids[key] = samples.count
    return true
  }

  /// Removes the quarter that was not used for longest: a scan now and then, not at every miss.
  private static func evict(_ state: inout State) {
    let uses = state.blocks.values.map(\.use).sorted()
    let limit = uses[(uses.count - 1) / 4]
    keep(&state) { _, use in use > limit }
  }

  private static func keep(_ state: inout State, _ isKept: (Key, UInt64) -> Bool) {
    state.blocks = state.blocks.filter { isKept($0.key, $0.value.use) }
    state.bytes = state.blocks.values.reduce(0) { $0 + bytes($1.samples) }
  }

  private static func bytes(_ samples: [Float]) -> Int { samples.count * 4 }
}
