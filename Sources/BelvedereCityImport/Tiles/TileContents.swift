import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereOSM
import BelvedereTerrain
import BelvedereVectorTiles

/// What a vector tile holds, as features of OpenStreetMap.
struct TileContents: Sendable {
  let tile: TileID
  /// In the file's order.
  private(set) var features: [OSMFeature] = []
  /// Features that are not drawn, by the layer and the kind, which is empty for a layer of which nothing is drawn.
  private(set) var undrawn: [TileKind: Int] = [:]
  private(set) var repairCount = 0
  /// Why there is nothing.
  private(set) var damage: String?

  /// Square metres of what is left of an area at a tile's edge and cannot be seen.
  private static let sliver = 0.5

  /// - Parameters:
  ///   - bytes: of the tile, not compressed.
  ///   - box: what is wanted; all of the tile unless given.
  init(_ tile: TileID, _ bytes: [UInt8], within box: GeographicBounds?) {
    self.tile = tile
    do {
      let decoded = try VectorTile(bytes)
      repairCount = decoded.repairCount
      for layer in decoded.layers { add(layer, within: box) }
    } catch {
      damage = "\(error)"
    }
  }

  /// Nothing, of a tile that is damaged.
  init(_ tile: TileID, damage: String) { (self.tile, self.damage) = (tile, damage) }

  private mutating func add(_ layer: VectorTile.Layer, within box: GeographicBounds?) {
    guard let kind = TileWords.content(layer.name) else {
      undrawn[TileKind(layer: layer.name), default: 0] += layer.features.count
      return
    }
    var places = TilePlaces(tile, extent: layer.extent, isKept: layer.features.count > 100)
    var meanings = TileMeanings(kind, layer: layer.name)
    let prefix = "\(tile)/\(layer.name)/"
    let common = box?.intersections(with: tile.bounds) ?? [tile.bounds]
    for (i, feature) in layer.features.enumerated() {
      switch meanings.meaning(of: feature) {
      case .undrawn(let kind): undrawn[kind, default: 0] += 1
      case .drawn(let tags):
        let name = prefix + String(i)
        for part in common {
          for (isPoint, shape) in shapes(feature.geometry, &places, within: part) {
            features.append(
              OSMFeature(isPoint ? .node : .way, named: name, tags: tags, shape: shape))
          }
        }
      }
    }
  }

  /// The parts of a geometry in a box.
  private func shapes(
    _ geometry: VectorTileGeometry, _ places: inout TilePlaces, within part: GeographicBounds
  ) -> [(isPoint: Bool, shape: OSMFeature.Shape)] {
    let cut = BoxCut(part)
    switch geometry {
    case .points(let points):
      return points.filter(places.owns).map { places.coordinate($0) }
        .filter { part.contains(latitude: $0.latitude, longitude: $0.longitude) }
        .map { (true, .point($0)) }
    case .lines(let lines):
      return lines.flatMap { cut.linesHere($0.map { places.coordinate($0) }) }
        .map { (false, .line($0)) }
    case .polygons(let polygons):
      let parts = polygons.compactMap { rings -> [[Coordinate]]? in
        let rings = rings.map { $0.map { places.coordinate($0) } }
        guard let part = cut.polygon(rings), abs(CityShape.area(ofRing: part[0])) > Self.sliver
        else {
          return nil
        }
        return part.map(WorldTurns.stepped)
      }
      return parts.isEmpty ? [] : [(false, .area(parts))]
    }
  }
}
