import BelvedereGeoMath
import BelvedereImaging
import BelvedereRasterization
import BelvedereText

/// Draws a drawing as a picture.
struct ChartPainter {
  private var image: Image
  private var mask: CoverageMask
  private let scale: Double
  private let fonts: FontStack

  /// - Parameters:
  ///   - scale: pixels a point, 1 to 4.
  ///   - fonts: whose letters are drawn.
  static func image(of drawing: ChartDrawing, scale: Double, fonts: FontStack) -> Image {
    var painter = ChartPainter(drawing, scale: min(max(scale, 1), 4), fonts: fonts)
    drawing.elements.forEach { painter.draw($0) }
    return painter.image
  }

  private init(_ drawing: ChartDrawing, scale: Double, fonts: FontStack) {
    let width = Int(clamping: (drawing.width * scale).rounded(), in: 1...8192)
    let height = Int(clamping: (drawing.height * scale).rounded(), in: 1...8192)
    image = Image(width: width, height: height, fill: (255, 255, 255, 255))
    mask = CoverageMask(width: width, height: height)
    self.scale = scale
    self.fonts = fonts
  }

  private mutating func draw(_ element: ChartDrawing.Element) {
    switch element {
    case .rectangle(let box, let fill, let stroke):
      let corners = [
        Vector2(box.x, box.y), Vector2(box.maxX, box.y), Vector2(box.maxX, box.maxY),
        Vector2(box.x, box.maxY),
      ]
      if let fill { self.fill(corners, fill) }
      if let stroke { self.stroke(corners + [corners[0]], 1, stroke) }
    case .path(let points, let stroke, let width, let fill):
      if let fill { self.fill(points, fill) }
      if let stroke { self.stroke(points, width, stroke) }
    case .dashes(let from, let to, let stroke):
      let length = (to - from).length
      guard length > 0 else { return }
      for start in Swift.stride(from: 0, to: length, by: 9) {
        let end = min(start + 5, length)
        self.stroke(
          [from + (to - from) * (start / length), from + (to - from) * (end / length)], 1, stroke)
      }
    case .circle(let center, let radius, let fill, let stroke):
      if let stroke { disc(center, radius + 0.5, stroke) }
      disc(center, stroke == nil ? radius : radius - 0.5, fill)
    case .label(let words, let at, let style): label(words, at, style)
    case .picture(let picture, let box): lay(picture, box)
    }
  }

  private mutating func fill(_ ring: [Vector2], _ color: Color) {
    mask.clear()
    mask.add(ring: ring.map { $0 * scale })
    lay(color)
  }

  private mutating func stroke(_ points: [Vector2], _ width: Double, _ color: Color) {
    mask.clear()
    Stroker.add(points.map { $0 * scale }, width: width * scale, to: &mask, roundCaps: width > 1)
    lay(color)
  }

  private mutating func disc(_ center: Vector2, _ radius: Double, _ color: Color) {
    // A dot is a line without length, almost.
    stroke([center - Vector2(1e-3, 0), center + Vector2(1e-3, 0)], 2 * radius, color)
  }

  /// Lays a colour over what the mask covers.
  private mutating func lay(_ color: Color) {
    // The same cells, not copied: they are only read.
    let mask = mask
    mask.forEachCovered(rule: .nonZero) { x, y, coverage in
      Self.mix(&image, x, y, color, Double(coverage) * color.alpha)
    }
  }

  private mutating func label(_ words: String, _ at: Vector2, _ style: ChartLabelStyle) {
    let line = TextLine(words, fonts: fonts, weight: style.isBold ? .bold : .regular)
    let size = style.size * scale
    var origin = at * scale
    switch style.anchor {
    case .start: break
    case .middle: origin.x -= line.width / 2 * size
    case .end: origin.x -= line.width * size
    }
    // Baselines on whole pixels: letters of one line are alike.
    origin.y = origin.y.rounded()
    let text = TextMask(
      [(line, origin)], pixelsPerEm: size, haloRadius: style.hasHalo ? 1.5 * scale : 0)
    for row in 0..<text.height {
      for column in 0..<text.width {
        let i = row * text.width + column
        let (x, y) = (text.x + column, text.y + row)
        guard text.halo[i] > 0, x >= 0, y >= 0, x < image.width, y < image.height else { continue }
        if style.hasHalo {
          Self.mix(&image, x, y, ChartPalette.grey(1), Double(text.halo[i]) / 255 * 0.85)
        }
        Self.mix(&image, x, y, style.color, Double(text.letters[i]) / 255)
      }
    }
  }

  /// Lays a picture into a box, each pixel from the nearest one.
  private mutating func lay(_ picture: Image, _ box: ChartBox) {
    guard picture.width > 0, picture.height > 0 else { return }
    let columns = pixels(box.x, box.maxX, image.width)
    for y in pixels(box.y, box.maxY, image.height) {
      let down = ((Double(y) + 0.5) / scale - box.y) / box.height * Double(picture.height)
      let row = Int(flooring: down, in: 0...(picture.height - 1))
      for x in columns {
        let across = ((Double(x) + 0.5) / scale - box.x) / box.width * Double(picture.width)
        let column = Int(flooring: across, in: 0...(picture.width - 1))
        image[x, y] = picture[column, row]
      }
    }
  }

  private func pixels(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let first = Int(clamping: (low * scale).rounded(), in: 0...count)
    return first..<max(first, Int(clamping: (high * scale).rounded(), in: 0...count))
  }

  /// Mixes on sRGB-encoded values, as viewers of SVG do.
  private static func mix(_ image: inout Image, _ x: Int, _ y: Int, _ color: Color, _ part: Double)
  {
    let old = image[x, y]
    func laid(_ old: UInt8, _ new: Double) -> UInt8 {
      let value = Double(old) + (new * 255 - Double(old)) * part
      return UInt8(min(max(value, 0), 255) + 0.5)  // checked: held
    }
    image[x, y] = (
      laid(old.red, color.red), laid(old.green, color.green), laid(old.blue, color.blue), 255
    )
  }
}
