import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Hills and gray16 terrain") struct HillFieldTests {
  private let bounds = GeographicBounds(south: 45, west: 6, north: 47, east: 8)

  @Test("a hill has its height at the top, half of it half-way, nothing at the foot")
  func profile() {
    let hill = HillField(
      hills: [.init(center: Coordinate(latitude: 46, longitude: 7), height: 100, radius: 1000)],
      bounds: bounds)
    let degree = CoordinateRegion.metersPerDegree(at: 46)
    #expect(hill.elevation(latitude: 46, longitude: 7) == 100)
    let half = hill.elevation(latitude: 46 + 500 / degree.latitude, longitude: 7)
    #expect(abs((half ?? 0) - 50) < 1e-6)
    let east = hill.elevation(latitude: 46, longitude: 7 + 500 / degree.longitude)
    #expect(abs((east ?? 0) - 50) < 1e-6)
    #expect(hill.elevation(latitude: 46.02, longitude: 7) == 0)
    #expect(hill.elevation(latitude: 44.9, longitude: 7) == nil)
    #expect(hill.range == 0...100)
  }

  @Test("every elevation lies in the stated range")
  func range() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<20 {
      let hills = (0..<8).map { _ in
        HillField.Hill(
          center: Coordinate(
            latitude: .random(in: 45.98...46.02, using: &random),
            longitude: .random(in: 6.98...7.02, using: &random)),
          height: .random(in: -50...100, using: &random),
          radius: .random(in: 100...2000, using: &random))
      }
      let field = HillField(hills: hills, bounds: bounds)
      for _ in 0..<500 {
        let value = field.elevation(
          latitude: .random(in: 45.97...46.03, using: &random),
          longitude: .random(in: 6.97...7.03, using: &random))
        #expect(field.range.contains(value ?? .nan))
      }
    }
  }

  @Test("ground across the antimeridian is the same on whichever turn it is asked for")
  func antimeridian() {
    let here = GeographicBounds(south: 9, west: -1, north: 11, east: 1)
    let there = GeographicBounds(south: 9, west: 179, north: 11, east: 181)
    func hills(_ bounds: GeographicBounds, _ longitudes: [Double]) -> HillField {
      HillField(
        hills: longitudes.map {
          .init(center: Coordinate(latitude: 10, longitude: $0), height: 50, radius: 30_000)
        }, bounds: bounds)
    }
    let samples = (0..<25).map { Float($0 * $0 % 17) }
    let pairs: [(any ElevationModel, any ElevationModel)] = [
      (hills(here, [-0.3, 0.4]), hills(there, [179.7, -179.6])),
      (
        HeightField(width: 5, height: 5, bounds: here, samples: samples),
        HeightField(width: 5, height: 5, bounds: there, samples: samples)
      ),
    ]
    let offsets = (-15...15).map { Double($0) / 10 }
    for (plain, shifted) in pairs {
      #expect(abs(plain.range.upperBound - shifted.range.upperBound) < 1e-9)
      for turn in [-360.0, 0, 360] {
        let grid = shifted.elevations(
          latitudes: [9.5, 10.1], longitudes: offsets.map { $0 + 180 + turn })
        for (i, offset) in offsets.enumerated() {
          let expected = plain.elevation(latitude: 10.1, longitude: offset)
          let found = shifted.elevation(latitude: 10.1, longitude: offset + 180 + turn)
          #expect((expected == nil) == (found == nil), "\(offset)")
          #expect(abs((expected ?? 0) - (found ?? 0)) < 1e-6)
          let single = grid[offsets.count + i]
          #expect(single.isNaN == (found == nil))
          #expect(single.isNaN || abs(Double(single) - (found ?? 0)) < 1e-3)
        }
      }
    }
  }

  @Test("grids of elevations are those of single positions, whatever is left out on the way")
  func grids() {
    var random = SplitMix64(seed: 6)
    func field(_ south: Double, _ west: Double) -> HillField {
      HillField(
        hills: (0..<40).map { _ in
          .init(
            center: Coordinate(
              latitude: .random(in: south...(south + 1), using: &random),
              longitude: .random(in: west...(west + 1), using: &random)),
            height: 10, radius: .random(in: 100...20_000, using: &random))
        }, bounds: .init(south: south, west: west, north: south + 1, east: west + 1))
    }
    let ground = ElevationMosaic([field(45, 6), field(45.5, 6.5), field(60, 20)])
    for _ in 0..<50 {
      let latitude = Double.random(in: 44.9...46.6, using: &random)
      let longitude = Double.random(in: 5.9...7.6, using: &random)
      let latitudes = (0..<5).map { latitude + Double($0) * 0.01 }
      let longitudes = (0..<5).map { longitude + Double($0) * 0.01 }
      let grid = ground.elevations(latitudes: latitudes, longitudes: longitudes)
      for i in 0..<25 {
        let single = ground.elevation(latitude: latitudes[i / 5], longitude: longitudes[i % 5])
        #expect(grid[i].isNaN ? single == nil : single.map { Float($0) } == grid[i])
      }
    }
  }
}
