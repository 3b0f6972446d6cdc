import BelvedereJSON

/// A feature of a file of other people's: a place, a line or an area with its properties.
struct MapFeature {
  /// Its identifier, numbers included, empty when there is none.
  let id: String
  let properties: FeatureProperties
  let geometry: FeatureGeometry

  /// About how much memory it takes.
  var byteCount: Int {
    let places =
      geometry.points.count + geometry.lines.reduce(0) { $0 + 2 + $1.count }
      + geometry.polygons.reduce(0) { $0 + $1.rings.reduce(4) { $0 + 2 + $1.count } }
    return 200 + 16 * places + properties.byteCount
  }
}

/// The properties of a feature.
package struct FeatureProperties {
  private let members: [JSONMember]

  package init(_ members: [JSONMember]) { self.members = members }

  fileprivate var byteCount: Int {
    members.reduce(32) { sum, member in
      guard case .string(let text) = member.value.content else { return sum + 80 }
      return sum + 112 + text.utf8.count
    }
  }

  subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  /// A text, or a number as text; `nil` for anything else.
  func text(_ name: String) -> String? {
    switch self[name]?.content {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let number): short(number)
    default: nil
    }
  }

  /// The first of several names that has a text.
  func text(_ names: [String]) -> String? {
    for name in names {
      if let text = text(name) { return text }
    }
    return nil
  }
}
