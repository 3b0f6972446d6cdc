import BelvedereElevationFiles
import BelvedereLimits
import BelvedereTestSupport
import Testing

/// Files that were cut short or changed: an error or numbers, and neither a crash nor a hang.
@Suite("Damaged elevation files") struct DamagedRasterTests {
  /// Opens and reads all of a file; whether that went without an error.
  @discardableResult
  private func isRead(_ bytes: [UInt8]) throws -> Bool {
    var limits = Limits.standard
    limits.maximumMemory = 64 << 20
    do {
      let file = try ElevationFile.open(
        bytes: bytes, name: "N10E020.hgt", options: .init(limits: limits))
      let raster = file.raster
      for row in 0..<min(raster.blockRows, 50) {
        for column in 0..<min(raster.blockColumns, 50) {
          let block = try raster.block(column: column, row: row)
          try check(block.count == raster.blockWidth * raster.blockHeight, "a block's size")
          try check(block.allSatisfy { $0.isNaN || abs($0) <= 1e9 }, "a sample is out of range")
        }
      }
      return true
    } catch let error as PropertyFailure {
      throw error
    } catch {
      return false
    }
  }

  private static let grid = Array(
    "ncols 4\nnrows 3\nxllcorner 20\nyllcorner 10\ncellsize 0.25\nNODATA_value -9999\n1 2 3 4\n5 6.5 -7e1 8\n9 -9999 11 12\n"
      .utf8)

  /// One of each compression, predictor, layout and byte order; a grid; an archive.
  private static func seeds() throws -> [(String, [UInt8])] {
    let tiffs = try RasterTable.tiffs().enumerated()
      .filter { $0.offset % 12 == 0 }.map { ($0.element.name, $0.element.bytes) }
    let zips = try RasterTable.rows("zip").filter { $0[0] == "good stored" }
      .map { ($0[0], RasterTable.bytes($0[1])) }
    return tiffs + zips + [("grid", grid)]
  }

  @Test("cut at every byte")
  func truncation() throws {
    for (name, bytes) in try Self.seeds() {
      #expect(try isRead(bytes), "\(name)")
      // What is missing may be a directory behind the samples, or the last line's end.
      var read = 0
      for count in 0..<bytes.count where try isRead(Array(bytes[..<count])) { read += 1 }
      #expect(read <= 16, "\(name): \(read) of \(bytes.count) cuts were read")
    }
  }

  @Test("flipped bytes")
  func flips() throws {
    let seeds = try Self.seeds()
    forEachSeed(4000) { random in
      let (_, original) = seeds[Int(random.next() % UInt64(seeds.count))]
      var bytes = original
      for _ in 0...(random.next() % 4) {
        let at = Int(random.next() % UInt64(bytes.count))
        bytes[at] = UInt8(truncatingIfNeeded: random.next())
      }
      try isRead(bytes)
    }
  }

  @Test("a circle of directories, and sizes that no file has")
  func absurd() throws {
    let row = try #require(
      try RasterTable.tiffs().first {
        $0.name.contains("int16 none") && $0.name.hasSuffix("little-endian classic")
      })
    let bytes = row.bytes
    let at = Int(bytes[4]) | Int(bytes[5]) << 8
    let count = Int(bytes[at]) | Int(bytes[at + 1]) << 8
    // The next directory is the first.
    var circle = bytes
    circle.replaceSubrange((at + 2 + 12 * count)..<(at + 6 + 12 * count), with: bytes[4..<8])
    let file = try ElevationFile.open(bytes: circle, name: "a.tif")
    #expect(file.warnings.contains { $0.contains("circle") })
    // Width and height of 2³¹ and of 65,535.
    func sized(_ size: [UInt8]) -> [UInt8] {
      var bytes = bytes
      for i in 0..<count {
        let entry = at + 2 + 12 * i
        guard bytes[entry + 1] == 1, [0, 1].contains(bytes[entry]) else { continue }
        bytes.replaceSubrange((entry + 2)..<(entry + 4), with: [4, 0])
        bytes.replaceSubrange((entry + 8)..<(entry + 12), with: size)
      }
      return bytes
    }
    #expect(throws: LimitError.self) {
      try ElevationFile.open(bytes: sized([0, 0, 0, 0x80]), name: "a.tif")
    }
    #expect(throws: (any Error).self) {
      try ElevationFile.open(bytes: sized([0xFF, 0xFF, 0, 0]), name: "a.tif")
    }
  }
}
