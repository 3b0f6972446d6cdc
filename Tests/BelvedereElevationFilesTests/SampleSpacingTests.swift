import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// How far apart samples stand on the ground.
@Suite("Spacing of samples") struct SampleSpacingTests {
  private func grid(
    _ system: CoordinateReferenceSystem, _ width: Int, _ height: Int, x: Double, y: Double,
    stepX: Double, stepY: Double
  ) throws -> RasterGrid {
    try #require(
      RasterGrid(
        width: width, height: height, system: system, originX: x, originY: y, stepX: stepX,
        stepY: stepY, margin: 0.5))
  }

  /// Metres by the geodesic between the places of two neighbours in the middle.
  private func geodesic(_ grid: RasterGrid, _ x: Double, _ y: Double) throws -> Double {
    let conversion = CoordinateConversion(grid.system)
    let (column, row) = (Double(grid.width - 1) / 2, Double(grid.height - 1) / 2)
    func place(_ part: Double) throws -> Coordinate {
      let position = grid.position(column: column + x * part, row: row + y * part)
      let place = try #require(conversion.unproject(x: position.x, y: position.y))
      return Coordinate(latitude: place.latitude, longitude: place.longitude)
    }
    return try Geodesic.wgs84.inverse(from: try place(-0.5), to: try place(0.5)).distance
  }

  @Test("metres are those of the geodesic, whatever the system and the shape of the raster")
  func metres() throws {
    let north = CoordinateReferenceSystem.utm(zone: 10, isNorth: true, datum: .wgs84)
    let south = CoordinateReferenceSystem.utm(zone: 33, isNorth: false, datum: .wgs84)
    for grid in [
      try grid(north, 200, 150, x: 552_000, y: 5_120_000, stepX: 30, stepY: -30),
      try grid(north, 900, 1, x: 700_000, y: 7_500_000, stepX: 30, stepY: -30),
      try grid(north, 1, 1, x: 500_000, y: 4_000_000, stepX: 10, stepY: -20),
      try grid(south, 100, 400, x: 250_000, y: 6_000_000, stepX: -90, stepY: 90),
      try grid(.webMercator, 300, 200, x: 780_000, y: 9_000_000, stepX: 38, stepY: -19),
      try grid(.geographic(.wgs84), 90, 900, x: 8, y: 71, stepX: 1 / 1200.0, stepY: -1 / 3600.0),
      try grid(.geographic(.nad27), 90, 90, x: -105, y: 40, stepX: 1 / 1200.0, stepY: -1 / 1200.0),
    ] {
      let spacing = try #require(SampleSpacing(grid))
      #expect(abs(spacing.east / (try geodesic(grid, 1, 0)) - 1) < 1e-4, "\(grid): \(spacing)")
      #expect(abs(spacing.north / (try geodesic(grid, 0, 1)) - 1) < 1e-4, "\(grid): \(spacing)")
    }
  }

  @Test("a model knows its resolution along both axes")
  func resolutions() throws {
    func model(_ grid: RasterGrid) throws -> RasterElevation {
      try RasterElevation(
        MemoryRaster(
          name: "a", grid: grid, samples: Array(repeating: 1, count: grid.width * grid.height)))
    }
    let oblong = try model(
      grid(.geographic(.wgs84), 9, 9, x: 8, y: 71, stepX: 1 / 1200.0, stepY: -1 / 3600.0))
    #expect(oblong.longitudinalResolution == 1 / 1200.0 && oblong.resolution == 1 / 3600.0)
    let utm = CoordinateReferenceSystem.utm(zone: 10, isNorth: true, datum: .wgs84)
    // A single row, turned against the parallels: the box around it is higher than the row.
    let row = try model(grid(utm, 900, 1, x: 700_000, y: 5_000_000, stepX: 30, stepY: -30))
    let degree = CoordinateRegion.metersPerDegree(at: row.bounds.center.latitude)
    #expect(abs(row.resolution * degree.latitude - 30) < 0.02)
    #expect(abs(row.longitudinalResolution * degree.longitude - 30) < 0.02)
    let mercator = try model(
      grid(.webMercator, 9, 9, x: 780_000, y: 9_000_000, stepX: 38, stepY: -38))
    let ratio = mercator.longitudinalResolution / mercator.resolution
    #expect(abs(ratio - 1 / cosine(mercator.bounds.center.latitude)) < 1e-3)
  }

  private func cosine(_ latitude: Double) -> Double {
    MapPoint.metersPerMapPoint(at: latitude) / MapPoint.metersPerMapPoint(at: 0)
  }

  @Test("degrees cannot be metres of a zone")
  func degrees() throws {
    let utm = CoordinateReferenceSystem.utm(zone: 10, isNorth: true, datum: .wgs84)
    func raster(_ grid: RasterGrid) -> MemoryRaster {
      MemoryRaster(name: "a.asc", grid: grid, samples: Array(repeating: 1, count: 4))
    }
    let inDegrees = try grid(utm, 2, 2, x: -122.5, y: 37.5, stepX: 0.01, stepY: -0.01)
    let error = #expect(throws: TerrainFileError.self) {
      try RasterElevation(raster(inDegrees))
    }
    #expect(error?.reason.contains("look like degrees") == true)
    #expect(error?.reason.contains("EPSG:4326") == true)
    let inMetres = try grid(utm, 2, 2, x: 552_000, y: 5_120_000, stepX: 30, stepY: -30)
    _ = try RasterElevation(raster(inMetres))
  }
}
