import BelvedereElevationFiles
import BelvedereImaging
import BelvedereTerrain
import Testing

@Suite("Elevations of 16-bit pictures") struct HeightFieldPNGTests {
  private let bounds = GeographicBounds(south: 45, west: 6, north: 47, east: 8)

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
