import BelvedereGeoMath
import BelvedereTestSupport
import BelvedereText
import Testing

@Suite("Lines of text") struct TextLineTests {
  private let fonts = FontStack.builtIn

  /// The characters of a line as they are seen, told apart by their shapes: those of the built-in font
  /// that differ.
  @Test("characters stand in the order that python-bidi gives")
  func matchesReferenceOrder() throws {
    for row in try TextVectors.load().order {
      let seen = BidirectionalText.seen(row.text)
      // Mirrored brackets are left to the font.
      let plain = row.seen.map { $0 == "(" ? ")" : $0 == ")" ? "(" : $0 }
      #expect(String(seen) == row.seen || seen == String(plain), "\(row.text)")
    }
  }

  @Test(
    "every character of ASCII and every letter of Latin-1 has a letter of our own, inside its line")
  func builtInLetters() throws {
    let latin =
      (0x21...0x7E).map { $0 } + [0xA1, 0xA3, 0xA5, 0xA7, 0xA9, 0xB0, 0xB7, 0xBF]
      + (0xC0...0xFF).map { $0 }
    for value in latin {
      let scalar = try #require(Unicode.Scalar(UInt32(value)))
      #expect(StrokeFont.has(scalar), "\(scalar)")
      for weight in FontWeight.allCases {
        let line = TextLine(String(Character(scalar)), fonts: fonts, weight: weight)
        #expect(line.width > 0.1 && line.width < 1.1, "\(scalar) \(line.width)")
        for p in line.glyphs.flatMap({ $0.outline.flattened(scale: 1, tolerance: 0.001).joined() })
        {
          #expect(p.x > 0 && p.x < line.width + 0.07 && p.y > -0.26 && p.y < 0.96, "\(scalar) \(p)")
        }
      }
    }
    #expect(!StrokeFont.has("\u{4E00}"))
    #expect(TextLine("\u{4E00}", fonts: fonts).glyphs.count == 1, "a box")
  }

  @Test("different letters have different shapes")
  func builtInLettersDiffer() {
    var shapes: [GlyphOutline: Character] = [:]
    // These look alike on purpose.
    for value in UInt32(0x21)...0x7E
    where !"|".unicodeScalars.contains(where: { $0.value == value }) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for glyph in TextLine(String(Character(scalar)), fonts: fonts).glyphs {
        let known = shapes.updateValue(Character(scalar), forKey: glyph.outline)
        let pair = [known.map(String.init) ?? "", String(Character(scalar))]
        #expect(known == nil || pair == ["I", "l"], "\(pair)")
      }
    }
  }

  @Test("what cannot be drawn is a space or nothing, and long text ends")
  func edgeCharacters() {
    #expect(TextLine("", fonts: fonts).width == 0)
    #expect(TextLine("a\nb\tc", fonts: fonts) == TextLine("a b c", fonts: fonts))
    #expect(TextLine("\u{202E}ab\u{FEFF}", fonts: fonts) == TextLine("ab", fonts: fonts))
    let long = TextLine(String(repeating: "W", count: 100_000), fonts: fonts)
    #expect(long.glyphs.count <= 1024)
  }

  @Test("blocks keep to their width and lines, and say with an ellipsis that there was more")
  func blocks() {
    let ellipsis = TextLine("…", fonts: fonts).glyphs[0].outline
    let words = ["Golden", "Gate", "a", "Transamerica", "of", "the", "Pyramid", "W", "x"]
    forEachSeed(300) { random in
      let text = (0..<Int.random(in: 0...14, using: &random))
        .map { _ in words[Int.random(in: 0..<words.count, using: &random)] }
        .joined(separator: Bool.random(using: &random) ? " " : "  \n")
      let width = random.double(2...14)
      let lines = Int.random(in: 1...3, using: &random)
      let block = TextBlock.block(
        text, fonts: fonts, maximumWidth: width, maximumLines: lines)
      try check(block.lines.count <= lines, "\(text): \(block.lines.count) lines")
      try check(block.width <= width + 1e-9, "\(text): \(block.width) of \(width)")
      let ink = block.lines.reduce(0) { $0 + $1.glyphs.count }
      let all = text.filter { !$0.isWhitespace }.count
      let isCut = block.lines.last?.glyphs.last?.outline == ellipsis
      try check(isCut ? ink <= all + 1 : ink == all, "\(text): \(ink) of \(all), cut \(isCut)")
      let whole = TextLine(text.split { $0.isWhitespace }.joined(separator: " "), fonts: fonts)
      if whole.width <= width { try check(block.lines.count <= 1, "\(text) fits into one line") }
    }
    let endless = TextBlock.block(
      String(repeating: "endless ", count: 1250), fonts: fonts, maximumWidth: 10, maximumLines: 2)
    #expect(endless.lines.count == 2 && endless.width <= 10)
    let word = TextBlock.block(
      String(repeating: "W", count: 10_000), fonts: fonts, maximumWidth: 10, maximumLines: 2)
    #expect(word.lines.count == 1 && word.width <= 10 && word.width > 8)
    #expect(
      TextBlock.block("two lines", fonts: fonts, maximumWidth: 3, maximumLines: 2).lines.count == 2)
  }

  @Test("three lines are as even as two, and no more of them than needed")
  func evenLines() {
    func lines(_ text: String) -> [TextLine] {
      TextBlock.block(text, fonts: fonts, maximumWidth: 9, maximumLines: 3).lines
    }
    let widths = lines("one two ten six one two ten six one two ten six").map(\.width)
    #expect(widths.count == 3)
    #expect((widths.max() ?? 9) < 1.2 * (widths.min() ?? 0), "\(widths)")
    #expect(lines("one two ten six one two").count == 2)
    #expect(lines("one two").count == 1)
  }

  @Test("a long word may be wider than the block, and a line may end with a hyphen")
  func longWords() {
    func lines(_ text: String, widest: Double) -> [TextLine] {
      TextBlock.block(
        text, fonts: fonts, maximumWidth: 6, widestWord: widest, maximumLines: 2
      ).lines
    }
    #expect(lines("Neubrandenburg", widest: 12) == [TextLine("Neubrandenburg", fonts: fonts)])
    // One that is wider still is cut there, not at the width of others.
    let (cut, narrow) = (lines("Neubrandenburg", widest: 7), lines("Neubrandenburg", widest: 0))
    #expect(cut.count == 1 && narrow.count == 1)
    #expect(cut[0].width > narrow[0].width && cut[0].width <= 7, "\(cut[0].width)")
    #expect(
      lines("Bad Neubrandenburg", widest: 12)
        == ["Bad", "Neubrandenburg"].map { TextLine($0, fonts: fonts) })
    #expect(
      lines("Gamprin-Bendern", widest: 0)
        == ["Gamprin-", "Bendern"].map { TextLine($0, fonts: fonts) })
    #expect(lines("-x", widest: 0) == [TextLine("-x", fonts: fonts)])
  }

  @Test func whatNoFontHasIsNamed() {
    var missing = MissingCharacters()
    missing.add("Zürich, 5 °C\u{200D}", fonts: .builtIn)
    #expect(missing.warning == nil)
    missing.add("नम ก नमन\u{FE0F}", fonts: .builtIn)
    #expect(missing.scalars.map(String.init) == ["न", "म", "ก"])
    let warning = missing.warning ?? ""
    for word in ["\"न\"", "Devanagari", "Thai", "--font"] {
      #expect(warning.contains(word), "\(warning)")
    }
    missing.add("一二三四五六七八", fonts: .builtIn)
    #expect(missing.warning?.contains("and 3 more") == true)
  }
}
