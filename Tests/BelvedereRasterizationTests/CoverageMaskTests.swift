import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct CoverageMaskTests {
  /// The coverage of every pixel, row by row.
  private func values(_ mask: CoverageMask, _ rule: CoverageMask.FillRule) -> [Double] {
    var result = [Double](repeating: 0, count: mask.width * mask.height)
    mask.forEachCovered(rule: rule) { x, y, coverage in
      result[y * mask.width + x] = Double(coverage)
    }
    return result
  }

  private func mask(_ rings: [[Vector2]], width: Int, height: Int) -> CoverageMask {
    var mask = CoverageMask(width: width, height: height)
    for ring in rings { mask.add(ring: ring) }
    return mask
  }

  /// The winding number averaged over a pixel: the area of the ring cut to the pixel.
  ///
  /// Cutting by half-planes leaves edges along the border that cancel in the area.
  private func exactWinding(_ ring: [Vector2], x: Int, y: Int) -> Double {
    var ring = ring
    func cut(_ inside: (Vector2) -> Double) {
      guard var a = ring.last else { return }
      var kept: [Vector2] = []
      for b in ring {
        let da = inside(a)
        let db = inside(b)
        if (da > 0) != (db > 0) { kept.append(a + (b - a) * (da / (da - db))) }
        if db > 0 { kept.append(b) }
        a = b
      }
      ring = kept
    }
    cut { $0.x - Double(x) }
    cut { Double(x + 1) - $0.x }
    cut { $0.y - Double(y) }
    cut { Double(y + 1) - $0.y }
    let origin = Vector2(Double(x), Double(y))
    return PolygonTriangulation.signedArea(ring.map { $0 - origin })
  }

  private func star(
    _ random: inout SplitMix64, around center: Vector2, radius: Double, corners: Int
  ) -> [Vector2] {
    let ring = (0..<corners).map { i -> Vector2 in
      let angle = (Double(i) + random.double(0...0.7)) / Double(corners) * 2 * .pi
      return center + Vector2(cos(angle), sin(angle)) * (radius * random.double(0.2...1))
    }
    return random.oneIn(2) ? ring.reversed() : ring
  }

  @Test func coverageIsTheExactAreaOfPolygonsThatCrossEveryBorder() {
    forEachSeed(400) { random in
      let width = random.int(1...20)
      let height = random.int(1...20)
      var ring = star(
        &random, around: Vector2(random.double(-5...25), random.double(-5...25)),
        radius: random.pick([0.3, 3, 12, 60]), corners: random.int(3...40))
      if random.oneIn(3) {
        // Corners on whole and half pixels.
        ring = ring.map { Vector2(($0.x * 2).rounded() / 2, ($0.y * 2).rounded() / 2) }
      }
      let found = values(mask([ring], width: width, height: height), .nonZero)
      for y in 0..<height {
        for x in 0..<width {
          let expected = abs(exactWinding(ring, x: x, y: y))
          try check(
            isClose(found[y * width + x], min(expected, 1), absolute: 2e-4),
            "(\(x), \(y)) is \(found[y * width + x]), not \(expected)")
        }
      }
    }
  }

  @Test func coverageAgreesWithManySamplesForBothRules() {
    forEachSeed(60) { random in
      let size = 10
      // Rings that overlap, at whole pixels, where the mean winding number is exact.
      let rings = (0..<random.int(1...4)).map { _ -> [Vector2] in
        let a = Vector2(Double(random.int(-3...8)), Double(random.int(-3...8)))
        let b = a + Vector2(Double(random.int(1...9)), Double(random.int(1...9)))
        let ring = [a, Vector2(b.x, a.y), b, Vector2(a.x, b.y)]
        return random.oneIn(2) ? ring : ring.reversed()
      }
      let built = mask(rings, width: size, height: size)
      let nonZero = values(built, .nonZero)
      let evenOdd = values(built, .evenOdd)
      for y in 0..<size {
        for x in 0..<size {
          let p = Vector2(Double(x) + 0.5, Double(y) + 0.5)
          let winding = rings.reduce(0) { sum, ring in
            let isInside =
              p.x > ring.map(\.x).min() ?? 0 && p.x < ring.map(\.x).max() ?? 0
              && p.y > ring.map(\.y).min() ?? 0 && p.y < ring.map(\.y).max() ?? 0
            return isInside ? sum + (PolygonTriangulation.signedArea(ring) > 0 ? 1 : -1) : sum
          }
          let i = y * size + x
          try check(isClose(nonZero[i], winding == 0 ? 0 : 1, absolute: 1e-4), "non-zero \(p)")
          try check(
            isClose(evenOdd[i], winding % 2 == 0 ? 0 : 1, absolute: 1e-4), "even-odd \(p)")
        }
      }
    }
  }

  @Test func coverageAgreesWith256SamplesAPixel() {
    forEachSeed(40) { random in
      let size = 12
      let outer = star(&random, around: Vector2(6, 6), radius: 9, corners: 9)
      let hole = [Vector2(5, 5), Vector2(7.3, 5.2), Vector2(6.4, 7.1)]
      let found = values(mask([outer, hole], width: size, height: size), .evenOdd)
      func isInside(_ p: Vector2) -> Bool {
        var inside = false
        for ring in [outer, hole] {
          var a = ring[ring.count - 1]
          for b in ring {
            if (a.y > p.y) != (b.y > p.y),
              p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
            {
              inside.toggle()
            }
            a = b
          }
        }
        return inside
      }
      for y in 0..<size {
        for x in 0..<size {
          var count = 0
          for j in 0..<16 {
            for i in 0..<16
            where isInside(
              Vector2(Double(x) + (Double(i) + 0.5) / 16, Double(y) + (Double(j) + 0.5) / 16))
            {
              count += 1
            }
          }
          // A pixel in which the hole's edge crosses the outline has no exact mean.
          let isMixed = (4...7).contains(x) && (4...7).contains(y)
          try check(
            isClose(found[y * size + x], Double(count) / 256, absolute: isMixed ? 0.4 : 0.07),
            "(\(x), \(y)) is \(found[y * size + x]), not \(Double(count) / 256)")
        }
      }
    }
  }

  @Test func tilesThatCutAPolygonAgreeWithOneBigMask() {
    forEachSeed(200) { random in
      let tile = random.int(1...9)
      let tiles = random.int(1...4)
      let size = tile * tiles
      let rings = (0..<random.int(1...3)).map { _ in
        star(
          &random,
          around: Vector2(random.double(0...Double(size)), random.double(0...Double(size))),
          radius: random.double(0.5...30), corners: random.int(3...30))
      }
      let whole = mask(rings, width: size, height: size)
      for rule in [CoverageMask.FillRule.nonZero, .evenOdd] {
        let expected = values(whole, rule)
        for row in 0..<tiles {
          for column in 0..<tiles {
            let corner = Vector2(Double(column * tile), Double(row * tile))
            let part = values(
              mask(rings.map { $0.map { $0 - corner } }, width: tile, height: tile), rule)
            for y in 0..<tile {
              for x in 0..<tile {
                let e = expected[(row * tile + y) * size + column * tile + x]
                try check(
                  isClose(part[y * tile + x], e, absolute: 3e-4),
                  "(\(x), \(y)) of tile (\(column), \(row)): \(part[y * tile + x]), not \(e)")
              }
            }
          }
        }
      }
    }
  }

  @Test func aSlantedHalfPlaneHasItsCoverageOnPaper() {
    let triangle = [Vector2(0, 0), Vector2(4, 0), Vector2(0, 4)]
    let found = values(mask([triangle], width: 4, height: 4), .nonZero)
    let expected = [1, 1, 1, 0.5, 1, 1, 0.5, 0, 1, 0.5, 0, 0, 0.5, 0, 0, 0]
    for (a, b) in zip(found, expected) { #expect(isClose(a, b, absolute: 1e-6)) }
  }

  @Test func manyEdgesKeepTheAccuracy() {
    // A circle of twenty thousand corners: its area is known.
    let n = 20_000
    let ring = (0..<n).map { i -> Vector2 in
      let angle = Double(i) / Double(n) * 2 * .pi
      return Vector2(50 + 40 * cos(angle), 50 + 40 * sin(angle))
    }
    let found = values(mask([ring], width: 100, height: 100), .nonZero)
    #expect(isClose(found.reduce(0, +), 1600 * .pi, absolute: 0.05))
    #expect(found.allSatisfy { $0 <= 1 })
    #expect(isClose(found[50 * 100 + 50], 1, absolute: 1e-4))
  }

  @Test func clearingLeavesNothing() {
    forEachSeed(50) { random in
      var reused = CoverageMask(width: 9, height: 9)
      let first = star(&random, around: Vector2(4, 4), radius: 9, corners: 7)
      reused.add(ring: first)
      reused.clear()
      try check(reused.isEmpty, "not empty")
      try check(values(reused, .nonZero).allSatisfy { $0 == 0 }, "something is left")
      let second = star(&random, around: Vector2(4, 4), radius: 5, corners: 5)
      reused.add(ring: second)
      try check(
        values(reused, .evenOdd) == values(mask([second], width: 9, height: 9), .evenOdd),
        "the first ring shines through")
    }
  }

  @Test func ringsThatEncloseNothingCoverNothing() {
    let p = Vector2(2, 2)
    for ring in [[], [p], [p, Vector2(5, 5)], [p, p, p], [p, Vector2(6, 6), Vector2(4, 4)]] {
      let found = values(mask([ring], width: 8, height: 8), .nonZero)
      #expect(found.allSatisfy { $0 < 1e-4 })
    }
    let outside = [Vector2(100, 1), Vector2(120, 1), Vector2(110, 9)]
    #expect(values(mask([outside], width: 8, height: 8), .nonZero).allSatisfy { $0 == 0 })
    let left = outside.map { Vector2(-$0.x, $0.y) }
    #expect(values(mask([left], width: 8, height: 8), .nonZero).allSatisfy { $0 < 1e-4 })
  }

  @Test func numbersThatAreNotFiniteOrHugeDoNotTrap() {
    let numbers: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308, 1e30, -1e18, 0, 3, 7.5]
    forEachSeed(1000) { random in
      let ring = (0..<random.int(3...8)).map { _ in
        Vector2(random.pick(numbers), random.pick(numbers))
      }
      var built = mask([ring], width: 8, height: 8)
      Stroker.add(ring, width: random.pick(numbers), to: &built)
      _ = values(built, .nonZero)
      _ = values(built, .evenOdd)
      built.clear()
    }
  }
}

