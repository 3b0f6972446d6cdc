import BelvedereGeodesy
import BelvedereOSM

/// Buildings and their parts: the tags from which scenes make heights, roofs and colours are kept.
enum BuildingLayer {
  private static let kept = [
    "building", "building:part", "height", "building:height", "est_height", "building:levels",
    "min_height", "building:min_height", "building:min_level", "roof:shape", "roof:height",
    "roof:levels", "roof:direction",
    "roof:orientation", "roof:colour", "roof:color", "building:colour", "building:color", "colour",
    "color", "building:material", "roof:material", "name", "layer", "location", "office", "shop",
    "tourism", "amenity",
  ]

  /// A building, and whether it is a part of one; `nil` for anything else.
  static func feature(
    _ feature: OSMFeature, _ polygons: [[[Coordinate]]]
  ) -> (CityFeature, isPart: Bool)? {
    let isPart = feature.tags.has("building:part")
    guard isPart || feature.tags.has("building") else { return nil }
    return (
      CityFeature(
        id: feature.name, properties: feature.tags.pairs.filter { kept.contains($0.key) },
        shape: .polygons(polygons)), isPart
    )
  }

  /// Buildings with their parts in their stead, where there are some: as the wiki's Simple 3D Buildings have it an
  /// outline is then not drawn. It is, too, where its parts cover less than half of it.
  ///
  /// - Returns: the buildings, and how many outlines were replaced.
  static func merged(
    _ buildings: FeatureList, _ parts: [CityFeature]
  ) -> (features: FeatureList, replaced: Int) {
    guard !parts.isEmpty else { return (buildings, 0) }
    var grid = PlaceGrid()
    for (i, part) in parts.enumerated() {
      guard case .polygons(let polygons) = part.shape,
        let middle = CityShape.middle(of: polygons)
      else { continue }
      grid.add(i, at: middle)
    }
    let areas = parts.map { area($0) }
    var parts = parts
    var kept: [Int] = []
    var replaced = 0
    for n in buildings.indices {
      guard case .polygons(let polygons) = buildings.shape(n) else { continue }
      let inside = polygons.flatMap { rings in
        rings.first.map { outer in grid.items(within: outer) } ?? []
      }
      let covered = inside.reduce(0) { $0 + areas[$1] }
      guard covered >= CityShape.area(of: polygons) / 2 else {
        kept.append(n)
        continue
      }
      replaced += 1
      // A part is seen through with its building, and used as it is.
      let type = buildings[n].properties.first { $0.key == "building" }?.value
      for i in inside {
        parts[i].id = buildings.id(n)
        if let type, !parts[i].properties.contains(where: { $0.key == "building" }) {
          parts[i].properties.append(("building", type))
        }
      }
    }
    var all = buildings.reordered(kept)
    for part in parts { all.append(part) }
    return (all, replaced)
  }

  private static func area(_ feature: CityFeature) -> Double {
    guard case .polygons(let polygons) = feature.shape else { return 0 }
    return CityShape.area(of: polygons)
  }
}
