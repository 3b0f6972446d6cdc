/// What an import left out, in words.
enum DroppedWords {
  /// A count with its reason, of which the words are those for several.
  static func text(_ count: Int, _ reason: String) -> String {
    "\(grouped(count)) \(count == 1 ? single(reason) : reason)"
  }

  /// Names of properties of which nothing is made; `nil` for none.
  static func properties(_ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let rest = names.count - mostNames
    return "of these properties nothing is made: " + names.prefix(mostNames).joined(separator: ", ")
      + (rest > 0 ? " and \(grouped(rest)) more" : "")
  }

  private static let mostNames = 8

  private static let nouns = [
    "ways": "way", "areas": "area", "features": "feature", "lines": "line", "buildings": "building",
    "outlines": "outline", "objects": "object", "surfaces": "surface", "ends": "end",
    "coastlines": "coastline", "tiles": "tile", "islands": "island", "pieces": "piece",
    "points": "point",
  ]

  private static let phrases = [
    ("named places", "named place"), ("more damaged features", "more damaged feature"),
    ("more damaged tiles", "more damaged tile"), ("line or areas", "line or area"),
    (
      "way that are no roads or rails in use, such as those",
      "way that is no road or rail in use, such as one"
    ),
    ("do not say what they are", "does not say what it is"),
    (" of kinds that are ", " of a kind that is "),
    (" of kinds without", " of a kind without"),
    ("that are in other files", "that is in another file"),
    ("that are named and are", "that is named and is"), (" that are ", " that is "),
    ("outline of buildings, which their", "outline of a building, which its"),
    ("(the first: ", "("), ("end of coastlines", "end of a coastline"),
    ("what there is of them", "what there is of it"),
  ]

  private static func single(_ reason: String) -> String {
    let first = reason.prefix { $0 != " " }
    var words = (nouns[String(first)] ?? String(first)) + reason.dropFirst(first.count)
    for (several, one) in phrases { words = words.replacing(several, with: one) }
    return words
  }
}
