import BelvedereElevationFiles
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("HGT tiles") struct HGTTests {
  @Test(
    "names say where",
    arguments: [
      ("N37W123.hgt", 37, -123), ("n37w123.HGT", 37, -123), ("S01E007", -1, 7),
      ("N00E000.SRTMGL1.hgt", 0, 0), ("S90W180.hgt", -90, -180), ("N43E007_3.hgt", 43, 7),
    ])
  func names(_ name: String, _ latitude: Int, _ longitude: Int) {
    let corner = HGT.corner(ofName: name)
    #expect(corner?.latitude == latitude)
    #expect(corner?.longitude == longitude)
  }

  @Test(
    "other names do not",
    arguments: [
      "", "N37", "X37W123.hgt", "N3AW123.hgt", "N37Z123", "N91W000", "N37W181", "N37W1234",
    ])
  func badNames(_ name: String) { #expect(HGT.corner(ofName: name) == nil) }

  @Test("a synthetic tile: corners on whole degrees, voids, big-endian")
  func synthetic() throws {
    var data = [UInt8](repeating: 0, count: 2 * 1201 * 1201)
    data[0] = 0x01  // north-west corner: 0x0102 = 258
    data[1] = 0x02
    data[2 * 1201 * 1201 - 2] = 0xFF  // south-east corner: −2
    data[2 * 1201 * 1201 - 1] = 0xFE
    data[2 * 600] = 0x80  // a void in the north row
    let field = try HGT.decode(data, name: "S10E020.hgt")
    #expect(field.elevation(latitude: -9, longitude: 20) == 258)
    #expect(field.elevation(latitude: -10, longitude: 21) == -2)
    #expect(field.elevation(latitude: -9, longitude: 20.5) == nil)
    #expect(field.elevation(latitude: -9.5, longitude: 20.5) == 0)
    #expect(field.elevation(latitude: -8.999, longitude: 20.5) == nil)
    #expect(field.voidCount == 1)
    #expect(field.range == -2...258)
  }

  @Test(
    "wrong sizes are refused with a reason", arguments: [0, 1, 2_884_801, 2_884_803, 25_934_401])
  func sizes(_ count: Int) {
    let error = #expect(throws: TerrainFileError.self) {
      try HGT.decode([UInt8](repeating: 0, count: count), name: "N37W123.hgt")
    }
    #expect(error?.description.contains("\(count) bytes") == true)
  }

  @Test("San Francisco Bay: known summits, 192 voids, all of them filled")
  func bay() throws {
    guard let path = SharedData.file("sf/N37W123.hgt") else { return }
    let field = try HGT.decode(bytes(ofFile: path), name: "N37W123.hgt")
    #expect(field.voidCount == 192)
    #expect(field.range == -52...990)
    // Highest sample near a summit: samples are 90 m apart.
    func summit(_ latitude: Double, _ longitude: Double) -> Double {
      var best = -Double.infinity
      for i in -8...8 {
        for j in -8...8 {
          let value = field.elevation(
            latitude: (latitude * 1200).rounded() / 1200 + Double(i) / 1200,
            longitude: (longitude * 1200).rounded() / 1200 + Double(j) / 1200)
          best = max(best, value ?? -.infinity)
        }
      }
      return best.rounded()
    }
    #expect(summit(37.9236, -122.5965) == 782)
    #expect(summit(37.7384, -122.4536) == 283)
    let (filled, count) = field.fillingVoids()
    #expect(count == 192)
    #expect(filled.voidCount == 0)
    #expect(filled.range == field.range)
    for (before, after) in zip(field.samples, filled.samples) where !before.isNaN {
      #expect(before == after)
    }
  }
}
