import BelvedereGeoMath
import BelvedereImaging
import BelvedereText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension MarkDrawing {
  /// Points from a picture's edges to what stands in its corners.
  package static let margin = 14.0
  /// Of the compass's disc, points.
  private static let compassRadius = 19.0

  /// A disc in the upper right corner: a red triangle and marks on its rim that turn with the map, and in
  /// the middle the direction that is up.
  ///
  /// - Parameters:
  ///   - heading: degrees.
  ///   - width: of the picture, points.
  package func compass(heading: Double, width: Double) -> [MarkShape] {
    let radius = Self.compassRadius
    let center = Vector2(width - Self.margin - radius, Self.margin + radius)
    let paper =
      colors == .dark ? Color(red: 0.2, green: 0.21, blue: 0.24) : Color(red: 1, green: 1, blue: 1)
    var shapes: [MarkShape] = [
      .disc(
        center: center * scale, radius: radius * scale,
        ink: MarkCanvas.Ink(paper, alpha: 0.94), shadow: 4 * scale)
    ]
    func place(_ azimuth: Double, _ r: Double, _ aside: Double) -> Vector2 {
      let angle = Angle.degrees(azimuth - heading).radians
      let (out, right) = (Vector2(sin(angle), -cos(angle)), Vector2(cos(angle), sin(angle)))
      return (center + out * r + right * aside) * scale
    }
    for azimuth in stride(from: 30.0, to: 360, by: 30) {
      let isMain = azimuth.truncatingRemainder(dividingBy: 90) == 0
      let (from, half) = (isMain ? radius - 6 : radius - 4.8, isMain ? 0.7 : 0.45)
      let mask = ShapeMask([
        [
          place(azimuth, from, -half), place(azimuth, radius - 2.6, -half),
          place(azimuth, radius - 2.6, half), place(azimuth, from, half),
        ]
      ])
      shapes.append(.area(mask, ink: MarkCanvas.Ink(colors.subtitle, alpha: isMain ? 0.75 : 0.45)))
    }
    let red = Color(red: 0.9, green: 0.2, blue: 0.18)
    shapes.append(
      .area(
        ShapeMask([
          [place(0, radius - 1.6, 0), place(0, radius - 8.4, 4.2), place(0, radius - 8.4, -4.2)]
        ]),
        ink: MarkCanvas.Ink(red)))
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    let n = Int(clamping: wrappedHeading(heading) / 45, in: 0...8) % 8
    let block = TextBlock.block(names[n], fonts: fonts, weight: .bold)
    let size = names[n].count == 1 ? 13.0 : 10.0
    let top = center.y - (block.ascent - 0.36) * size
    let mask = TextMask(
      block, topCenter: Vector2(center.x, top) * scale, pixelsPerEm: size * scale, haloRadius: 0)
    let ink = MarkCanvas.Ink(colors.text)
    shapes.append(.text(mask, ink: ink, halo: ink.faded(0), opacity: 1))
    return shapes
  }
}
