/// What features of vector tiles are that are not drawn.
struct TileKind: Hashable, Sendable {
  var layer: String
  /// Their kind in the layer's own word; empty for a layer of which nothing is drawn.
  var kind = ""

  /// Kinds of a layer that are named.
  private static let most = 3

  /// What was left out of each layer, with the reason, in the order of the layers' names.
  static func notes(_ undrawn: [TileKind: Int]) -> [(reason: String, count: Int)] {
    Dictionary(grouping: undrawn.filter { $0.value > 0 }, by: \.key.layer).sorted {
      $0.key < $1.key
    }.map { layer, kinds in
      let words = kinds.filter { !$0.key.kind.isEmpty }
        .sorted { ($1.value, $0.key.kind) < ($0.value, $1.key.kind) }
        .map { $0.key.kind }
      return (
        "features of the layer \"\(layer.prefix(40))\" that are not drawn"
          + reason(layer, words), kinds.reduce(0) { $0 + $1.value }
      )
    }
  }

  private static func reason(_ layer: String, _ words: [String]) -> String {
    let known = TileWords.reason(forLeavingOut: layer)
    guard known.isEmpty else { return known }
    guard !words.isEmpty else { return ": nothing is made of that layer" }
    let named = words.prefix(most).map { "\"\($0)\"" }.joined(separator: ", ")
    return ": nothing is made of the kind \(named)"
      + (words.count > most ? " and \(words.count - most) more" : "")
  }
}
