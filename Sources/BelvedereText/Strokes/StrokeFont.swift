import BelvedereGeoMath

/// Letters of our own, drawn with a round pen: ASCII, Latin-1 and some punctuation. They stand in where
/// no font is found, so that text never disappears.
public enum StrokeFont {
  /// The pen's width in ems, of regular and of bold letters.
  static let regularPen = 0.085, boldPen = 0.125
  /// How far letters reach above and below the baseline, in ems.
  static let ascent = 0.95, descent = 0.25
  /// Free space on each side of a letter beside the pen, in ems.
  private static let bearing = 0.045
  /// Units of the tables for an em.
  private static let unitsPerEm = 100.0

  /// A letter and how far the next one stands from it, in ems.
  struct Letter: Sendable {
    var steps: [GlyphOutline.Step]
    var width: Double
  }

  /// The letter of a character; `nil` for none.
  static func letter(_ scalar: Unicode.Scalar) -> Letter? { letters[scalar] }

  /// Whether there is a letter for a character.
  public static func has(_ scalar: Unicode.Scalar) -> Bool { letters[scalar] != nil }

  /// The shape of a letter, and of an empty box for a character without one.
  static func outline(_ scalar: Unicode.Scalar, isBold: Bool) -> (GlyphOutline, advance: Double) {
    let letter = letters[scalar] ?? box
    let pen = isBold ? boldPen : regularPen
    let left = pen / 2 + bearing
    return (
      GlyphOutline(steps: letter.steps.map { $0.moved(by: Vector2(left, 0)) }, penWidth: pen),
      advance: letter.width + (letter.steps.isEmpty ? 0 : 2 * left)
    )
  }

  private static let letters: [Unicode.Scalar: Letter] = {
    var all: [Unicode.Scalar: Letter] = [:]
    for (scalar, path) in StrokeLetters.paths { all[scalar] = letter(path) }
    for (scalar, base, mark) in StrokeLetters.accented {
      guard let path = StrokeLetters.paths[base], let accent = StrokeLetters.marks[mark] else {
        continue
      }
      all[scalar] = accented(base, StrokePath(path), StrokePath(accent), mark)
    }
    for scalar in [" ", "\u{A0}"] as [Unicode.Scalar] {
      all[scalar] = Letter(steps: [], width: 0.28)
    }
    return all
  }()

  private static let box = letter("M0 0 L0 70 L40 70 L40 0 L0 0")

  private static func letter(_ path: String) -> Letter { letter(StrokePath(path)) }

  private static func letter(_ path: StrokePath, width: ClosedRange<Double>? = nil) -> Letter {
    let ink = width ?? path.width
    return Letter(
      steps: path.steps(scale: 1 / unitsPerEm, shift: -ink.lowerBound),
      width: (ink.upperBound - ink.lowerBound) / unitsPerEm)
  }

  /// A letter with a mark over or under its middle.
  private static func accented(
    _ base: Unicode.Scalar, _ path: StrokePath, _ mark: StrokePath, _ name: Character
  ) -> Letter {
    let letterWidth = path.width
    let markWidth = mark.width
    let shift =
      (letterWidth.lowerBound + letterWidth.upperBound) / 2
      - (markWidth.lowerBound + markWidth.upperBound) / 2
    let isUpper = base.properties.isUppercase
    let lift = name == "," ? 0.0 : isUpper ? 20.0 : 0.0
    var whole = path
    whole.append(mark.moved(by: Vector2(shift, lift)))
    // The mark does not push neighbours away, unless the letter is as narrow as an i.
    let low = min(letterWidth.lowerBound, markWidth.lowerBound + shift + 6)
    let high = max(letterWidth.upperBound, markWidth.upperBound + shift - 6)
    return letter(whole, width: low...max(high, low))
  }
}

extension GlyphOutline.Step {
  /// The step moved as a whole.
  func moved(by d: Vector2) -> Self {
    switch self {
    case .move(let p): .move(p + d)
    case .line(let p): .line(p + d)
    case .quadratic(let a, let p): .quadratic(a + d, p + d)
    case .cubic(let a, let b, let p): .cubic(a + d, b + d, p + d)
    }
  }
}
