/// Properties of other people's features of which nothing is made: their names, in the order in which they come.
struct UnusedProperties: Sendable {
  private(set) var names: [String] = []
  private var known: Set<String> = []

  /// Of more different names only these are told.
  private static let most = 1000

  /// Tags and words of which layers, names or their kinds are made.
  private static let used = WordTable(of: [
    "building", "building:part", "height", "building:height", "est_height", "building:levels",
    "min_height", "building:min_height", "building:min_level", "roof:shape", "roof:height",
    "roof:levels", "roof:direction", "roof:orientation", "roof:colour", "roof:color",
    "building:colour", "building:color", "colour", "color", "building:material", "roof:material",
    "name", "layer", "location", "office", "shop", "tourism", "amenity", "highway", "railway",
    "aeroway", "route", "width", "lanes", "oneway", "tunnel", "bridge", "ref", "surface", "traffic",
    "congestion", "drawn", "area", "indoor", "man_made", "natural", "leisure", "landuse", "place",
    "waterway", "water", "leaf_type", "genus", "species", "taxon", "boundary", "protect_class",
    "sport", "craft", "healthcare", "club", "public_transport", "aerialway", "piste:type", "canoe",
    "whitewater", "historic", "wikidata", "wikipedia", "mtfcc", "fclass", "class", "subtype",
    "kind", "type", "building_type", "has_parts", "building_id", "is_underground", "primary",
    "names", "id", "osm_id", "full_id",
  ])

  /// Whether something is made of a property.
  static func isUsed(_ key: String) -> Bool { used.contains(key) }

  /// - Parameter key: of one that is not used.
  mutating func note(_ key: String) {
    guard names.count < Self.most, known.insert(key).inserted else { return }
    names.append(String(key.prefix(60)))
  }
}
