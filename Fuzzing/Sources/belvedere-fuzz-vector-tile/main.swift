// Mapbox Vector Tiles, not compressed.
import BelvedereVectorTiles
import FuzzSupport

_ = Fuzzer.run { bytes in
  guard let tile = try? VectorTile(bytes) else { return }
  for layer in tile.layers {
    for feature in layer.features {
      // Every value can be told.
      for property in feature.properties { _ = (property.value.text, property.value.number) }
    }
  }
}
