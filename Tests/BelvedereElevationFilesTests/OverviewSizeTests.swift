import BelvedereElevationFiles
import Testing

/// Further directories of a GeoTIFF file are overviews only where their sizes say so.
@Suite("Sizes of overviews") struct OverviewSizeTests {
  /// A little-endian TIFF of 16-bit samples: the raster, and one further directory of reduced resolution.
  private func file(_ sizes: [(width: Int, height: Int)]) -> [UInt8] {
    var bytes: [UInt8] = Array("II".utf8) + [42, 0, 0, 0, 0, 0]
    func put(_ value: Int, _ count: Int) {
      for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
    }
    var link = 4
    for (n, size) in sizes.enumerated() {
      let samples = bytes.count
      for _ in 0..<(size.width * size.height) { put(100 + n, 2) }
      let place = bytes.count
      for value in [0.001, 0.001, 0, 0, 0, 0, 7, 47, 0].map(\.bitPattern) {
        put(Int(truncatingIfNeeded: value), 8)
      }
      let keys = bytes.count
      for value in [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326] { put(value, 2) }
      for i in 0..<4 { bytes[link + i] = UInt8(truncatingIfNeeded: bytes.count >> (8 * i)) }
      var entries = [
        (254, 4, 1, n == 0 ? 0 : 1), (256, 4, 1, size.width), (257, 4, 1, size.height),
        (258, 3, 1, 16), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, samples), (277, 3, 1, 1),
        (278, 4, 1, size.height), (279, 4, 1, 2 * size.width * size.height), (339, 3, 1, 2),
      ]
      if n == 0 {
        entries += [(33550, 12, 3, place), (33922, 12, 6, place + 24), (34735, 3, 12, keys)]
      }
      put(entries.count, 2)
      for entry in entries {
        put(entry.0, 2)
        put(entry.1, 2)
        put(entry.2, 4)
        put(entry.3, 4)
      }
      link = bytes.count
      put(0, 4)
    }
    return bytes
  }

  @Test(
    "a whole number of samples becomes one, or the directory is no overview",
    arguments: [
      (40, 30, true), (20, 15, true), (27, 20, true), (41, 30, false), (80, 60, false),
      (30, 30, false), (79, 59, false), (50, 40, false), (160, 120, false), (1, 1, true),
    ])
  func size(_ width: Int, _ height: Int, _ isOverview: Bool) throws {
    let opened = try ElevationFile.open(
      bytes: file([(80, 60), (width, height)]), name: "a.tif", options: .init(cacheBytes: 1024))
    #expect(opened.overviews.count == (isOverview ? 1 : 0), "\(width) × \(height)")
    let coarse = try opened.model(largestWhole: 0).coarsened(to: 1)
    #expect(coarse != nil)
    let value = coarse?.elevation(latitude: 46.97, longitude: 7.04)
    #expect(value == (isOverview ? 101 : 100))
  }
}
