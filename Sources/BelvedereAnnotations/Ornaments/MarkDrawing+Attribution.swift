import BelvedereGeoMath
import BelvedereText

extension MarkDrawing {
  /// Who must be credited, in the lower right corner: as many lines as are needed, up to four.
  ///
  /// - Parameter size: of the picture, points.
  package func attribution(_ names: [String], size: Vector2) -> [MarkShape] {
    let text = names.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }.filter {
      !$0.isEmpty
    }.joined(
      separator: " · ")
    guard !text.isEmpty else { return [] }
    let fontSize = 9.0
    let block = TextBlock.block(
      text, fonts: fonts, maximumWidth: max(size.x * 0.5, 60) / fontSize, maximumLines: 4)
    let width = block.width * fontSize
    let top = size.y - 6 - block.height * fontSize
    let baseline = { (n: Int) in
      (top + (block.ascent + Double(n) * TextBlock.lineHeight) * fontSize) * scale
    }
    let lines = block.lines.enumerated().map { n, line in
      // Flush right.
      (
        line: line,
        origin: Vector2(
          (size.x - 8 - line.width * fontSize) * scale,
          isStill ? baseline(n).rounded() : baseline(n))
      )
    }
    guard width > 0 else { return [] }
    let mask = TextMask(
      lines, pixelsPerEm: fontSize * scale, haloRadius: haloRadius(fontSize) * scale)
    return [
      .text(
        mask, ink: MarkCanvas.Ink(colors.subtitle), halo: MarkCanvas.Ink(colors.halo), opacity: 1)
    ]
  }
}
