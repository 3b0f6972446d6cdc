import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// What pyramids of tiles share with grids in memory.
@Suite("Tiles as elevation models") struct TileModelTests {
  /// 1024 tiles of 8 × 8 samples, more than are listed; heights grow to the east and jump about.
  private func model() throws -> TileElevation {
    var tiles = MemoryTiles(zooms: 5...5)
    for y in 0..<32 {
      for x in 0..<32 {
        try tiles.add(5, x, y) { column, row in Double(column * 8 + (column * 7 + row * 5) % 13) }
      }
    }
    return try TileElevation(source: tiles)
  }

  @Test("the range of a box holds all of its surface, also in a pyramid of over 512 tiles")
  func ranges() throws {
    let model = try model()
    var random = SplitMix64(seed: 12)
    for _ in 0..<300 {
      let (south, west) = (Double(random.int(-84...70)), Double(random.int(-180...160)))
      let size = Double(random.int(0...15))
      let box = GeographicBounds(south: south, west: west, north: south + size, east: west + size)
      let range = try #require(model.range(in: box))
      let lines = (0...10).map { Double($0) / 10 * size }
      let values = model.elevations(
        latitudes: lines.map { south + $0 }, longitudes: lines.map { west + $0 })
      let (low, high) = (try #require(values.min()), try #require(values.max()))
      #expect(Double(low) >= range.lowerBound && Double(high) <= range.upperBound, "\(box)")
      // At most a tile more on both sides; across ±180° it is all.
      let isAcross = west < -176 || west + size > 176
      #expect(isAcross || range.upperBound - range.lowerBound < Double(high - low) + 350, "\(box)")
    }
  }

  @Test("nearest is the sample, bicubic goes through it; lines are those of the samples")
  func interpolation() throws {
    let model = try model()
    let lines = try #require(model.sampleLines)
    #expect(lines.latitudes.count == 258 && lines.longitudes.count == 258)
    let samples = model.elevations(
      latitudes: lines.latitudes, longitudes: lines.longitudes, by: .nearest)
    for row in 1...256 {
      // Rows of the world run from the north.
      for column in 1...256 {
        let (c, r) = (column - 1, 256 - row)
        let expected = Float(c * 8 + (c * 7 + r * 5) % 13)
        #expect(samples[row * 258 + column] == expected, "\(c), \(r)")
      }
    }
    for (row, column) in [(40, 50), (128, 200), (200, 8)] {
      let place = (lines.latitudes[row], lines.longitudes[column])
      let smooth = model.elevation(latitude: place.0, longitude: place.1, by: .bicubic)
      #expect(smooth.map { abs($0 - Double(samples[row * 258 + column])) < 1e-3 } ?? false)
      let beside = model.elevation(
        latitude: place.0, longitude: place.1 + 0.6, by: .nearest)
      #expect(beside.map { Float($0) } == samples[row * 258 + column])
    }
  }

  @Test("many bicubic elevations at once are the single ones")
  func bicubicBatches() throws {
    let model = try model()
    var random = SplitMix64(seed: 5)
    for step in [0.01, 0.3, 4] {
      let (south, west) = (Double(random.int(-60...50)), Double(random.int(-170...100)))
      let latitudes = (0..<20).map { south + Double($0) * step / 3 }
      let longitudes = (0..<20).map { west + Double($0) * step }
      let many = model.elevations(latitudes: latitudes, longitudes: longitudes, by: .bicubic)
      for (i, value) in many.enumerated() {
        let one = model.elevation(
          latitude: latitudes[i / 20], longitude: longitudes[i % 20], by: .bicubic)
        #expect(one.map { abs($0 - Double(value)) < 1e-3 } ?? value.isNaN)
      }
    }
  }

  @Test("where tiles are missing, few places and many have the elevations of a coarser zoom")
  func sparse() throws {
    var tiles = MemoryTiles(zooms: 3...7)
    for y in 0..<8 {
      for x in 0..<8 {
        try tiles.add(3, x, y) { column, row in Double(column * 8 + (column * 7 + row * 5) % 13) }
      }
    }
    try tiles.add(7, 60, 60) { column, row in Double(column + row) }
    tiles.info.tiles =
      (0..<64).compactMap { TileID(zoom: 3, x: $0 % 8, y: $0 / 8) }
      + [TileID(zoom: 7, x: 60, y: 60)].compactMap { $0 }
    let model = try TileElevation(source: tiles)
    for step in [0.02, 9] {
      let latitudes = (0..<15).map { -60.3 + Double($0) * step }
      let longitudes = (0..<15).map { -70.2 + Double($0) * step }
      let many = model.elevations(latitudes: latitudes, longitudes: longitudes)
      for (i, value) in many.enumerated() {
        let one = model.elevation(latitude: latitudes[i / 15], longitude: longitudes[i % 15])
        #expect(one.map { abs($0 - Double(value)) < 1e-2 } ?? value.isNaN)
      }
    }
    // The one fine tile is told from the coarse ones around it.
    let fine = try #require(TileID(zoom: 7, x: 60, y: 60)).bounds
    let at = try #require(
      model.resolutions(
        in: .init(
          south: fine.south + 0.9, west: fine.west + 0.9, north: fine.north - 0.9,
          east: fine.east - 0.9)))
    #expect(at.lowerBound == at.upperBound && at.lowerBound == model.resolution)
    let coarse = try #require(
      model.resolutions(in: .init(south: 40, west: 40, north: 45, east: 45)))
    #expect(coarse.lowerBound == model.resolution * 16)
  }
}
