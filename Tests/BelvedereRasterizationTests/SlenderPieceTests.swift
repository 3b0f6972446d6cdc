import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Testing

/// Slender pieces cover as much of pixels as their area is, and what is in front of them hides them.
@Suite struct SlenderPieceTests {
  private typealias Fine = (left: VisibilityBuffer, parts: FineParts?)

  /// Bars, each two sides of one quadrilateral in pixels, of which one faces the eye.
  private func bar(
    _ a: Vector2, _ b: Vector2, width: Double, z: Float
  ) -> (positions: [SIMD3<Float>], indices: [Int]) {
    let across = (b - a).normalized.perpendicular * (width / 2)
    let corners = [a - across, b - across, b + across, a + across].map {
      SIMD3(Float($0.x), Float($0.y), z)
    }
    let quad = [0, 1, 2, 0, 2, 3]
    return (corners + corners.reversed(), quad + quad.map { $0 + 4 })
  }

  private func drawn(
    _ batches: [TriangleBatch], pieces: Int, view: RasterView, samples: Int,
    path: VectorPath = .best, threads: Int = 1
  ) -> Fine {
    let buffer = VisibilityBuffer(width: view.width, height: view.height, samples: samples)
    let placements = batches.indices.map { BatchPlacement(batch: $0, origin: .zero) }
    let rasterizer = Rasterizer(view: view, threads: threads, vectors: path)
    let slender = (0..<pieces).map {
      SlenderBatch(
        placement: $0, pieces: FrozenArray([SlenderPiece(first: 0, faces: 2)]))
    }
    var rest = batches
    let isAny = rasterizer.findSlender(slender, placements, batches: &rest)
    rasterizer.draw(placements, batches: rest, into: buffer)
    return (buffer, isAny ? rasterizer.fineParts(before: buffer) : nil)
  }

  /// All parts in a row, with how much is hidden, for comparison.
  private func listed(_ fine: FineParts?, _ view: RasterView) -> [[Float]] {
    guard let fine else { return [] }
    var all: [[Float]] = []
    for y in 0..<view.height {
      for x in 0..<view.width {
        let left = fine.forEach(x: x, y: y) { part in
          all.append([
            Float(x), Float(y), part.x, part.y, part.depthValue, part.weight,
            Float(bitPattern: part.id.rawValue),
          ])
        }
        if let left { all.append((0..<8).map { left[$0] }) }
      }
    }
    return all
  }

  @Test func coverageIsTheArea() throws {
    let view = ScreenScene.view(width: 96, height: 96)
    forEachSeed(40) { random in
      let a = Vector2(random.double(8...88), random.double(8...88))
      let b = Vector2(random.double(8...88), random.double(8...88))
      let width = random.double(0.04...1.9)
      guard (b - a).length > 12 else { return }
      let bar = bar(a, b, width: width, z: 10)
      let batch = ScreenScene.batch(bar.positions, bar.indices, culls: true)
      for samples in [1, 4, 8] {
        let fine = try #require(drawn([batch], pieces: 1, view: view, samples: samples).parts)
        var covered = 0.0
        var hidden = 0.0
        for y in 0..<view.height {
          for x in 0..<view.width {
            let left = fine.forEach(x: x, y: y) { part in
              covered += Double(part.weight)
              // The middle of what it covers lies on it.
              let p = Vector2(Double(part.x), Double(part.y)) - a
              let off = abs(p.dot((b - a).normalized.perpendicular))
              #expect(off <= width / 2 + 0.01, "\(off) beside \(width)")
            }
            if let left { for s in 0..<samples { hidden += 1 - Double(left[s]) } }
          }
        }
        let area = (b - a).length * width * Double(samples)
        try check(
          abs(covered - area) < 0.05 * area + 0.15 * Double(samples),
          "\(covered) of \(area), \(width) wide")
        try check(abs(covered - hidden) < 1e-3, "\(covered) cover, \(hidden) are hidden")
      }
    }
  }

