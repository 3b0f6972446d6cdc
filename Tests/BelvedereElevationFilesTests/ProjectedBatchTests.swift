import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Batches of rasters whose rows and columns are no parallels and meridians.
@Suite("Batches of projected rasters") struct ProjectedBatchTests {
  /// A raster whose samples are its columns, or its rows: what is sampled is the place.
  private func places(
    _ system: CoordinateReferenceSystem, x: Double, y: Double, step: Double, side: Int,
    rows: Bool, voids: (Int, Int) -> Bool = { _, _ in false }
  ) throws -> RasterElevation {
    let grid = try #require(
      RasterGrid(
        width: side, height: side, system: system, originX: x, originY: y, stepX: step,
        stepY: -step, margin: 0.5))
    var samples: [Float] = []
    for row in 0..<side {
      for column in 0..<side {
        samples.append(voids(column, row) ? .nan : Float(rows ? row : column))
      }
    }
    return try RasterElevation(MemoryRaster(name: "places", grid: grid, samples: samples))
  }

  private func line(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
    (0..<count).map { low + (high - low) * (Double($0) + 0.5) / Double(count) }
  }

  /// Samples up to 1000 are exact to 6e-5 in single precision: that is what is seen of a place.
  @Test("a batch sees the places that PROJ gives within 1e-4 of a cell")
  func proj() throws {
    var count = 0
    for row in try RasterTable.rows("batch") {
      let numbers = row.compactMap { Double($0) }
      let system = try #require(CoordinateReferenceSystem(text: row[0]))
      let (x, y, step) = (numbers[1], numbers[2], numbers[3])
      let (latitude, longitude) = (numbers[4], numbers[5])
      // The place in the middle of a batch of 70 × 70: inside a patch, at none of its nodes.
      let spread = numbers[6]
      let latitudes = (0..<70).map { latitude + spread * (Double($0) - 37) }
      let longitudes = (0..<70).map { longitude + spread * (Double($0) - 23) }
      for isRow in [false, true] {
        let model = try places(system, x: x, y: y, step: step, side: 1000, rows: isRow)
        let got = model.elevations(latitudes: latitudes, longitudes: longitudes)[37 * 70 + 23]
        let expected = isRow ? (y - numbers[8]) / step : (numbers[7] - x) / step
        #expect(abs(Double(got) - expected) < 1e-4, "\(row), row \(isRow): \(got), \(expected)")
      }
      count += 1
    }
    #expect(count >= 60)
  }

  @Test(
    "batches are the single places, near voids and edges too",
    arguments: [
      ("EPSG:32610", 500_000.0, 4_200_000.0, 30.0), ("EPSG:32733", 200_000, 9_900_000, 90),
      ("EPSG:26910", 700_000, 7_000_000, 10), ("EPSG:26710", 550_000, 4_180_000, 30),
      ("EPSG:4267", -122.5, 38, 0.0003), ("EPSG:32631", 400_000, 9_200_000, 1000),
    ])
  func single(_ code: String, _ x: Double, _ y: Double, _ step: Double) throws {
    let system = try #require(CoordinateReferenceSystem(text: code))
    for isRow in [false, true] {
      var sawVoids = false
      defer { #expect(sawVoids) }
      let model = try places(system, x: x, y: y, step: step, side: 300, rows: isRow) {
        ($0 / 7 + $1 / 5) % 11 == 0
      }
      let box = model.bounds
      let high = box.north - box.south
      let wide = box.east - box.west
      for (latitudes, longitudes) in [
        (
          line(box.south - high / 50, box.north + high / 50, 257),
          line(box.west - wide / 50, box.east + wide / 50, 263)
        ),
        // Many places in a cell.
        (
          line(box.center.latitude, box.center.latitude + high / 60, 300),
          line(box.center.longitude, box.center.longitude + wide / 60, 300)
        ),
        // Downwards, and in no order.
        (line(box.south, box.north, 131).reversed(), line(box.west, box.east, 129).shuffled()),
      ] {
        let batch = model.elevations(latitudes: latitudes, longitudes: longitudes)
        var (known, void) = (0, 0)
        for (i, latitude) in latitudes.enumerated() {
          for (j, longitude) in longitudes.enumerated() {
            let one = model.elevation(latitude: latitude, longitude: longitude)
            let many = batch[i * longitudes.count + j]
            known += one == nil ? 0 : 1
            void += one == nil ? 1 : 0
            // Single precision below 300.
            let isSame = one.map { abs($0 - Double(many)) < 3e-5 } ?? many.isNaN
            #expect(isSame, "\(latitude), \(longitude): \(one ?? .nan), \(many)")
            if !isSame { return }
          }
        }
        #expect(known > 5000)
        sawVoids = sawVoids || void > 1000
      }
    }
  }

  @Test("numbers that are none, whole worlds and poles give voids where single places do")
  func odd() throws {
    let model = try places(
      .utm(zone: 31, isNorth: true, datum: .wgs84), x: 400_000, y: 5_000_000, step: 1000,
      side: 200, rows: false)
    let latitudes = line(-90, 90, 90) + [.nan, 90, -90, .infinity, 44.9]
    let longitudes = line(-200, 540, 90) + [.nan, 3, 363, .infinity]
    let batch = model.elevations(latitudes: latitudes, longitudes: longitudes)
    for (i, latitude) in latitudes.enumerated() {
      for (j, longitude) in longitudes.enumerated() {
        let one = model.elevation(latitude: latitude, longitude: longitude)
        let many = batch[i * longitudes.count + j]
        #expect(one.map { abs($0 - Double(many)) < 3e-5 } ?? many.isNaN)
      }
    }
  }
}
