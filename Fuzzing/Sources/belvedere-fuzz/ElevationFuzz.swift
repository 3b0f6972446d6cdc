import Belvedere

/// One input of libFuzzer.
func fuzzElevationFile(_ bytes: [UInt8]) {
  var limits = Limits.standard
  limits.maximumMemory = 64 << 20
  guard
    let file = try? ElevationFile.open(
      bytes: bytes, name: "N10E020.hgt", options: .init(limits: limits, cacheBytes: 1 << 20))
  else { return }
  look(at: file.raster)
  for overview in file.overviews.prefix(2) { look(at: overview) }
  guard let model = try? file.model() else { return }
  let box = model.bounds
  for i in 0...4 {
    let t = Double(i) / 4
    let value = model.elevation(
      latitude: box.south + (box.north - box.south) * t,
      longitude: box.west + (box.east - box.west) * t)
    precondition(value?.isFinite ?? true, "an elevation is not finite")
  }
}

/// Reads the first and the last blocks.
private func look(at raster: any ElevationRaster) {
  guard raster.blockWidth * raster.blockHeight <= 1 << 20 else { return }
  for (column, row) in [(0, 0), (raster.blockColumns - 1, raster.blockRows - 1)] {
    guard let samples = try? raster.block(column: column, row: row) else { continue }
    precondition(
      samples.count == raster.blockWidth * raster.blockHeight, "a block has a wrong size")
    precondition(samples.allSatisfy { $0.isNaN || abs($0) <= 1e9 }, "a sample is not finite")
  }
}
