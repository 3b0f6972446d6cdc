import BelvedereCityImport
import BelvedereJSON
import BelvedereOSM

extension ImportJob {
  /// Sources that do not say whose data they have, of which is told.
  private static let mostSilent = 5

  /// Tells what became of the sources, in words or as JSON.
  func say(
    _ reports: [CityImport.Report], _ record: ImportRecord, _ changes: ImportChanges,
    _ attribution: [String], _ licences: [String], unchanged: [String], silent: [String],
    _ terminal: Terminal
  ) throws {
    let layers = record.counts
    let dropped = reports.flatMap(\.dropped)
    let unused = Self.distinct(reports.flatMap(\.unusedProperties))
    if command.messages.json {
      func sum(_ count: (CityImport.Report) -> Int) -> JSONValue {
        .integer(reports.reduce(0) { $0 + count($1) })
      }
      let value: JSONValue = [
        "nodes": sum { $0.counts.nodes }, "ways": sum { $0.counts.ways },
        "relations": sum { $0.counts.relations }, "tiles": sum { $0.tiles },
        "features": sum { $0.features },
        "layers": object(layers.map { ($0.name, .integer($0.count)) }),
        "dropped": object(dropped.map { ($0.reason, .integer($0.count)) }),
        "unusedProperties": .strings(unused),
        "repaired": JSONValue(
          .array(
            reports.flatMap(\.repairs).map {
              [
                "place": .string($0.place), "reason": .string($0.reason),
                "count": .integer($0.count),
              ] as JSONValue
            })),
        "attribution": .strings(attribution), "licences": .strings(licences),
        "unchanged": .strings(unchanged),
        "changed": changes.json,
      ]
      return try Terminal.output(JSONWriter.pretty(value) + "\n")
    }
    guard !command.messages.quiet else { return }
    let words = [
      "landCover": "areas of land cover", "cityModel": "buildings of a city model",
      "annotations": "names", "land": "pieces of land",
      "overlays": "lines, areas and places of overlays",
    ]
    let single = [
      "landCover": "area of land cover", "cityModel": "building of a city model",
      "annotations": "name", "land": "piece of land", "roads": "road", "buildings": "building",
      "trees": "tree", "models": "model", "venues": "venue",
      "overlays": "line, area or place of an overlay",
    ]
    let parts = layers.map { layer in
      let word = layer.count == 1 ? single[layer.name] : words[layer.name]
      return "\(grouped(layer.count)) \(word ?? layer.name)"
    }
    try Terminal.output("\(command.output): \(parts.joined(separator: ", "))\n")
    if let text = changes.text({ words[$0] ?? $0 }) { terminal.note("note: \(text)") }
    for source in unchanged {
      terminal.note("note: \(source) has not changed, and was not read again")
    }
    if command.streamed == nil, reports.contains(where: \.isStreamed) {
      terminal.note(
        "note: streamed: of so many things pictures read what they show; --no-streamed makes files that are read whole"
      )
    }
    for (reason, count) in dropped { terminal.note("note: " + DroppedWords.text(count, reason)) }
    if let text = DroppedWords.properties(unused) { terminal.note("note: \(text)") }
    for source in silent.prefix(Self.mostSilent) {
      terminal.warn(
        "\(source): does not say whom its data are owed to; say it with --attribution"
          + (attribution.isEmpty ? "" : ", and those of the others, too"))
    }
    if !attribution.isEmpty { terminal.note("note: \(attribution.joined(separator: " · "))") }
    if !licences.isEmpty { terminal.note("note: licences: \(licences.joined(separator: " · "))") }
  }

  private func object(_ members: [(String, JSONValue)]) -> JSONValue {
    JSONValue(.object(members.map { JSONMember(name: $0.0, value: $0.1) }))
  }
}
