import BelvedereGeoMath
import BelvedereText

/// The shield that has the number of a route; points.
struct ShieldShape {
  private let text: TextLine
  private let em: Double

  /// Ems around the number, to the sides and above and below capitals.
  private static let margin = Vector2(0.45, 0.38)
  private static let capital = 0.72

  /// - Parameter size: points of an em.
  init(_ text: TextLine, size: Double) { (self.text, em) = (text, size) }

  /// Width and height.
  var size: Vector2 {
    let height = Self.capital + 2 * Self.margin.y
    return Vector2(max(text.width + 2 * Self.margin.x, height), height) * em
  }

  /// A box with round corners.
  func outline(around middle: Vector2) -> [Vector2] {
    let half = size / 2
    let radius = 0.34 * em
    let inner = half - radius
    // Unit vectors of an eighth of a right angle each.
    let quarter = [
      Vector2(1, 0), Vector2(0.98079, 0.19509), Vector2(0.92388, 0.38268),
      Vector2(0.83147, 0.55557), Vector2(0.70711, 0.70711), Vector2(0.55557, 0.83147),
      Vector2(0.38268, 0.92388), Vector2(0.19509, 0.98079),
    ]
    var points: [Vector2] = []
    for (x, y) in [(1.0, 1.0), (-1, 1), (-1, -1), (1, -1)] {
      let corner = middle + Vector2(inner.x * x, inner.y * y)
      for v in quarter {
        let turned = x * y > 0 ? Vector2(v.x * x, v.y * y) : Vector2(v.y * x, v.x * y)
        points.append(corner + turned * radius)
      }
    }
    return points
  }

  func letters(around middle: Vector2) -> [TextMask.Letter] {
    let start = middle + Vector2(-text.width / 2, Self.capital / 2) * em
    return text.glyphs.map { glyph in
      TextMask.Letter(
        outline: glyph.outline, origin: start + Vector2(glyph.origin.x, -glyph.origin.y) * em,
        right: Vector2(em, 0), up: Vector2(0, -em))
    }
  }
}
