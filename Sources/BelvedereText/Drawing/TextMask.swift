import BelvedereGeoMath

/// Text as covered parts of pixels: the letters, and the halo around them.
public struct TextMask: Sendable, Hashable {
  /// The first column and row of the picture.
  public let x, y: Int
  /// Pixels; 0 where there is nothing to draw.
  public let width, height: Int
  /// The covered part of every pixel, 0 to 255, row-major.
  public let letters: [UInt8]
  /// The part covered by letters or halo.
  public let halo: [UInt8]

  /// More pixels are not drawn: a text of such a size covers any picture.
  private static let mostPixels = 1 << 26

  /// Draws lines, each centred.
  ///
  /// - Parameters:
  ///   - block: the lines.
  ///   - center: where the middle of the block's top edge stands, in pixels.
  ///   - pixelsPerEm: the size of letters.
  ///   - haloRadius: how far the halo reaches beyond the letters, in pixels; 0 for none.
  public init(
    _ block: TextBlock, topCenter center: Vector2, pixelsPerEm: Double, haloRadius: Double
  ) {
    let placed = block.lines.enumerated().map { n, line in
      (
        line,
        Vector2(
          center.x - line.width / 2 * pixelsPerEm,
          center.y + (block.ascent + Double(n) * TextBlock.lineHeight) * pixelsPerEm)
      )
    }
    self.init(placed, pixelsPerEm: pixelsPerEm, haloRadius: haloRadius)
  }

  /// Draws lines whose baselines begin at given pixels.
  public init(
    _ lines: [(line: TextLine, origin: Vector2)], pixelsPerEm: Double, haloRadius: Double
  ) {
    var shapes: [Shape] = []
    for (line, origin) in lines {
      for glyph in line.glyphs {
        let shift = origin + Vector2(glyph.origin.x, -glyph.origin.y) * pixelsPerEm
        let contours = glyph.outline.flattened(scale: pixelsPerEm, tolerance: 0.02)
          .map { $0.map { Vector2(shift.x + $0.x, shift.y - $0.y) } }
        shapes.append((contours, glyph.outline.penWidth.map { $0 * pixelsPerEm }))
      }
    }
    self.init(shapes, haloRadius: haloRadius)
  }

  /// A letter that is turned and leans.
  package struct Letter: Sendable {
    package var outline: GlyphOutline
    /// The pixel of the outline's origin.
    package var origin: Vector2
    /// Pixels of an em along the baseline and upwards from it.
    package var right, up: Vector2

    package init(outline: GlyphOutline, origin: Vector2, right: Vector2, up: Vector2) {
      (self.outline, self.origin, self.right, self.up) = (outline, origin, right, up)
    }
  }

  /// Draws letters, each in its own place.
  package init(_ letters: [Letter], pixelsPerEm: Double, haloRadius: Double) {
    self.init(
      letters.map { letter in
        let contours = letter.outline.flattened(scale: pixelsPerEm, tolerance: 0.02)
          .map {
            $0.map {
              letter.origin + (letter.right * $0.x + letter.up * $0.y) / pixelsPerEm
            }
          }
        return (contours, letter.outline.penWidth.map { $0 * pixelsPerEm })
      }, haloRadius: haloRadius)
  }

  /// Outlines in pixels, and how wide a pen draws them; `nil` for filled ones.
  private typealias Shape = (contours: [[Vector2]], pen: Double?)

  private init(_ shapes: [Shape], haloRadius: Double) {
    var low = Vector2(repeating: .infinity)
    var high = Vector2(repeating: -.infinity)
    for (contours, pen) in shapes {
      for p in contours.joined() {
        low = pointwiseMin(low, p - (pen ?? 0) / 2)
        high = pointwiseMax(high, p + (pen ?? 0) / 2)
      }
    }
    let margin = max(haloRadius, 0) + 2
    let (first, last) = (low - margin, high + margin)
    let limit = -1_000_000...1_000_000
    let (x, y) = (Int(flooring: first.x, in: limit), Int(flooring: first.y, in: limit))
    let width = shapes.isEmpty ? 0 : Int(clamping: last.x.rounded(.up), in: limit) - x
    let height = shapes.isEmpty ? 0 : Int(clamping: last.y.rounded(.up), in: limit) - y
    let isDrawn =
      width > 0 && height > 0 && low.x.isFinite && high.x.isFinite
      && Double(width) * Double(height) <= Double(Self.mostPixels)
    self.x = isDrawn ? x : 0
    self.y = isDrawn ? y : 0
    self.width = isDrawn ? width : 0
    self.height = isDrawn ? height : 0
    guard isDrawn else {
      (letters, halo) = ([], [])
      return
    }
    let corner = Vector2(Double(x), Double(y))
    (letters, halo) = Self.masks(shapes, corner, width, height, max(haloRadius, 0))
  }

  private static func masks(
    _ shapes: [(contours: [[Vector2]], pen: Double?)], _ corner: Vector2, _ width: Int,
    _ height: Int, _ radius: Double
  ) -> (letters: [UInt8], halo: [UInt8]) {
    var areas = AreaCoverage(width: width, height: height)
    let pens = Set(shapes.compactMap(\.pen)).sorted()
    var strokes = pens.map {
      DistanceField(width: width, height: height, reach: $0 / 2 + radius + 1)
    }
    var edges = DistanceField(width: width, height: height, reach: radius + 1)
    for (contours, pen) in shapes {
      let stroke = pen.flatMap { pens.firstIndex(of: $0) }
      for contour in contours {
        var a = (contour.first ?? corner) - corner
        if contour.count == 1, let stroke { strokes[stroke].add(a, a) }
        for p in contour.dropFirst() {
          let b = p - corner
          if let stroke {
            strokes[stroke].add(a, b)
          } else {
            areas.add(a, b)
            if radius > 0 { edges.add(a, b) }
          }
          a = b
        }
      }
    }
    var letters = areas.coverage()
    var halo = letters
    func join(_ target: inout [Float], _ other: [Float]) {
      for i in target.indices { target[i] = max(target[i], other[i]) }
    }
    if radius > 0 { join(&halo, edges.coverage(within: radius)) }
    for (pen, field) in zip(pens, strokes) {
      join(&letters, field.coverage(within: pen / 2))
      join(&halo, field.coverage(within: pen / 2 + radius))
    }
    func bytes(_ parts: [Float]) -> [UInt8] {
      parts.map { UInt8($0 * 255 + 0.5) }  // checked: parts are 0 to 1
    }
    return (bytes(letters), bytes(halo))
  }
}
