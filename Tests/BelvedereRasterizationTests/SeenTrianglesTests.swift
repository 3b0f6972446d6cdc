import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Testing

/// Which triangles are seen in front of something, compared with each of them drawn alone.
@Suite struct SeenTrianglesTests {
  @Test func seenAreThoseThatAloneShowInFrontOfTheWall() {
    forEachSeed(24) { random in
      let view = ScreenScene.randomView(&random)
      let batches = (0..<random.int(2...16)).map { _ in ScreenScene.randomBatch(&random) }
      let samples = random.pick([1, 4, 8])
      func drawn(_ batch: Int, only triangle: Int? = nil) -> VisibilityBuffer {
        let whole = batches[batch]
        let part =
          triangle.map {
            TriangleBatch(
              positions: whole.positions, indices: Array(whole.indices[(3 * $0)..<(3 * $0 + 3)]),
              cullsBackFaces: whole.cullsBackFaces)
          } ?? whole
        let buffer = VisibilityBuffer(width: view.width, height: view.height, samples: samples)
        Rasterizer(view: view, threads: 1).draw(
          [BatchPlacement(batch: 0, origin: .zero)], batches: [part], into: buffer)
        return buffer
      }
      // The first batch is the wall; some of its samples, and some of the background, ask for nothing.
      let wall = drawn(0)
      let askedRows = random.int(0...2)
      ScreenScene.forEachSample(wall) { _, y, _, i in
        if askedRows == 0 ? random.oneIn(2) : y % 3 < askedRows { wall.depth[i] = .infinity }
      }
      var expected: Set<[Int]> = []
      for batch in 1..<batches.count {
        for triangle in 0..<batches[batch].triangleCount {
          let alone = drawn(batch, only: triangle)
          var isSeen = false
          ScreenScene.forEachSample(alone) { x, y, s, i in
            let isDrawn = alone.triangle(x: x, y: y, sample: s) != .none
            if isDrawn, alone.depth[i] > wall.depth[i] { isSeen = true }
          }
          if isSeen { expected.insert([batch, triangle]) }
        }
      }
      let placements = (1..<batches.count).map { BatchPlacement(batch: $0, origin: .zero) }
      for path in VectorPath.available {
        for threads in [1, 2, 7] {
          let seen = Rasterizer(view: view, threads: threads, vectors: path)
            .seen(placements.shuffled(using: &random), batches: batches, inFrontOf: wall)
          var found: Set<[Int]> = []
          for batch in batches.indices {
            seen.forEach(ofBatch: batch) { found.insert([batch, $0]) }
            for triangle in 0..<batches[batch].triangleCount {
              try check(
                seen.contains(batch: batch, triangle: triangle)
                  == found.contains([batch, triangle]),
                "two answers for \(batch), \(triangle)")
            }
          }
          try check(
            found == expected,
            "\(path), \(threads) threads: \(found.symmetricDifference(expected).sorted { $0.lexicographicallyPrecedes($1) })"
          )
        }
      }
    }
  }
}
