import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

/// Against GDAL on the files of the shared data; see `Rasters/generate.py`.
@Suite("Real elevation files") struct RealRasterTests {
  private func open(_ name: String, _ system: String) throws -> ElevationFile? {
    guard let path = SharedData.file(name) else { return nil }
    return try ElevationFile.open(path, options: .init(system: .init(text: system)))
  }

  @Test("all samples are GDAL's")
  func samples() throws {
    for row in try RasterTable.rows("real") {
      guard let file = try open(row[0], row[1]) else { continue }
      let grid = file.grid
      #expect(grid.width == Int(row[2]) && grid.height == Int(row[3]))
      let samples = try file.raster.read(
        column: 0, row: 0, width: grid.width, height: grid.height)
      #expect(checksum(samples) == row[4], "\(row[0])")
      let statistics = RasterStatistics(file.raster)
      #expect(statistics.range.lowerBound == Double(row[5]))
      #expect(statistics.range.upperBound == Double(row[6]))
      #expect(statistics.voidCount == Int(row[7]), "\(row[0])")
    }
  }

  /// The table's latitudes and longitudes are as exact as doubles; 3″ are 90 m, and a relief of
  /// 1:1 over 1e-9 m leaves nothing to see.
  @Test("bilinear elevations are those between GDAL's samples")
  func places() throws {
    var file = ""
    var model: RasterElevation?
    var latitudes: [Double] = []
    for row in try RasterTable.rows("places") {
      if row[0] != file {
        file = row[0]
        model = try open(row[0], row[1])?.model()
        latitudes = []
      }
      guard let model else { continue }
      let latitude = try #require(Double(row[2]))
      let longitude = try #require(Double(row[3]))
      let got = try model.value(latitude: latitude, longitude: longitude)
      if let expected = Double(row[4]) {
        #expect(got.map { abs($0 - expected) < 1e-5 } == true, "\(row), got \(got ?? .nan)")
      } else {
        #expect(got == nil, "\(row)")
      }
      let batch = model.elevations(latitudes: [latitude], longitudes: [longitude])[0]
      #expect(got.map { abs(Float($0) - batch) < 1e-3 } ?? batch.isNaN, "\(row)")
      latitudes.append(latitude)
    }
  }

  @Test("overviews cover the same ground")
  func overviews() throws {
    guard let file = try open("sf/golden_gate_srtm3_cog.tif", "") else { return }
    #expect(file.overviews.map(\.grid.width) == [300, 150, 75])
    let extent = file.grid.extent
    for overview in file.overviews {
      let same = overview.grid.extent
      #expect(abs(same.west - extent.west) < 1e-9 && abs(same.east - extent.east) < 1e-9)
      #expect(abs(same.south - extent.south) < 1e-9 && abs(same.north - extent.north) < 1e-9)
      let samples = try overview.read(
        column: 0, row: 0, width: overview.grid.width, height: overview.grid.height)
      let high = samples.filter { !$0.isNaN }.max() ?? 0
      #expect(high > 600 && high <= 782)
    }
  }

  @Test("what the files say of themselves")
  func descriptions() throws {
    guard let file = try open("sf/golden_gate_srtm3_cog.tif", "") else { return }
    #expect(file.format == .geoTIFF)
    #expect(file.encoding == "int16, deflate, tiles of 128 × 128")
    #expect(file.grid.system == .geographic(.wgs84))
    #expect(file.warnings.isEmpty)
    let mercator = try #require(try open("sf/elev_russian_hill_5m.tif", ""))
    #expect(mercator.grid.system == .webMercator)
    #expect(mercator.encoding == "float32, LZW, tiles of 256 × 256")
    let grid = try #require(try open("sf/city_srtm3.asc", ""))
    #expect(grid.grid.system == .geographic(.wgs84))
    #expect(grid.warnings.count == 1)
    let tile = try #require(try open("dem/N43E007.hgt.zip", ""))
    #expect(tile.format == .hgt && tile.encoding == "int16, 3″")
  }

  @Test("grids without a place on the Earth open, but are no ground")
  func local() throws {
    for name in ["dem/hugo_site.asc", "dem/west_bijou_gully.asc"] {
      guard let file = try open(name, "") else { continue }
      #expect(file.grid.system == .local)
      #expect(file.bounds == nil)
      let error = #expect(throws: TerrainFileError.self) { try file.model() }
      #expect(error?.reason.contains("coordinate reference system") == true)
    }
  }

  @Test("odd files are refused with a reason and a way out, or read")
  func odd() throws {
    let reasons = [
      ("corrupt.tif", "bands"), ("float_raster_with_nodata.tif", "gdalwarp"),
      ("rotated.tif", "turned or sheared"), ("all-nodata.tif", "4 bands"),
    ]
    for (name, reason) in reasons {
      guard let path = SharedData.file("dem/odd/\(name)") else { continue }
      let error = #expect(throws: TerrainFileError.self) { try ElevationFile.open(path) }
      #expect(error?.reason.contains(reason) == true, "\(error?.description ?? "")")
    }
    guard let path = SharedData.file("dem/odd/float_nan.tif") else { return }
    let file = try ElevationFile.open(path)
    #expect(file.grid.system == .local)
    let samples = try file.raster.read(column: 0, row: 0, width: 3, height: 2)
    #expect(samples.filter(\.isNaN).count == 1)
    #expect(throws: TerrainFileError.self) { try file.model() }
  }
}
