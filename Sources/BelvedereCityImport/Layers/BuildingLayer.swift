import BelvedereGeodesy
import BelvedereOSM

/// Buildings and their parts: the tags from which scenes make heights, roofs and colours are kept.
enum BuildingLayer {
  private static let kept = WordTable(of: [
    "building", "building:part", "height", "building:height", "est_height", "building:levels",
    "min_height", "building:min_height", "building:min_level", "roof:shape", "roof:height",
    "roof:levels", "roof:direction",
    "roof:orientation", "roof:colour", "roof:color", "building:colour", "building:color", "colour",
    "color", "building:material", "roof:material", "name", "layer", "location", "office", "shop",
    "tourism", "amenity",
  ])

  /// A building, and whether it is a part of one; `nil` for anything else.
  static func feature(
    _ feature: OSMFeature, _ polygons: [[[Coordinate]]]
  ) -> (CityFeature, isPart: Bool)? {
    let isPart = feature.tags.has("building:part")
    guard isPart || feature.tags.has("building") else { return nil }
    let tags = feature.tags.pairs
    return (
      CityFeature(
        id: feature.name,
        properties: tags.allSatisfy { kept.contains($0.key) }
          ? tags : tags.filter { kept.contains($0.key) },
        shape: .polygons(polygons)), isPart
    )
  }
}
