import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// What rasters in files share with grids in memory.
@Suite("Rasters as elevation models") struct RasterModelTests {
  /// The same samples as a grid in memory and as a file of small tiles.
  private func pair(voids: Bool) throws -> (field: HeightField, raster: RasterElevation) {
    var random = SplitMix64(seed: 7)
    var samples = (0..<(90 * 70)).map { _ in Float(random.int(0...4000)) / 4 }
    if voids { for i in stride(from: 11, to: samples.count, by: 37) { samples[i] = .nan } }
    let bounds = GeographicBounds(south: 46, west: 7, north: 46.69, east: 7.89)
    let field = HeightField(width: 90, height: 70, bounds: bounds, samples: samples)
    let file = try ElevationFile.open(
      bytes: try #require(GeoTIFFWriter.encode(field)), name: "a.tif",
      options: .init(cacheBytes: 4096))
    return (field, try file.model())
  }

  @Test("nearest and bicubic are those of the same samples in memory", arguments: [false, true])
  func interpolation(voids: Bool) throws {
    let (field, raster) = try pair(voids: voids)
    var random = SplitMix64(seed: 3)
    let latitudes = (0..<40).map { _ in 45.99 + Double(random.int(0...10_000)) * 7.1e-5 }
    let longitudes = (0..<40).map { _ in 6.99 + Double(random.int(0...10_000)) * 9.1e-5 }
    for rule in ElevationInterpolation.allCases {
      let a = field.elevations(latitudes: latitudes, longitudes: longitudes, by: rule)
      let b = raster.elevations(latitudes: latitudes, longitudes: longitudes, by: rule)
      var known = 0
      for (i, (a, b)) in zip(a, b).enumerated() {
        let isSame = a.isNaN ? b.isNaN : abs(a - b) < 2e-3
        #expect(isSame, "\(rule), \(latitudes[i / 40]), \(longitudes[i % 40]): \(a), \(b)")
        let one = raster.elevation(
          latitude: latitudes[i / 40], longitude: longitudes[i % 40], by: rule)
        #expect(one.map { abs($0 - Double(b)) < 2e-3 } ?? b.isNaN)
        known += a.isNaN ? 0 : 1
      }
      #expect(known > 1000)
    }
  }

