/// Derives what covers an area from the tags of a GeoJSON feature: our own `kind`, or
/// OpenStreetMap's tags.
package enum LandCoverAttributes {
  package static func kind(_ tags: FeatureProperties) -> LandCover.Kind? {
    if let text = tags.text("kind"), let kind = LandCover.Kind(rawValue: text) { return kind }
    for name in ["natural", "leisure", "landuse", "aeroway", "man_made", "place", "waterway"] {
      if let value = tags.text(name), let kind = values[name]?[value] { return kind }
    }
    return nil
  }

  private static let values: [String: [String: LandCover.Kind]] = [
    "natural": [
      "water": .water, "bay": .water, "wood": .forest, "scrub": .scrub, "heath": .scrub,
      "grassland": .grass, "beach": .beach, "sand": .beach, "bare_rock": .rock, "rock": .rock,
      "scree": .rock, "cliff": .rock, "wetland": .wetland, "mud": .wetland,
    ],
    "leisure": [
      "park": .park, "garden": .park, "dog_park": .park, "nature_reserve": .park,
      "golf_course": .grass, "playground": .park, "pitch": .sports, "stadium": .sports,
      "track": .sports, "sports_centre": .sports, "swimming_pool": .water,
    ],
    "landuse": [
      "grass": .grass, "meadow": .grass, "village_green": .grass, "recreation_ground": .grass,
      "farmland": .grass, "orchard": .grass, "forest": .forest, "cemetery": .cemetery,
      "residential": .urban, "commercial": .urban, "retail": .urban, "industrial": .industrial,
      "railway": .industrial, "port": .industrial, "construction": .industrial,
      "reservoir": .water, "basin": .water,
    ],
    "aeroway": ["aerodrome": .airport, "apron": .airport],
    "man_made": ["pier": .pier, "breakwater": .pier],
    "place": ["square": .plaza],
    "waterway": ["riverbank": .water, "dock": .water],
  ]
}
