import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Foundation
import Testing

/// Whole pictures beside a ray through every sample.
@Suite struct RayComparisonTests {
  /// Hills of 12 × 12 cells, a hundred metres each, and closed boxes that stand in them.
  private func scene(_ random: inout SplitMix64) -> [TriangleBatch] {
    let cells = 12
    let waves = (0..<4).map { _ in
      (random.double(-0.01...0.01), random.double(-0.01...0.01), random.double(0...6.28))
    }
    func height(_ x: Double, _ y: Double) -> Double {
      waves.reduce(0) { $0 + 12 * sin(x * $1.0 + y * $1.1 + $1.2) }
    }
    var ground: [SIMD3<Float>] = []
    for j in 0...cells {
      for i in 0...cells {
        let (x, y) = (Double(i - cells / 2) * 100, Double(j - cells / 2) * 100)
        ground.append(SIMD3(Float(x), Float(y), Float(height(x, y))))
      }
    }
    var indices: [Int] = []
    for j in 0..<cells {
      for i in 0..<cells {
        let a = j * (cells + 1) + i
        indices += [a, a + 1, a + cells + 2, a, a + cells + 2, a + cells + 1]
      }
    }
    return [ScreenScene.batch(ground, indices)]
      + (0..<14).map { _ in
        let (x, y) = (random.double(-450...450), random.double(-450...450))
        let (size, turn) = (random.double(5...60), random.double(0...1.5))
        return prism(
          SIMD3(x, y, height(x, y) - 20), SIMD2(cos(turn), sin(turn)) * size,
          height: random.double(25...90))
      }
  }

  /// An upright box around a square, seen from outside.
  private func prism(_ at: SIMD3<Double>, _ side: SIMD2<Double>, height: Double) -> TriangleBatch {
    let ring = [side, SIMD2(-side.y, side.x), -side, SIMD2(side.y, -side.x)]
    let corners = [0, height].flatMap { z in
      ring.map { SIMD3(Float(at.x + $0.x), Float(at.y + $0.y), Float(at.z + z)) }
    }
    var indices = [4, 5, 6, 4, 6, 7, 0, 2, 1, 0, 3, 2]
    for i in 0..<4 {
      let j = (i + 1) % 4
      indices += [i, j, j + 4, i, j + 4, i + 4]
    }
    return ScreenScene.batch(corners, indices, culls: true)
  }

  /// From above, from the side, and from a man's height along the ground.
  private func camera(_ random: inout SplitMix64, _ ground: TriangleBatch) -> RasterView {
    let heading = random.double(0...6.28)
    let start = ground.positions[random.int(0...(ground.positions.count - 1))]
    let above = random.pick([0.5, 1.7, 10, 60, 400])
    let pitch = above > 50 ? random.double(0...1.5) : random.double(1.35...1.65)
    let forward = Vector3(sin(pitch) * sin(heading), sin(pitch) * cos(heading), -cos(pitch))
    let right = Vector3(cos(heading), -sin(heading), 0)
    return RasterView(
      projection: .perspective,
      eye: Vector3(Double(start.x), Double(start.y), Double(start.z) + above), right: right,
      up: right.cross(forward), forward: forward, focalLength: random.double(120...500),
      center: Vector2(160, 120), width: 320, height: 240, near: 0.1)
  }

  /// Published positions of samples in sixteenths of a pixel from its centre (Direct3D 11).
  private static let patterns: [Int: [(x: Double, y: Double)]] = [
    1: [(0, 0)],
    4: [(-2, 6), (6, 2), (-6, -2), (2, -6)],
    8: [(1, 3), (-1, -3), (5, -1), (-3, 5), (-5, -5), (-7, 1), (3, -7), (7, 7)],
  ]

