import BelvedereElevationFiles
import BelvedereLimits
import Testing

@Suite("Zipped elevation files") struct ZipTests {
  @Test("good archives open, bad ones are refused with a reason")
  func archives() throws {
    let reasons = [
      "bad two tiles": "2 files of elevations", "bad no tile": "holds no .hgt",
      "bad overlapping": "overlap", "bad checksum": "checksum", "bad size": "a tile has",
      "bad ratio": "cannot have", "bad encrypted": "encrypted", "bad method": "method 12",
      "bad offset": "does not lie in the archive", "bad nested": "of no kind",
      "bad short tile": "1000 bytes",
    ]
    var seen = 0
    for row in try RasterTable.rows("zip") {
      let bytes = RasterTable.bytes(row[1])
      seen += 1
      if row[0].hasPrefix("good") {
        let file = try ElevationFile.open(bytes: bytes, name: "a.zip")
        if row[0] == "good stored" {
          #expect(file.format == .geoTIFF)
          continue
        }
        let model = try file.model()
        #expect(model.elevation(latitude: 11, longitude: 20) == 321, "\(row[0])")
        #expect(model.elevation(latitude: 10, longitude: 21) == -7, "\(row[0])")
        #expect(model.elevation(latitude: 10.5, longitude: 20.5) == 0, "\(row[0])")
      } else {
        let error = #expect(throws: TerrainFileError.self, "\(row[0])") {
          try ElevationFile.open(bytes: bytes, name: "a.zip")
        }
        let reason = try #require(reasons[row[0]])
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
      }
    }
    #expect(seen == 16)
  }

  @Test("an archive is not unpacked beyond the memory there is")
  func limits() throws {
    let row = try #require(try RasterTable.rows("zip").first)
    var limits = Limits.standard
    limits.maximumMemory = 8 << 20
    #expect(throws: LimitError.self) {
      try ElevationFile.open(
        bytes: RasterTable.bytes(row[1]), name: "a.zip", options: .init(limits: limits))
    }
  }

  /// A gzip stream (RFC 1952) of one block that is not compressed.
  private func gzip(_ bytes: [UInt8]) -> [UInt8] {
    func littleEndian(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
    let count = UInt32(bytes.count)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + littleEndian(count, 2)
      + littleEndian(~count, 2) + bytes + littleEndian(~crc, 4) + littleEndian(count, 4)
  }

  @Test("a file that was compressed by itself opens, a damaged one does not")
  func gzipped() throws {
    let grid = Array(
      "ncols 2\nnrows 2\nxllcorner 7\nyllcorner 46\ncellsize 1\n1 2\n3 4\n".utf8)
    let packed = gzip(grid)
    let file = try ElevationFile.open(bytes: packed, name: "a.asc.gz")
    #expect(file.format == .esriGrid && file.raster.grid.width == 2)
    for damaged in [Array(packed.dropLast(9)), gzip(Array(grid.prefix(30))), gzip(packed)] {
      #expect(throws: TerrainFileError.self) {
        try ElevationFile.open(bytes: damaged, name: "a.asc.gz")
      }
    }
    var limits = Limits.standard
    limits.maximumMemory = 128
    #expect(throws: LimitError.self) {
      try ElevationFile.open(bytes: packed, name: "a.asc.gz", options: .init(limits: limits))
    }
  }
}
