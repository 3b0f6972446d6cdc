import BelvedereGeoMath
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct PolygonTriangulationTests {
  private func area(_ ring: [Vector2]) -> Double { abs(PolygonTriangulation.signedArea(ring)) }

  /// A ring that is seen whole from its middle.
  private func star(
    _ random: inout SplitMix64, around center: Vector2, radii: ClosedRange<Double>, corners: Int
  ) -> [Vector2] {
    var ring = (0..<corners).map { i in
      let angle = (Double(i) + random.double(0...0.8)) / Double(corners) * 2 * .pi
      return center + Vector2(cos(angle), sin(angle)) * random.double(radii)
    }
    if random.oneIn(2) { ring.reverse() }
    return ring
  }

  private func isInside(_ p: Vector2, _ rings: [[Vector2]]) -> Bool {
    var inside = false
    for ring in rings {
      var a = ring[ring.count - 1]
      for b in ring {
        if (a.y > p.y) != (b.y > p.y), p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
          inside.toggle()
        }
        a = b
      }
    }
    return inside
  }

  private func verify(_ rings: [[Vector2]], _ random: inout SplitMix64) throws {
    let points = rings.flatMap { $0 }
    let triangles = PolygonTriangulation.triangulate(rings)
    let expected = area(rings[0]) - rings.dropFirst().reduce(0) { $0 + area($1) }
    let corners = triangles.map { points[$0] }
    try check(triangles.count % 3 == 0, "\(triangles.count) indices")
    var sum = 0.0
    for t in stride(from: 0, to: corners.count, by: 3) {
      let signed = PolygonTriangulation.signedArea(Array(corners[t..<(t + 3)]))
      // Corners on a line up to rounding leave slivers.
      try check(signed > -1e-15, "triangle \(t / 3) has the area \(signed)")
      sum += signed
    }
    try check(isClose(sum, expected, absolute: 1e-9), "area \(sum), not \(expected)")
    // Overlaps and gaps may cancel in the sum; points do not let them.
    for _ in 0..<40 {
      let p = Vector2(random.double(-1.1...1.1), random.double(-1.1...1.1))
      var covers = 0
      for t in stride(from: 0, to: corners.count, by: 3)
      where isInside(p, [Array(corners[t..<(t + 3)])]) { covers += 1 }
      try check(
        covers == (isInside(p, rings) ? 1 : 0), "\(p) is covered \(covers) times")
    }
  }

  @Test func starShapedPolygonsAreFilledOnce() {
    forEachSeed(400) { random in
      let ring = star(
        &random, around: Vector2(0, 0), radii: 0.2...1, corners: random.int(3...60))
      try verify([ring], &random)
    }
  }

  @Test func polygonsWithHolesAreFilledOnce() {
    forEachSeed(600) { random in
      var rings = [
        star(&random, around: Vector2(0, 0), radii: 0.9...1, corners: random.int(24...60))
      ]
      // Holes in the cells of a grid never touch.
      let n = random.int(1...5)
      for i in 0..<n {
        for j in 0..<n where !random.oneIn(3) {
          let cell = 1.1 / Double(n)
          let middle = Vector2(Double(i) + 0.5, Double(j) + 0.5) * cell - Vector2(0.55, 0.55)
          rings.append(
            star(
              &random, around: middle, radii: (0.1 * cell)...(0.48 * cell),
              corners: random.int(3...14)))
        }
      }
      try verify(rings, &random)
    }
  }

  @Test func holesInRowsAndColumnsAreFilledOnce() {
    // Corners at equal heights and abscissas: bridges run through several corners at once.
    forEachSeed(200) { random in
      var rings = [[Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)]]
      let n = random.int(1...6)
      for i in 0..<n {
        for j in 0..<n where !random.oneIn(4) {
          let cell = 1.8 / Double(n)
          let c = Vector2(Double(i) + 0.5, Double(j) + 0.5) * cell - Vector2(0.9, 0.9)
          let r = cell * 0.3
          var hole =
            random.oneIn(2)
            ? [c - Vector2(r, r), c + Vector2(r, -r), c + Vector2(r, r), c + Vector2(-r, r)]
            : [c - Vector2(r, 0), c - Vector2(0, r), c + Vector2(r, 0), c + Vector2(0, r)]
          if random.oneIn(2) { hole.reverse() }
          rings.append(hole)
        }
      }
      try verify(rings, &random)
    }
  }

  @Test func combsAndSpiralsAreFilledOnce() throws {
    var random = SplitMix64(seed: 7)
    var comb: [Vector2] = []
    for i in 0..<40 {
      comb.append(Vector2(-1 + Double(i) / 20, 0.9))
      comb.append(Vector2(-1 + (Double(i) + 0.5) / 20, -0.8))
    }
    comb += [Vector2(1, -1), Vector2(-1, -1)]
    try verify([comb], &random)
    let outward = (0..<120).map { i -> Vector2 in
      let t = Double(i) / 12
      return Vector2(cos(t * 2), sin(t * 2)) * (0.1 + t * 0.08)
    }
    let inward = (0..<120).reversed().map { i -> Vector2 in
      let t = Double(i) / 12
      return Vector2(cos(t * 2), sin(t * 2)) * (0.05 + t * 0.08)
    }
    try verify([outward + inward], &random)
  }

  @Test func cornersOnStraightEdgesLeaveNoGap() throws {
    var random = SplitMix64(seed: 3)
    let square = (0..<40).map { i -> Vector2 in
      let t = Double(i % 10) / 10 * 2 - 1
      switch i / 10 {
      case 0: return Vector2(t, -1)
      case 1: return Vector2(1, t)
      case 2: return Vector2(-t, 1)
      default: return Vector2(-1, -t)
      }
    }
    try verify([square], &random)
  }

  @Test func degeneratePolygonsGiveNothingOrTrianglesOfPositiveArea() {
    let p = Vector2(1, 2)
    let cases: [[[Vector2]]] = [
      [], [[]], [[p]], [[p, p]], [[p, p, p]], [[p, p, p, p, p]],
      [[Vector2(0, 0), Vector2(1, 1), Vector2(2, 2)]],
      [[Vector2(0, 0), Vector2(1, 0), Vector2(2, 0), Vector2(1, 0)]],
      [[Vector2(0, 0), Vector2(4, 0), Vector2(4, 4)], []],
      [[Vector2(0, 0), Vector2(4, 0), Vector2(4, 4)], [p]],
      [[Vector2(0, 0), Vector2(4, 0), Vector2(4, 4)], [p, p, p]],
    ]
    for rings in cases {
      let points = rings.flatMap { $0 }
      let triangles = PolygonTriangulation.triangulate(rings)
      for t in stride(from: 0, to: triangles.count, by: 3) {
        let corners = triangles[t..<(t + 3)].map { points[$0] }
        #expect(PolygonTriangulation.signedArea(corners) > 0)
      }
    }
  }

  @Test func polygonsThatCrossThemselvesEndWithValidIndices() {
    forEachSeed(300) { random in
      let isCoarse = random.oneIn(2)
      let rings = (0..<random.int(1...4)).map { _ in
        (0..<random.int(0...80)).map { _ -> Vector2 in
          isCoarse
            ? Vector2(Double(random.int(0...4)), Double(random.int(0...4)))
            : Vector2(random.double(-1...1), random.double(-1...1))
        }
      }
      let count = rings.reduce(0) { $0 + $1.count }
      let triangles = PolygonTriangulation.triangulate(rings)
      try check(triangles.count % 3 == 0, "\(triangles.count) indices")
      try check(triangles.allSatisfy { $0 >= 0 && $0 < count }, "an index is out of range")
    }
  }

  @Test func largePolygonsThatCrossThemselvesEndSoon() {
    let n = PolygonTriangulation.maximumVertices
    let rose = (0..<n).map { k -> Vector2 in
      let angle = 2.4 * Double(k)
      return Vector2(cos(angle), sin(angle)) * (Double(k) / Double(n))
    }
    var triangles: [Int] = []
    #expect(processorSeconds { triangles = PolygonTriangulation.triangulate([rose]) } < 30)
    #expect(triangles.allSatisfy { $0 >= 0 && $0 < n })
  }

  @Test func largeSimplePolygonsAreFilledWhole() {
    let n = PolygonTriangulation.maximumVertices
    let spikes = (0..<n).map { k -> Vector2 in
      let angle = Double(k) / Double(n) * 2 * .pi
      return Vector2(cos(angle), sin(angle)) * (k & 1 == 0 ? 1 : 0.3)
    }
    let comb =
      (0..<(n - 2)).map { Vector2(Double($0) / Double(n), $0 & 1 == 0 ? 1 : 0.1) }
      + [Vector2(1, 0), Vector2(0, 0)]
    // Three turns inwards and, a little beside that, outwards again.
    func arm(_ k: Int, _ width: Double) -> Vector2 {
      let t = Double(k) / Double(n / 2)
      let angle = 6 * Double.pi * t
      return Vector2(cos(angle), sin(angle)) * (1 - 0.9 * t - width)
    }
    let spiral = (0..<(n / 2)).map { arm($0, 0) } + (0..<(n / 2)).reversed().map { arm($0, 0.05) }
    for ring in [spikes, comb, spiral] {
      let triangles = PolygonTriangulation.triangulate([ring])
      let sum = stride(from: 0, to: triangles.count, by: 3).reduce(0.0) { sum, t in
        sum + PolygonTriangulation.signedArea(triangles[t..<(t + 3)].map { ring[$0] })
      }
      #expect(isClose(sum, area(ring), absolute: 1e-9), "\(sum), not \(area(ring))")
    }
  }

  @Test func numbersThatAreNotFiniteEndToo() {
    forEachSeed(100) { random in
      let ring = (0..<12).map { _ in
        Vector2(
          random.pick([0, 1, .nan, .infinity, -.infinity, 1e308, -1e308]), random.double(-1...1))
      }
      let triangles = PolygonTriangulation.triangulate([ring, ring.reversed()])
      try check(triangles.allSatisfy { $0 >= 0 && $0 < 24 }, "an index is out of range")
    }
  }

  @Test func tooManyVerticesAreRefused() {
    let n = PolygonTriangulation.maximumVertices + 1
    let circle = (0..<n).map { i -> Vector2 in
      let angle = Double(i) / Double(n) * 2 * .pi
      return Vector2(cos(angle), sin(angle))
    }
    #expect(PolygonTriangulation.triangulate([circle]).isEmpty)
  }

  @Test func theSignOfTheAreaTellsTheOrientation() {
    let square = [Vector2(0, 0), Vector2(2, 0), Vector2(2, 3), Vector2(0, 3)]
    #expect(PolygonTriangulation.signedArea(square) == 6)
    #expect(PolygonTriangulation.signedArea(square.reversed()) == -6)
    #expect(PolygonTriangulation.signedArea([]) == 0)
  }
}
