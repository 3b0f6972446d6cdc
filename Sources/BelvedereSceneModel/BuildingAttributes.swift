import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging

/// Derives a building from the tags of a GeoJSON feature.
///
/// The height is the first of: the tag `height` (or `building:height`, `est_height`,
/// `render_height`); the number of levels × 3.2 m + 1 m; an assumption by type and area, see
/// ``assumedHeight(type:area:)``. What was chosen is counted in the report.
enum BuildingAttributes {
  /// Metres from floor to floor where only levels are known.
  static let metersPerLevel = 3.2
  /// A parapet above the last level.
  static let parapet = 1.0
  static let heightNames = ["height", "building:height", "est_height", "render_height"]
  static let levelNames = ["building:levels", "levels", "number_of_stories", "num_floors"]
  static let colorNames = ["building:colour", "building:color", "colour", "color"]

  /// The building on a footprint; `nil` for one below the ground.
  static func building(
    _ feature: MapFeature, footprint: GeographicPolygon, _ tally: inout FeatureTally
  ) -> Building? {
    let tags = feature.properties
    let type = tags.text(["building", "building:part", "building_type", "type"]).map(lowercase)
    if isUnderground(tags) {
      tally.count(.underground)
      return nil
    }
    let area = areaInSquareMeters(footprint)
    let height = height(tags, type: type, area: area, &tally)
    var building = Building(footprint: footprint, height: height)
    building.minHeight = minHeight(tags, type: type, below: height, &tally)
    building.use = use(tags, type: type, height: height, area: area)
    if let roof = roof(tags) {
      building.roof = roof
      let span = height - building.minHeight
      let tagged =
        tags.text("roof:height").flatMap { OSMValue.metres($0) }
        ?? tags.text("roof:levels").flatMap { OSMValue.count($0) }.map { $0 * metersPerLevel }
      building.roofDirection = tags.text("roof:direction").flatMap { direction($0) }
      building.ridgeIsShort = tags.text("roof:orientation") == "across"
      building.roofHeight = min(
        max(0, tagged ?? min(0.3 * area.squareRoot(), 0.4 * span)), span)
      if building.roofHeight == 0 { building.roof = .flat }
    }
    building.color = tags.text(colorNames).flatMap { Color(tag: $0) }
    building.roofColor = tags.text(["roof:colour", "roof:color"]).flatMap { Color(tag: $0) }
    building.material = material(tags, "building:material")
    building.roofMaterial = material(tags, "roof:material")
    building.hasWindows = !["roof", "garage", "garages", "shed", "carport"].contains(type ?? "")
    building.id = feature.id.isEmpty ? tags.text(["id", "source_id"]) ?? "" : feature.id
    building.name = tags.text("name") ?? ""
    return building
  }

  private static func material(_ tags: FeatureProperties, _ name: String) -> BuildingMaterial? {
    tags.text(name).flatMap { BuildingMaterial(tag: $0) }
  }

