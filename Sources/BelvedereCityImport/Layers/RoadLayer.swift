import BelvedereJSON
import BelvedereOSM
import BelvedereSceneModel

/// Roads, rails and runways, as scenes draw them.
enum RoadLayer {
  private static let kept = WordTable(of: [
    "highway", "railway", "aeroway", "route", "width", "lanes", "oneway", "tunnel", "bridge",
    "layer",
    "name", "ref", "surface", "traffic", "congestion", "drawn",
  ])

  /// The road that a line is; `nil` for anything else.
  static func feature(_ feature: OSMFeature) -> CityFeature? {
    let tags = feature.tags
    guard case .line(let line) = feature.shape else { return nil }
    // Squares are areas, and ways in buildings and below the ground are not seen.
    let isArea = tags.has("area") && line.first == line.last
    guard !isArea, !tags.has("indoor"), tags["highway"] != "corridor" else { return nil }
    if tags["man_made"] == "pier" || tags["man_made"] == "breakwater" {
      guard line.first != line.last else { return nil }
      return CityFeature(
        id: feature.name, properties: [("kind", "path"), ("width", tags["width"] ?? "4")],
        shape: .line(line))
    }
    let properties = tags.pairs.filter { kept.contains($0.key) }
    let known = FeatureProperties(
      properties.map { JSONMember(name: $0.key, value: .string($0.value)) })
    if case .unknown = RoadAttributes.classify(known) { return nil }
    let isFerry = tags["route"] == "ferry"
    guard
      isFerry || tags["highway"] != nil || tags["railway"] != nil || tags["aeroway"] != nil
    else { return nil }
    return CityFeature(id: feature.name, properties: properties, shape: .line(line))
  }

  /// How wide a road lies on the ground; `nil` where it is in a tunnel or on the water.
  static func width(_ road: CityFeature) -> Double? {
    let tags = FeatureProperties(
      road.properties.map { JSONMember(name: $0.key, value: .string($0.value)) })
    guard case .road(let kind, let width) = RoadAttributes.classify(tags), kind != .ferry else {
      return nil
    }
    return width ?? kind.defaultWidth
  }
}
