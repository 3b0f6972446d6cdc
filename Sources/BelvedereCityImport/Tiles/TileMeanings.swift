import BelvedereOSM
import BelvedereVectorTiles

/// What the features of a vector tile's layer are, found out once for those with the same properties.
struct TileMeanings {
  enum Meaning {
    case drawn(OSMTags)
    case undrawn(TileKind)
  }

  private let content: TileWords.Content
  private let layer: String
  /// By the numbers of properties and the kinds of geometries.
  private var known: [Int: Meaning] = [:]

  init(_ content: TileWords.Content, layer: String) {
    (self.content, self.layer) = (content, layer)
  }

  mutating func meaning(of feature: VectorTile.Feature) -> Meaning {
    let number = 4 * feature.propertySet + Self.number(feature.geometry)
    if let meaning = known[number] { return meaning }
    let words = TileWords(feature: feature)
    let meaning: Meaning =
      if let tags = words.tags(content, layer: layer) {
        .drawn(OSMTags(tags))
      } else {
        .undrawn(
          TileKind(layer: layer, kind: words.words.first.map { String($0.prefix(40)) } ?? "none"))
      }
    known[number] = meaning
    return meaning
  }

  private static func number(_ geometry: VectorTileGeometry) -> Int {
    switch geometry {
    case .points: 0
    case .lines: 1
    case .polygons: 2
    }
  }
}
