import BelvedereGeoMath
import BelvedereImaging
import BelvedereRasterization
import BelvedereTestSupport
import Testing

/// Leaving out what is not seen never changes a picture.
@Suite struct CullingTests {
  /// Looking anywhere from anywhere near the origin.
  private func view(_ random: inout SplitMix64, width: Int, height: Int) -> RasterView {
    let (heading, pitch) = (random.double(0...6.28), random.double(0...3.1))
    let forward = Vector3(
      sin(pitch) * sin(heading), sin(pitch) * cos(heading), -cos(pitch))
    let right = Vector3(cos(heading), -sin(heading), 0)
    return RasterView(
      projection: random.oneIn(4) ? .parallel(far: 1000) : .perspective,
      eye: Vector3(random.double(-40...40), random.double(-40...40), random.double(-5...40)),
      right: right, up: right.cross(forward), forward: forward,
      focalLength: random.double(2...300),
      center: Vector2(Double(width) / 2, Double(height) / 2), width: width, height: height,
      near: random.double(0.1...3))
  }

  /// A floor of small triangles and boxes on it, each in a batch of its own.
  private func city(_ random: inout SplitMix64) -> (batches: [TriangleBatch], origins: [Vector3]) {
    var batches: [TriangleBatch] = []
    var origins: [Vector3] = []
    for _ in 0..<random.int(20...80) {
      let size = SIMD3(
        Float(random.double(0.5...9)), Float(random.double(0.5...9)), Float(random.double(0...20)))
      let corners = (0..<8).map { i in
        SIMD3(
          i & 1 == 0 ? 0 : size.x, i & 2 == 0 ? 0 : size.y, i & 4 == 0 ? 0 : size.z)
      }
      let quads = [
        [0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5],
      ]
      batches.append(
        ScreenScene.batch(corners, quads.flatMap { [$0[0], $0[1], $0[2], $0[0], $0[2], $0[3]] }))
      origins.append(Vector3(random.double(-60...60), random.double(-60...60), 0))
    }
    return (batches, origins)
  }

  private func picture(
    _ batches: [TriangleBatch], _ placements: [BatchPlacement], _ view: RasterView, samples: Int,
    scratch: RasterizerScratch = RasterizerScratch(), threads: Int = 2
  ) -> (contents: [UInt64], triangles: Int) {
    let buffer = VisibilityBuffer(width: view.width, height: view.height, samples: samples)
    let count = Rasterizer(view: view, threads: threads, scratch: scratch)
      .draw(placements, batches: batches, into: buffer)
    return (ScreenScene.contents(buffer), count)
  }

  @Test("a picture is the same however many of its triangles are set up at once")
  func parts() {
    forEachSeed(40) { random in
      let view = view(&random, width: random.int(1...150), height: random.int(1...150))
      let (batches, origins) = city(&random)
      let placements = origins.enumerated().map { BatchPlacement(batch: $0, origin: $1) }
      for samples in [1, 4] {
        let whole = picture(batches, placements, view, samples: samples)
        for most in [1, 30, 200] {
          let scratch = RasterizerScratch(maximumTriangles: most)
          // The second time what was hidden is known.
          for _ in 0..<2 {
            let found = picture(batches, placements, view, samples: samples, scratch: scratch)
            #expect(found.contents == whole.contents)
          }
        }
      }
    }
  }

  @Test func boxesThatAreSeenAreNeverLeftOut() {
    forEachSeed(120) { random in
      let view = view(&random, width: random.int(1...90), height: random.int(1...70))
      let (batches, origins) = city(&random)
      let placements = origins.enumerated().map { BatchPlacement(batch: $0, origin: $1) }
      let found = picture(batches, placements, view, samples: 1).contents
      // The same triangles with a speck far behind the eye, so that no box can be left out.
      let spoiled = batches.map { batch in
        let all = batch.positions + [SIMD3(repeating: .infinity)]
        let last = UInt16(all.count - 1)
        return TriangleBatch(
          positions: all, indices: batch.indices + [last, last, last], cullsBackFaces: false)
      }
      let expected = picture(spoiled, placements, view, samples: 1).contents
      try check(found == expected, "a box that is seen was left out")
    }
  }

  @Test func whatWasHiddenBeforeIsFoundWhenItAppears() {
    forEachSeed(25) { random in
      let (batches, origins) = city(&random)
      let placements = origins.enumerated().map { BatchPlacement(batch: $0, origin: $1) }
      let scratch = RasterizerScratch()
      let samples = random.pick([1, 4])
      var view = view(&random, width: random.int(1...200), height: random.int(1...140))
      for frame in 0..<12 {
        // Steps, and now and then a jump.
        view.eye += Vector3(random.double(-1...1), random.double(-1...1), random.double(-0.2...0.2))
        if random.oneIn(5) {
          view.eye = Vector3(random.double(-40...40), random.double(-40...40), 2)
        }
        let kept = picture(
          batches, placements, view, samples: samples, scratch: scratch,
          threads: random.int(1...3))
        let fresh = picture(batches, placements, view, samples: samples)
        try check(kept.contents == fresh.contents, "frame \(frame) is not what a first one is")
      }
    }
  }

  @Test func picturesOfColorsForgetNothingEither() {
    forEachSeed(25) { random in
      let (plain, origins) = city(&random)
      let batches = plain.map { batch in
        TriangleBatch(
          positions: batch.positions, indices: batch.indices, cullsBackFaces: false,
          colors: batch.positions.map { _ in UInt32(random.int(0...0xFF_FFFF)) })
      }
      let placements = origins.enumerated().map { BatchPlacement(batch: $0, origin: $1) }
      let scratch = RasterizerScratch()
      var view = view(&random, width: random.int(1...200), height: random.int(1...140))
      for _ in 0..<8 {
        view.eye += Vector3(random.double(-3...3), random.double(-3...3), random.double(-0.2...0.2))
        let pictures = [scratch, RasterizerScratch()].map { scratch -> Image in
          var image = Image(width: view.width, height: view.height)
          Rasterizer(view: view, threads: random.int(1...3), scratch: scratch)
            .drawColors(
              placements, batches: batches, samples: 4, background: 0xFF00FF, into: &image)
          return image
        }
        try check(pictures[0] == pictures[1], "what was hidden before changes the picture")
      }
    }
  }

  /// A wall before ten thousand small triangles.
  @Test func whatAWallHidesIsNotSetUpASecondTime() {
    let wall = ScreenScene.batch(
      [SIMD3(-100, -100, 5), SIMD3(300, -100, 5), SIMD3(300, 300, 5), SIMD3(-100, 300, 5)],
      [0, 1, 2, 0, 2, 3])
    let behind = (0..<10).map { n -> TriangleBatch in
      let positions = (0..<1000).flatMap { i -> [SIMD3<Float>] in
        let (x, y) = (Float(i % 40) * 3 + 4, Float(i / 40) * 4 + 4)
        return [
          SIMD3(x, y, 9 + Float(n)), SIMD3(x + 2, y, 9 + Float(n)), SIMD3(x, y + 2, 9 + Float(n)),
        ]
      }
      return ScreenScene.batch(positions, Array(0..<3000))
    }
    let batches = [wall] + behind
    let placements = batches.indices.map { BatchPlacement(batch: $0, origin: .zero) }
    let view = ScreenScene.view(width: 130, height: 120)
    let scratch = RasterizerScratch()
    let first = picture(batches, placements, view, samples: 1, scratch: scratch)
    let second = picture(batches, placements, view, samples: 1, scratch: scratch)
    #expect(first.triangles > 9000)
    #expect(second.triangles == 2)
    #expect(first.contents == second.contents)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
