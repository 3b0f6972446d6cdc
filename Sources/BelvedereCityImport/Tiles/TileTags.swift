import BelvedereJSON
import BelvedereOSM
import BelvedereSceneModel

/// Features of vector tiles with the tags that OpenStreetMap has for them, so that what follows is one for both.
extension TileWords {
  /// The tags; `nil` for what is not drawn.
  func tags(_ content: Content, layer: String) -> [(key: String, value: String)]? {
    switch content {
    case .buildings: building
    case .water: water
    case .waterways: waterway
    case .land: land(layer)
    case .roads: road
    case .roadNames: roadName
    case .places: place
    case .names: name
    }
  }

  private var building: [(key: String, value: String)]? {
    // Outlines that are there for flat maps: their parts are beside them.
    guard !flag("underground"), !flag("hide_3d"), text("extrude") != "false" else { return nil }
    let isPart = words.contains("building_part")
    let type = words.first { !["building", "building_part"].contains($0) } ?? "yes"
    var tags = [(key: isPart ? "building:part" : "building", value: type)]
    let height = feature["height"]?.number ?? feature["render_height"]?.number
    if let height, height > 0 { tags.append(("height", "\(height)")) }
    let below = feature["min_height"]?.number ?? feature["render_min_height"]?.number
    if let below, below > 0, below < height ?? .infinity { tags.append(("min_height", "\(below)")) }
    if let color = text("colour", "color") { tags.append(("building:colour", color)) }
    return tags
      + kept([
        "building:levels", "building:min_level", "roof:shape", "roof:height",
        "roof:direction", "roof:orientation", "roof:colour",
        "building:material", "roof:material", "name",
      ])
  }

  private var water: [(key: String, value: String)]? {
    // The middles of rivers may be in the layer of areas.
    if case .lines = feature.geometry { return waterway }
    return flag("intermittent") || isTunnel ? nil : [("natural", "water")]
  }

  private var waterway: [(key: String, value: String)]? {
    let kinds: Set = ["river", "canal", "stream", "ditch", "drain"]
    guard !isTunnel, let kind = words.first(where: { kinds.contains($0) }) else { return nil }
    return [("waterway", kind)] + kept(["width"])
  }

  /// What covers an area. Land cover without a class below it is of coarse pictures from space, which do not fit
  /// streets and houses.
  private func land(_ layer: String) -> [(key: String, value: String)]? {
    if layer == "landcover", text("subclass") == nil { return nil }
    if layer == "park" { return [("leisure", "park")] }
    if layer == "street_polygons" || words.contains("pedestrian") { return [("place", "square")] }
    if layer == "pier_polygons" { return [("man_made", "pier")] }
    for word in words {
      let word = Self.synonyms[word] ?? word
      for key in ["natural", "leisure", "landuse", "aeroway", "man_made"] {
        let property = FeatureProperties([JSONMember(name: key, value: .string(word))])
        guard LandCoverAttributes.kind(property) != nil else { continue }
        return [(key, word)] + kept(["name"])
      }
      if layer == "aeroway", ["runway", "taxiway"].contains(word) {
        return [("aeroway", word)] + kept(["width", "ref"])
      }
    }
    return nil
  }

  private static let synonyms = [
    "crop": "farmland", "agriculture": "farmland", "farm": "farmland", "grave_yard": "cemetery",
    "marsh": "wetland", "swamp": "wetland", "bog": "wetland", "mangrove": "wetland",
    "zoo": "park", "theme_park": "park", "common": "park", "allotments": "orchard",
    "vineyard": "orchard", "national_park": "nature_reserve", "neighbourhood": "residential",
    "picnic_site": "park", "golf": "golf_course", "airport": "aerodrome",
  ]

  private var isTunnel: Bool {
    text("structure", "brunnel") == "tunnel" || flag("tunnel") || flag("is_tunnel")
  }

  private var road: [(key: String, value: String)]? {
    if case .polygons = feature.geometry {
      return words.contains("pedestrian") ? [("place", "square")] : nil
    }
    guard let way = way else { return nil }
    var tags = [way]
    if isTunnel { tags.append(("tunnel", "yes")) }
    if text("structure", "brunnel") == "bridge" || flag("bridge") || flag("is_bridge") {
      tags.append(("bridge", "yes"))
    }
    if flag("oneway") { tags.append(("oneway", "yes")) }
    return tags
      + kept(["layer", "lanes", "width", "surface", "name", "ref", "congestion", "traffic"])
  }

  /// A line along a road that is in another layer, for its name.
  private var roadName: [(key: String, value: String)]? {
    guard case .lines = feature.geometry, let way, !isTunnel else { return nil }
    let name = localName.map { [(key: "name", value: $0)] } ?? []
    let ref = kept(["ref"])
    return name.isEmpty && ref.isEmpty ? nil : [way, ("drawn", "no")] + name + ref
  }

  /// `highway`, `railway` or `man_made`, and its value.
  private var way: (key: String, value: String)? {
    for word in words {
      if word == "subway" || word == "construction" || word == "proposed" { return nil }
      let value = Self.ways[word] ?? word
      for key in ["railway", "highway", "aeroway"] {
        let property = FeatureProperties([JSONMember(name: key, value: .string(value))])
        guard case .road = RoadAttributes.classify(property) else { continue }
        let isLink =
          key == "highway" && !value.hasSuffix("_link")
          && (flag("ramp") || flag("link") || flag("is_link"))
          && ["motorway", "trunk", "primary", "secondary", "tertiary"].contains(value)
        return (key, isLink ? value + "_link" : value)
      }
      if word == "ferry" { return ("route", "ferry") }
      if word == "pier" { return ("man_made", "pier") }
    }
    return nil
  }

  private static let ways = [
    "street": "residential", "street_limited": "residential", "minor": "residential",
    "minor_road": "residential", "medium_road": "secondary", "major_road": "primary",
    "link": "primary_link", "major_rail": "rail", "minor_rail": "light_rail",
    "transit": "light_rail", "sidewalk": "footway", "crossing": "footway", "other": "path",
  ]

  private var place: [(key: String, value: String)]? {
    let kinds: Set = [
      "city", "town", "village", "suburb", "borough", "quarter", "neighbourhood", "hamlet",
      "island", "islet",
    ]
    guard let name = localName, let kind = words.first(where: { kinds.contains($0) }) else {
      return nil
    }
    return [("place", kind), ("name", name)] + kept(["population", "capital"])
  }

  private var name: [(key: String, value: String)]? {
    guard let name = localName else { return nil }
    let kinds = kept([
      "tourism", "historic", "amenity", "leisure", "shop", "railway", "aeroway", "sport", "craft",
    ])
    if !kinds.isEmpty { return kinds + [("name", name)] }
    for word in words {
      let word = Self.symbols[word] ?? word
      if let key = PlaceCategories.key(of: word) { return [(key, word), ("name", name)] }
    }
    return nil
  }

  private var localName: String? { text("name", "name_en", "name:latin", "pgf:name") }

  /// Symbols of maps whose names are not the values of tags.
  private static let symbols = [
    "lodging": "hotel", "art_gallery": "gallery", "grocery": "supermarket",
    "swimming": "swimming_area",
    "arts_centre": "theatre", "rail": "station", "subway": "station", "airport": "aerodrome",
    "golf": "golf_course", "harbor": "marina", "fire-station": "fire_station",
    "town_hall": "townhall", "doctors": "clinic", "college": "university",
    "amusement-park": "theme_park",
    "railway": "station", "fort": "fort", "rail-metro": "station", "rail-light": "station",
  ]
}