@Suite struct StrokerTests {
  private func area(
    _ path: [Vector2], width: Double, roundCaps: Bool, size: Int = 60
  ) -> Double {
    var mask = CoverageMask(width: size, height: size)
    Stroker.add(path, width: width, to: &mask, roundCaps: roundCaps)
    var sum = 0.0
    mask.forEachCovered(rule: .nonZero) { _, _, coverage in sum += Double(coverage) }
    return sum
  }

  @Test func aStraightLineCoversLengthTimesWidth() {
    forEachSeed(200) { random in
      let a = Vector2(random.double(12...48), random.double(12...48))
      let b = Vector2(random.double(12...48), random.double(12...48))
      let width = random.double(0.2...9)
      let length = (b - a).length
      let found = area([a, b], width: width, roundCaps: false)
      try check(
        isClose(found, length * width, absolute: 0.02, relative: 1e-3),
        "\(found) for \(length) × \(width)")
    }
  }

  @Test func roundCapsAddADisc() {
    for width in [3.0, 6, 10] {
      let path = [Vector2(20, 30.3), Vector2(41, 30.3)]
      let found = area(path, width: width, roundCaps: true)
      let disc: Double = .pi * width * width / 4
      let expected = 21 * width + disc
      #expect(isClose(found, expected, relative: 0.02), "\(found), not \(expected)")
    }
  }

