import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// A raster in UTM lies askew in its box of degrees: what the box has beyond it is not known.
@Suite("Ranges of rasters that lie askew") struct AskewRasterRangeTests {
  private static func raster() throws -> RasterElevation {
    let system = try #require(CoordinateReferenceSystem(text: "EPSG:32613"))
    let grid = try #require(
      RasterGrid(
        width: 40, height: 40, system: system, originX: 559_706.5, originY: 4_380_338.5, stepX: 3,
        stepY: -3, margin: 0.5))
    return try RasterElevation(
      MemoryRaster(name: "g", grid: grid, samples: Array(repeating: 1700, count: 1600)))
  }

  @Test("a range is told where there is ground, all of it known, and nowhere else")
  func ranges() throws {
    let model = try Self.raster()
    let box = model.bounds
    var (known, unknown) = (0, 0)
    forEachSeed(4000) { random in
      let latitude = random.double(box.south...box.north)
      let longitude = random.double(box.west...box.east)
      let side = random.pick([1e-9, 1e-7])
      let small = GeographicBounds(
        south: latitude - side, west: longitude - side, north: latitude + side,
        east: longitude + side)
      let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
        model.elevation(latitude: latitude + $0.0 * side, longitude: longitude + $0.1 * side)
      }
      if corners.allSatisfy({ $0 != nil }) {
        known += 1
        try check(model.range(in: small) == 1700...1700, "no range at \(latitude), \(longitude)")
      } else if corners.allSatisfy({ $0 == nil }) {
        unknown += 1
        try check(model.range(in: small) == nil, "a range at \(latitude), \(longitude)")
        try check(!model.knowsAll(of: small), "known at \(latitude), \(longitude)")
      }
    }
    #expect(known > 3000 && unknown > 20)
  }
}
