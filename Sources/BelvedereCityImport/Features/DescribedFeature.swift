import BelvedereFlatGeobuf
import BelvedereOSM
import BelvedereSceneModel

/// A feature of other people's, with what its properties say as tags of OpenStreetMap.
struct DescribedFeature: Sendable {
  struct Part: Sendable {
    var kind: OSMFeature.Kind
    var tags: OSMTags
    var shape: OSMFeature.Shape
  }

  /// What it is called; `nil` where it does not say.
  let name: String?
  private(set) var parts: [Part] = []
  /// Its properties of which nothing is made.
  private(set) var unused: [String] = []
  private(set) var box = GeographicBox()
  let repairs: GeometryRepairs
  /// Whether it has no geometry.
  let isEmpty: Bool
  /// Whether it says what each of its parts is.
  private(set) var isDescribed = true
  let isDoubtful: Bool

  /// - Parameter fallback: what a feature is that does not say it.
  init(_ feature: MapFeature, fallback: [FeatureTags.Tag]) {
    let geometry = feature.geometry
    name = feature.id.isEmpty ? Self.identifier(feature.properties) : feature.id
    (repairs, isDoubtful) = (geometry.repairs, geometry.isDoubtful)
    isEmpty = geometry.points.isEmpty && geometry.lines.isEmpty && geometry.polygons.isEmpty
    for place in geometry.points {
      box.add(place)
      put(.point(place), .point, feature.properties, fallback)
    }
    for line in geometry.lines {
      for place in line { box.add(place) }
      put(.line(line), .line, feature.properties, fallback)
    }
    guard !geometry.polygons.isEmpty else { return }
    let polygons = geometry.polygons.map(\.rings)
    for rings in polygons { for place in rings[0] { box.add(place) } }
    put(.area(polygons), .area, feature.properties, fallback)
  }

  private mutating func put(
    _ shape: OSMFeature.Shape, _ kind: FeatureTags.Shape, _ properties: FeatureProperties,
    _ fallback: [FeatureTags.Tag]
  ) {
    guard let tags = FeatureTags.tags(properties, kind, fallback: fallback) else {
      isDescribed = false
      return
    }
    for tag in tags where !UnusedProperties.isUsed(tag.key) { unused.append(tag.key) }
    // Areas of towns and their parts have their names in the middle, which OpenStreetMap has nodes for.
    let isTown =
      kind != .line && tags.contains { $0.key == "place" && CityPlace.isTown($0.value) }
    parts.append(
      Part(kind: kind == .point || isTown ? .node : .way, tags: OSMTags(tags), shape: shape))
  }

  /// What a feature is called by its properties, as Overpass, GDAL and QuickOSM write it.
  private static func identifier(_ properties: FeatureProperties) -> String? {
    properties.texts().first { ["@id", "id", "osm_id", "full_id"].contains($0.key) }?.value
  }
}
