import BelvedereElevationFiles
import BelvedereLimits
import Testing

@Suite("Zipped elevation files") struct ZipTests {
  @Test("good archives open, bad ones are refused with a reason")
  func archives() throws {
    let reasons = [
      "bad two tiles": "2 files of elevations", "bad no tile": "holds no .hgt",
      "bad overlapping": "overlap", "bad checksum": "checksum", "bad size": "damaged",
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
}
