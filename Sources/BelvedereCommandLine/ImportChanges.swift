import BelvedereJSON

/// What another import made of a scene: layers of which the files are others than before.
struct ImportChanges {
  /// Layers with the numbers of their things before and now.
  let layers: [(name: String, before: Int, now: Int)]

  /// - Parameters:
  ///   - before: what the folder held; of one that held nothing nothing has changed.
  init(from before: ImportRecord, to record: ImportRecord) {
    guard !before.parts.isEmpty else {
      layers = []
      return
    }
    func digests(_ record: ImportRecord) -> [String: [String]] {
      Dictionary(grouping: record.parts.flatMap(\.layers), by: \.name)
        .mapValues { $0.map(\.digest).sorted() }
    }
    let (old, new) = (digests(before), digests(record))
    let counts = (before.counts, record.counts)
    let names = counts.1.map(\.name) + counts.0.map(\.name).filter { new[$0] == nil }
    layers = names.filter { old[$0] != new[$0] }.map { name in
      func count(_ list: [(name: String, count: Int)]) -> Int {
        list.first { $0.name == name }?.count ?? 0
      }
      return (name, count(counts.0), count(counts.1))
    }
  }

  /// A line of it; `nil` where nothing has changed.
  ///
  /// - Parameter word: what a layer is called in messages.
  func text(_ word: (String) -> String) -> String? {
    guard !layers.isEmpty else { return nil }
    let parts = layers.map { layer in
      layer.before == layer.now
        ? "\(word(layer.name)) (\(grouped(layer.now)) as before)"
        : "\(word(layer.name)) (\(grouped(layer.before)) before, \(grouped(layer.now)) now)"
    }
    return "changed since the last import: " + parts.joined(separator: ", ")
  }

  var json: JSONValue {
    JSONValue(
      .object(
        layers.map {
          JSONMember(
            name: $0.name, value: ["before": .integer($0.before), "now": .integer($0.now)])
        }))
  }
}
