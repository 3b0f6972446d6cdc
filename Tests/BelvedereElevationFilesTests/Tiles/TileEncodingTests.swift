import BelvedereElevationFiles
import BelvedereImaging
import BelvedereTestSupport
import Testing

@Suite("Elevations of tiles' colours") struct TileEncodingTests {
  @Test("Terrarium is exact for every step")
  func terrarium() {
    var steps: UInt32 = 1
    while steps < 1 << 24 {
      let metres = TileEncoding.terrarium.metres(
        red: UInt16(steps >> 16), green: UInt16(steps >> 8 & 255), blue: UInt16(steps & 255))
      #expect(Double(metres) == Double(steps) / 256 - 32768)
      steps += 977
    }
    #expect(TileEncoding.terrarium.metres(red: 0, green: 0, blue: 0).isNaN)
    #expect(TileEncoding.terrarium.metres(red: 128, green: 0, blue: 0) == 0)
  }

  @Test("Terrain-RGB: 0.1 m from −10,000 m")
  func terrainRGB() {
    #expect(TileEncoding.terrainRGB.metres(red: 0, green: 0, blue: 0) == -10000)
    #expect(TileEncoding.terrainRGB.metres(red: 1, green: 134, blue: 160) == 0)
    #expect(TileEncoding.terrainRGB.metres(red: 1, green: 134, blue: 161) == 0.1)
    #expect(TileEncoding.terrainRGB.metres(red: 255, green: 255, blue: 255) == 1_667_721.5)
  }

  @Test("names in metadata")
  func names() {
    #expect(TileEncoding(named: "mapbox") == .terrainRGB)
    #expect(TileEncoding(named: "Terrarium") == .terrarium)
    #expect(TileEncoding(named: "custom") == nil)
  }

  private func decode(_ raster: Raster) throws -> TileSamples {
    try TileSamples(png: PNG.encode(raster), name: "t", encoding: .terrarium)
  }

  @Test("alpha 0 is a void; other alpha does not matter")
  func alpha() throws {
    var samples = [UInt16](repeating: 0, count: 8 * 8 * 4)
    for i in 0..<64 {
      samples[4 * i] = 128
      samples[4 * i + 1] = UInt16(i)
      samples[4 * i + 3] = i == 9 ? 0 : i == 10 ? 1 : 255
    }
    let tile = try decode(Raster(width: 8, height: 8, channels: 4, bits: 8, samples: samples))
    for i in 0..<64 {
      if i == 9 { #expect(tile.metres[i].isNaN) } else { #expect(tile.metres[i] == Float(i)) }
    }
  }

  @Test("other pictures are refused with a reason")
  func refusals() throws {
    func reason(_ width: Int, _ height: Int, _ channels: Int, _ bits: Int) throws -> String? {
      let samples = [UInt16](repeating: 1, count: width * height * channels)
      let error = #expect(throws: TerrainFileError.self) {
        try decode(
          Raster(width: width, height: height, channels: channels, bits: bits, samples: samples))
      }
      return error?.reason
    }
    #expect(try reason(8, 8, 1, 16)?.contains("1 channel(s) of 16 bits") == true)
    #expect(try reason(8, 8, 3, 16)?.contains("of 16 bits") == true)
    #expect(try reason(8, 16, 3, 8)?.contains("8 × 16") == true)
    #expect(try reason(257, 257, 3, 8)?.contains("257 × 257") == true)
    #expect(try reason(4, 4, 3, 8)?.contains("4 × 4") == true)
    for (bytes, word) in [
      ([0xFF, 0xD8, 0xFF, 0xE0], "JPEG"), (Array("RIFF0000WEBP".utf8), "WebP"),
      (Array("<html>".utf8), "HTML"), ([], "PNG"), ([0x1F, 0x8B, 8], "compressed"),
    ] as [([UInt8], String)] {
      let error = #expect(throws: TerrainFileError.self) {
        try TileSamples(png: bytes, name: "t", encoding: .terrarium)
      }
      #expect(error?.reason.contains(word) == true)
    }
  }

  @Test("a tile cut anywhere is refused; a changed byte never gives a wrong elevation")
  func damage() throws {
    let id = try #require(TileID(zoom: 0, x: 0, y: 0))
    let png = try terrariumTile(id) { Double($0 * 3 + $1) }
    let whole = try TileSamples(png: png, name: "t", encoding: .terrarium).metres
    for end in 0..<png.count {
      #expect(throws: TerrainFileError.self) {
        try TileSamples(png: Array(png[..<end]), name: "t", encoding: .terrarium)
      }
    }
    for i in png.indices {
      for bit in 0..<8 {
        var bytes = png
        bytes[i] ^= UInt8(1 << bit)
        guard let tile = try? TileSamples(png: bytes, name: "t", encoding: .terrarium) else {
          continue
        }
        #expect(tile.metres == whole)
      }
    }
  }
}