  /// Most values are ASCII in lower case, for which Unicode's tables are not asked.
  private static func lowercase(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) } ? text : text.lowercased()
  }

  private static func isUnderground(_ tags: FeatureProperties) -> Bool {
    if tags.text("location") == "underground" { return true }
    guard let layer = tags.text("layer").flatMap({ Double($0) }) else { return false }
    return layer < 0
  }

  private static func height(
    _ tags: FeatureProperties, type: String?, area: Double, _ tally: inout FeatureTally
  ) -> Double {
    if let text = tags.text(heightNames) {
      if let height = OSMValue.metres(text), height > 0, height <= 2000 {
        tally.count(.heightsFromTags)
        return height
      }
      tally.count(.unreadableHeights)
    }
    if let text = tags.text(levelNames), let levels = OSMValue.count(text), levels > 0,
      levels <= 300
    {
      tally.count(.heightsFromLevels)
      return levels * metersPerLevel + parapet
    }
    tally.count(.heightsAssumed)
    return assumedHeight(type: type, area: area)
  }

  /// The height in metres of a building of which only the type and the area in m² are known.
  static func assumedHeight(type: String?, area: Double) -> Double {
    switch type {
    case "house", "detached", "semidetached_house", "terrace", "farm", "villa": return 8
    case "bungalow", "cabin", "static_caravan", "houseboat": return 4.5
    case "garage", "garages", "shed", "hut", "kiosk", "carport", "toilets", "service": return 3
    case "roof", "canopy": return 5
    case "apartments", "dormitory": return 15
    case "hotel", "office", "hospital": return 20
    case "cathedral": return 30
    case "church", "mosque", "temple", "chapel", "synagogue": return 15
    case "warehouse", "industrial", "retail", "supermarket", "commercial", "hangar": return 10
    default: break
    }
    if area < 30 { return 3 }
    return area < 120 ? 8 : 12
  }

  private static func minHeight(
    _ tags: FeatureProperties, type: String?, below height: Double, _ tally: inout FeatureTally
  ) -> Double {
    var low = tags.text(["min_height", "building:min_height", "render_min_height"])
      .flatMap { OSMValue.metres($0) }
    if low == nil {
      low = tags.text(["building:min_level", "min_level"]).flatMap { OSMValue.count($0) }
        .map { $0 * metersPerLevel }
    }
    // A canopy is a plate without walls.
    if low == nil, type == "roof" { low = max(0, height - 0.8) }
    guard let low, low > 0 else { return 0 }
    if low < height { return low }
    tally.count(.minHeightsIgnored)
    return 0
  }

  private static func roof(_ tags: FeatureProperties) -> Building.Roof? {
    switch tags.text("roof:shape") {
    case "pyramidal", "cone": .pyramid
    case "dome", "onion": .dome
    case "gabled": .gable
    case "hipped": .hip
    case "half-hipped": .halfHip
    case "gambrel": .gambrel
    case "mansard": .mansard
    case "saltbox", "double_saltbox": .saltbox
    case "skillion", "lean_to": .skillion
    case "round": .round
    default: nil
    }
  }

  /// Degrees of a compass point, such as NNE, or of a number; `nil` for others.
  static func direction(_ text: String) -> Double? {
    let points = [
      "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
      "NNW",
    ]
    if let point = points.firstIndex(of: text.uppercased()) { return 22.5 * Double(point) }
    return Double(text).flatMap { $0.isFinite && abs($0) <= 3600 ? wrappedHeading($0) : nil }
  }

  private static func use(
    _ tags: FeatureProperties, type: String?, height: Double, area: Double
  ) -> Building.Use {
    switch type {
    case "office": return .office
    case "commercial", "retail", "hotel", "supermarket", "kiosk", "mall": return .commercial
    case "industrial", "warehouse", "manufacture", "hangar", "parking", "service":
      return .industrial
    case "church", "cathedral", "chapel", "mosque", "temple", "synagogue", "school", "university",
      "college", "hospital", "civic", "public", "government", "train_station", "museum",
      "fire_station", "theatre":
      return .civic
    case "apartments", "residential", "house", "detached", "terrace", "dormitory",
      "semidetached_house", "bungalow":
      return .residential
    default: break
    }
    if tags.text("office") != nil { return .office }
    switch tags.text("tourism") {
    case "hotel", "motel", "hostel": return .commercial
    case "museum", "gallery", "attraction", "landmark": return .civic
    default: break
    }
    switch tags.text("amenity") {
    case "place_of_worship", "school", "theatre", "fire_station", "townhall", "library":
      return .civic
    case "parking": return .industrial
    default: break
    }
    if tags.text("shop") != nil { return .commercial }
    if height >= 45 { return .office }
    return height >= 25 && area >= 900 ? .commercial : .residential
  }
}

/// The area in m² that a polygon encloses, holes taken off.
func areaInSquareMeters(_ polygon: GeographicPolygon) -> Double {
  var total = 0.0
  for (i, ring) in polygon.rings.enumerated() {
    guard let origin = ring.first else { continue }
    let degree = CoordinateRegion.metersPerDegree(at: origin.latitude)
    var twice = 0.0
    for j in ring.indices {
      let a = ring[j]
      let b = ring[j + 1 < ring.count ? j + 1 : 0]
      twice +=
        (a.longitude - origin.longitude) * (b.latitude - origin.latitude)
        - (a.latitude - origin.latitude) * (b.longitude - origin.longitude)
    }
    let area = abs(twice) / 2 * degree.latitude * degree.longitude
    total += i == 0 ? area : -area
  }
  return max(0, total)
}
