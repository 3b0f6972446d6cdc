import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Filling voids") struct VoidFillingTests {
  private let bounds = GeographicBounds(south: 0, west: 0, north: 1, east: 1)

  private func field(
    _ width: Int, _ height: Int, _ value: (Int, Int) -> Float
  ) -> HeightField {
    var samples: [Float] = []
    for y in 0..<height { for x in 0..<width { samples.append(value(x, y)) } }
    return HeightField(width: width, height: height, bounds: bounds, samples: samples)
  }

  @Test("a hole in a plane is filled with the plane")
  func plane() {
    let whole = field(30, 20) { x, y in Float(3 * x - 2 * y) }
    let holed = field(30, 20) { x, y in
      (8...14).contains(x) && (6...11).contains(y) ? .nan : Float(3 * x - 2 * y)
    }
    let (filled, count) = holed.fillingVoids()
    #expect(count == 42)
    for (a, b) in zip(whole.samples, filled.samples) { #expect(abs(a - b) < 0.3) }
  }

  @Test("filled samples lie between those around the hole")
  func bounded() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<50 {
      let holed = field(17, 13) { _, _ in
        Bool.random(using: &random) ? .nan : Float.random(in: -50...50, using: &random)
      }
      let (filled, count) = holed.fillingVoids()
      #expect(count == holed.voidCount)
      #expect(filled.voidCount == 0)
      #expect(filled.range == holed.range)
    }
  }

  @Test("a grid of voids stays one, a grid without is itself")
  func extremes() {
    let empty = field(4, 4) { _, _ in .nan }
    #expect(empty.fillingVoids().filledCount == 0)
    #expect(empty.fillingVoids().field.voidCount == 16)
    let full = field(4, 4) { x, _ in Float(x) }
    #expect(full.fillingVoids().field.samples == full.samples)
  }

  @Test("one known sample fills everything")
  func single() {
    let lone = field(40, 30) { x, y in x == 7 && y == 9 ? 5 : .nan }
    let (filled, count) = lone.fillingVoids()
    #expect(count == 1199)
    #expect(filled.samples.allSatisfy { $0 == 5 })
  }
}