  @Test("the range of a box holds the exact one, and is that of the samples around the box")
  func ranges() throws {
    for voids in [false, true] {
      let (field, raster) = try pair(voids: voids)
      var random = SplitMix64(seed: 9)
      var tight = 0
      for _ in 0..<500 {
        func pair(_ low: Double, _ size: Double) -> (Double, Double) {
          let a = low + size * Double(random.int(-100...1100)) / 1000
          return (a, a + size * Double(random.int(0...400)) / 1000)
        }
        let (south, north) = pair(46, 0.69)
        let (west, east) = pair(7, 0.89)
        let box = GeographicBounds(south: south, west: west, north: north, east: east)
        guard let exact = field.range(in: box) else { continue }
        let found = try #require(raster.range(in: box))
        #expect(
          found.lowerBound <= exact.lowerBound + 1e-3 && found.upperBound >= exact.upperBound - 1e-3
        )
        let wider = GeographicBounds(
          south: south - 0.0101, west: west - 0.0101, north: north + 0.0101, east: east + 0.0101)
        let around = try #require(field.range(in: wider))
        #expect(
          found.lowerBound >= around.lowerBound - 1e-3
            && found.upperBound <= around.upperBound + 1e-3)
        if found != raster.range { tight += 1 }
      }
      #expect(tight > 100)
      let far = GeographicBounds(south: 10, west: 7, north: 11, east: 8)
      #expect(raster.range(in: far) == nil)
    }
  }

  @Test("the range of a box of a zone of UTM holds every place in it")
  func projectedRanges() throws {
    var samples: [Float] = []
    for row in 0..<120 { for column in 0..<120 { samples.append(Float(row * 3 + column * 7)) } }
    let grid = try #require(
      RasterGrid(
        width: 120, height: 120, system: .utm(zone: 32, isNorth: true, datum: .wgs84),
        originX: 200_000, originY: 8_000_000, stepX: 2000, stepY: -2000, margin: 0.5))
    let model = try RasterElevation(MemoryRaster(name: "a", grid: grid, samples: samples))
    let bounds = model.bounds
    var random = SplitMix64(seed: 5)
    var tight = 0
    for _ in 0..<200 {
      let (a, b) = (Double(random.int(0...900)) / 1000, Double(random.int(0...900)) / 1000)
      let box = GeographicBounds(
        south: bounds.south + (bounds.north - bounds.south) * a,
        west: bounds.west + (bounds.east - bounds.west) * b,
        north: bounds.south + (bounds.north - bounds.south) * (a + 0.1),
        east: bounds.west + (bounds.east - bounds.west) * (b + 0.1))
      let lines = (0...12).map { Double($0) / 12 }
      let inside = model.elevations(
        latitudes: lines.map { box.south + (box.north - box.south) * $0 },
        longitudes: lines.map { box.west + (box.east - box.west) * $0 }
      ).filter { !$0.isNaN }
      guard let low = inside.min(), let high = inside.max() else { continue }
      let range = try #require(model.range(in: box))
      #expect(range.lowerBound <= Double(low) && range.upperBound >= Double(high))
      if range.upperBound - range.lowerBound < 500 { tight += 1 }
    }
    #expect(tight > 50)
  }

  @Test("of a box of few samples of a turned raster the range is that of the surface over it")
  func closeRanges() throws {
    var random = SplitMix64(seed: 11)
    let size = 40
    func model(voids: Bool) throws -> RasterElevation {
      let grid = try #require(
        RasterGrid(
          width: size, height: size, system: .utm(zone: 10, isNorth: true, datum: .wgs84),
          originX: 540_000, originY: 4_200_000, stepX: 80, stepY: -80, margin: 0))
      var samples = (0..<size * size).map { _ in Float(random.double(0...500)) }
      if voids { for i in 0..<60 { samples[(i * 97) % samples.count] = .nan } }
      return try RasterElevation(MemoryRaster(name: "a", grid: grid, samples: samples))
    }
    for voids in [false, true] {
      let model = try model(voids: voids)
      let b = model.bounds
      var (whole, holed, tight) = (0, 0, 0)
      for _ in 0..<600 {
        let width = pow(10, random.double(-4...0.3)) * 80 / 111_000
        let south = random.double(b.south...b.north - width)
        let west = random.double(b.west...b.east - width)
        let box = GeographicBounds(
          south: south, west: west, north: south + width, east: west + width)
        let lines = (0...40).map { Double($0) / 40 }
        let inside = lines.flatMap { y in
          lines.map {
            model.elevation(latitude: south + width * y, longitude: west + width * $0)
          }
        }
        let known = inside.compactMap(\.self)
        if model.knowsAll(of: box) {
          whole += 1
          #expect(known.count == inside.count)
        } else if known.count < inside.count {
          holed += 1
        }
        guard let low = known.min(), let high = known.max() else { continue }
        let range = try #require(model.range(in: box))
        #expect(range.lowerBound <= low + 1e-9 && range.upperBound >= high - 1e-9)
        guard known.count == inside.count, !voids else { continue }
        // Between the places looked at the surface may go on for a fortieth of the box; 500 m a sample at most.
        let reach = 500 * (width * 111_000 / 80) * (1.0 / 40 + 0.1) * 2 + 0.01
        #expect(range.lowerBound >= low - reach && range.upperBound <= high + reach)
        tight += 1
      }
      #expect(voids ? whole > 200 && holed > 30 : whole > 300 && tight > 300)
    }
  }

  @Test("a box across the first column of a raster around the Earth, and one on another turn")
  func roundRange() throws {
    let samples = (0..<180).flatMap { row in (0..<360).map { Float($0 * 10 + row) } }
    let grid = try #require(
      RasterGrid(
        width: 360, height: 180, system: .geographic(.wgs84), originX: -179.5, originY: 89.5,
        stepX: 1, stepY: -1, margin: 0.5))
    let model = try RasterElevation(MemoryRaster(name: "a", grid: grid, samples: samples))
    // With the samples beside the box's edges.
    let across = try #require(
      model.range(in: GeographicBounds(south: 0.5, west: 178.5, north: 0.5, east: 181.5)))
    #expect(across == 88...3680)
    let turned = model.range(in: GeographicBounds(south: 0.5, west: 360.5, north: 0.5, east: 361.5))
    #expect(turned == 1878...1910)
  }

  @Test("the datum is what the file says")
  func datum() throws {
    let (_, raster) = try pair(voids: false)
    #expect(raster.datum == .meanSeaLevel(geoid: nil))
    let tile = [UInt8](repeating: 0, count: 2 * 1201 * 1201)
    let model = try ElevationFile.open(bytes: tile, name: "N10E020.hgt").model()
    #expect(model.datum == .meanSeaLevel(geoid: .egm96))
  }
}
