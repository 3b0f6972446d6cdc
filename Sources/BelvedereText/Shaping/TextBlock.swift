/// Text in centred lines, lengths in ems.
public struct TextBlock: Sendable, Hashable {
  /// The lines, from the top.
  public let lines: [TextLine]
  /// Of the widest line.
  public let width: Double
  /// From one baseline to the next.
  public static let lineHeight = 1.2
  /// From the top to the first baseline, and from the last one to the bottom.
  public let ascent, descent: Double

  /// From the top of the first line to the bottom of the last.
  public var height: Double {
    lines.isEmpty ? 0 : ascent + descent + Double(lines.count - 1) * Self.lineHeight
  }

  struct Key: Hashable {
    var text: String
    var weight: FontWeight
    var maximumWidth: Double
    var widestWord: Double
    var maximumLines: Int
  }

  /// Blocks that a stack of fonts keeps.
  private static let mostKept = 2048
  /// No more characters are looked at.
  private static let mostScalars = 400

  /// Breaks a text into lines, as even as they can be; what does not fit ends with an ellipsis.
  ///
  /// - Parameters:
  ///   - maximumWidth: in ems.
  ///   - widestWord: in ems, up to which a word makes all lines as wide as it is; a longer one is cut there.
  public static func block(
    _ text: String, fonts: FontStack, weight: FontWeight = .regular,
    maximumWidth: Double = .infinity, widestWord: Double = 0, maximumLines: Int = 1
  ) -> TextBlock {
    let key = Key(
      text: String(text.unicodeScalars.prefix(mostScalars)), weight: weight,
      maximumWidth: maximumWidth, widestWord: widestWord, maximumLines: maximumLines)
    if let known = fonts.blocks.withLock({ $0[key] }) { return known }
    let made = TextBlock(key, fonts)
    fonts.blocks.withLock { blocks in
      if blocks.count >= mostKept { blocks = [:] }
      blocks[key] = made
    }
    return made
  }

  private init(_ key: Key, _ fonts: FontStack) {
    var key = key
    let scalars = TextLine.scalars(of: key.text)
    func line(_ scalars: some Sequence<Unicode.Scalar>) -> TextLine {
      TextLine(Array(scalars), fonts: fonts, weight: key.weight)
    }
    let words = Self.words(scalars)
    let whole = line(Self.joined(words[...]))
    if words.isEmpty {
      lines = []
    } else if whole.width <= key.maximumWidth {
      lines = [whole]
    } else {
      if key.widestWord > key.maximumWidth {
        let widest = words.map { line($0.scalars).width }.max() ?? 0
        key.maximumWidth = min(max(key.maximumWidth, widest), key.widestWord)
      }
      lines =
        (key.maximumLines > 1 ? Self.halves(words, key.maximumWidth, line) : nil)
        ?? Self.evened(words, key, line)
    }
    width = lines.map(\.width).max() ?? 0
    let first = fonts.first(key.weight)
    ascent = first?.ascent ?? StrokeFont.ascent
    descent = first?.descent ?? StrokeFont.descent
  }

  /// Words, each with whether a space stands before it; ideographs are words of their own, and so is what follows a hyphen.
  private typealias Word = (isApart: Bool, scalars: [Unicode.Scalar])

  private static func words(_ scalars: [Unicode.Scalar]) -> [Word] {
    var words: [Word] = []
    var isApart = false
    var begins = true
    for scalar in scalars {
      if scalar.properties.isWhitespace, scalar.value != 0xA0 {
        isApart = !words.isEmpty
        begins = true
        continue
      }
      let isAlone = scalar.properties.isIdeographic
      if begins || isAlone || words.isEmpty {
        words.append((isApart, [scalar]))
      } else {
        words[words.count - 1].scalars.append(scalar)
      }
      isApart = false
      // A line may end with a hyphen, not begin with what one stands after alone.
      begins = isAlone || scalar == "-" && words[words.count - 1].scalars.count > 2
    }
    return words
  }

  private static func joined(_ words: ArraySlice<Word>) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    for (i, word) in words.enumerated() {
      if i > 0, word.isApart { scalars.append(" ") }
      scalars += word.scalars
    }
    return scalars
  }

  /// Two lines that fit, the wider as narrow as it can be.
  private static func halves(
    _ words: [Word], _ maximumWidth: Double, _ line: ([Unicode.Scalar]) -> TextLine
  ) -> [TextLine]? {
    var best: (width: Double, lines: [TextLine])?
    for cut in words.indices.dropFirst().prefix(40) {
      let pair = [line(joined(words[..<cut])), line(joined(words[cut...]))]
      let width = max(pair[0].width, pair[1].width)
      if width <= maximumWidth, width < best?.width ?? .infinity { best = (width, pair) }
    }
    return best?.lines
  }

  /// Lines as narrow as they can be, to a tenth of the width that they may have; the last one cut where that is too little.
  private static func evened(
    _ words: [Word], _ key: Key, _ line: ([Unicode.Scalar]) -> TextLine
  ) -> [TextLine] {
    let widest = filled(words, key, line)
    guard widest.isWhole else { return widest.lines }
    for tenths in 4...9 {
      var key = key
      key.maximumWidth *= Double(tenths) / 10
      let narrower = filled(words, key, line)
      if narrower.isWhole { return narrower.lines }
    }
    return widest.lines
  }

  /// Lines as full as they can be, the last one cut, and whether that was not needed.
  private static func filled(
    _ words: [Word], _ key: Key, _ line: ([Unicode.Scalar]) -> TextLine
  ) -> (lines: [TextLine], isWhole: Bool) {
    var lines: [TextLine] = []
    var rest = words[...]
    while !rest.isEmpty, lines.count < key.maximumLines - 1 {
      var end = rest.startIndex + 1
      var made = line(joined(rest[rest.startIndex..<end]))
      // A word that is too long for any line is cut on this one.
      guard made.width <= key.maximumWidth else { break }
      while end < rest.endIndex {
        let longer = line(joined(rest[rest.startIndex...end]))
        guard longer.width <= key.maximumWidth else { break }
        made = longer
        end += 1
      }
      lines.append(made)
      rest = rest[end...]
    }
    guard !rest.isEmpty else { return (lines, true) }
    let whole = line(joined(rest))
    if whole.width <= key.maximumWidth { return (lines + [whole], true) }
    return (lines + [cut(joined(rest), key.maximumWidth, line)], false)
  }

  /// As much of a line as fits, with an ellipsis unless it is all.
  private static func cut(
    _ scalars: [Unicode.Scalar], _ maximumWidth: Double, _ line: ([Unicode.Scalar]) -> TextLine
  ) -> TextLine {
    let whole = line(scalars)
    if whole.width <= maximumWidth { return whole }
    var (low, high) = (0, scalars.count)
    var best = line(["…"])
    while low < high {
      let middle = (low + high + 1) / 2
      var kept = Array(scalars[..<middle])
      while let last = kept.last, last.properties.isWhitespace { kept.removeLast() }
      let made = line(kept + ["…"])
      if made.width <= maximumWidth {
        best = made
        low = middle
      } else {
        high = middle - 1
      }
    }
    return best
  }
}
