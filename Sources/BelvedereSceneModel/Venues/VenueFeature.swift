import BelvedereGeodesy
import BelvedereJSON

/// A feature of an IMDF archive: a level, a room, a door.
struct VenueFeature {
  let id: String
  let properties: FeatureProperties
  /// `nil` for what is no place itself, such as an occupant.
  let geometry: FeatureGeometry?

  /// - Throws: `FeatureGeometry.Problem` for what is no feature.
  init(_ value: JSONValue, maximumVertices: Int) throws(FeatureGeometry.Problem) {
    guard case .object(let members) = value.content else {
      throw FeatureGeometry.Problem(message: "the feature is \(value.kind), not an object")
    }
    func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    guard case .string(let id)? = member("id")?.content, !id.isEmpty else {
      throw FeatureGeometry.Problem(message: "it has no id")
    }
    self.id = id
    guard case .object(let list)? = member("properties")?.content else {
      throw FeatureGeometry.Problem(message: "it has no properties")
    }
    properties = FeatureProperties(list)
    if let value = member("geometry"), case .object = value.content {
      geometry = try FeatureGeometry(geoJSON: value, maximumVertices: maximumVertices)
    } else {
      geometry = nil
    }
  }

  /// Of a level: its number from the ground floor, 0, up and down; `nil` where it is no whole number of floors.
  var ordinal: Double? {
    guard case .number(let number)? = properties["ordinal"]?.content, number == number.rounded(),
      abs(number) <= Self.mostFloors
    else { return nil }
    return number
  }

  /// More floors than any building has.
  static let mostFloors = 1000.0

  var category: String { properties.text("category") ?? "unspecified" }

  /// The name in a language, else in English, else in any; empty for none.
  func name(in language: String, _ member: String = "name") -> String {
    guard case .object(let labels)? = properties[member]?.content else {
      return properties.text(member) ?? ""
    }
    for wanted in [language, "en"] {
      for label in labels where label.name == wanted {
        if case .string(let text) = label.value.content { return text }
      }
    }
    for label in labels {
      if case .string(let text) = label.value.content { return text }
    }
    return ""
  }

  /// All names in any language.
  func names(_ member: String) -> [String] {
    guard case .object(let labels)? = properties[member]?.content else { return [] }
    return labels.compactMap { if case .string(let text) = $0.value.content { text } else { nil } }
  }

  /// The first of a list of ids.
  func ids(_ member: String) -> [String] {
    guard case .array(let values)? = properties[member]?.content else { return [] }
    return values.compactMap { if case .string(let text) = $0.content { text } else { nil } }
  }

  /// Where its name stands: its display point, its own place, or the middle of its box.
  var place: Coordinate? {
    if let value = properties["display_point"],
      let shown = try? FeatureGeometry(geoJSON: value, maximumVertices: 1).points.first
    {
      return shown
    }
    if let point = geometry?.points.first { return point }
    guard let ring = geometry?.polygons.first?.rings.first, let first = ring.first else {
      return nil
    }
    var (low, high) = (first, first)
    for corner in ring {
      low = Coordinate(
        latitude: min(low.latitude, corner.latitude),
        longitude: min(low.longitude, corner.longitude))
      high = Coordinate(
        latitude: max(high.latitude, corner.latitude),
        longitude: max(high.longitude, corner.longitude))
    }
    return Coordinate(
      latitude: (low.latitude + high.latitude) / 2, longitude: (low.longitude + high.longitude) / 2)
  }
}
