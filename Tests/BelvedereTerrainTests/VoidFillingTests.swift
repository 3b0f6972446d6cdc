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
      #expect(count + filled.voidCount == holed.voidCount)
      #expect(count > 0)
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

  @Test("what lies outside of the data stays void, what lies in it does not")
  func outside() {
    let side = 400
    func isIn(_ x: Int, _ y: Int, _ box: ClosedRange<Int>, _ other: ClosedRange<Int>) -> Bool {
      box.contains(x) && other.contains(y)
    }
    // Turned a little, as a raster on another projection is: wedges along all four edges.
    func isWedge(_ x: Int, _ y: Int) -> Bool {
      let (u, v) = (Double(x) + 0.01 * Double(y), Double(y) - 0.01 * Double(x))
      return u < 4 || u > 399 || v < 0 || v > 395
    }
    let holed = field(side, side) { x, y in
      let isHole = isIn(x, y, 100...330, 60...260)
      // A strait of 20 samples that ends at the edge of the data, and a lone void there.
      let isStrait = isIn(x, y, 350...369, 300...399)
      return isWedge(x, y) || isHole || isStrait || (x, y) == (399, 30) ? .nan : Float(100 + x + y)
    }
    let (filled, _) = holed.fillingVoids()
    func value(_ x: Int, _ y: Int) -> Float { filled.samples[y * side + x] }
    for y in 0..<side {
      for x in 0..<side {
        if isWedge(x, y) {
          // Where a strait ends its own edges lie on two sides.
          if !isIn(x, y, 340...380, 380...399) { #expect(value(x, y).isNaN, "\(x), \(y)") }
        } else {
          #expect(abs(value(x, y) - Float(100 + x + y)) < 60, "\(x), \(y): \(value(x, y))")
        }
      }
    }
    // The sea takes more than a twentieth, and has land on three sides only.
    let coast = field(side, side) { x, y in y > 200 && isIn(x, y, 40...360, 0...399) ? .nan : 7 }
    #expect(coast.fillingVoids().filledCount == 0)
    let lone = field(40, 30) { x, y in x == 7 && y == 9 ? 5 : .nan }
    #expect(lone.fillingVoids().filledCount == 0)
  }
}
