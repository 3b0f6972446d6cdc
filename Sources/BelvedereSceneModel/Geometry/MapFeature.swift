import BelvedereJSON

/// A feature of a file of other people's: a place, a line or an area with its properties.
package struct MapFeature {
  /// Its identifier, numbers included, empty when there is none.
  package let id: String
  package let properties: FeatureProperties
  package let geometry: FeatureGeometry

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
  /// A bit for each member's name: most of the names that are asked for are not there.
  private let names: UInt64

  package init(_ members: [JSONMember]) {
    self.members = members
    names = members.reduce(0) { $0 | Self.bit($1.name) }
  }

  private static func bit(_ name: String) -> UInt64 {
    let utf8 = name.utf8
    guard let first = utf8.first else { return 1 }
    return 1 << ((UInt64(first) &* 5 &+ UInt64(clamping: utf8.count)) & 63)  // checked: a byte
  }

  fileprivate var byteCount: Int {
    members.reduce(32) { sum, member in
      guard case .string(let text) = member.value.content else { return sum + 80 }
      return sum + 112 + text.utf8.count
    }
  }

  subscript(_ name: String) -> JSONValue? {
    guard names & Self.bit(name) != 0 else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Whether there is a property of a name.
  package func has(_ name: String) -> Bool { self[name] != nil }

  /// All properties that are texts, numbers or truth values, as texts; of an object of such, its own.
  ///
  /// - Parameter containers: names of objects whose members count as properties.
  package func texts(within containers: Set<String> = []) -> [(key: String, value: String)] {
    var texts: [(key: String, value: String)] = []
    texts.reserveCapacity(members.count)
    for member in members {
      switch member.value.content {
      case .string(let text): if !text.isEmpty { texts.append((member.name, text)) }
      case .number(let number): texts.append((member.name, short(number)))
      case .bool(let flag): texts.append((member.name, flag ? "yes" : "no"))
      case .object(let inner):
        if containers.contains(member.name) { texts += FeatureProperties(inner).texts() }
      case .null, .array: break
      }
    }
    return texts
  }

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