  @Test func aLineThatTurnsBackIsStillCoveredOnce() {
    forEachSeed(300) { random in
      let path = (0..<random.int(2...8)).map { _ in
        Vector2(random.double(8...52), random.double(8...52))
      }
      var mask = CoverageMask(width: 60, height: 60)
      Stroker.add(path, width: 4, to: &mask)
      var coverage = [Double](repeating: 0, count: 3600)
      mask.forEachCovered(rule: .nonZero) { x, y, c in coverage[y * 60 + x] = Double(c) }
      for i in path.indices.dropLast() {
        for step in 0...10 {
          let p = path[i] + (path[i + 1] - path[i]) * (Double(step) / 10)
          let c = coverage[Int(p.y) * 60 + Int(p.x)]
          try check(c > 0.99, "\(p) on the line \(path) is covered by \(c)")
        }
      }
      try check(coverage.allSatisfy { $0 <= 1 }, "more than covered")
    }
  }

  @Test func cornersAreRoundedAndNotCutOff() {
    // The outer side of a right angle: a quarter disc.
    let path = [Vector2(10, 30), Vector2(30, 30), Vector2(30, 50)]
    let found = area(path, width: 8, roundCaps: false)
    // Two bars that share a square, less the square beyond, plus a quarter disc.
    let quarter: Double = .pi * 16 / 4
    let expected: Double = 2 * 20 * 8 - 16 + quarter
    #expect(isClose(found, expected, relative: 0.01), "\(found), not \(expected)")
  }

  @Test func pathsWithoutALengthCoverADiscOrNothing() {
    let p = Vector2(30, 30)
    #expect(area([], width: 5, roundCaps: true) == 0)
    #expect(area([p, p], width: 5, roundCaps: false) == 0)
    #expect(isClose(area([p, p], width: 10, roundCaps: true), 25 * .pi, relative: 0.06))
    #expect(area([p, Vector2(40, 30)], width: 0, roundCaps: true) < 1e-6)
  }
}
