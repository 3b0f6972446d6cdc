import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Where a part is missing.
extension RasterJoiningTests {
  @Test(
    "beside a gap a batch is the single places, on every lattice",
    arguments: [
      (CoordinateReferenceSystem.geographic(.wgs84), (x: 7.0, y: 47.0), 0.001),
      (.utm(zone: 32, isNorth: true, datum: .wgs84), (x: 650_000, y: 5_200_000), 90),
      (.utm(zone: 32, isNorth: true, datum: .wgs84), (x: 300_000, y: 7_000_000), 30),
      (.utm(zone: 32, isNorth: true, datum: .wgs84), (x: 700_000, y: 600_000), 3000),
    ])
  func batchesBesideGaps(
    _ system: CoordinateReferenceSystem, _ origin: (x: Double, y: Double), _ step: Double
  ) throws {
    let whole = WholeRaster(width: 200, height: 190, system: system, origin: origin, step: step)
    let sources = try joined([
      whole.model(0..<25, 0..<20), whole.model(25..<61, 0..<20), whole.model(0..<25, 20..<47),
      whole.model(150..<200, 160..<190),
    ])
    let model = try #require(sources.first?.model as? RasterElevation)
    let bounds = model.bounds
    var held = 0
    forEachSeed(12) { random in
      // The whole of it, and boxes around a sample of an edge.
      let isWhole = random.int(0...3) == 0
      let width = isWhole ? 1 : random.double(0.01...0.2)
      let (u, v) = (isWhole ? 0 : random.double(0...0.3), isWhole ? 0 : random.double(0.7...0.95))
      let columns = random.int(40...180)
      let longitudes = (0..<columns).map {
        bounds.west + (bounds.east - bounds.west) * (u + width * Double($0) / Double(columns))
      }
      let latitudes = (0..<columns).map {
        bounds.south
          + (bounds.north - bounds.south)
          * (v + width * (isWhole ? 1 : 0.2) * Double($0) / Double(columns))
      }
      let batch = model.elevations(latitudes: latitudes, longitudes: longitudes)
      for (i, value) in batch.enumerated() {
        let (row, column) = i.quotientAndRemainder(dividingBy: columns)
        let single = model.elevation(latitude: latitudes[row], longitude: longitudes[column])
        try check(
          value.isNaN == (single == nil) && !(abs(Double(value) - (single ?? 0)) >= 0.1),
          "\(latitudes[row]), \(longitudes[column]): \(value), alone \(single ?? .nan)")
        if single != nil { held += 1 }
      }
    }
    #expect(held > 1000)
  }

  @Test("the sea around three of four parts stays void, holes are filled", arguments: [0, 1, 2, 3])
  func coast(_ missing: Int) throws {
    var whole = WholeRaster(width: 120, height: 100)
    let plain = whole.metres
    // A bay with an island, and a lake without samples.
    let isSea: @Sendable (Int, Int) -> Bool = { column, row in
      row > 40 && abs(column - 60) < row - 30
        && !((55...65).contains(column) && (70...75).contains(row))
    }
    let isLake: @Sendable (Int, Int) -> Bool = { (20...24).contains($0) && (20...22).contains($1) }
    whole.metres = { isSea($0, $1) || isLake($0, $1) ? .nan : plain($0, $1) }
    let parts = [
      (0..<60, 0..<50), (60..<120, 0..<50), (0..<60, 50..<100), (60..<120, 50..<100),
    ]
    let sources = try joined(
      parts.indices.filter { $0 != missing }.map {
        try whole.model(parts[$0].0, parts[$0].1, inMemory: true)
      })
    #expect(sources.count == 1)
    let mosaic = try ElevationMosaic(sources: sources, priority: .asGiven, fillsVoids: true)
    #expect(mosaic.filledCounts.map(\.fromSurroundings) == [missing == 0 ? 0 : 15])
    for row in 1..<99 {
      for column in 1..<119 {
        let isThere = !(parts[missing].0.contains(column) && parts[missing].1.contains(row))
        let found = mosaic.elevation(
          latitude: 47 - Double(row) * whole.step, longitude: 7 + Double(column) * whole.step)
        let isKnown = isThere && !isSea(column, row)
        try #require((found != nil) == isKnown, "column \(column), row \(row)")
      }
    }
  }

  @Test(
    "a bay at the edge is sea beside a shore, however small, and a hole beside high ground",
    arguments: [Float(2), 30])
  func smallBay(_ shore: Float) throws {
    var whole = WholeRaster(width: 200, height: 190)
    whole.metres = { x, y in
      let distance = (Float((x - 100) * (x - 100) + (y - 189) * (y - 189))).squareRoot()
      return distance < 20 ? .nan : shore + (distance - 20) / 10
    }
    let columns = 0..<200
    let parts = try [
      whole.model(columns, 0..<90, inMemory: true), whole.model(0..<100, 90..<190, inMemory: true),
      whole.model(100..<200, 90..<190, inMemory: true),
    ]
    for models in [[try whole.model(columns, 0..<190, inMemory: true)], [try whole.model()], parts]
    {
      let mosaic = try ElevationMosaic(
        sources: joined(models), priority: .asGiven, fillsVoids: true)
      let found = mosaic.elevation(latitude: 47 - 180 * whole.step, longitude: 7 + 100 * whole.step)
      #expect((found == nil) == (shore < 5), "\(models.count): \(found ?? .nan)")
    }
  }
}
