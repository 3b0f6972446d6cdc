import BelvedereGeoMath
import BelvedereImaging
import BelvedereTestSupport
import BelvedereText
import Foundation
import Testing

@Suite("Masks of text") struct TextMaskTests {
  private let fonts = FontStack.builtIn

  @Test("areas of random outlines are those of 32 × 32 samples a pixel")
  func agreesWithSampling() {
    forEachSeed(60) { random in
      let count = Int.random(in: 3...8, using: &random)
      // Star-shaped, so that it does not cross itself; counterclockwise on the screen.
      let angles = (0..<count).map { Double($0) / Double(count) * 6.28 }
      let ring = angles.map { angle in
        let r = random.double(1...9)
        return Vector2(12 + r * cos(angle), 11 + r * sin(angle))
      }
      let mask = ShapeMask([ring])
      for y in 0..<mask.height {
        for x in 0..<mask.width {
          var inside = 0
          for j in 0..<32 {
            for i in 0..<32 {
              let p = Vector2(
                Double(mask.x + x) + (Double(i) + 0.5) / 32,
                Double(mask.y + y) + (Double(j) + 0.5) / 32)
              if contains(ring, p) { inside += 1 }
            }
          }
          let expected = Double(inside) / 1024
          let own = Double(mask.coverage[y * mask.width + x])
          try check(abs(own - expected) < 0.035, "\(x), \(y): \(own), sampled \(expected)")
        }
      }
    }
  }

  private func contains(_ ring: [Vector2], _ p: Vector2) -> Bool {
    var isInside = false
    var a = ring[ring.count - 1]
    for b in ring {
      if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) {
        isInside.toggle()
      }
      a = b
    }
    return isInside
  }

  @Test("a dot and its halo are discs")
  func halo() {
    let dot = TextLine(".", fonts: fonts)
    for (size, radius) in [(60.0, 4.0), (100, 0), (41.5, 2.25)] {
      let mask = TextMask([(dot, Vector2(10.3, 20.8))], pixelsPerEm: size, haloRadius: radius)
      let pen = 0.085 * size
      let middle = Vector2(
        10.3 + size * dot.glyphs[0].outline.flattened(scale: 1, tolerance: 1)[0][0].x, 20.8)
      func area(_ bytes: [UInt8]) -> Double { bytes.reduce(0) { $0 + Double($1) } / 255 }
      let letter = Double.pi * pen * pen / 4
      #expect(abs(area(mask.letters) - letter) < 0.03 * letter + 0.1)
      let around = Double.pi * (pen / 2 + radius) * (pen / 2 + radius)
      #expect(abs(area(mask.halo) - around) < 0.02 * around + 0.1)
      for y in 0..<mask.height {
        for x in 0..<mask.width {
          let p = Vector2(Double(mask.x + x) + 0.5, Double(mask.y + y) + 0.5)
          let expected = min(max(pen / 2 + radius + 0.5 - (p - middle).length, 0), 1)
          #expect(abs(Double(mask.halo[y * mask.width + x]) / 255 - expected) < 0.01)
        }
      }
    }
  }

  @Test("a halo reaches as far around the letters of a font as it should, and no farther")
  func haloOfAFont() throws {
    guard TextVectors.hasFreeType else { return }
    let font = try Font(data: TextVectors.bytes("test.ttf"), name: "test.ttf")
    let line = TextLine("AO", fonts: FontStack(regular: [font]))
    let radius = 3.0
    let mask = TextMask([(line, Vector2(5, 40))], pixelsPerEm: 40, haloRadius: radius)
    for y in 0..<mask.height {
      for x in 0..<mask.width {
        var nearest = Double.infinity
        for j in max(y - 6, 0)..<min(y + 7, mask.height) {
          for i in max(x - 6, 0)..<min(x + 7, mask.width)
          where mask.letters[j * mask.width + i] > 127 {
            nearest = min(nearest, Vector2(Double(i - x), Double(j - y)).length)
          }
        }
        let own = mask.halo[y * mask.width + x]
        if nearest < radius - 0.8 { #expect(own == 255, "\(x), \(y)") }
        if nearest > radius + 1.8 { #expect(own == 0, "\(x), \(y)") }
        #expect(own >= mask.letters[y * mask.width + x])
      }
    }
  }

  @Test("no size, place or text traps")
  func edgeSizes() {
    let line = TextLine("Ag.", fonts: fonts)
    for size in [0, 1e-9, 1e6, 1e300, .infinity, .nan, -5] {
      for place in [0, -1e9, 1e300, .nan, .infinity] {
        for halo in [0, -1, 1e5, Double.nan] {
          let mask = TextMask([(line, Vector2(place, place))], pixelsPerEm: size, haloRadius: halo)
          #expect(mask.letters.count == mask.width * mask.height)
        }
      }
    }
  }

  @Test func goldenBuiltInLetters() throws {
    var image = Image(width: 760, height: 300, fill: (196, 208, 180, 255))
    var y = 8.0
    for (text, size, weight) in [
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 30.0, FontWeight.regular),
      ("abcdefghijklmnopqrstuvwxyz", 30, .bold), ("0123456789 .,:;!?'\"()[]{}<>", 30, .regular),
      ("ÀÉÎÕÜÅÇ àéîõüåç ßæøÆØÞþ £¥§©®°·¿¡«»", 26, .regular), ("+-=*/\\|#$%&@^~_`", 26, .regular),
      ("Fisherman’s Wharf — 1.2 km", 12, .bold),
    ] {
      let block = TextBlock.block(text, fonts: fonts, weight: weight)
      let mask = TextMask(
        block, topCenter: Vector2(380, y), pixelsPerEm: size, haloRadius: size / 9)
      y += block.height * size + 6
      for j in 0..<mask.height {
        for i in 0..<mask.width {
          let (px, py) = (mask.x + i, mask.y + j)
          guard px >= 0, py >= 0, px < image.width, py < image.height else { continue }
          let (halo, ink) = (mask.halo[j * mask.width + i], mask.letters[j * mask.width + i])
          func mixed(_ below: UInt8) -> UInt8 {
            let white = Int(below) + (255 - Int(below)) * Int(halo) / 255
            return UInt8(white + (40 - white) * Int(ink) / 255)
          }
          let p = image[px, py]
          image[px, py] = (mixed(p.red), mixed(p.green), mixed(p.blue), 255)
        }
      }
    }
    try expectGolden(image, "built-in-letters", tolerance: 3)
  }
}
