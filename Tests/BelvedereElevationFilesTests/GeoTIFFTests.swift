import BelvedereElevationFiles
import BelvedereFiles
import BelvedereTestSupport
import Testing

@Suite("GeoTIFF files") struct GeoTIFFTests {
  /// Types, compressions, predictors, strips and tiles, byte orders, classic and BigTIFF.
  @Test("every sample of every kind of file")
  func everySample() throws {
    let files = try RasterTable.tiffs()
    #expect(files.count == 198)
    for (name, type, bytes) in files {
      let file = try ElevationFile.open(bytes: bytes, name: name)
      let grid = file.grid
      #expect(grid.width == 21 && grid.height == 19, "\(name)")
      #expect(file.grid.system == .geographic(.wgs84))
      let samples = try file.raster.read(column: 0, row: 0, width: 21, height: 19)
      for row in 0..<19 {
        for column in 0..<21 {
          let expected = RasterTable.synthetic(column, row, type: type)
          let got = samples[row * 21 + column]
          #expect(
            expected.map { $0 == got } ?? got.isNaN, "\(name): column \(column), row \(row)")
        }
      }
      #expect(file.warnings.isEmpty)
      let statistics = RasterStatistics(file.raster)
      #expect(statistics.voidCount == 2 && statistics.unreadableBlocks == 0)
    }
  }

  @Test("a pixel's value stands at its centre, and holds in the half pixel around the raster")
  func centres() throws {
    let bytes = try #require(try RasterTable.tiffs().first { $0.type == "float32" }).bytes
    let model = try ElevationFile.open(bytes: bytes, name: "a.tif").model()
    func sample(_ column: Int, _ row: Int) -> Double? {
      RasterTable.synthetic(column, row, type: "float32").map { Double($0) }
    }
    func value(_ column: Double, _ row: Double) -> Double? {
      model.elevation(latitude: 50 - (row + 0.5) * 0.01, longitude: 20 + (column + 0.5) * 0.01)
    }
    #expect(value(0, 0) == sample(0, 0))
    #expect(value(-0.5, -0.5) == sample(0, 0))
    #expect(value(3, 2) == sample(3, 2))
    #expect(value(-0.51, 0) == nil)
    #expect(value(20.49, 0) == sample(20, 0))
    #expect(value(20.51, 0) == nil)
    #expect(value(0, 18.51) == nil)
    let middle = try #require(value(3.5, 2.5))
    let corners = [sample(3, 2), sample(4, 2), sample(3, 3), sample(4, 3)].compactMap { $0 }
    #expect(abs(middle - corners.reduce(0, +) / 4) < 1e-9)
    // A void hides what lies beside it, but not the samples around it.
    #expect(value(7, 5) == nil)
    #expect(value(6.9, 5) == nil)
    #expect(value(6, 5) == sample(6, 5))
    #expect(value(6.5, 4) != nil)
    #expect(value(6.5, 4.01) == nil)
    // A whole turn away.
    #expect(model.elevation(latitude: 49.9, longitude: 20.1 - 360) != nil)
    // Nearest.
    #expect(try model.nearest(latitude: 49.995 - 0.004, longitude: 20.005) == sample(0, 0))
    #expect(try model.nearest(latitude: 49.995 - 0.006, longitude: 20.005) == sample(0, 1))
    #expect(try model.nearest(latitude: 50 - 0.055, longitude: 20.075) == nil)
  }

  @Test("feet of a vertical system become metres, whether the file names the unit or not")
  func feet() throws {
    let raster = try #require(
      RasterGrid(
        width: 3, height: 2, system: .utm(zone: 10, isNorth: true, datum: .nad83),
        originX: 552_000, originY: 5_120_000, stepX: 30, stepY: -30, margin: 0.5))
    let bytes = try #require(
      GeoTIFFWriter.encode(
        ElevationGrid(
          raster, samples: [1000, 2000, 3000, 4000, 5000, .nan],
          datum: .meanSeaLevel(geoid: .navd88))))
    func opened(_ changes: [([UInt8], [UInt8])]) throws -> ElevationFile {
      var bytes = bytes
      for (old, new) in changes {
        let at = try #require(bytes.indices.first { bytes[$0...].starts(with: old) })
        bytes.replaceSubrange(at..<(at + old.count), with: new)
      }
      return try ElevationFile.open(bytes: bytes, name: "a.tif")
    }
    // Key 4096, VerticalGeoKey, is 5703, NAVD88 in metres; key 4099, VerticalUnitsGeoKey, is 9001.
    let system: [UInt8] = [0, 16, 0, 0, 1, 0, 0x47, 0x16]
    let unit: [UInt8] = [3, 16, 0, 0, 1, 0, 0x29, 0x23]
    let noUnit: [UInt8] = [2, 16, 0, 0, 1, 0, 0, 0]
    let cases: [([([UInt8], [UInt8])], Double)] = [
      ([], 1), ([(unit, noUnit)], 1),
      // 6360 and 5702 are in US survey feet, 8228 is in feet.
      ([(system, [0, 16, 0, 0, 1, 0, 0xD8, 0x18]), (unit, noUnit)], 1200.0 / 3937),
      ([(system, [0, 16, 0, 0, 1, 0, 0x46, 0x16]), (unit, noUnit)], 1200.0 / 3937),
      ([(system, [0, 16, 0, 0, 1, 0, 0x24, 0x20]), (unit, noUnit)], 0.3048),
      // The unit that is named counts.
      ([(system, [0, 16, 0, 0, 1, 0, 0xD8, 0x18])], 1),
      ([(unit, [3, 16, 0, 0, 1, 0, 0x2B, 0x23])], 1200.0 / 3937),
    ]
    for (changes, factor) in cases {
      let file = try opened(changes)
      let samples = try file.raster.read(column: 0, row: 0, width: 3, height: 2)
      #expect(abs(Double(samples[2]) - 3000 * factor) < 1e-3, "\(changes)")
      #expect(file.warnings.contains { $0.contains("feet") } == (factor != 1), "\(changes)")
    }
  }

  @Test("the old code of deflate is the same")
  func oldDeflate() throws {
    let found = try RasterTable.tiffs().first {
      $0.name.contains("int16 deflate predictor 2 tiles little-endian classic")
    }
    var (_, type, bytes) = try #require(found)
    // Tag 259, type 3, count 1, value 8.
    let entry: [UInt8] = [3, 1, 3, 0, 1, 0, 0, 0, 8, 0]
    let at = try #require(bytes.indices.first { bytes[$0...].starts(with: entry) })
    bytes.replaceSubrange((at + 8)..<(at + 10), with: [0xB2, 0x80])
    let file = try ElevationFile.open(bytes: bytes, name: "a.tif")
    let samples = try file.raster.read(column: 3, row: 4, width: 2, height: 1)
    #expect(samples[0] == RasterTable.synthetic(3, 4, type: type))
    // Codes of methods that are not read are named.
    bytes.replaceSubrange((at + 8)..<(at + 10), with: [0x50, 0xC3])
    let error = #expect(throws: TerrainFileError.self) {
      try ElevationFile.open(bytes: bytes, name: "a.tif")
    }
    #expect(error?.description.contains("Zstandard") == true)
    #expect(error?.description.contains("gdal_translate") == true)
  }

  @Test("windows are pieces of the whole; those outside are refused")
  func windows() throws {
    for (name, type, bytes) in try RasterTable.tiffs().filter({ $0.type == "int16" }) {
      let raster = try ElevationFile.open(bytes: bytes, name: name).raster
      for (column, row, width, height) in [(0, 0, 21, 1), (15, 3, 3, 16), (20, 0, 1, 1)] {
        let window = try raster.read(column: column, row: row, width: width, height: height)
        for i in window.indices {
          let expected = RasterTable.synthetic(column + i % width, row + i / width, type: type)
          #expect(expected.map { $0 == window[i] } ?? window[i].isNaN)
        }
      }
      for (column, row, width, height) in [
        (-1, 0, 1, 1), (21, 0, 1, 1), (0, 0, 22, 1), (0, 0, 1, 0), (.max, 0, 1, 1), (0, 0, .max, 2),
      ] {
        #expect(throws: TerrainFileError.self) {
          try raster.read(column: column, row: row, width: width, height: height)
        }
      }
    }
  }
}
