import Synchronization

/// What was measured of tiles finer than those of blocks, for any number of threads.
final class BeyondTiles: Sendable {
  typealias Tile = TerrainDetail.Tile

  /// So many are kept, some 40 bytes each; then all are forgotten.
  private static let maximumCount = 1 << 18

  private let tiles = Mutex<[TerrainTileAddress: Tile]>([:])

  func tile(_ address: TerrainTileAddress) -> Tile? { tiles.withLock { $0[address] } }

  func keep(_ tile: Tile, at address: TerrainTileAddress) { tiles.withLock { $0[address] = tile } }

  /// Forgets all where there are too many. What is asked for afterwards is measured again.
  func makeRoom() {
    tiles.withLock { if $0.count > Self.maximumCount { $0.removeAll() } }
  }
}
