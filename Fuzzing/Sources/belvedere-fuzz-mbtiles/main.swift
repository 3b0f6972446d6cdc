// MBTiles: databases of SQLite that nobody would write.
import Belvedere
import FuzzSupport

let file = InputPath("a.mbtiles")
_ = Fuzzer.run { bytes in
  do {
    try file.write(bytes)
    look(atTilesOf: try MBTiles(path: file.path))
  } catch {}
}
