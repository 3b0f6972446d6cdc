import BelvedereElevationFiles
import BelvedereLimits
import Testing

@Suite("Strips of which only some rows are decoded at once") struct SplitStripTests {
  @Test("the samples are those of whole strips, in whichever order they are asked for")
  func samples() throws {
    var splits = 0
    for (name, _, bytes) in try RasterTable.tiffs() {
      let whole = try ElevationFile.open(bytes: bytes, name: name).raster
      let (width, height) = (whole.grid.width, whole.grid.height)
      let expected = try whole.read(column: 0, row: 0, width: width, height: height)
      for memory in [6000, 12_000, 24_000] {
        var limits = Limits.standard
        limits.maximumMemory = memory
        // Other files than those with strips need more.
        guard
          let split = try? ElevationFile.open(
            bytes: bytes, name: name, options: .init(limits: limits)
          ).raster,
          split.blockHeight < whole.blockHeight
        else { continue }
        splits += 1
        let found = try split.read(column: 0, row: 0, width: width, height: height)
        #expect(checksum(found) == checksum(expected), "\(name) \(memory)")
        for row in [1, 0, split.blockRows - 1, split.blockRows / 2, 0] where row < split.blockRows {
          let block = try split.block(column: 0, row: row)
          let lines = row * split.blockHeight..<min((row + 1) * split.blockHeight, height)
          #expect(block.count == width * split.blockHeight)
          #expect(
            checksum(Array(block[..<(lines.count * width)]))
              == checksum(Array(expected[(lines.lowerBound * width)..<(lines.upperBound * width)])),
            "\(name) \(memory) \(row)")
        }
      }
    }
    #expect(splits >= 8)
  }
}
