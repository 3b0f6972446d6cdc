import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Slope, aspect, shading") struct GradientTests {
  private func gradient(_ column: Int, _ row: Int) -> ElevationGradient {
    ElevationGradient(
      window: ReliefFacts.window(column, row), eastSpacing: ReliefFacts.spacing,
      northSpacing: ReliefFacts.spacing)
  }

  @Test("Horn's formula gives gdaldem's slopes and aspects")
  func gdal() throws {
    for row in 1...5 {
      for column in 1...6 {
        let g = gradient(column, row)
        #expect(abs(g.slope - ReliefFacts.slopes[row - 1][column - 1]) < 2e-4)
        let aspect = try #require(g.aspect)
        #expect(abs(aspect - ReliefFacts.aspects[row - 1][column - 1]) < 2e-4)
      }
    }
  }

  @Test("the shading is Mark's by four lights and gdaldem's by one")
  func shading() {
    for row in 1...5 {
      for column in 1...6 {
        let g = gradient(column, row)
        let four = 1 + 254 * Hillshade.multidirectional(east: Float(g.east), north: Float(g.north))
        #expect(
          abs(Double(four) - Double(ReliefFacts.multidirectional[row - 1][column - 1])) <= 1,
          "\(column), \(row)")
        // gdaldem weighs the four lights by how squarely they fall instead.
        let facing = [225.0, 270, 315, 360].reduce(0) { sum, azimuth in
          let weight = cos(((g.aspect ?? 0) - azimuth) * .pi / 180)
          return sum
            + weight * weight / 2 * Hillshade.directional(g, azimuth: azimuth, altitude: 30)
        }
        #expect(abs(1 + 254 * facing - Double(ReliefFacts.facing[row - 1][column - 1])) <= 1)
        let one = 1 + 254 * Hillshade.directional(g, azimuth: 315, altitude: 45)
        #expect(abs(one - Double(ReliefFacts.directional[row - 1][column - 1])) <= 1)
      }
    }
    #expect(Hillshade.multidirectional(east: 0, north: 0) == Hillshade.levelBrightness)
    #expect(Hillshade.multidirectional(east: 0.4, north: 0.3) <= 1)
  }

  /// A plane that rises so much for each degree.
  private func plane(_ latitude: Double, east: Double, north: Double) -> HeightField {
    let step = 0.001
    var samples: [Float] = []
    for row in 0..<9 {
      for column in 0..<9 {
        let rise = east * Double(column) - north * Double(row)
        samples.append(Float(100 + rise * step))
      }
    }
    return HeightField(
      width: 9, height: 9,
      bounds: GeographicBounds(
        south: latitude - 4 * step, west: 7, north: latitude + 4 * step, east: 7 + 8 * step),
      samples: samples)
  }

  @Test("metres are those of the ellipsoid at every latitude")
  func ellipsoid() throws {
    for latitude in [-75.0, -33, 0, 12, 48, 81] {
      let field = plane(latitude, east: 20_000, north: 30_000)
      let place = Coordinate(latitude: latitude, longitude: 7.004)
      let g = try #require(
        field.gradient(latitude: place.latitude, longitude: place.longitude))
      // The geodesic's own lengths, of short ways.
      let east = try Geodesic.wgs84.inverse(
        from: Coordinate(latitude: latitude, longitude: 7.0035),
        to: Coordinate(latitude: latitude, longitude: 7.0045)
      ).distance
      let north = try Geodesic.wgs84.inverse(
        from: Coordinate(latitude: latitude - 0.0005, longitude: 7.004),
        to: Coordinate(latitude: latitude + 0.0005, longitude: 7.004)
      ).distance
      #expect(abs(g.east * east / 20 - 1) < 1e-5, "\(latitude)")
      #expect(abs(g.north * north / 30 - 1) < 1e-5, "\(latitude)")
    }
  }

  @Test("aspect is where water runs; level ground has none")
  func aspect() throws {
    func aspect(_ east: Double, _ north: Double) -> Double? {
      plane(40, east: east, north: north).aspect(latitude: 40, longitude: 7.004)
    }
    #expect(try abs(#require(aspect(0, 5000)) - 180) < 1e-3)
    #expect(try abs(#require(aspect(-1e-9, -5000))) < 1e-3)
    #expect(try abs(#require(aspect(5000, 0)) - 270) < 1e-3)
    #expect(try abs(#require(aspect(-5000, 0)) - 90) < 1e-3)
    let level = plane(40, east: 0, north: 0)
    #expect(level.aspect(latitude: 40, longitude: 7.004) == nil)
    #expect(level.slope(latitude: 40, longitude: 7.004) == 0)
    #expect(level.normal(latitude: 40, longitude: 7.004) == Vector3(0, 0, 1))
  }

  @Test("normals are unit vectors square to the ground")
  func normal() {
    forEachSeed(200) { random in
      let g = ElevationGradient(east: random.double(-9...9), north: random.double(-9...9))
      let n = g.normal
      try check(abs(n.length - 1) < 1e-12, "length \(n.length)")
      try check(abs(n.dot(Vector3(1, 0, g.east))) < 1e-12, "east")
      try check(abs(n.dot(Vector3(0, 1, g.north))) < 1e-12, "north")
      try check(abs(acos(n.z) * 180 / .pi - g.slope) < 1e-6, "slope")
    }
  }

  @Test("planes keep their slope up to the edge and beside voids; beyond there is none")
  func edges() throws {
    let field = plane(40, east: 5000, north: 8000)
    let inner = try #require(field.gradient(latitude: 40, longitude: 7.004))
    let corner = try #require(
      field.gradient(latitude: field.bounds.north, longitude: field.bounds.west))
    #expect(abs(inner.east - corner.east) < 1e-5)
    #expect(abs(inner.north - corner.north) < 1e-5)
    #expect(field.gradient(latitude: 41, longitude: 7.004) == nil)
    #expect(field.gradient(latitude: .nan, longitude: 7.004) == nil)
  }

  @Test("contours run where they should and fade where they would touch")
  func contours() throws {
    let lines = try #require(ContourLines(interval: 10))
    #expect(lines.coverage(elevation: 30, rise: 1, width: 1) > 0.9)
    #expect(lines.coverage(elevation: 35, rise: 1, width: 1) == 0)
    // The fiftieth metre is a heavier line.
    #expect(
      lines.coverage(elevation: 51, rise: 1, width: 1)
        > lines.coverage(elevation: 41, rise: 1, width: 1))
    #expect(lines.coverage(elevation: 30, rise: 9, width: 1) == 0)
    #expect(lines.coverage(elevation: 30, rise: 0, width: 1) == 0)
    #expect(lines.coverage(elevation: .nan, rise: 1, width: 1) == 0)
    for interval in [0, -1, Double.nan, .infinity] {
      #expect(ContourLines(interval: interval) == nil)
    }
  }
}
