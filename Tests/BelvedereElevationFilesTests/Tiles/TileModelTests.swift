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
}
