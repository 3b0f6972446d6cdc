import BelvedereOSM
import BelvedereVectorTiles

/// What the layers of vector tiles call a feature, as tags of OpenStreetMap: Mapbox Streets 7 and 8, OpenMapTiles 3,
/// Shortbread 1 and Protomaps 3 and 4.
///
/// Sources: "Mapbox Streets v8", Mapbox Docs; "OpenMapTiles Vector Tile Schema" 3.15; "Shortbread Vector Tile Schema"
/// 1.0; "Basemap Layers", Protomaps Docs.
struct TileWords {
  /// What a layer shows.
  enum Content { case buildings, water, waterways, land, roads, roadNames, places, names }

  /// What a layer of a name shows; `nil` for what is not drawn, such as contours.
  static func content(_ layer: String) -> Content? { layers[layer] }

  private static let layers: [String: Content] = [
    "building": .buildings, "buildings": .buildings,
    "water": .water, "ocean": .water, "water_polygons": .water,
    "waterway": .waterways, "water_lines": .waterways, "physical_line": .waterways,
    "landuse": .land, "landcover": .land, "land": .land, "sites": .land, "park": .land,
    "street_polygons": .land, "natural": .land, "pier_polygons": .land, "aeroway": .land,
    "road": .roads, "roads": .roads, "transportation": .roads, "streets": .roads,
    "tunnel": .roads, "bridge": .roads, "transit": .roads, "pier_lines": .roads,
    "road_label": .roadNames, "transportation_name": .roadNames, "street_labels": .roadNames,
    "place_label": .places, "place": .places, "places": .places, "place_labels": .places,
    "poi_label": .names, "poi": .names, "pois": .names, "airport_label": .names,
    "aerodrome_label": .names, "public_transport": .names, "transit_stop_label": .names,
    "rail_station_label": .names,
  ]

  /// Why features of a layer are left out, after what is said of that; empty where there is no more to say.
  static func reason(forLeavingOut layer: String) -> String {
    layer == "landcover"
      ? ": wood, scrub, grass, crop and snow of coarse pictures from space, which lie over streets and houses"
      : ""
  }

  let feature: VectorTile.Feature

  /// A property's text; `nil` where there is none or an empty one.
  func text(_ names: String...) -> String? {
    for name in names {
      if let text = feature[name]?.text, !text.isEmpty { return text }
    }
    return nil
  }

  /// Whether a property is set: true, 1, or a word other than no.
  func flag(_ name: String) -> Bool {
    switch feature[name] {
    case .bool(let flag): flag
    case .text(let text): !["", "no", "false", "0"].contains(text)
    case .none: false
    case .some(let value): value.number.map { $0 != 0 } ?? false
    }
  }

  /// The words for what it is, the closest first.
  var words: [String] {
    ["subclass", "kind_detail", "pmap:kind_detail", "type", "class", "kind", "pmap:kind", "maki"]
      .compactMap { text($0) }.flatMap { word in
        // "service:parking_aisle", "Arts Centre"
        let plain = word.lowercased().split(separator: " ").joined(separator: "_")
        return [plain] + plain.split(separator: ":").prefix(1).map(String.init)
      }
  }

  /// Tags that are kept as they are, under the names that OpenStreetMap has for them.
  func kept(_ names: [String]) -> [(key: String, value: String)] {
    names.compactMap { name in text(name).map { (key: name, value: $0) } }
  }
}
