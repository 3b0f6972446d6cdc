import BelvedereGeoMath
import BelvedereImaging
import BelvedereText
import BelvedereThreads

/// The colours of texts over a map.
package struct LabelColors: Sendable, Hashable {
  var text, subtitle, halo: Color
  /// Of names along roads.
  var road: Color

  /// Dark letters on a bright map.
  package static let light = LabelColors(
    text: Color(red: 0.13, green: 0.13, blue: 0.16),
    subtitle: Color(red: 0.33, green: 0.33, blue: 0.37),
    halo: Color(red: 1, green: 1, blue: 1, alpha: 0.92),
    road: Color(red: 0.2, green: 0.21, blue: 0.26))
  /// Bright letters on a dark map.
  package static let dark = LabelColors(
    text: Color(red: 1, green: 1, blue: 1), subtitle: Color(red: 0.84, green: 0.85, blue: 0.88),
    halo: Color(red: 0.06, green: 0.07, blue: 0.1, alpha: 0.85),
    road: Color(red: 0.86, green: 0.87, blue: 0.9))
}

/// Makes shapes of marks and ornaments, and draws them.
package struct MarkDrawing: Sendable {
  /// Pixels a point.
  package let scale: Double
  package let fonts: FontStack
  package let colors: LabelColors
  /// Whether texts and pictures may move by up to half a pixel so that they are crisp; in a film they would
  /// jitter.
  package let isStill: Bool

  package init(scale: Double, fonts: FontStack, colors: LabelColors, isStill: Bool) {
    self.scale = scale
    self.fonts = fonts
    self.colors = colors
    self.isStill = isStill
  }

  /// Draws marks in their order on a picture; see ``draw(_:on:width:height:bits:threads:)``.
  ///
  /// Of marks that are as important to be in front their texts come first: where these do not leave each other room, as
  /// for a while in films, all of a balloon is seen.
  package func draw(
    _ placed: [PlacedMark], on base: UnsafeMutableRawPointer, width: Int, height: Int, bits: Int,
    threads: Int
  ) {
    /// A part of them at a time, so that not the masks of all are in memory.
    func draw(_ numbers: Range<Int>, _ shapes: @Sendable (PlacedMark) -> [MarkShape]) {
      for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Self.mostAtOnce) {
        let own = first..<min(first + Self.mostAtOnce, numbers.upperBound)
        let made = SharedBuffer<[MarkShape]>(repeating: [], count: own.count)
        defer { made.deallocate() }
        Parallel.forEach(own.count, threads: threads) { i, _ in
          made[i] = shapes(placed[own.lowerBound + i])
        }
        Self.draw(
          own.indices.flatMap { made[$0 - own.lowerBound] }, on: base, width: width,
          height: height, bits: bits, threads: threads)
      }
    }
    var start = 0
    while start < placed.count {
      let first = placed[start].mark
      let end =
        placed[start...].firstIndex {
          $0.mark.zPriority != first.zPriority || $0.mark.isSelected != first.isSelected
        } ?? placed.count
      draw(start..<end, texts(of:))
      draw(start..<end, figures(of:))
      start = end
    }
  }

  private static let mostAtOnce = 1024

  private func figures(of placed: PlacedMark) -> [MarkShape] {
    let mark = placed.mark
    var shapes: [MarkShape] = []
    switch mark.appearance {
    case .marker(let style): shapes += balloon(mark, style)
    case .image(let picture):
      var corner =
        (mark.anchor - picture.size * picture.anchor + picture.centerOffset) * scale
      if isStill { corner.round(.toNearestOrAwayFromZero) }
      shapes.append(
        .picture(
          DrawnPicture(
            image: picture.image, corner: corner, scale: scale / picture.scale,
            opacity: mark.opacity)))
    case .label: break
    }
    return shapes
  }

  private func texts(of placed: PlacedMark) -> [MarkShape] {
    let mark = placed.mark
    var shapes: [MarkShape] = []
    let opacity = mark.opacity * placed.textOpacity
    if let (label, top) = placed.text {
      shapes.append(
        text(label.title, topCenter: top, size: label.titleSize, colors.text, opacity: opacity))
      if let subtitle = label.subtitle {
        shapes.append(
          text(
            subtitle, topCenter: top + Vector2(0, label.subtitleTop), size: label.subtitleSize,
            colors.subtitle, opacity: opacity * placed.subtitleOpacity))
      }
    }
    return shapes
  }

  private func balloon(_ mark: ScreenMark, _ style: MarkerStyle) -> [MarkShape] {
    let geometry = BalloonGeometry(isSelected: mark.isSelected)
    let tip = mark.anchor * scale
    let center = tip - Vector2(0, geometry.centerHeight * scale)
    var shapes: [MarkShape] = [
      .balloon(
        DrawnBalloon(
          geometry: geometry, tip: tip, scale: scale, tint: style.tint, opacity: mark.opacity))
    ]
    let ink = MarkCanvas.Ink(style.glyphColor, alpha: mark.opacity)
    let glyph = String(style.glyph.prefix(3))
    if glyph.isEmpty, let icon = style.icon {
      let unit = geometry.iconSide / IconShape.side * scale
      shapes.append(.area(icon.shape.mask(center: center, scale: unit), ink: ink))
      return shapes
    }
    guard !glyph.isEmpty else {
      shapes.append(
        .disc(center: center, radius: geometry.radius * 0.32 * scale, ink: ink, shadow: 0))
      return shapes
    }
    let line = TextLine(glyph, fonts: fonts, weight: .bold)
    // As large as fits into the round part.
    let size = geometry.radius * min(1.12, 1.42 / max(line.width, 0.01))
    let mask = TextMask(
      [(line, inside(line, center, size * scale))], pixelsPerEm: size * scale, haloRadius: 0)
    shapes.append(.text(mask, ink: ink, halo: ink.faded(0), opacity: 1))
    return shapes
  }

  /// The origin of a line whose ink has its middle at a point.
  private func inside(_ line: TextLine, _ center: Vector2, _ pixelsPerEm: Double) -> Vector2 {
    var low = Vector2(repeating: .infinity)
    var high = Vector2(repeating: -.infinity)
    for glyph in line.glyphs {
      for p in glyph.outline.flattened(scale: 1, tolerance: 0.01).joined() {
        low = pointwiseMin(low, p + glyph.origin)
        high = pointwiseMax(high, p + glyph.origin)
      }
    }
    guard low.x.isFinite, high.x.isFinite else { return center }
    let middle = (low + high) / 2 * pixelsPerEm
    return Vector2(center.x - middle.x, center.y + middle.y)
  }

  /// Centred text.
  package func text(
    _ block: TextBlock, topCenter: Vector2, size: Double, _ color: Color, opacity: Double = 1
  ) -> MarkShape {
    var top = topCenter * scale
    let pixels = size * scale
    if isStill {
      // The first baseline stands between two rows.
      let baseline = top.y + block.ascent * pixels
      top.y += baseline.rounded() - baseline
    }
    let mask = TextMask(
      block, topCenter: top, pixelsPerEm: pixels, haloRadius: haloRadius(size) * scale)
    return .text(
      mask, ink: MarkCanvas.Ink(color), halo: MarkCanvas.Ink(colors.halo), opacity: opacity)
  }

  /// Points.
  package func haloRadius(_ size: Double) -> Double { 0.6 + size * 0.09 }

  /// The space of an ornament in points; `nil` for none.
  package func space(of shapes: [MarkShape]) -> ScreenShape? {
    let boxes = shapes.compactMap(\.box)
    guard var (low, high) = boxes.first else { return nil }
    for box in boxes {
      low = pointwiseMin(low, box.low)
      high = pointwiseMax(high, box.high)
    }
    return .rectangle(low: low / scale, high: high / scale)
  }

  /// Draws shapes on a picture of `width` × `height` pixels, later ones over earlier ones. The picture does
  /// not depend on the number of threads.
  ///
  /// - Parameters:
  ///   - base: its samples, red, green, blue and alpha, row-major.
  ///   - bits: of a sample, 8 or 16.
  package static func draw(
    _ shapes: [MarkShape], on base: UnsafeMutableRawPointer, width: Int, height: Int, bits: Int,
    threads: Int
  ) {
    guard !shapes.isEmpty else { return }
    let rows = 32
    nonisolated(unsafe) let base = base
    Parallel.forEach((height + rows - 1) / rows, threads: threads) { n, _ in
      let canvas = MarkCanvas(
        base: base, width: width, height: height, bits: bits,
        rows: (n * rows)..<min((n + 1) * rows, height))
      for shape in shapes { shape.draw(on: canvas) }
    }
  }
}
