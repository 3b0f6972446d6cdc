import BelvedereAnnotations
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereTestSupport
import BelvedereText
import Testing

@Suite("Drawing of marks") struct DrawingTests {
  private func marks() -> [ScreenMark] {
    let tints = [
      MarkerStyle.standardTint, Color(red: 0.63, green: 0.27, blue: 0.63),
      Color(red: 0.16, green: 0.5, blue: 0.92), Color(red: 0.95, green: 0.6, blue: 0.1),
    ]
    var marks = (0..<6).map { i in
      var mark = ScreenMark(
        key: i, anchor: Vector2(50 + Double(i % 3) * 110, 60 + Double(i / 3) * 85), depth: 100,
        appearance: .marker(
          MarkerStyle(tint: tints[i % 4], glyph: ["", "A", "12", "7", "S", "3k"][i])))
      mark.title =
        ["Coit Tower", "Transamerica Pyramid", "", "Pier 39", "Union Square", "Hydrants"][i]
      mark.subtitle = i == 0 ? "1933" : ""
      return mark
    }
    marks[3].opacity = 0.4
    marks[4].isSelected = true
    var label = ScreenMark(key: 9, anchor: Vector2(110, 180), depth: 5, appearance: .label)
    label.title = "Chinatown"
    marks.append(label)
    var picture = Image(width: 16, height: 12, fill: (20, 90, 200, 255))
    for x in 0..<16 { picture[x, 5] = (255, 255, 255, x < 8 ? 255 : 0) }
    marks.append(
      ScreenMark(
        key: 10, anchor: Vector2(330, 195), depth: 4,
        appearance: .image(
          AnnotationImage(picture, scale: 0.5, anchor: Vector2(1, 1), centerOffset: Vector2(0, -3)))
      ))
    return marks
  }

  private func drawn(
    scale: Int, bits: Int = 8, threads: Int = 2, colors: LabelColors = .light
  ) -> [UInt16] {
    let (width, height) = (360 * scale, 220 * scale)
    let drawing = MarkDrawing(
      scale: Double(scale), fonts: .builtIn, colors: colors, isStill: true)
    let (placed, _) = MarkPlacement(size: Vector2(360, 220), fonts: .builtIn).place(marks())
    let shapes =
      drawing.compass(heading: 122, width: 360)
      + drawing.scaleBar(
        ScaleBarLength(distance: 500, points: 120), DistanceFormatter(), height: 220)
      + drawing.attribution(["© The makers", "Of the map"], size: Vector2(360, 220))
    if bits == 16 {
      var samples = (0..<(width * height)).flatMap { _ in
        [50_372, 53_456, 46_260, 65_535] as [UInt16]
      }
      samples.withUnsafeMutableBytes {
        if let base = $0.baseAddress {
          drawing.draw(
            placed, on: base, width: width, height: height, bits: 16, threads: threads)
          MarkDrawing.draw(
            shapes, on: base, width: width, height: height, bits: 16, threads: threads)
        }
      }
      return samples
    }
    var image = Image(width: width, height: height, fill: (196, 208, 180, 255))
    image.bytes.withUnsafeMutableBytes {
      if let base = $0.baseAddress {
        drawing.draw(placed, on: base, width: width, height: height, bits: 8, threads: threads)
        MarkDrawing.draw(shapes, on: base, width: width, height: height, bits: 8, threads: threads)
      }
    }
    return image.bytes.map { UInt16($0) }
  }

  private func image(_ samples: [UInt16], scale: Int) -> Image {
    var image = Image(width: 360 * scale, height: 220 * scale)
    image.bytes = samples.map { UInt8(truncatingIfNeeded: $0) }
    return image
  }

  @Test(arguments: [1, 2, 3]) func goldenMarks(scale: Int) throws {
    try expectGolden(image(drawn(scale: scale), scale: scale), "marks-at-\(scale)x", tolerance: 3)
  }

  @Test func goldenMarksInTheDark() throws {
    try expectGolden(image(drawn(scale: 2, colors: .dark), scale: 2), "marks-dark", tolerance: 3)
  }

  @Test("the bytes do not depend on the number of threads")
  func threads() {
    for bits in [8, 16] {
      let one = drawn(scale: 2, bits: bits, threads: 1)
      #expect(one == drawn(scale: 2, bits: bits, threads: 3))
      #expect(one == drawn(scale: 2, bits: bits, threads: 7))
    }
  }

  @Test("16 bits are the same picture, finer")
  func depths() {
    let (shallow, deep) = (drawn(scale: 1), drawn(scale: 1, bits: 16))
    var worst = 0.0
    for (a, b) in zip(shallow, deep) { worst = max(worst, abs(Double(a) - Double(b) / 257)) }
    // Each of some layers rounds.
    #expect(worst < 3, "\(worst)")
  }

