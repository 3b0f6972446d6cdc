// PNG tiles of elevations, whatever their encoding.
import Belvedere
import FuzzSupport

_ = Fuzzer.run { bytes in
  var bytes = bytes
  // Else nearly every input ends at a checksum.
  PNGChunks.repairChecksums(of: &bytes)
  for encoding in TileEncoding.allCases {
    guard let tile = try? TileSamples(png: bytes, name: "tile", encoding: encoding) else {
      continue
    }
    precondition(tile.metres.count == tile.size * tile.size, "a tile has a wrong size")
    precondition(
      tile.metres.allSatisfy { $0.isNaN || abs($0) <= 1_700_000 }, "a sample is no elevation")
  }
}
