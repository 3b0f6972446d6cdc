import BelvedereGeoMath

/// A line of shaped text: glyphs from left to right, lengths in ems.
public struct TextLine: Sendable, Hashable {
  /// A glyph in its place.
  public struct Glyph: Sendable, Hashable {
    /// Its shape.
    public var outline: GlyphOutline
    /// Where its own origin stands, from the line's beginning; y up from the baseline.
    public var origin: Vector2
  }

  /// The glyphs that leave ink.
  public private(set) var glyphs: [Glyph] = []
  /// How far the line reaches.
  public private(set) var width = 0.0

  /// No more characters of a line are looked at.
  static let mostScalars = 1024

  /// Shapes a line; what would break it is a space.
  ///
  /// - Parameter weight: of bold text without a bold font the letters are those of the regular one.
  public init(_ text: String, fonts: FontStack, weight: FontWeight = .regular) {
    self.init(Self.scalars(of: text), fonts: fonts, weight: weight)
  }

  /// The characters of a text without those that cannot be drawn.
  static func scalars(of text: String) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if scalars.count == mostScalars { break }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      // Joiners matter to shaping; marks of direction and of bytes do not.
      case .format: if scalar.value == 0x200C || scalar.value == 0x200D { scalars.append(scalar) }
      case .surrogate, .unassigned: continue
      // Which look of a character is meant.
      case .nonspacingMark where (0xFE00...0xFE0F).contains(scalar.value): continue
      default: scalars.append(scalar)
      }
    }
    return scalars
  }

  init(_ scalars: [Unicode.Scalar], fonts: FontStack, weight: FontWeight) {
    let levels = BidirectionalRuns(scalars).levels
    var chosen: [Font?] = []
    chosen.reserveCapacity(scalars.count)
    for scalar in scalars {
      // Marks and spaces stay with the letter before them where its font has them.
      if let last = chosen.last, Self.follows(scalar), last.map({ $0.glyph(scalar) != 0 }) ?? false
      {
        chosen.append(last)
      } else {
        chosen.append(fonts.font(scalar, weight))
      }
    }
    var pieces: [(range: Range<Int>, level: Int)] = []
    var start = 0
    for i in scalars.indices.dropFirst() {
      let isSame =
        levels[i] == levels[i - 1] && chosen[i] === chosen[i - 1]
        && Self.sharesScript(scalars[i - 1], scalars[i])
      if !isSame {
        pieces.append((start..<i, levels[start]))
        start = i
      }
    }
    if !scalars.isEmpty { pieces.append((start..<scalars.count, levels[start])) }
    for (range, level) in BidirectionalRuns.visualOrder(pieces) {
      add(Array(scalars[range]), chosen[range.lowerBound], isRightToLeft: level % 2 == 1, weight)
    }
  }

  private static func follows(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .spaceSeparator, .format: true
    default: false
    }
  }

  /// HarfBuzz shapes a run as one script: blocks beyond the European ones are kept apart.
  private static func sharesScript(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool {
    func block(_ scalar: Unicode.Scalar) -> UInt32 {
      switch scalar.value {
      case ..<0x590, 0x1E00..<0x2C00: 0
      case 0x600..<0x780, 0x8A0..<0x900, 0xFB50..<0xFE00, 0xFE70..<0xFF00: 1
      case 0x2E80...: 2
      default: scalar.value >> 7
      }
    }
    return follows(b) || block(a) == block(b)
  }

  private mutating func add(
    _ scalars: [Unicode.Scalar], _ font: Font?, isRightToLeft: Bool, _ weight: FontWeight
  ) {
    guard let font else {
      for scalar in isRightToLeft ? scalars.reversed() : scalars {
        let (outline, advance) = StrokeFont.outline(scalar, isBold: weight == .bold)
        append(outline, at: Vector2(width, 0))
        width += advance
      }
      return
    }
    for glyph in font.shape(scalars, isRightToLeft: isRightToLeft) {
      append(font.outline(glyph.glyph), at: Vector2(width, 0) + glyph.shift)
      width += glyph.advance
    }
  }

  private mutating func append(_ outline: GlyphOutline, at origin: Vector2) {
    guard !outline.steps.isEmpty, origin.x.isFinite, origin.y.isFinite else { return }
    glyphs.append(Glyph(outline: outline, origin: origin))
  }
}
