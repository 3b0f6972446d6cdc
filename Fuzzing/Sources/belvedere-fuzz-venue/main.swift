// A venue of IMDF: pieces that zero bytes part, the first its manifest, the others what their first byte names; then
// the scene that shows one of its levels.
import Belvedere
import FuzzSupport

let kinds = [
  "level", "unit", "venue", "footprint", "section", "fixture", "kiosk", "opening", "detail",
  "amenity", "anchor", "occupant",
]
let folder = InputFolder("venue")

_ = Fuzzer.run { bytes in
  folder.empty()
  for (i, piece) in bytes.split(separator: 0, maxSplits: 16).enumerated() {
    let name = i == 0 ? "manifest.json" : kinds[Int(piece.first ?? 0) % kinds.count] + ".geojson"
    guard (try? folder.write(i == 0 ? Array(piece) : Array(piece.dropFirst()), name)) != nil else {
      return
    }
  }
  var limits = Limits()
  limits.maximumMemory = 64 << 20
  let scene = #"{"belvedere": 1, "venues": [{"file": ".", "level": \#(Int(bytes.count % 3) - 1)}]}"#
  _ = try? SceneLoader(limits: limits).load(
    data: Array(scene.utf8), name: "venue", folder: folder.path)
}
