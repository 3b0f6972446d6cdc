/// Characters of texts that are drawn as boxes, because no font has them.
public struct MissingCharacters: Sendable, Hashable {
  /// The characters, in the order in which they were found.
  public private(set) var scalars: [Unicode.Scalar] = []

  private static let mostNamed = 8

  /// Makes none.
  public init() {}

  /// Adds those of a text.
  public mutating func add(_ text: String, fonts: FontStack) {
    for scalar in TextLine.scalars(of: text)
    where !scalars.contains(scalar) && scalar.properties.generalCategory != .format {
      guard fonts.font(scalar, .regular) == nil, !StrokeFont.has(scalar) else { continue }
      scalars.append(scalar)
    }
  }

  /// What is missing, and what helps; `nil` for nothing.
  public var warning: String? {
    guard !scalars.isEmpty else { return nil }
    let named = scalars.prefix(Self.mostNamed).map { "\"\($0)\"" }.joined(separator: ", ")
    let more = scalars.count > Self.mostNamed ? " and \(scalars.count - Self.mostNamed) more" : ""
    var scripts: [String] = []
    for script in scalars.compactMap(Self.script) where !scripts.contains(script) {
      scripts.append(script)
    }
    let of = scripts.isEmpty ? "" : " (\(scripts.prefix(4).joined(separator: ", ")))"
    return "no font has \(named)\(more)\(of), drawn as boxes: install a font that has "
      + "\(scalars.count == 1 ? "it" : "them"), or name one with --font"
  }

  /// The script of a character, by the first word of its name: `DEVANAGARI LETTER KA`.
  private static func script(_ scalar: Unicode.Scalar) -> String? {
    let properties = scalar.properties
    if properties.isEmojiPresentation { return "emoji" }
    if properties.isIdeographic { return "Chinese characters" }
    guard properties.isAlphabetic, let word = properties.name?.split(separator: " ").first else {
      return nil
    }
    return word.prefix(1) + word.dropFirst().lowercased()
  }
}
