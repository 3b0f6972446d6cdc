import BelvedereElevationFiles
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Synchronization
import Testing

@Suite("Where a pyramid has tiles") struct TileCoverageTests {
  @Test("a box of which anything is known may have data, one far from all tiles has none")
  func boxes() throws {
    var random = SplitMix64(seed: 71)
    var empty = 0
    for _ in 0..<40 {
      var source = MemoryTiles(zooms: 0...9)
      var listed: [TileID] = []
      for _ in 0..<random.int(1...5) {
        let zoom = random.int(3...9)
        let last = (1 << zoom) - 1
        let (x, y) = (random.int(0...last), random.int(0...last))
        try source.add(zoom, x, y) { _, _ in 100 }
        if let id = TileID(zoom: zoom, x: x, y: y) { listed.append(id) }
      }
      source.info.zooms = (listed.map(\.zoom).min() ?? 0)...(listed.map(\.zoom).max() ?? 0)
      source.info.tiles = listed
      let tiles = try TileElevation(source: source)
      for n in 0..<200 {
        // Half of them close to a tile.
        let near = listed[n % listed.count].bounds.center
        let size = pow(10, .random(in: -4...1.5, using: &random))
        let latitude =
          n % 2 == 0
          ? .random(in: -80...80, using: &random)
          : min(max(near.latitude + .random(in: -1...1, using: &random) * size, -80), 80)
        let longitude =
          n % 2 == 0
          ? .random(in: -180...180, using: &random)
          : near.longitude + .random(in: -1...1, using: &random) * size
        let box = GeographicBounds(
          south: latitude - size / 2, west: longitude - size / 2, north: latitude + size / 2,
          east: longitude + size / 2)
        let isKnown = (0..<49).contains { i in
          tiles.elevation(
            latitude: min(max(box.south + size * Double(i % 7) / 6, -89), 89),
            longitude: box.west + size * Double(i / 7) / 6) != nil
        }
        let mayHave = tiles.mayHaveData(in: box)
        if isKnown { #expect(mayHave, "\(listed) \(box)") }
        // Farther than a tile and than four boxes from every tile.
        let margin = size * 5 + 360 / Double(1 << tiles.zoom)
        let isFar = listed.allSatisfy { id in
          let b = id.bounds
          let gap = [-360.0, 0, 360].allSatisfy {
            b.west + $0 - margin > box.east || b.east + $0 + margin < box.west
          }
          return gap || b.south - margin > box.north || b.north + margin < box.south
        }
        if isFar {
          empty += 1
          #expect(!mayHave, "\(listed) \(box)")
        }
      }
    }
    #expect(empty > 500, "\(empty)")
  }

  @Test("what lies between far tiles is not looked for in the pyramid")
  func apart() throws {
    var source = MemoryTiles(zooms: 12...12)
    try source.add(12, 2074, 1409, size: 64) { c, r in Double((c * 7 + r * 3) % 200) }
    try source.add(12, 3768, 2457, size: 64) { c, r in Double((c * 5 + r * 11) % 300) }
    source.info.tiles = Array(source.tiles.keys)
    source.info.tileSize = 64
    source.info.bounds = source.tiles.keys.map(\.bounds).reduce(
      source.tiles.keys.first?.bounds ?? TileSourceInfo.world
    ) { $0.union($1) }
    let counted = CountedTiles(base: source)
    let mosaic = try ElevationMosaic(
      sources: [.init(TileElevation(source: counted))], fillsVoids: true)
    let detail = TerrainDetail(of: TerrainMeshGround(mosaic))
    let tile = detail.tile(TerrainTileAddress(level: 0, x: 0, y: 0))
    #expect(tile.low == 0 && tile.high > 50)
    #expect(counted.asked.value < 200, "\(counted.asked.value) tiles were asked for")
  }
}

/// Counts how often tiles are asked for.
private struct CountedTiles: TileSource {
  let base: MemoryTiles
  let asked = Counter()
  var name: String { base.name }
  var info: TileSourceInfo { base.info }

  func tile(_ id: TileID) throws -> [UInt8]? {
    asked.add()
    return try base.tile(id)
  }

  final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
  }
}
