import BelvedereGeoMath
import BelvedereTestSupport
import BelvedereText
import Testing

@Suite("Fonts", .enabled(if: TextVectors.hasFreeType)) struct FontTests {
  /// Signed area of closed contours, and their box.
  private func measured(_ outline: GlyphOutline) -> (area: Double, low: Vector2, high: Vector2) {
    var area = 0.0
    var low = Vector2(repeating: .infinity)
    var high = Vector2(repeating: -.infinity)
    for contour in outline.flattened(scale: 1000, tolerance: 0.01) {
      for (a, b) in zip(contour, contour.dropFirst()) { area += a.cross(b) / 2 }
      for p in contour {
        low = pointwiseMin(low, p)
        high = pointwiseMax(high, p)
      }
    }
    return (abs(area), low, high)
  }

  @Test("glyphs, boxes and areas match fontTools, of quadratic and of cubic outlines")
  func matchesReferenceMetrics() throws {
    for (name, expected) in try TextVectors.load().metrics {
      let font = try Font(data: TextVectors.bytes(name), name: name)
      #expect(font.family == "Belvedere Test")
      #expect(font.ascent == 0.9 && font.descent == 0.25)
      for glyph in expected.glyphs {
        let scalar = try #require(Unicode.Scalar(glyph.scalar))
        #expect(font.glyph(scalar) == glyph.glyph, "\(name) \(scalar)")
        let line = TextLine(String(Character(scalar)), fonts: FontStack(regular: [font]))
        #expect(abs(line.width * 1000 - glyph.advance) < 1e-9, "\(name) \(scalar)")
        guard let bounds = glyph.bounds else { continue }
        let (area, low, high) = measured(font.outline(glyph.glyph))
        #expect(abs(area - glyph.area) < 1e-3 * glyph.area, "\(name) \(scalar): \(area)")
        let differences = [
          low.x - bounds[0], low.y - bounds[1], high.x - bounds[2], high.y - bounds[3],
        ]
        #expect(differences.allSatisfy { abs($0) < 0.05 }, "\(name) \(scalar): \(differences)")
      }
    }
  }

  @Test("kerning, ligatures and letters from right to left match HarfBuzz")
  func matchesReferenceShaping() throws {
    guard TextLibraries.harfBuzzVersion != nil else {
      print("HarfBuzz is not installed: shaping is not tested")
      return
    }
    let font = try Font(data: TextVectors.bytes("test.ttf"), name: "test.ttf")
    let fonts = FontStack(regular: [font])
    for expected in try TextVectors.load().shaped {
      let line = TextLine(expected.text, fonts: fonts)
      var x = 0.0
      var places: [Double] = []
      for glyph in expected.glyphs {
        if !font.outline(UInt32(glyph[0])).steps.isEmpty { places.append(x + glyph[3]) }
        x += glyph[2]
      }
      #expect(abs(line.width * 1000 - x) < 1e-6, "\(expected.text): \(line.width)")
      #expect(line.glyphs.count == places.count, "\(expected.text)")
      for (glyph, place) in zip(line.glyphs, places) {
        #expect(abs(glyph.origin.x * 1000 - place) < 1e-6, "\(expected.text)")
      }
      let shapes = expected.glyphs.map { font.outline(UInt32($0[0])) }.filter { !$0.steps.isEmpty }
      #expect(line.glyphs.map(\.outline) == shapes, "\(expected.text)")
    }
  }

  /// Of letters whose outlines do not overlap: where they do, an edge inside another outline counts twice.
  @Test("letters fill pixels as FreeType fills them")
  func matchesReferenceCoverage() throws {
    for expected in try TextVectors.load().coverage {
      let font = try Font(data: TextVectors.bytes(expected.font), name: expected.font)
      let line = TextLine(expected.character, fonts: FontStack(regular: [font]))
      let origin = Vector2(4, expected.size)
      let mask = TextMask([(line, origin)], pixelsPerEm: expected.size, haloRadius: 0)
      var worst = 0
      var sum = 0
      for (j, row) in expected.rows.enumerated() {
        let bytes = stride(from: 0, to: row.count, by: 2).map { i in
          Int(row.dropFirst(i).prefix(2), radix: 16) ?? -1
        }
        for (i, byte) in bytes.enumerated() {
          let x = 4 + expected.left + i - mask.x
          let y = Int(expected.size) - expected.top + j - mask.y
          let isInside = x >= 0 && y >= 0 && x < mask.width && y < mask.height
          let own = isInside ? Int(mask.letters[y * mask.width + x]) : 0
          worst = max(worst, abs(own - byte))
          sum += byte
        }
      }
      let total = mask.letters.reduce(0) { $0 + Int($1) }
      #expect(worst <= 4, "\(expected.font) \(expected.character) \(expected.size): \(worst)")
      #expect(abs(total - sum) <= sum / 100, "\(expected.character): \(total) \(sum)")
    }
  }

  @Test("a damaged font is an error or a font, at every cut and after thousands of flips")
  func edgeDamagedFonts() throws {
    for name in ["test.ttf", "test.otf"] {
      let bytes = try TextVectors.bytes(name)
      var refused = 0
      func use(_ data: [UInt8]) {
        do {
          let font = try Font(data: data, name: name)
          _ = TextLine("AVOfié\u{5D0}\u{5D1}", fonts: FontStack(regular: [font]))
          for glyph in 0..<UInt32(min(font.glyphCount, 40)) {
            _ = font.outline(glyph).flattened(scale: 20, tolerance: 0.1)
          }
        } catch {
          refused += 1
          if case .damaged(let file) = error { #expect(file == name) }
          #expect("\(error)".hasPrefix(name))
        }
      }
      for cut in stride(from: 0, to: bytes.count, by: 3) { use(Array(bytes[..<cut])) }
      #expect(refused > 50, "\(refused)")
      forEachSeed(1500) { random in
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
        use(damaged)
      }
    }
    #expect(throws: FontError.damaged(font: "x")) { try Font(data: [], name: "x") }
    #expect(throws: FontError.damaged(font: "x")) {
      try Font(data: Array("not a font".utf8), name: "x")
    }
  }
}
