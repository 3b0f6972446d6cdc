import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Testing

/// The same bits with every set of instructions that this processor has.
@Suite struct VectorPathTests {
  private func soup(_ random: inout SplitMix64, width: Int, height: Int) -> [TriangleBatch] {
    (0..<random.int(1...12)).map { _ in
      let reach = random.pick([2.0, 20, 200, 5000])
      let count = random.int(1...60)
      let positions = (0..<count).flatMap { _ -> [SIMD3<Float>] in
        let center = SIMD2(
          random.double(-20...Double(width + 20)), random.double(-20...Double(height + 20)))
        return (0..<3).map { _ in
          SIMD3(
            Float(center.x + random.double(-reach...reach)),
            Float(center.y + random.double(-reach...reach)),
            // Few depths, so that some are equal; some lie before the near plane.
            random.oneIn(3) ? Float(random.int(-2...4)) : Float(random.double(-2...900)))
        }
      }
      return ScreenScene.batch(positions, Array(0..<(3 * count)), culls: random.oneIn(3))
    }
  }

  private func perspective(_ random: inout SplitMix64, _ width: Int, _ height: Int) -> RasterView {
    RasterView(
      projection: .perspective, eye: Vector3(random.double(-9...9), random.double(-9...9), -50),
      right: Vector3(1, 0, 0), up: Vector3(0, -1, 0), forward: Vector3(0, 0, 1),
      focalLength: random.double(5...500), center: Vector2(Double(width) / 2, Double(height) / 2),
      width: width, height: height, near: random.double(0.1...60))
  }

  @Test func allPathsDrawTheSameBits() {
    #expect(VectorPath.available.map(\.description).first == "portable")
    forEachSeed(150) { random in
      let width = random.int(1...150)
      let height = random.int(1...140)
      let batches = soup(&random, width: width, height: height)
      let view =
        random.oneIn(2)
        ? ScreenScene.view(width: width, height: height, near: 0)
        : perspective(&random, width, height)
      let samples = random.pick([1, 4, 8])
      let pictures = VectorPath.available.map { path -> [UInt64] in
        let buffer = VisibilityBuffer(width: width, height: height, samples: samples)
        let placements = batches.indices.map {
          BatchPlacement(batch: $0, origin: Vector3(0.1, -0.3, 0.7))
        }
        Rasterizer(view: view, threads: 2, vectors: path)
          .draw(placements, batches: batches, into: buffer)
        return ScreenScene.contents(buffer)
      }
      for (path, picture) in zip(VectorPath.available, pictures) {
        try check(picture == pictures[0], "\(path) differs from \(VectorPath.available[0])")
      }
    }
  }

  @Test func scratchMemoryLeavesNothingOfAnEarlierPicture() {
    let scratch = RasterizerScratch()
    forEachSeed(30) { random in
      let width = random.int(1...300)
      let height = random.int(1...140)
      let batches = soup(&random, width: width, height: height)
      let view = ScreenScene.view(width: width, height: height, near: 0)
      let placements = batches.indices.map { BatchPlacement(batch: $0, origin: Vector3(0, 0, 0)) }
      let pictures = [scratch, RasterizerScratch()].map { scratch -> [UInt64] in
        let buffer = VisibilityBuffer(width: width, height: height, samples: 1)
        Rasterizer(view: view, threads: random.int(1...3), scratch: scratch)
          .draw(placements, batches: batches, into: buffer)
        return ScreenScene.contents(buffer)
      }
      try check(pictures[0] == pictures[1], "kept memory changes the picture")
    }
  }

  @Test func widePicturesAreDrawnInPartsWithoutASeam() throws {
    // One slanted strip across a picture that is wider than what can be drawn at once.
    let width = 40_000
    let strip = ScreenScene.batch(
      [SIMD3(-10, 1.25, 5), SIMD3(40_010, 2.5, 9), SIMD3(40_010, 6.5, 9), SIMD3(-10, 5.25, 5)],
      [0, 1, 2, 0, 2, 3])
    let buffer = ScreenScene.draw(
      [strip], view: ScreenScene.view(width: width, height: 8), samples: 1)
    for x in 0..<width {
      let top = 1.25 + 1.25 * (Double(x) + 10.5) / 40_020
      for y in 0..<8 {
        let center = Double(y) + 0.5
        // Not where the edge passes within the snapping of its ends.
        if abs(center - top) < 0.01 || abs(center - top - 4) < 0.01 { continue }
        let isCovered = buffer.triangle(x: x, y: y, sample: 0) != .none
        #expect(isCovered == (center > top && center < top + 4), "\(x), \(y)")
      }
    }
  }
}