  @Test(arguments: [(samples: 1, seeds: 24), (4, 6), (8, 3)])
  func picturesShowWhatRaysMeet(_ samples: Int, _ seeds: Int) throws {
    let pattern = try #require(Self.patterns[samples])
    var (places, differing, covered) = (0, 0, 0)
    for seed in 1...seeds {
      var random = SplitMix64(seed: UInt64(seed))
      let batches = scene(&random)
      let view = camera(&random, batches[0])
      let buffer = ScreenScene.draw(batches, view: view, samples: samples, threads: 2)
      let rays = ReferenceRays(batches, view: view)
      for (y, x, s) in Self.places(view, samples) {
        let shown = buffer.triangle(x: x, y: y, sample: s)
        let value = Double(buffer.depthValue(x: x, y: y, sample: s))
        func isShown(_ hit: ReferenceRays.Hit?) -> Bool {
          guard let hit else { return shown == .none }
          // Triangles of one surface meet at an edge: which of the two it is does not show.
          return hit.triangle.batch == shown.batch && abs(hit.depth * value - 1) < 0.002
        }
        places += 1
        let px = Double(x) + 0.5 + pattern[s].x / 16
        let py = Double(y) + 0.5 + pattern[s].y / 16
        let hit = rays.hit(x: px, y: py)
        if hit != nil { covered += 1 }
        if isShown(hit) { continue }
        differing += 1
        // Vertices are rounded to 1/256 pixel: a ray moved by less than that sees what is shown.
        let isOnAnEdge = [0.002, 0.004, 0.008].contains { step in
          (0..<16).contains { i in
            let angle = Double(i) * .pi / 8
            return isShown(rays.hit(x: px + step * cos(angle), y: py + step * sin(angle)))
          }
        }
        try #require(
          isOnAnEdge, "seed \(seed): sample \(s) of \(x), \(y) shows \(shown), not \(hit as Any)")
      }
    }
    #expect(covered * 4 > places)
    #expect(Double(differing) <= Double(places) * 0.0002, "\(differing) of \(places) differ")
  }

  private static func places(
    _ view: RasterView, _ samples: Int
  ) -> [(y: Int, x: Int, sample: Int)] {
    (0..<view.height * view.width * samples).map { n in
      (n / samples / view.width, n / samples % view.width, n % samples)
    }
  }

  /// A box of a metre on a plain, seen from 20,000 km through a very long lens.
  @Test func aMetreIsResolvedAtTwentyThousandKilometres() {
    let distance = 2e7
    let plain = ScreenScene.batch(
      [SIMD3(-9, -9, 0), SIMD3(9, -9, 0), SIMD3(9, 9, 0), SIMD3(-9, 9, 0)], [0, 1, 2, 0, 2, 3])
    let box = prism(SIMD3(0, 0, 0), SIMD2(0.5, 0.5), height: 1)
    for pitch in [0.0, 0.6, 1.2] {
      let forward = Vector3(0, sin(pitch), -cos(pitch))
      let right = Vector3(1, 0, 0)
      let view = RasterView(
        projection: .perspective, eye: forward * -distance, right: right, up: right.cross(forward),
        forward: forward, focalLength: 40 * distance, center: Vector2(64, 64), width: 128,
        height: 128, near: 1, depthOffset: 1 / (distance + 20))
      // The plain is the first, to which ties would go.
      let batches = [plain, box]
      let buffer = ScreenScene.draw(batches, view: view, samples: 1)
      let rays = ReferenceRays(batches, view: view)
      var (differing, boxes) = (0, 0)
      for y in 0..<128 {
        for x in 0..<128 {
          let hit = rays.hit(x: Double(x) + 0.5, y: Double(y) + 0.5)
          if hit?.triangle.batch == 1 { boxes += 1 }
          let shown = buffer.triangle(x: x, y: y, sample: 0)
          if (hit?.triangle ?? .none).batch != shown.batch { differing += 1 }
        }
      }
      #expect(boxes > 1000)
      #expect(differing <= 3, "pitch \(pitch): \(differing) of \(boxes) pixels differ")
    }
  }
}
