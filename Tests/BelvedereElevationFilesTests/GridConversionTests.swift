import BelvedereElevationFiles
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Grids are carried over from file to file sample by sample.
@Suite("Conversion of grids") struct GridConversionTests {
  private static let systems: [CoordinateReferenceSystem] = [
    .geographic(.wgs84), .geographic(.nad83), .geographic(.nad27), .webMercator,
    .utm(zone: 10, isNorth: true, datum: .wgs84), .utm(zone: 33, isNorth: false, datum: .wgs84),
    .utm(zone: 17, isNorth: true, datum: .nad27),
  ]

  /// A small grid of any registration, with voids, fractions and the numbers that mean void elsewhere.
  private func grid(_ random: inout SplitMix64) throws -> ElevationGrid {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let system = Self.systems.randomElement(using: &random) ?? .webMercator
    let isGeographic = if case .geographic = system { true } else { false }
    let cells = Double(Int.random(in: 100...3600, using: &random))
    let step = isGeographic ? 1 / cells : number(1...90)
    let (width, height) = (
      Int.random(in: 2...9, using: &random), Int.random(in: 2...9, using: &random)
    )
    let raster = try #require(
      RasterGrid(
        width: width, height: height, system: system,
        originX: isGeographic ? number(-179...170) : number(200_000...700_000),
        originY: isGeographic ? number(-80...80) : number(1_000_000...5_000_000), stepX: step,
        stepY: Bool.random(using: &random) ? -step : step * 1.25,
        margin: Bool.random(using: &random) ? 0.5 : 0))
    let special: [Float] = [.nan, -9999, -32768, 0, -0.0, 0.1, 8848.86]
    let samples = (0..<(width * height)).map { _ in
      Bool.random(using: &random)
        ? special.randomElement(using: &random) ?? 0 : Float(number(-400...4000))
    }
    return ElevationGrid(raster, samples: samples, datum: .meanSeaLevel(geoid: nil))
  }

  private func bits(_ samples: [Float]) -> [UInt32] {
    samples.map { $0.isNaN ? 0x7FC0_0000 : $0.bitPattern }
  }

  /// Whether a file says of a grid what the grid is.
  private func expectSame(_ file: ElevationFile, _ grid: ElevationGrid, _ comment: Comment) throws {
    let read = ElevationGrid(
      file.grid,
      samples: try file.raster.read(column: 0, row: 0, width: grid.width, height: grid.height),
      datum: file.datum)
    #expect(bits(read.samples) == bits(grid.samples), comment)
    #expect(read.system == grid.system, comment)
    #expect(abs(read.west - grid.west) <= 1e-6 * grid.stepX, comment)
    #expect(abs(read.north - grid.north) <= 1e-6 * grid.stepY, comment)
    #expect(abs(read.stepX - grid.stepX) <= 1e-9 * grid.stepX, comment)
    #expect(abs(read.stepY - grid.stepY) <= 1e-9 * grid.stepY, comment)
  }

  @Test("random grids: Esri grid and GeoTIFF, from one to the other and back, bit for bit")
  func roundTrips() throws {
    var random = SplitMix64(seed: 42)
    for n in 0..<200 {
      let grid = try grid(&random)
      let tiff = try ElevationFile.open(
        bytes: try #require(GeoTIFFWriter.encode(grid)), name: "a.tif")
      try expectSame(tiff, grid, "\(n), GeoTIFF")
      let asc = try ElevationFile.open(
        bytes: EsriGridWriter.encode(grid), name: "a.asc", options: .init(system: grid.system))
      try expectSame(asc, grid, "\(n), Esri grid")
      let again = ElevationGrid(
        tiff.grid,
        samples: try tiff.raster.read(
          column: 0, row: 0, width: grid.width, height: grid.height), datum: tiff.datum)
      let second = try ElevationFile.open(
        bytes: EsriGridWriter.encode(again), name: "a.asc", options: .init(system: grid.system))
      try expectSame(second, grid, "\(n), Esri grid of the GeoTIFF")
    }
  }

  @Test("the projection beside an Esri grid is read as it was meant")
  func projections() throws {
    for system in Self.systems {
      let raster = try #require(
        RasterGrid(
          width: 2, height: 2, system: system, originX: 30, originY: 40, stepX: 1, stepY: -1,
          margin: 0.5))
      let grid = ElevationGrid(
        raster, samples: [1, 2, 3, 4], datum: .meanSeaLevel(geoid: nil))
      let folder = try TemporaryFolder()
      let file = try folder.write("g.asc", EsriGridWriter.encode(grid))
      try folder.write("g.prj", try #require(EsriGridWriter.projection(of: grid)))
      let opened = try ElevationFile.open(file)
      #expect(opened.grid.system == system)
      #expect(opened.grid.originX == 30 && opened.grid.originY == 40)
    }
  }

  @Test("registration: cells have a corner, samples at the edge a centre")
  func registration() throws {
    func text(_ margin: Double) throws -> String {
      let raster = try #require(
        RasterGrid(
          width: 3, height: 2, system: .geographic(.wgs84), originX: -105.5 + 0.005,
          originY: 40.02 - 0.005, stepX: 0.01, stepY: -0.01, margin: margin))
      return String(
        decoding: EsriGridWriter.encode(
          ElevationGrid(
            raster, samples: [1, 2.5, .nan, 4, 5, -9999], datum: .meanSeaLevel(geoid: nil))),
        as: UTF8.self)
    }
    let cells = try text(0.5)
    #expect(cells.contains("xllcorner -105.5\n"), "\(cells)")
    #expect(cells.contains("yllcorner 40.0\n"), "\(cells)")
    #expect(cells.contains("NODATA_value -99999\n"), "a sample is −9999")
    #expect(cells.contains("\n1 2.5 -99999\n4 5 -9999\n"))
    #expect(try text(0).contains("xllcenter -105.495\n"))
  }

  @Test("the vertical datum goes along in a GeoTIFF")
  func datum() throws {
    let raster = try #require(
      RasterGrid(
        width: 2, height: 2, system: .geographic(.wgs84), originX: 7, originY: 44, stepX: 0.1,
        stepY: -0.1, margin: 0))
    for datum in [
      VerticalDatum.ellipsoid, .meanSeaLevel(geoid: .egm96), .meanSeaLevel(geoid: .egm2008),
      .meanSeaLevel(geoid: .navd88), .meanSeaLevel(geoid: .ngvd29), .meanSeaLevel(geoid: nil),
    ] {
      let grid = ElevationGrid(raster, samples: [1, 2, 3, 4], datum: datum)
      let file = try ElevationFile.open(
        bytes: try #require(GeoTIFFWriter.encode(grid)), name: "a.tif")
      #expect(file.datum == datum)
    }
  }

  @Test("a tile of samples that stand where the tile's do is theirs; others are refused")
  func tile() throws {
    let edge = 1201
    var samples = (0..<(edge * edge)).map { Float($0 % 3000) }
    samples[5] = .nan
    func tile(shift: Double) throws -> [UInt8]? {
      let step = 1 / Double(edge - 1)
      let raster = try #require(
        RasterGrid(
          width: edge, height: edge, system: .geographic(.wgs84), originX: 7 + shift * step,
          originY: 44, stepX: step, stepY: -step, margin: 0.5))
      return HGT.encode(
        ElevationGrid(raster, samples: samples, datum: HGT.datum), corner: (43, 7), edge: edge)
    }
    let read = try HGT.decode(try #require(try tile(shift: 0)), name: "N43E007.hgt")
    #expect(bits(read.samples) == bits(samples))
    #expect(read.datum == .meanSeaLevel(geoid: .egm96))
    #expect(try tile(shift: 0.5) == nil)
  }

  @Test("a void does not grow where a grid is resampled, and the shift is told")
  func resampling() throws {
    let step = 30.0
    var samples = (0..<400).map { Float(100 + $0) }
    samples[210] = .nan
    let raster = try #require(
      RasterGrid(
        width: 20, height: 20, system: .utm(zone: 32, isNorth: true, datum: .wgs84),
        originX: 500_000, originY: 5_090_000, stepX: step, stepY: -step, margin: 0.5))
    let model = try RasterElevation(MemoryRaster(name: "a", grid: raster, samples: samples))
    let field = HeightField(sampling: model)
    let (latitudes, longitudes) = HeightField.lines(of: model)
    let around = (1..<(field.height - 1)).reduce(0) { sum, row in
      sum
        + (1..<(field.width - 1)).count { field.samples[row * field.width + $0].isNaN }
    }
    #expect((1...2).contains(around), "\(around)")
    let shift = try #require(
      ResamplingShift.largest(of: model, latitudes: latitudes, longitudes: longitudes))
    #expect(shift > 0.3 && shift <= 0.5)
    let places = HeightField.lines(of: field)
    #expect(
      try #require(
        ResamplingShift.largest(
          of: field, latitudes: places.latitudes, longitudes: places.longitudes)) < 1e-6)
  }

  @Test("rasters that share a cache keep no more than it allows, and read the same")
  func sharedCache() throws {
    let cache = ElevationCache(maximumBytes: 3 * 32 * 32 * 4)
    var models: [RasterElevation] = []
    for n in 0..<6 {
      let raster = try #require(
        RasterGrid(
          width: 64, height: 64, system: .geographic(.wgs84), originX: Double(n), originY: 44,
          stepX: 0.01, stepY: -0.01, margin: 0))
      models.append(
        try RasterElevation(
          TiledRaster(grid: raster, value: Float(n)), sharing: cache))
    }
    for _ in 0..<3 {
      for (n, model) in models.enumerated() {
        for k in 0..<4 {
          #expect(
            model.elevation(
              latitude: 43.99 - Double(k) * 0.15, longitude: Double(n) + 0.01 + Double(k) * 0.15)
              == Double(n))
        }
        #expect(cache.byteCount <= cache.maximumBytes && cache.byteCount > 0)
      }
    }
  }

  /// Blocks of 32 × 32 equal samples.
  private struct TiledRaster: ElevationRaster {
    let grid: RasterGrid
    let value: Float
    var name: String { "tiled" }
    var blockWidth: Int { 32 }
    var blockHeight: Int { 32 }
    func block(column: Int, row: Int) -> [Float] { Array(repeating: value, count: 32 * 32) }
  }
}
