import BelvedereImaging
import BelvedereTestSupport
import Testing

@Suite struct ColorTests {
  @Test func hexColorsOfThreeLengthsAreRead() {
    #expect(Color(hex: "#f80") == Color(red: 1, green: 136.0 / 255, blue: 0))
    #expect(Color(hex: "#FF8800") == Color(red: 1, green: 136.0 / 255, blue: 0))
    #expect(Color(hex: "#ff880080")?.alpha == 128.0 / 255)
  }

  @Test(arguments: [
    "", "#", "#f", "#ff", "#ffff", "#fffff", "#fffffff", "#fffffffff", "ffffff", "#ggg", "#１２３",
    "#-12", "# 12", "#12345é", "red", "#0x1",
  ])
  func otherTextIsNoColor(_ text: String) {
    #expect(Color(hex: text) == nil)
  }

  @Test func everyByteRoundTrips() {
    forEachSeed(300) { random in
      let bytes = (0..<4).map { _ in random.int(0...255) }
      let color = Color(
        red: Double(bytes[0]) / 255, green: Double(bytes[1]) / 255, blue: Double(bytes[2]) / 255,
        alpha: Double(bytes[3]) / 255)
      try check(Color(hex: color.hex) == color, "\(color) is written \(color.hex)")
    }
  }

  @Test func opaqueColorsHaveSixDigitsAndNumbersOutOfRangeAreHeld() {
    #expect(Color(red: 1, green: 0, blue: 0).hex == "#ff0000")
    #expect(Color(red: 7, green: -1, blue: .nan, alpha: 0.5).hex == "#ff000080")
  }
}

@Suite struct ImageDifferenceTests {
  @Test func equalPicturesDoNotDiffer() throws {
    let image = Image(width: 4, height: 3, fill: (9, 8, 7, 255))
    let difference = try #require(ImageDifference(image, image))
    #expect(difference.count == 0)
    #expect(difference.worst.difference == 0)
    #expect(difference.mean == 0)
  }

  @Test func theWorstPixelAndTheCountAreFound() throws {
    let a = Image(width: 4, height: 3, fill: (10, 10, 10, 255))
    var b = a
    b[1, 0] = (12, 10, 10, 255)
    b[3, 2] = (10, 110, 10, 255)
    b[0, 1] = (10, 10, 10, 215)
    let strict = try #require(ImageDifference(a, b))
    #expect(strict.count == 3)
    #expect(strict.worst == (100, 3, 2))
    #expect(strict.mean == Double(2 + 100 + 40) / 48)
    #expect(strict.picture[3, 2].red == 255)
    let lax = try #require(ImageDifference(a, b, tolerance: 40))
    #expect(lax.count == 1)
    #expect(lax.picture[1, 0].red == lax.picture[1, 0].green)
  }

  @Test func differenceIsSymmetric() {
    forEachSeed(50) { random in
      var a = Image(width: 5, height: 5)
      var b = a
      for i in a.bytes.indices {
        a.bytes[i] = UInt8(random.int(0...255))
        b.bytes[i] = UInt8(random.int(0...255))
      }
      let forth = ImageDifference(a, b, tolerance: 60)
      let back = ImageDifference(b, a, tolerance: 60)
      try check(forth?.count == back?.count && forth?.mean == back?.mean, "not symmetric")
    }
  }

  @Test func picturesOfOtherSizesCannotBeCompared() {
    #expect(ImageDifference(Image(width: 2, height: 3), Image(width: 3, height: 2)) == nil)
  }
}
