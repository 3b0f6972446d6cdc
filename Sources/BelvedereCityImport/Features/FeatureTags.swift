import BelvedereJSON
import BelvedereOSM
import BelvedereSceneModel

/// What the properties of other people's features say, as tags of OpenStreetMap.
///
/// Properties may be these tags by themselves, as Overpass, Osmium and OSMnx export them; or names and words of
/// Overture Maps, of Geofabrik's shapes, of TIGER/Line, of scenes, and of files of footprints with heights or
/// levels.
///
/// Sources: "Map features", OpenStreetMap Wiki; "Overture Maps schema reference"; "OpenStreetMap data in layered GIS
/// format", Geofabrik; "MAF/TIGER Feature Class Code Definitions", U.S. Census Bureau.
struct FeatureTags {
  enum Shape { case point, line, area }

  typealias Tag = (key: String, value: String)

  private var tags: [Tag]
  private let shape: Shape

  /// The tags of a feature; `nil` where nothing says what it is.
  ///
  /// - Parameter fallback: what a feature is that says nothing.
  static func tags(
    _ properties: FeatureProperties, _ shape: Shape, fallback: [Tag] = []
  ) -> [Tag]? {
    let words = FeatureTags(properties, shape)
    if let tags = words.described { return tags }
    return fallback.isEmpty ? nil : fallback + words.tags
  }

  private init(_ properties: FeatureProperties, _ shape: Shape) {
    self.shape = shape
    let texts = properties.texts(within: Self.tagged)
    var tags: [Tag] = []
    tags.reserveCapacity(texts.count)
    for tag in texts {
      // What GDAL puts into one property.
      if tag.key == "other_tags" || tag.key == "all_tags" {
        tags += Self.pairs(tag.value)
      } else if !tag.key.hasPrefix("@") {
        tags.append(Self.renamed(tag, shape))
      }
    }
    if properties.has("names") || properties.has("primary"),
      let names = properties.texts(within: ["names"]).first(where: { $0.key == "primary" })
    {
      tags.append(("name", names.value))
    }
    self.tags = OSMTags(once: tags).pairs
    // As files of overlays are called, too.
    if !self.tags.contains(where: { $0.key == "name" }),
      let i = self.tags.firstIndex(where: { $0.key == "title" })
    {
      self.tags[i].key = "name"
    }
  }

  /// What holds tags as a property of its own.
  private static let tagged: Set = ["tags"]

  /// A name that OpenStreetMap has for the same.
  private static func renamed(_ tag: Tag, _ shape: Shape) -> Tag {
    let key = lowercase(tag.key)
    if key == "fullname" { return ("name", tag.value) }
    guard shape == .area, let name = names[key] else { return (key, tag.value) }
    return (name, tag.value)
  }