  /// Where four samples leave gaps, each pixel of a line has its share.
  @Test func aThinLineHasNoGaps() throws {
    let view = ScreenScene.view(width: 64, height: 16)
    let bar = bar(Vector2(-4, 6.3), Vector2(70, 9.1), width: 0.12, z: 10)
    let batch = ScreenScene.batch(bar.positions, bar.indices, culls: true)
    let fine = try #require(drawn([batch], pieces: 1, view: view, samples: 4).parts)
    let shares = (0..<view.width).map { x in
      var sum: Float = 0
      for y in 0..<view.height { _ = fine.forEach(x: x, y: y) { sum += $0.weight / 4 } }
      return sum
    }
    #expect(shares.allSatisfy { $0 > 0.06 && $0 < 0.18 }, "\(shares)")
  }

  @Test func theSameForAllPathsThreadsAndOrders() throws {
    forEachSeed(16) { random in
      let view = ScreenScene.view(width: 150, height: 130)
      func place() -> Vector2 {
        Vector2(random.double(-40...190), random.double(-40...170))
      }
      var batches = (0..<random.int(1...12)).map { _ in
        let bar = bar(
          place(), place(), width: random.double(0.02...3),
          z: Float(random.double(5...60)))
        return ScreenScene.batch(bar.positions, bar.indices, culls: true)
      }
      let pieces = batches.count
      batches.append(ScreenScene.randomBatch(&random))
      let samples = random.pick([1, 4, 8])
      let expected = drawn(batches, pieces: pieces, view: view, samples: samples)
      for path in VectorPath.available {
        for threads in [1, 2, 7] {
          let found = drawn(
            batches, pieces: pieces, view: view, samples: samples, path: path, threads: threads)
          try check(
            listed(found.parts, view) == listed(expected.parts, view),
            "\(path), \(threads) threads, \(samples) samples")
        }
      }
    }
  }

  @Test func whatIsInFrontHides() throws {
    let view = ScreenScene.view(width: 64, height: 16)
    let bar = bar(Vector2(2, 8), Vector2(62, 8.5), width: 0.5, z: 10)
    let line = ScreenScene.batch(bar.positions, bar.indices, culls: true)
    // From column 32 on, before and behind the line.
    func wall(_ z: Float) -> TriangleBatch {
      ScreenScene.batch(
        [SIMD3(32, 0, z), SIMD3(64, 0, z), SIMD3(64, 16, z), SIMD3(32, 16, z)], [0, 1, 2, 0, 2, 3])
    }
    func columns(_ z: Float) throws -> [Int] {
      let fine = try #require(
        drawn([line, wall(z)], pieces: 1, view: view, samples: 4).parts)
      return (0..<64).filter { x in
        (0..<16).contains { y in
          var isAny = false
          _ = fine.forEach(x: x, y: y) { _ in isAny = true }
          return isAny
        }
      }
    }
    #expect(try columns(5) == Array(2..<32))
    #expect(try columns(15) == Array(2..<62))
  }

  /// Two bars that cross cover their union, and the nearer one is seen where they do.
  @Test func theNearerOneIsSeen() throws {
    let view = ScreenScene.view(width: 24, height: 24)
    let near = bar(Vector2(2, 12.5), Vector2(22, 12.5), width: 1, z: 10)
    let far = bar(Vector2(12.5, 2), Vector2(12.5, 22), width: 1, z: 20)
    let batches = [far, near].map { ScreenScene.batch($0.positions, $0.indices, culls: true) }
    let fine = try #require(drawn(batches, pieces: 2, view: view, samples: 4).parts)
    var shown: [Int: Float] = [:]
    let left = fine.forEach(x: 12, y: 12) { shown[$0.id.batch, default: 0] += $0.weight }
    #expect(shown == [1: 4])
    #expect(left == SIMD8(0, 0, 0, 0, 1, 1, 1, 1))
  }

  /// What is wider is drawn as all else.
  @Test func wideBarsStay() {
    let view = ScreenScene.view(width: 64, height: 64)
    for (width, isSlender) in [(1.9, true), (2.1, false)] {
      let bar = bar(Vector2(4, 20), Vector2(60, 44), width: width, z: 10)
      let batch = ScreenScene.batch(bar.positions, bar.indices, culls: true)
      let (left, parts) = drawn([batch], pieces: 1, view: view, samples: 4)
      #expect((parts != nil) == isSlender)
      #expect((left.triangle(x: 32, y: 32, sample: 0) == .none) == isSlender)
    }
  }
}
