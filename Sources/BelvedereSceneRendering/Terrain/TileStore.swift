import BelvedereRasterization

/// Makes terrain tiles and keeps them for the passes of one picture.
struct TileStore {
  private struct Key: Hashable {
    var address: TileAddress
    var coarser: [Int]
  }

  private let ground: DrawnGround
  private let threads: Int
  private var kept: [Key: TerrainTile] = [:]

  init(ground: DrawnGround, threads: Int) {
    self.ground = ground
    self.threads = threads
  }

  mutating func tiles(_ leaves: [(address: TileAddress, coarser: [Int])]) -> [TerrainTile] {
    let missing = leaves.filter {
      kept[Key(address: $0.address, coarser: $0.coarser)] == nil
    }
    let made = SharedBuffer<TerrainTile?>(repeating: nil, count: missing.count)
    defer { made.deallocate() }
    let ground = self.ground
    Parallel.forEach(missing.count, threads: threads) { i, _ in
      made[i] = TerrainTile(
        address: missing[i].address, ground: ground, coarser: missing[i].coarser)
    }
    for (i, leaf) in missing.enumerated() {
      kept[Key(address: leaf.address, coarser: leaf.coarser)] = made[i]
    }
    return leaves.compactMap { kept[Key(address: $0.address, coarser: $0.coarser)] }
  }
}