  /// Most keys are ASCII in lower case, for which Unicode's tables are not asked.
  private static func lowercase(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) } ? text : text.lowercased()
  }

  /// Of buildings.
  private static let names = WordTable([
    "render_height": "height", "building_height": "height", "measuredheight": "height",
    "levels": "building:levels", "number_of_stories": "building:levels",
    "num_floors": "building:levels", "numfloors": "building:levels", "floors": "building:levels",
    "stories": "building:levels", "storeys": "building:levels",
    "render_min_height": "min_height", "min_floor": "building:min_level",
    "roof_shape": "roof:shape", "roof_height": "roof:height",
    "roof_direction": "roof:direction", "roof_orientation": "roof:orientation",
    "roof_color": "roof:colour", "facade_color": "building:colour",
    "facade_material": "building:material", "roof_material": "roof:material",
  ])

  private func text(_ key: String) -> String? { tags.first { $0.key == key }?.value }

  private func has(_ keys: String...) -> Bool { keys.contains { text($0) != nil } }

  /// Keys of which one says what a feature is.
  private static let describing = WordTable(of: [
    "building", "building:part", "highway", "railway", "aeroway", "waterway", "natural",
    "landuse", "leisure", "place", "man_made", "amenity", "tourism", "historic", "shop", "route",
  ])

  private var described: [Tag]? {
    var (isDescribed, isOnlyLand) = (false, true)
    for tag in tags where Self.describing.contains(tag.key) && tag.value != "no" {
      isDescribed = true
      if tag.key != "landuse", tag.key != "place" { isOnlyLand = false }
    }
    // A house may say what its land is used for.
    let isHouse = shape == .area && has("height", "building:levels")
    if isDescribed, !(isHouse && isOnlyLand) { return tags }
    let named: [Tag]? =
      switch shape {
      case .point: place
      case .line: line
      case .area: isHouse ? building : area
      }
    // What is done there is least of what it is.
    let isPlace = has("sport", "craft") || text("boundary") == "national_park"
    return named ?? (isPlace ? tags : nil)
  }

  /// The words for what it is, the closest first.
  private var words: [String] {
    ["fclass", "class", "subtype", "kind", "type"].compactMap { key in
      text(key)?.lowercased().split(separator: " ").joined(separator: "_")
    }
  }

  private var building: [Tag] {
    let isPart = has("building_id")
    let kind = text("building_type") ?? words.first { $0 != "building" } ?? "yes"
    let below: [Tag] = text("is_underground") == "yes" ? [("location", "underground")] : []
    return [(isPart ? "building:part" : "building", kind)] + below
      + tags.filter { !Self.describing.contains($0.key) }
  }

  private var area: [Tag]? {
    // Overture's buildings say this where they have no height.
    if has("building_type", "has_parts", "building_id") || words.contains("building") {
      return building
    }
    for word in words {
      for key in ["natural", "leisure", "landuse", "aeroway", "man_made", "waterway"] {
        let word = Self.areas[word] ?? word
        let property = FeatureProperties([JSONMember(name: key, value: .string(word))])
        if LandCoverAttributes.kind(property) != nil { return [(key, word)] + tags }
      }
    }
    let own = FeatureProperties(
      words.prefix(1).map { JSONMember(name: "kind", value: .string($0)) })
    return LandCoverAttributes.kind(own) == nil ? nil : tags
  }

  private static let areas = [
    "lake": "water", "river": "water", "pond": "water", "canal": "water", "ocean": "water",
    "stream": "water", "farm": "farmland", "grave_yard": "cemetery", "agriculture": "farmland",
    "allotments": "orchard", "vineyard": "orchard", "nature": "nature_reserve",
  ]

  private var line: [Tag]? {
    if let code = text("mtfcc"), let way = Self.tiger[code] { return [way] + tags }
    // Ways in tunnels are below the ground, but not nothing.
    if text("subtype") == "rail" { return [("railway", "rail")] + tags }
    for word in words {
      let value = Self.ways[word] ?? word
      for key in ["highway", "railway", "aeroway"] {
        let property = FeatureProperties([JSONMember(name: key, value: .string(value))])
        if case .road = RoadAttributes.classify(property) { return [(key, value)] + tags }
      }
      if ["river", "canal", "stream", "ditch", "drain"].contains(word) {
        return [("waterway", word)] + tags
      }
      if word == "coastline" { return [("natural", word)] + tags }
      if word == "ferry" { return [("route", word)] + tags }
    }
    return nil
  }

  /// Words of scenes and of Geofabrik.
  private static let ways = [
    "street": "residential", "track_grade1": "track", "track_grade2": "track",
    "track_grade3": "track", "track_grade4": "track", "track_grade5": "track",
  ]

  private static let tiger: [String: Tag] = [
    "S1100": ("highway", "motorway"), "S1200": ("highway", "primary"),
    "S1400": ("highway", "residential"), "S1630": ("highway", "motorway_link"),
    "S1500": ("highway", "track"), "S1640": ("highway", "service"),
    "S1730": ("highway", "service"), "S1740": ("highway", "service"),
    "S1780": ("highway", "service"), "S1710": ("highway", "footway"),
    "S1720": ("highway", "steps"), "S1820": ("highway", "cycleway"),
    "S1830": ("highway", "bridleway"), "R1011": ("railway", "rail"),
    "R1051": ("railway", "light_rail"), "R1052": ("railway", "funicular"),
  ]

  private var place: [Tag]? {
    for word in words {
      if CityPlace.isTown(word) { return [("place", word)] + tags }
      if let key = PlaceCategories.key(of: word) { return [(key, word)] + tags }
      if word == "tree" { return [("natural", word)] + tags }
    }
    return nil
  }

  /// `"key"=>"value","key"=>"value"`, as PostgreSQL writes it; a backslash stands before quotes within.
  private static func pairs(_ text: String) -> [Tag] {
    var texts: [String] = []
    var current: String?
    var isEscaped = false
    for character in text {
      if isEscaped {
        current?.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        if let done = current { texts.append(done) }
        current = current == nil ? "" : nil
      } else {
        current?.append(character)
      }
    }
    return stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) }
  }
}
