import BelvedereGeoMath
import BelvedereImaging
import BelvedereText

/// A thing to draw, ready for a picture of a given size; pixels.
package enum MarkShape: Sendable {
  case balloon(DrawnBalloon)
  case text(TextMask, ink: MarkCanvas.Ink, halo: MarkCanvas.Ink, opacity: Double)
  case picture(DrawnPicture)
  /// A disc with a soft shadow.
  case disc(center: Vector2, radius: Double, ink: MarkCanvas.Ink, shadow: Double)
  /// A polygon.
  case area(ShapeMask, ink: MarkCanvas.Ink)

  /// The pixels that texts, discs and polygons cover; `nil` for other shapes.
  var box: (low: Vector2, high: Vector2)? {
    func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (low: Vector2, high: Vector2) {
      (Vector2(Double(x), Double(y)), Vector2(Double(x + width), Double(y + height)))
    }
    switch self {
    case .text(let mask, _, _, _): return box(mask.x, mask.y, mask.width, mask.height)
    case .area(let mask, _): return box(mask.x, mask.y, mask.width, mask.height)
    case .disc(let center, let radius, _, _): return (center - radius, center + radius)
    case .balloon, .picture: return nil
    }
  }

  func draw(on canvas: MarkCanvas) {
    switch self {
    case .balloon(let balloon): balloon.draw(on: canvas)
    case .picture(let picture): picture.draw(on: canvas)
    case .text(let mask, let ink, let halo, let opacity):
      draw(canvas, mask.x, mask.y, mask.width, mask.height) { x, y, i in
        canvas.mix(
          x, y, ink, Float(mask.letters[i]) / 255, over: halo, Float(mask.halo[i]) / 255, opacity)
      }
    case .area(let mask, let ink):
      draw(canvas, mask.x, mask.y, mask.width, mask.height) { x, y, i in
        canvas.mix(x, y, ink, mask.coverage[i])
      }
    case .disc(let center, let radius, let ink, let shadow):
      let reach = radius + 2 * shadow + 1
      let (xs, ys) = canvas.pixels(
        x: center.x - reach, y: center.y - reach, toX: center.x + reach, toY: center.y + reach)
      for y in ys {
        for x in xs {
          let p = Vector2(Double(x) + 0.5, Double(y) + 0.5)
          if shadow > 0 {
            let d = (p - center - Vector2(0, shadow / 3)).length - radius
            let soft = 1 - smoothstep(-shadow, 1.6 * shadow, d)
            canvas.mix(x, y, 0, 0, 0, Float(0.28 * soft * soft) * ink.alpha)
          }
          canvas.mix(x, y, ink, Float(min(max(radius + 0.5 - (p - center).length, 0), 1)))
        }
      }
    }
  }

  private func draw(
    _ canvas: MarkCanvas, _ left: Int, _ top: Int, _ width: Int, _ height: Int,
    _ pixel: (Int, Int, Int) -> Void
  ) {
    guard width > 0, height > 0 else { return }
    let (xs, ys) = canvas.pixels(
      x: Double(left), y: Double(top), toX: Double(left + width), toY: Double(top + height))
    for y in ys { for x in xs { pixel(x, y, (y - top) * width + x - left) } }
  }
}

