// GeoJSON, KML, GPX and FlatGeobuf as overlays, and GeoJSON as buildings and roads with their bridges.
import Belvedere
import FuzzSupport

let path = InputPath("geometry.json")

_ = Fuzzer.run { bytes in
  guard (try? path.write(bytes)) != nil else { return }
  var limits = Limits()
  limits.maximumMemory = 64 << 20
  let loader = SceneLoader(limits: limits)
  var overlays = SceneSources()
  overlays.overlays = [path.path]
  _ = try? loader.load(overlays)
  guard let scene = try? loader.load(SceneSources(buildings: [path.path], roads: [path.path])).scene
  else { return }
  for beam in scene.beams {
    precondition(beam.path.allSatisfy { $0.elevation.isFinite }, "a deck is nowhere")
  }
}
