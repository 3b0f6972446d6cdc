import BelvedereGeodesy
import BelvedereJSON
import BelvedereOSM
import BelvedereSceneModel

/// What covers areas of the ground.
enum LandCoverLayer {
  /// The cover that an area is; `nil` for anything else.
  static func feature(
    _ feature: OSMFeature, _ polygons: [[[Coordinate]]]
  ) -> CityFeature? {
    let tags = feature.tags
    guard !tags.has("building"), !tags.has("tunnel"), let kind = kind(tags) else { return nil }
    var properties = [("kind", kind)]
    if let name = tags["name"] { properties.append(("name", name)) }
    if kind == LandCover.Kind.forest.rawValue, let leaves = tags["leaf_type"] {
      properties.append(("leaf_type", leaves))
    }
    return CityFeature(
      id: feature.name, properties: properties.map { (key: $0.0, value: $0.1) },
      shape: .polygons(polygons))
  }

  private static func kind(_ tags: OSMTags) -> String? {
    // Lakes in caves and pools in houses are not seen.
    if tags["layer"].flatMap(Double.init) ?? 0 < 0, tags["natural"] != "water" { return nil }
    if tags["location"] == "underground" || tags.has("indoor") { return nil }
    if tags.has("area"), tags["highway"] == "pedestrian" { return "plaza" }
    if tags["amenity"] == "grave_yard" { return "cemetery" }
    let properties = FeatureProperties(
      tags.pairs.map { JSONMember(name: $0.key, value: .string($0.value)) })
    return LandCoverAttributes.kind(properties)?.rawValue
  }
}
