/// Derives a road's kind and width from the tags of a GeoJSON feature: our own `kind` and `width`,
/// OpenStreetMap's `highway`, `railway` and `aeroway`, or TIGER's `mtfcc`.
package enum RoadAttributes {
  package enum Outcome {
    case road(Road.Kind, width: Double?)
    case tunnel(width: Double?)
    case unknown
  }

  /// What is named by OpenStreetMap's one-way carriageways and TIGER's S1100 is half a motorway.
  static let carriagewayWidth = 14.0
  static let rampWidth = 7.0

  package static func classify(_ tags: FeatureProperties) -> Outcome {
    var tagged: Double?
    if let text = tags.text("width"), let width = OSMValue.metres(text), width >= 0.3,
      width <= 200
    {
      tagged = width
    }
    if let tunnel = tags.text("tunnel"), tunnel != "no" { return .tunnel(width: tagged) }
    guard let (kind, usual) = kind(tags) else { return .unknown }
    if let tagged { return .road(kind, width: tagged) }
    if let text = tags.text("lanes"), let lanes = OSMValue.count(text), lanes >= 1, lanes <= 20,
      kind != .path, kind != .rail
    {
      return .road(kind, width: lanes * 3.4 + 1)
    }
    return .road(kind, width: usual)
  }

  /// What a road is called; TIGER/Line says it in full letters.
  package static func name(_ tags: FeatureProperties) -> String {
    tags.text(["name", "FULLNAME"]) ?? ""
  }

  /// The first of the numbers of routes in OpenStreetMap's `ref`; empty for what is none, or too long for a shield.
  package static func route(_ text: String) -> String {
    let first = text.prefix { $0 != ";" }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return first.count <= 10 ? first : ""
  }

  /// Whether something is said of traffic that is no known word.
  static func saysTraffic(_ tags: FeatureProperties) -> Bool {
    (tags["traffic"] != nil || tags.text("congestion") != nil)
      && tags.text("congestion") != "unknown"
  }

  /// How traffic flows, by a word of its own or by Mapbox Traffic's `congestion`.
  package static func traffic(_ tags: FeatureProperties) -> Road.Traffic? {
    tags.text(["traffic", "congestion"]).flatMap(Road.Traffic.init)
  }

  /// On which level a bridge carries a road; 0 for none.
  package static func bridge(_ tags: FeatureProperties) -> Int {
    guard let bridge = tags.text("bridge"), bridge != "no", bridge != "false", bridge != "0" else {
      return 0
    }
    return Int(clamping: tags.text("layer").flatMap(Double.init) ?? 1, in: 1...9)
  }

  /// Whether a way is a flight of steps; TIGER/Line calls it a stairway.
  package static func isSteps(_ tags: FeatureProperties) -> Bool {
    tags.text("highway") == "steps" || tags.text(["mtfcc", "MTFCC"]) == "S1720"
  }

  private static func kind(_ tags: FeatureProperties) -> (Road.Kind, width: Double?)? {
    if let text = tags.text("kind"), let kind = Road.Kind(rawValue: text) { return (kind, nil) }
    if tags.text("route") == "ferry" { return (.ferry, nil) }
    if let text = tags.text("highway") { return highway(text, tags) }
    if let text = tags.text("railway") { return railway(text) }
    if let text = tags.text("aeroway") {
      return text == "runway" ? (.runway, nil) : text == "taxiway" ? (.runway, 18) : nil
    }
    if let code = tags.text(["mtfcc", "MTFCC"]) { return tiger(code) }
    return nil
  }

  private static func highway(
    _ value: String, _ tags: FeatureProperties
  ) -> (Road.Kind, width: Double?)? {
    switch value {
    case "motorway", "trunk":
      let isOneWay = value == "motorway" || tags.text("oneway") == "yes"
      return (.motorway, isOneWay ? carriagewayWidth : nil)
    case "motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link":
      return (.secondary, rampWidth)
    case "primary": return (.primary, nil)
    case "secondary", "tertiary": return (.secondary, nil)
    case "residential", "unclassified", "living_street", "road", "busway":
      return (.street, nil)
    case "service", "track", "raceway": return (.service, nil)
    case "footway", "path", "steps", "pedestrian", "cycleway", "bridleway", "corridor":
      return (.path, nil)
    default: return nil
    }
  }

  private static func railway(_ value: String) -> (Road.Kind, width: Double?)? {
    switch value {
    case "rail", "light_rail", "tram", "subway", "narrow_gauge", "funicular", "monorail",
      "preserved":
      return (.rail, nil)
    default: return nil
    }
  }

  /// Feature class codes of TIGER/Line, "MAF/TIGER Feature Class Code Definitions" (U.S. Census
  /// Bureau).
  private static func tiger(_ code: String) -> (Road.Kind, width: Double?)? {
    switch code {
    case "S1100": (.motorway, carriagewayWidth)
    case "S1200": (.primary, nil)
    case "S1400": (.street, nil)
    case "S1630": (.secondary, rampWidth)
    case "S1500", "S1640", "S1730", "S1740", "S1780": (.service, nil)
    case "S1710", "S1720", "S1820", "S1830": (.path, nil)
    case "R1011", "R1051", "R1052": (.rail, nil)
    default: nil
    }
  }
}
