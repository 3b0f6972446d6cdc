import Belvedere

/// Opens tiles, reads some and samples the ground; stops where an elevation is neither finite nor
/// void.
public func look(atTilesOf source: any TileSource) {
  for zoom in [source.info.zooms.lowerBound, source.info.zooms.upperBound] {
    if let id = TileID(zoom: zoom, x: 0, y: 0) { _ = try? source.tile(id) }
  }
  for id in source.info.examples.prefix(4) { _ = try? source.tile(id) }
  for encoding in TileEncoding.allCases {
    guard
      let model = try? TileElevation(
        source: source, options: .init(encoding: encoding, cacheBytes: 1 << 20))
    else { continue }
    let box = model.bounds
    for i in 0...4 {
      let t = Double(i) / 4
      let value = model.elevation(
        latitude: box.south + (box.north - box.south) * t,
        longitude: box.west + (box.east - box.west) * t)
      precondition(value?.isFinite ?? true, "an elevation is not finite")
    }
  }
}
