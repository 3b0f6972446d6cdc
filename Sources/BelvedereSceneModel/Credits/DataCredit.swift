import BelvedereJSON

/// Whom data are owed to and their licences, as a file names them.
package struct DataCredit: Sendable, Hashable {
  package private(set) var attributions: [String] = []
  package private(set) var licences: [String] = []

  package init() {}

  /// What the members of an object say: `attribution` or `copyright`, and `licence` or `license`, texts or lists of them.
  package init(_ members: [JSONMember]) {
    add(members)
  }

  /// Adds what the members of another object say.
  package mutating func add(_ members: [JSONMember]) {
    for member in members {
      switch member.name.lowercased() {
      case "attribution", "copyright": Self.texts(member.value).forEach { add(attribution: $0) }
      case "licence", "license": Self.texts(member.value).forEach { add(licence: $0) }
      default: break
      }
    }
  }

  /// Adds a text of whom the data are owed to, at most 200 characters of it.
  package mutating func add(attribution text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return }
    // Overpass tells in a sentence whose they are.
    let isSentence = words.lowercased().contains("openstreetmap") && !words.contains("©")
    let owed = isSentence ? Self.openStreetMap : String(words.prefix(200))
    if !attributions.contains(owed) { attributions.append(owed) }
  }

  /// Adds a licence.
  package mutating func add(licence text: String) {
    if text.lowercased().contains("openstreetmap") { add(attribution: Self.openStreetMap) }
    guard let name = DataLicence.name(text), !licences.contains(name) else { return }
    licences.append(name)
  }

  /// Adds those of another.
  package mutating func add(_ other: DataCredit) {
    other.attributions.forEach { add(attribution: $0) }
    other.licences.forEach { add(licence: $0) }
  }

  /// How OpenStreetMap wants to be named.
  package static let openStreetMap = "© OpenStreetMap contributors"

  private static func texts(_ value: JSONValue) -> [String] {
    switch value.content {
    case .string(let text): [text]
    case .array(let items):
      items.compactMap { if case .string(let text) = $0.content { text } else { nil } }
    default: []
    }
  }
}
