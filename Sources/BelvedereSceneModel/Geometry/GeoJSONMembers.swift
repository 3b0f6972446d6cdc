import BelvedereJSON

/// Members of GeoJSON's objects that are not as RFC 7946 has them and may be ignored.
package enum GeoJSONMembers {
  package enum Kind {
    case geometry, feature, collection

    /// Members that say that it is an object of another type (7.1).
    var foreign: Set<String> {
      switch self {
      case .geometry: Self.foreignToGeometries
      case .feature: Self.foreignToFeatures
      case .collection: Self.foreignToCollections
      }
    }

    // Made once: every feature is looked at.
    private static let foreignToGeometries: Set = ["geometry", "properties", "features"]
    private static let foreignToFeatures: Set = ["coordinates", "geometries", "features"]
    private static let foreignToCollections: Set = [
      "coordinates", "geometries", "geometry", "properties",
    ]
  }

  /// Notes what is wrong with some members.
  package static func check(
    _ members: [JSONMember], as kind: Kind, _ repairs: inout GeometryRepairs
  ) {
    for member in members {
      switch member.name {
      case "bbox": if !isBox(member.value) { repairs.insert(.badBox) }
      case "id" where kind == .feature:
        switch member.value.content {
        case .string, .number, .null: break
        default: repairs.insert(.badID)
        }
      case let name where kind.foreign.contains(name): repairs.insert(.otherMembers)
      default: break
      }
    }
  }

  private static func isBox(_ value: JSONValue) -> Bool {
    if case .null = value.content { return true }
    guard case .array(let numbers) = value.content, [4, 6].contains(numbers.count) else {
      return false
    }
    return numbers.allSatisfy { if case .number = $0.content { true } else { false } }
  }
}
