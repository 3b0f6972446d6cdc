import BelvedereElevationFiles
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Pyramids for pictures") struct CoarsenedTilesTests {
  /// The whole world at zooms 1 to 3, as high as its zoom; the finest tiles are listed but not there.
  private func source(without missing: TileID? = nil) throws -> MemoryTiles {
    var source = MemoryTiles(zooms: 1...3)
    var listed: [TileID] = []
    for zoom in 1...3 {
      for x in 0..<(1 << zoom) {
        for y in 0..<(1 << zoom) {
          guard let id = TileID(zoom: zoom, x: x, y: y), id != missing else { continue }
          listed.append(id)
          if zoom < 3 { try source.add(zoom, x, y) { _, _ in Double(zoom * 100) } }
        }
      }
    }
    source.info.tiles = listed
    return source
  }

  private func heights(_ model: any ElevationModel) -> [Float] {
    model.elevations(latitudes: [40, 10, -30], longitudes: [-100, 5, 77])
  }

  @Test("wide spacings read coarse tiles and no fine ones")
  func zooms() throws {
    let tiles = try TileElevation(source: source())
    let r = tiles.resolution
    #expect(tiles.coarsened(to: r * 1.9) == nil)
    let half = try #require(tiles.coarsened(to: r * 2.1))
    #expect(heights(half).allSatisfy { $0 == 200 })
    #expect(abs(half.resolution / r - 2) < 1e-9)
    let quarter = try #require(tiles.coarsened(to: r * 100))
    #expect(heights(quarter).allSatisfy { $0 == 100 })
    // In a mosaic, whose voids are filled, too.
    let mosaic = try ElevationMosaic(sources: [.init(tiles)], fillsVoids: true)
    let coarse = try #require(mosaic.coarsened(to: r * 2.1))
    #expect(heights(coarse).allSatisfy { $0 == 200 })
    #expect(heights(try #require(coarse.coarsened(to: r * 4.1))).allSatisfy { $0 == 100 })
    #expect(mosaic.coarsened(to: r) == nil)
  }

  @Test("a zoom with a hole is not taken for a finer one")
  func holes() throws {
    let tiles = try TileElevation(source: source(without: TileID(zoom: 2, x: 1, y: 1)))
    #expect(tiles.coarsened(to: tiles.resolution * 2.1) == nil)
    let coarse = try #require(tiles.coarsened(to: tiles.resolution * 4.1))
    #expect(heights(coarse).allSatisfy { $0 == 100 })
  }

  @Test("far places on the borders of missing tiles make no tiles, and have the same numbers")
  func borders() throws {
    var source = MemoryTiles(zooms: 0...8)
    try source.add(0, 0, 0, size: 64) { c, r in Double((c * 37 + r * 91) % 500) }
    try source.add(8, 128, 120, size: 64) { c, r in Double((c * 13 + r * 7) % 90) }
    let tiles = try TileElevation(source: source)
    let longitudes = (0..<20).map { Double($0 - 10) * 360 / 64 }
    let latitudes = (0..<20).map {
      coordinate(x: 0, y: Double(64 * 6 * $0 + 6399) + 0.5, zoom: 8, size: 64).latitude
    }
    let grid = tiles.elevations(latitudes: latitudes, longitudes: longitudes)
    #expect(tiles.cachedBytes < 1 << 20)
    for (j, latitude) in latitudes.enumerated() {
      for (i, longitude) in longitudes.enumerated() {
        let one = try #require(tiles.elevation(latitude: latitude, longitude: longitude))
        #expect(abs(one - Double(grid[20 * j + i])) < 1e-3)
      }
    }
  }
}
