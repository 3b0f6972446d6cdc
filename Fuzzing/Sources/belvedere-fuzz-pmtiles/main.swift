// PMTiles: headers, directories and tiles.
import Belvedere
import FuzzSupport

let file = InputPath("a.pmtiles")
_ = Fuzzer.run { bytes in
  do {
    try file.write(bytes)
    look(atTilesOf: try PMTiles(path: file.path))
  } catch {}
}
