import BelvedereGeodesy
import BelvedereImaging
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

  @Test("gray16: offset + scale · sample")
  func gray16() throws {
    let raster = Raster(
      width: 3, height: 2, channels: 1, bits: 16, samples: [0, 100, 65535, 7, 8, 9])
    let png = try PNG.encode(raster)
    let field = try HeightField(
      png: png, name: "t.png", bounds: bounds, scale: 0.1, offset: -10)
    #expect(field.samples[0] == -10)
    #expect(field.samples[1] == 0)
    #expect(abs(Double(field.samples[2]) - 6543.5) < 1e-3)
    #expect(field.elevation(latitude: 47, longitude: 6) == -10)
  }

  @Test("other pictures are refused")
  func otherPictures() throws {
    let rgb = try PNG.encode(Image(width: 4, height: 4))
    #expect(throws: TerrainFileError.self) {
      try HeightField(png: rgb, name: "t.png", bounds: bounds, scale: 1, offset: 0)
    }
    #expect(throws: TerrainFileError.self) {
      try HeightField(png: [1, 2, 3], name: "t.png", bounds: bounds, scale: 1, offset: 0)
    }
    let line = Raster(width: 5, height: 1, channels: 1, bits: 16, samples: [1, 2, 3, 4, 5])
    let png = try PNG.encode(line)
    #expect(throws: TerrainFileError.self) {
      try HeightField(png: png, name: "t.png", bounds: bounds, scale: 1, offset: 0)
    }
    let good = try PNG.encode(
      Raster(width: 2, height: 2, channels: 1, bits: 16, samples: [1, 2, 3, 4]))
    #expect(throws: TerrainFileError.self) {
      try HeightField(png: good, name: "t.png", bounds: bounds, scale: .nan, offset: 0)
    }
    for end in 0..<good.count {
      _ = try? HeightField(
        png: Array(good[..<end]), name: "t.png", bounds: bounds, scale: 1, offset: 0)
    }
  }
}
