import BelvedereAnnotations
import BelvedereGeoMath
import BelvedereImaging
import BelvedereTestSupport
import BelvedereText
import Testing

@Suite("Icons of kinds of places") struct IconTests {
  /// Balloons in a row or more, 40 points each.
  private func picture(_ styles: [MarkerStyle], scale: Int, columns: Int = 13) -> Image {
    let rows = (styles.count + columns - 1) / columns
    let size = Vector2(Double(columns * 40), Double(rows * 44))
    let drawing = MarkDrawing(
      scale: Double(scale), fonts: .builtIn, colors: .light, isStill: true)
    let marks = styles.enumerated().map { i, style in
      ScreenMark(
        key: i, anchor: Vector2(Double(i % columns * 40 + 20), Double(i / columns * 44 + 40)),
        depth: 1, appearance: .marker(style))
    }
    let (placed, _) = MarkPlacement(size: size, fonts: .builtIn).place(marks)
    var image = Image(
      width: columns * 40 * scale, height: rows * 44 * scale, fill: (226, 224, 214, 255))
    let (width, height) = (image.width, image.height)
    image.bytes.withUnsafeMutableBytes {
      if let base = $0.baseAddress {
        drawing.draw(
          placed, on: base, width: width, height: height, bits: 8,
          threads: 2)
      }
    }
    return image
  }

  private static let tints = [0.91, 0.2, 0.55].map { Color(red: $0, green: 0.36, blue: 1 - $0) }

  @Test("all icons as they are", arguments: [1, 2])
  func golden(scale: Int) throws {
    let styles = PlaceIcon.allCases.enumerated().map { i, icon in
      MarkerStyle(tint: Self.tints[i % 3], icon: icon)
    }
    try expectGolden(picture(styles, scale: scale), "icons-at-\(scale)x", tolerance: 3)
  }

  @Test("each icon is drawn as it is written, in the middle of the balloon's round part")
  func inside() {
    #expect(PlaceIcon.allCases.count == 73)
    let black = Color(red: 0, green: 0, blue: 0)
    let empty = picture([MarkerStyle(tint: black, glyph: " ")], scale: 4, columns: 1)
    for icon in PlaceIcon.allCases {
      #expect(icon.shape.isWhole, "\(icon)")
      #expect(icon.shape.layers.contains { !$0.isCut && !$0.outlines.isEmpty }, "\(icon)")
      let drawn = picture([MarkerStyle(tint: black, icon: icon)], scale: 4, columns: 1)
      var (inked, far, low, high) = (0.0, 0.0, Vector2(99, 99), Vector2(-99, -99))
      for y in 0..<drawn.height {
        for x in 0..<drawn.width where drawn[x, y].green != empty[x, y].green {
          let p = Vector2((Double(x) + 0.5) / 4 - 20, (Double(y) + 0.5) / 4 - 18)
          inked += Double(drawn[x, y].green) / 255 / 16
          (low, high) = (pointwiseMin(low, p), pointwiseMax(high, p))
          far = max(far, p.length)
        }
      }
      // The tint's radius is 12.75 points, its area 511.
      #expect(far < 12 && far > 7.5, "\(icon): \(far)")
      #expect(inked > 60 && inked < 260, "\(icon): \(inked)")
      let middle = (low + high) / 2
      #expect(abs(middle.x) < 1.5 && abs(middle.y) < 1.6, "\(icon): \(middle)")
    }
  }

  @Test("no two icons are alike")
  func distinct() {
    let masks = PlaceIcon.allCases.map { icon in
      let picture = picture([MarkerStyle(icon: icon)], scale: 1, columns: 1)
      return (icon, picture.bytes.map { Int($0) })
    }
    for (i, (icon, a)) in masks.enumerated() {
      for (other, b) in masks[(i + 1)...] {
        // Pixels of which a quarter or more is of one icon alone.
        let difference = stride(from: 1, to: a.count, by: 4).filter { abs(a[$0] - b[$0]) > 48 }
        #expect(difference.count >= 40, "\(icon) and \(other): \(difference.count)")
      }
    }
  }

  @Test("what is cut out may reach beyond what it is cut out of, on all sides", arguments: [2, 4])
  func cuts(fineness: Int) {
    func box(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double) -> [Vector2] {
      [Vector2(x, y), Vector2(toX, y), Vector2(toX, toY), Vector2(x, toY)]
    }
    // The two that are filled overlap.
    let mask = ShapeMask(
      layers: [
        (false, [box(3, 3, 9, 13), box(8, 3, 13, 13)]), (true, [box(-4, 5, 20, 7.25)]),
        (true, [box(6, -3, 7, 20)]), (false, [box(3, 11, 13, 12)]),
      ], fineness: fineness)
    for y in 0..<mask.height {
      for x in 0..<mask.width {
        let (px, py) = (x + mask.x, y + mask.y)
        var expected: Float = (3..<13).contains(px) && (3..<13).contains(py) ? 1 : 0
        if (5..<7).contains(py) || px == 6 { expected = 0 }
        if py == 7 { expected *= 0.75 }
        if py == 11, (3..<13).contains(px) { expected = 1 }
        #expect(abs(mask.coverage[y * mask.width + x] - expected) < 1e-3, "(\(px), \(py))")
      }
    }
  }

  @Test("characters come before an icon, and its colour is theirs")
  func glyphs() {
    let a = picture([MarkerStyle(glyph: "A", icon: .cafe)], scale: 1)
    #expect(a.bytes == picture([MarkerStyle(glyph: "A")], scale: 1).bytes)
    let dot = picture([MarkerStyle()], scale: 1)
    let white = picture([MarkerStyle(icon: .hospital)], scale: 1)
    let blue = Color(red: 0, green: 0, blue: 1)
    let colored = picture([MarkerStyle(glyphColor: blue, icon: .hospital)], scale: 1)
    #expect(dot.bytes != white.bytes)
    let (middle, inked) = (white[20, 18], colored[20, 18])
    #expect(middle.red == 255 && middle.green == 255 && middle.blue == 255)
    #expect(inked.red == 0 && inked.green == 0 && inked.blue == 255)
  }
}