  @Test("a balloon's tip is on its place, and its round part has its colour")
  func balloon() {
    var image = Image(width: 80, height: 80, fill: (255, 255, 255, 255))
    let tint = Color(red: 0, green: 0.4, blue: 1)
    let mark = ScreenMark(
      key: 0, anchor: Vector2(40, 60), depth: 1,
      appearance: .marker(MarkerStyle(tint: tint, glyph: " ")))
    let (placed, _) = MarkPlacement(size: Vector2(80, 80), fonts: .builtIn).place([mark])
    let drawing = MarkDrawing(scale: 1, fonts: .builtIn, colors: .light, isStill: true)
    image.bytes.withUnsafeMutableBytes {
      if let base = $0.baseAddress {
        drawing.draw(
          placed, on: base, width: 80, height: 80, bits: 8,
          threads: 1)
      }
    }
    let rows = (0..<80).filter { y in
      (0..<80).contains { Int(image[$0, y].blue) > Int(image[$0, y].red) + 90 }
    }
    let lowest = rows.last ?? 0
    #expect((56...59).contains(lowest), "\(lowest)")
    #expect(image[40, 38].red < 40 && image[40, 38].blue > 220)
    // Left and right are alike.
    for y in 0..<80 { for x in 0..<40 { #expect(image[x, y].green == image[79 - x, y].green) } }
  }

  @Test(
    "names lie below balloons that are as important, however near they are, and above less important ones"
  )
  func namesBelowBalloons() {
    let tint = Color(red: 0, green: 0.4, blue: 1)
    var pin = ScreenMark(
      key: 0, anchor: Vector2(60, 60), depth: 9,
      appearance: .marker(MarkerStyle(tint: tint, glyph: " ")))
    var name = ScreenMark(key: 1, anchor: Vector2(60, 40), depth: 1, appearance: .label)
    name.title = "WWWWWWWW"
    for i in 0...1 {
      (pin.collisionMode, name.collisionMode) = (.none, .none)
      name.zPriority = pin.zPriority + Double(i)
      var image = Image(width: 120, height: 80, fill: (255, 255, 255, 255))
      let (placed, _) = MarkPlacement(size: Vector2(120, 80), fonts: .builtIn).place([pin, name])
      #expect(placed.count == 2)
      let drawing = MarkDrawing(scale: 1, fonts: .builtIn, colors: .light, isStill: true)
      image.bytes.withUnsafeMutableBytes {
        if let base = $0.baseAddress {
          drawing.draw(
            placed, on: base, width: 120, height: 80, bits: 8,
            threads: 1)
        }
      }
      let blue = (54..<66).allSatisfy { x in
        (36..<44).allSatisfy { image[x, $0].red < 60 && image[x, $0].blue > 200 }
      }
      #expect(blue == (i == 0))
    }
  }

  @Test("a picture keeps its size in points, and its mean colour at every scale")
  func pictures() {
    forEachSeed(20) { random in
      var source = Image(width: 9, height: 7)
      for i in source.bytes.indices where i % 4 != 3 {
        source.bytes[i] = UInt8.random(in: 0...255, using: &random)
      }
      let scale = random.double(0.3...3)
      let mark = ScreenMark(
        key: 0, anchor: Vector2(30, 30), depth: 1,
        appearance: .image(AnnotationImage(source, scale: scale)))
      let (placed, _) = MarkPlacement(size: Vector2(60, 60), fonts: .builtIn).place([mark])
      var image = Image(width: 60, height: 60, fill: (0, 0, 0, 255))
      let drawing = MarkDrawing(scale: 1, fonts: .builtIn, colors: .light, isStill: false)
      image.bytes.withUnsafeMutableBytes {
        if let base = $0.baseAddress {
          drawing.draw(
            placed, on: base, width: 60, height: 60, bits: 8,
            threads: 1)
        }
      }
      func sum(_ image: Image) -> Double {
        stride(from: 0, to: image.bytes.count, by: 4).reduce(0) { $0 + Double(image.bytes[$1]) }
      }
      let expected = sum(source) / (scale * scale)
      try check(abs(sum(image) - expected) < 0.12 * expected, "\(sum(image)), not \(expected)")
    }
  }

  @Test("a scale bar is the longest of 1, 2, 5 that fits, and as long as it says")
  func scaleBar() throws {
    forEachSeed(200) { random in
      let metersPerPoint = exp10(random.double(-1...4.5))
      let bend = random.double(-0.001...0.001)
      let isImperial = Bool.random(using: &random)
      func distance(_ points: Double) -> Double { metersPerPoint * points * (1 + bend * points) }
      guard
        let bar = ScaleBarLength.fitting(150, isImperial: isImperial, distance: distance)
      else {
        throw PropertyFailure("no bar")
      }
      try check(bar.points <= 150, "\(bar)")
      try check(abs(distance(bar.points) - bar.distance) < 1e-9 * bar.distance, "\(bar)")
      let unit = isImperial ? (distance(150) >= 1609.344 ? 1609.344 : 0.3048) : 1
      var count = bar.distance / unit
      while count > 9.5 { count /= 10 }
      try check([1, 2, 5].contains { abs($0 - count) < 1e-9 }, "\(bar)")
      try check(distance(150) < bar.distance * 2.5 * (1 + 1e-9), "a longer one fits: \(bar)")
    }
    #expect(ScaleBarLength.fitting(150, isImperial: false) { _ in nil } == nil)
    #expect(ScaleBarLength.fitting(150, isImperial: false) { _ in .nan } == nil)
    #expect(ScaleBarLength.fitting(150, isImperial: false) { _ in 0.2 } == nil)
    #expect(ScaleBarLength.fitting(150, isImperial: false) { $0 > 100 ? 1e300 : 1 } != nil)
  }

  private func exp10(_ x: Double) -> Double {
    var result = 1.0
    for _ in 0..<100 { result *= 1 + x * 2.302585092994046 / 100 }
    return max(result, 1e-3)
  }
}
