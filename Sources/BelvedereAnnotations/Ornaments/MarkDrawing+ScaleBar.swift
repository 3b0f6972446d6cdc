import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereText

extension MarkDrawing {
  /// How long a scale bar may be, points; its left end stays where it is.
  package static let maximumBar = 150.0

  /// Where the left end of the bar stands in a picture of a height in points.
  package static func barStart(height: Double) -> Vector2 {
    Vector2(margin + 2, height - margin - 3)
  }

  /// A bar in two halves with its length above, in the lower left corner.
  package func scaleBar(_ length: ScaleBarLength, _ formatter: DistanceFormatter, height: Double)
    -> [MarkShape]
  {
    let start = Self.barStart(height: height)
    let thick = 4.0
    func box(_ from: Double, _ to: Double, _ grown: Double) -> ShapeMask {
      let (left, right) = ((start.x + from - grown) * scale, (start.x + to + grown) * scale)
      let (top, bottom) = (
        (start.y - thick / 2 - grown) * scale, (start.y + thick / 2 + grown) * scale
      )
      return ShapeMask([
        [Vector2(left, top), Vector2(right, top), Vector2(right, bottom), Vector2(left, bottom)]
      ])
    }
    let half = length.points / 2
    let halo = MarkCanvas.Ink(colors.halo)
    let (ink, paper) = (MarkCanvas.Ink(colors.text), MarkCanvas.Ink(colors.halo, alpha: 1))
    var shapes: [MarkShape] = [
      .area(box(0, length.points, 1.9), ink: halo), .area(box(0, length.points, 0.8), ink: ink),
      .area(box(half, length.points, -0.2), ink: paper),
    ]
    let size = 10.5
    func label(_ text: String, at x: Double) {
      let block = TextBlock.block(text, fonts: fonts, weight: .bold)
      let top = start.y - thick / 2 - 3.5 - block.ascent * size
      shapes.append(
        self.text(block, topCenter: Vector2(start.x + x, top), size: size, colors.text))
    }
    func text(_ distance: Double) -> String? { try? formatter.string(fromDistance: distance) }
    if let whole = text(length.distance) {
      let width = TextBlock.block(whole, fonts: fonts, weight: .bold).width * size
      label("0", at: max(0, 3 - Self.margin))
      if half - width / 2 > 18, let middle = text(length.distance / 2) {
        let number = String(middle.prefix { $0 != " " })
        if middle.hasSuffix(whole.drop { $0 != " " }) { label(number, at: half) }
      }
      label(whole, at: length.points)
    }
    return shapes
  }
}
