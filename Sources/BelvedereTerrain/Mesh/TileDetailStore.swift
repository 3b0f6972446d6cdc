import Synchronization

/// What was measured of tiles, for any number of threads.
final class TileDetailStore: @unchecked Sendable {
  typealias Tile = TerrainDetail.Tile
  private typealias Block = Atomic<UnsafeMutablePointer<Tile>?>

  /// The extents of levels, from the coarsest to the finest.
  let levels: [TileExtent]
  private let blockLevel: Int
  /// For each tile of the block level what is known of it and of those in it, finest first.
  private let blocks: UnsafeMutablePointer<Block>
  private let blockCount: Int
  private struct Coarse {
    var tiles: [Int: Tile] = [:]
    var range: (low: Float, high: Float)
  }
  private let coarse: Mutex<Coarse>

  init(levels: [TileExtent], blockLevel: Int, range: (low: Float, high: Float)) {
    self.levels = levels
    self.blockLevel = blockLevel
    blockCount = levels.isEmpty ? 0 : levels[blockLevel].count
    blocks = .allocate(capacity: max(blockCount, 1))
    for i in 0..<blockCount { (blocks + i).initialize(to: Block(nil)) }
    coarse = Mutex(Coarse(range: range))
  }

  deinit {
    for i in 0..<blockCount { blocks[i].load(ordering: .relaxed)?.deallocate() }
    blocks.deinitialize(count: blockCount)
    blocks.deallocate()
  }

  /// Levels below the block level.
  private var depth: Int { levels.count - 1 - blockLevel }

  /// The lowest and highest ground anywhere, as far as is known.
  var range: (low: Float, high: Float) { coarse.withLock { $0.range } }

  func isMeasured(block index: Int) -> Bool { blocks[index].load(ordering: .acquiring) != nil }

  /// A tile of the block level or a finer one; `nil` while its block is not measured.
  @inline(__always)
  func tile(_ address: TerrainTileAddress, block index: Int) -> Tile? {
    guard let tiles = blocks[index].load(ordering: .acquiring) else { return nil }
    let down = address.level - blockLevel
    let side = 1 << down
    // Finer levels come first: 4^depth + … + 4^(down + 1) tiles.
    let first = ((1 << (2 * depth + 2)) - (1 << (2 * down + 2))) / 3
    return tiles[first + (address.y & (side - 1)) * side + (address.x & (side - 1))]
  }

  /// Keeps a block's tiles, finest level first.
  func keep(_ all: [[Tile]], block index: Int) {
    let count = all.reduce(0) { $0 + $1.count }
    let tiles = UnsafeMutablePointer<Tile>.allocate(capacity: max(count, 1))
    var next = tiles
    for level in all {
      next.initialize(from: level, count: level.count)
      next += level.count
    }
    let (_, old) = blocks[index].compareExchange(
      expected: nil, desired: tiles, ordering: .acquiringAndReleasing)
    // Somebody else was faster, with the same numbers.
    if old != nil { tiles.deallocate() }
    if let whole = all.last?.first {
      coarse.withLock { state in
        state.range = (min(state.range.low, whole.low), max(state.range.high, whole.high))
      }
    }
  }

  private func key(_ level: Int, _ index: Int) -> Int { level << 48 | index }

  /// A tile of a level above the blocks; `nil` while it is not measured.
  func coarseTile(level: Int, index: Int) -> Tile? {
    let key = key(level, index)
    return coarse.withLock { $0.tiles[key] }
  }

  func keep(_ tile: Tile, level: Int, index: Int) {
    let key = key(level, index)
    coarse.withLock { state in
      state.tiles[key] = tile
      state.range = (min(state.range.low, tile.low), max(state.range.high, tile.high))
    }
  }
}