/// A balloon in a picture.
package struct DrawnBalloon: Sendable {
  let geometry: BalloonGeometry
  /// Pixels.
  let tip: Vector2
  let scale: Double
  let tint: Color
  let opacity: Double

  /// Points of white around the tint.
  private static let rim = 1.25

  func draw(on canvas: MarkCanvas) {
    let reach = geometry.radius + 9
    let (xs, ys) = canvas.pixels(
      x: tip.x - reach * scale, y: tip.y - (geometry.centerHeight + reach) * scale,
      toX: tip.x + reach * scale, toY: tip.y + 8 * scale)
    let white = MarkCanvas.Ink(Color(red: 1, green: 1, blue: 1))
    let top = MarkCanvas.Ink(lighter(tint, 0.2))
    let bottom = MarkCanvas.Ink(darker(tint, 0.1))
    let (high, low) = (
      -(geometry.centerHeight + geometry.radius), -(geometry.centerHeight - geometry.radius)
    )
    for y in ys {
      let py = (Double(y) + 0.5 - tip.y) / scale
      let t = Float(min(max((py - high) / (low - high), 0), 1))
      var color = top
      color.red += (bottom.red - top.red) * t
      color.green += (bottom.green - top.green) * t
      color.blue += (bottom.blue - top.blue) * t
      for x in xs {
        let p = Vector2((Double(x) + 0.5 - tip.x) / scale, py)
        let d = geometry.distance(p)
        // Where the balloon is opaque its shadow is not seen.
        if d > -1 { shade(canvas, x, y, p) }
        canvas.mix(x, y, color, part(d + Self.rim), over: white, part(d), opacity)
      }
    }
  }

  /// The covered part of a pixel at a distance in points.
  private func part(_ d: Double) -> Float { Float(min(max(0.5 - d * scale, 0), 1)) }

  /// The shadow behind the balloon, and a small dark one where it touches the ground.
  private func shade(_ canvas: MarkCanvas, _ x: Int, _ y: Int, _ p: Vector2) {
    let d = geometry.distance(p - Vector2(0, 2))
    let soft = 1 - smoothstep(-2, 6.5, d)
    let foot = 1 - smoothstep(0.2, 1, Vector2(p.x / 5.5, p.y / 2.4).length)
    let alpha = max(0.3 * soft * soft, 0.38 * foot)
    canvas.mix(x, y, 0, 0, 0, Float(alpha * opacity))
  }

  private func lighter(_ c: Color, _ part: Double) -> Color {
    Color(
      red: mix(c.red, 1, part), green: mix(c.green, 1, part), blue: mix(c.blue, 1, part),
      alpha: c.alpha)
  }

  private func darker(_ c: Color, _ part: Double) -> Color {
    Color(
      red: c.red * (1 - part), green: c.green * (1 - part), blue: c.blue * (1 - part),
      alpha: c.alpha)
  }
}

/// A picture in a picture, its pixels averaged over those that they fall on.
package struct DrawnPicture: Sendable {
  let image: Image
  /// The upper left corner, and pixels of the drawing for one of the image.
  let corner: Vector2
  let scale: Double
  let opacity: Double

  func draw(on canvas: MarkCanvas) {
    let size = Vector2(Double(image.width), Double(image.height)) * scale
    let (xs, ys) = canvas.pixels(
      x: corner.x, y: corner.y, toX: corner.x + size.x, toY: corner.y + size.y)
    // Smaller than itself every pixel is averaged; larger, it is mixed with its neighbours.
    let spread = max(1 / scale, 1)
    for y in ys {
      let v = (Double(y) + 0.5 - corner.y) / scale
      for x in xs {
        let u = (Double(x) + 0.5 - corner.x) / scale
        let c = mean(u - spread / 2, v - spread / 2, spread)
        guard c.w > 0 else { continue }
        canvas.mix(x, y, c.x / c.w, c.y / c.w, c.z / c.w, c.w * Float(opacity))
      }
    }
  }

  /// The mean over a square of the image, red, green and blue times alpha; outside it there is nothing.
  private func mean(_ u: Double, _ v: Double, _ side: Double) -> SIMD4<Float> {
    let xs = Self.span(u, side, image.width)
    let ys = Self.span(v, side, image.height)
    var sum = SIMD4<Float>.zero
    for y in ys {
      let h = Float(min(Double(y + 1), v + side) - max(Double(y), v))
      for x in xs {
        let w = Float(min(Double(x + 1), u + side) - max(Double(x), u))
        let i = 4 * (y * image.width + x)
        let alpha = Float(image.bytes[i + 3]) / 255
        let color = SIMD4<Float>(
          Float(image.bytes[i]) / 255, Float(image.bytes[i + 1]) / 255,
          Float(image.bytes[i + 2]) / 255, 1)
        sum += color * (alpha * max(w, 0) * max(h, 0))
      }
    }
    return sum / Float(side * side)
  }

  private static func span(_ low: Double, _ side: Double, _ count: Int) -> Range<Int> {
    let first = Int(flooring: low, in: 0...count)
    let end = Int(clamping: (low + side).rounded(.up), in: 0...count)
    return first..<max(first, end)
  }
}
