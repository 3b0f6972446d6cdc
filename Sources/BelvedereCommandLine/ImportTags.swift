import BelvedereFiles

/// What features are that do not say it, of each source: `--as key=value` for all, `--as source:key=value` for one.
struct ImportTags {
  /// By the numbers of sources.
  let bySource: [[(key: String, value: String)]]

  /// - Throws: `CommandFailure` where the named source is none of those, or of another kind.
  init(_ tags: [(key: String, value: String)], of sources: [ImportSource]) throws {
    var list = [[(key: String, value: String)]](repeating: [], count: sources.count)
    for (key, value) in tags {
      let named = sources.indices.filter { key.hasPrefix("\(sources[$0].argument):") }
      if let first = named.first {
        let own = String(key.dropFirst(sources[first].argument.count + 1))
        guard !own.isEmpty else {
          throw CommandFailure(
            .usage, "--as \(key)=\(value): must be a tag of OpenStreetMap, such as building=yes")
        }
        guard [.geoJSON, .flatGeobuf].contains(sources[first].kind) else {
          throw CommandFailure(
            .usage, "--as is of GeoJSON and FlatGeobuf, and \(sources[first].name) is neither")
        }
        for n in named { list[n].append((own, value)) }
      } else if let colon = key.firstIndex(of: ":"),
        key[..<colon].contains(where: { "/.".contains($0) })
      {
        throw CommandFailure(
          .usage,
          "--as \(key)=\(value): \(key[..<colon]) is none of the sources; name it as it is named there"
        )
      } else {
        for n in sources.indices { list[n].append((key, value)) }
      }
    }
    bySource = list
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
