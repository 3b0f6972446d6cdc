import BelvedereElevationFiles
import BelvedereFiles
import BelvedereImaging
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Colour tiles") struct RasterTilesTests {
  private func write(
    _ folder: TemporaryFolder, _ name: String, width: Int = 64, height: Int = 64,
    color: (UInt8, UInt8, UInt8, UInt8) = (200, 100, 50, 255)
  ) throws {
    let data = try PNG.encode(Image(width: width, height: height, fill: color))
    try write(folder, name, data)
  }

  private func write(_ folder: TemporaryFolder, _ name: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: "\(folder.path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  @Test("pixels come multiplied by their opacity, rows from the north, in whatever world")
  func pixels() throws {
    let folder = try TemporaryFolder()
    var image = Image(width: 64, height: 64, fill: (255, 0, 100, 255))
    image[3, 1] = (255, 128, 0, 51)
    image[4, 1] = (255, 255, 255, 0)
    try write(folder, "2/1/3.png", try PNG.encode(image))
    let tiles = try RasterTiles(path: folder.path)
    #expect(tiles.zooms == 2...2 && tiles.tileSize == 64)
    let tile = try #require(tiles.tile(zoom: 2, x: 1, y: 3))
    #expect(tile.pixels[0] == 0xff64_00ff)
    #expect(tile.pixels[64 + 3] == 0x3300_1a33)
    #expect(tile.pixels[64 + 4] == 0)
    #expect(
      tiles.tile(zoom: 2, x: 1 - 8, y: 3) === tile && tiles.tile(zoom: 2, x: 5, y: 3) === tile)
    for (zoom, x, y) in [
      (2, 1, 2), (2, 2, 3), (3, 1, 3), (-1, 0, 0), (99, 0, 0), (2, 1, -1), (2, 1, 4),
    ] {
      #expect(tiles.tile(zoom: zoom, x: x, y: y) == nil)
    }
    #expect(tiles.problem == nil)
    // West, south, east and north of the tile.
    #expect(abs(tiles.bounds.west + 90) < 1e-9 && abs(tiles.bounds.east) < 1e-9)
    #expect(abs(tiles.bounds.south + 85.0511) < 1e-3 && abs(tiles.bounds.north + 66.5133) < 1e-3)
  }

  @Test("what is no tile of colours is refused with the reason")
  func refused() throws {
    func message(_ fill: (TemporaryFolder) throws -> Void) throws -> String {
      let folder = try TemporaryFolder()
      try fill(folder)
      do {
        _ = try RasterTiles(path: folder.path, name: "tiles")
        return ""
      } catch { return "\(error)" }
    }
    #expect(try message { try write($0, "3/1/1.png", width: 64, height: 32) }.contains("64 × 32"))
    #expect(try message { try write($0, "3/1/1.png", width: 100, height: 100) }.contains("square"))
    #expect(try message { try write($0, "3/1/1.png", width: 2048, height: 2048) }.contains("1024"))
    #expect(try message { try write($0, "3/1/1.png", Array("JFIF".utf8)) }.contains("PNG"))
    #expect(try message { try write($0, "notes.txt", Array("x".utf8)) }.contains("tiles"))
    #expect(throws: (any Error).self) { try RasterTiles(path: "/nowhere/at/all") }
  }

  @Test("damaged tiles are missing, and one sentence says so")
  func damaged() throws {
    let folder = try TemporaryFolder()
    for x in 0..<4 { try write(folder, "2/\(x)/1.png") }
    try write(folder, "2/0/2.png", Array("no picture".utf8))
    try write(folder, "2/2/2.png", width: 128, height: 128)
    let tiles = try RasterTiles(path: folder.path, name: "aerial")
    #expect(tiles.tile(zoom: 2, x: 0, y: 1) != nil && tiles.problem == nil)
    #expect(tiles.tile(zoom: 2, x: 0, y: 2) == nil && tiles.tile(zoom: 2, x: 2, y: 2) == nil)
    let problem = try #require(tiles.problem)
    #expect(problem.contains("aerial") && problem.contains("1 more"), "\(problem)")
    // Bytes flipped anywhere never crash.
    var random = SplitMix64(seed: 11)
    let whole = try PNG.encode(Image(width: 64, height: 64, fill: (1, 2, 3, 200)))
    for n in 0..<200 {
      var bytes = whole
      for _ in 0..<random.int(1...4) {
        bytes[random.int(0...(bytes.count - 1))] ^= UInt8(1 << random.int(0...7))
      }
      if n % 4 == 0 { bytes.removeLast(random.int(1...bytes.count)) }
      try write(folder, "2/3/3.png", bytes)
      let again = try RasterTiles(path: folder.path)
      if let tile = again.tile(zoom: 2, x: 3, y: 3) { #expect(tile.pixels.count == 64 * 64) }
    }
  }

  @Test("many tiles are kept within a bound, and read again")
  func bounded() throws {
    let folder = try TemporaryFolder()
    for x in 0..<16 {
      for y in 0..<4 {
        try write(
          folder, "4/\(x)/\(y).png", width: 512, height: 512, color: (UInt8(x), UInt8(y), 0, 255))
      }
    }
    let tiles = try RasterTiles(path: folder.path)
    for _ in 0..<2 {
      for x in 0..<16 {
        for y in 0..<4 {
          let value = 0xff00_0000 | UInt32(y) << 8 | UInt32(x)
          #expect(tiles.tile(zoom: 4, x: x, y: y)?.pixels[77] == value)
        }
      }
    }
  }
}
