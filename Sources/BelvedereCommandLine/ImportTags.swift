import BelvedereFiles

/// What features are that do not say it, of each source: `--as key=value` for all, `--as source:key=value` for one.
struct ImportTags {
  /// By the numbers of sources.
  let bySource: [[Tag]]

  typealias Tag = (key: String, value: String)

  /// What is said of a text that is no tag.
  static let wanted =
    "must be a tag of OpenStreetMap, such as building=yes, perhaps behind a source and a colon"

  /// A key and its value; `nil` for any other text.
  static func tag(_ text: Substring) -> Tag? {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex,
      text.index(after: equals) < text.endIndex
    else { return nil }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  /// - Parameter texts: a tag each, perhaps behind a source and a colon. Names of sources may have colons and equals
  ///   signs, so that the longest that fits is meant.
  /// - Throws: `CommandFailure` where the named source is none of those, or of another kind.
  init(_ texts: [String], of sources: [ImportSource]) throws {
    var list = [[Tag]](repeating: [], count: sources.count)
    for text in texts {
      let fitting = sources.indices.filter { text.hasPrefix("\(sources[$0].argument):") }
      let length = fitting.map { sources[$0].argument.utf8.count }.max()
      let named = fitting.filter { sources[$0].argument.utf8.count == length }
      guard let first = named.first else {
        let tag = try Self.tag(of: text)
        for n in sources.indices { list[n].append(tag) }
        continue
      }
      guard let own = Self.tag(text.dropFirst(sources[first].argument.count + 1)) else {
        throw CommandFailure(
          .usage, "--as \(text): must be a tag of OpenStreetMap, such as building=yes")
      }
      guard [.geoJSON, .flatGeobuf].contains(sources[first].kind) else {
        throw CommandFailure(
          .usage, "--as is of GeoJSON and FlatGeobuf, and \(sources[first].name) is neither")
      }
      for n in named { list[n].append(own) }
    }
    bySource = list
  }

  /// A tag of all sources.
  private static func tag(of text: String) throws -> Tag {
    guard let tag = tag(text[...]) else {
      throw CommandFailure(.usage, "--as \(text): \(wanted)")
    }
    guard let colon = tag.key.firstIndex(of: ":"),
      tag.key[..<colon].contains(where: { "/.".contains($0) })
    else { return tag }
    throw CommandFailure(
      .usage,
      "--as \(text): \(tag.key[..<colon]) is none of the sources; name it as it is named there")
  }
}

/// Sources that are there already.
struct ImportRepeats {
  private var keys: [String: String] = [:]
  private var folders: [FileIdentity: String] = [:]

  /// The name of a source that is the same as another, which is noted otherwise; `nil` for one that is new.
  ///
  /// - Parameter key: of its content and the options.
  mutating func first(_ source: ImportSource, key: String?) -> String? {
    // A model may stand at several places.
    guard source.kind != .model else { return nil }
    if let key {
      if let first = keys[key] { return first }
      keys[key] = source.name
    } else if let folder = FileIdentity(source.argument) {
      if let first = folders[folder] { return first }
      folders[folder] = source.name
    }
    return nil
  }
}
