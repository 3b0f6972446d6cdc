import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct RasterizerTests {
  /// A camera at the origin that looks north.
  private func view(width: Int, height: Int, near: Double = 0.1) -> RasterView {
    RasterView(
      projection: .perspective, eye: Vector3(0, 0, 0), right: Vector3(1, 0, 0),
      up: Vector3(0, 0, 1), forward: Vector3(0, 1, 0), focalLength: Double(height),
      center: Vector2(Double(width) / 2, Double(height) / 2), width: width, height: height,
      near: near)
  }

  private func soup(_ random: inout SplitMix64, batches: Int) -> [TriangleBatch] {
    (0..<batches).map { _ in
      let count = random.int(0...6)
      // Few depths, so that many triangles tie.
      let positions = (0..<(3 * count)).map { _ -> SIMD3<Float> in
        SIMD3(
          Float(random.double(-40...40)), Float(random.int(-1...4)) * 10,
          Float(random.double(-30...30)))
      }
      return ScreenScene.batch(positions, Array(0..<(3 * count)), culls: random.oneIn(3))
    }
  }

  @Test func thePictureDependsNeitherOnTheOrderNorOnTheThreads() {
    forEachSeed(40) { random in
      let batches = soup(&random, batches: random.int(1...60))
      let view = view(width: random.int(1...150), height: random.int(1...140))
      let samples = random.pick([1, 4, 8])
      let expected = ScreenScene.contents(
        ScreenScene.draw(batches, view: view, samples: samples))
      for threads in [1, 2, 7] {
        let order = Array(batches.indices).shuffled(using: &random)
        let found = ScreenScene.contents(
          ScreenScene.draw(
            batches, view: view, samples: samples, threads: threads, order: order))
        try check(found == expected, "\(threads) threads or the order \(order) change the picture")
      }
    }
  }

  @Test func drawingInTwoStepsIsDrawingAtOnce() {
    forEachSeed(20) { random in
      let batches = soup(&random, batches: 12)
      let view = view(width: 90, height: 70)
      let expected = ScreenScene.contents(ScreenScene.draw(batches, view: view, samples: 4))
      let buffer = VisibilityBuffer(width: 90, height: 70, samples: 4)
      let rasterizer = Rasterizer(view: view, threads: 2)
      for half in [[7, 3, 11, 0, 1], [2, 4, 5, 6, 8, 9, 10]] {
        rasterizer.draw(
          half.map { BatchPlacement(batch: $0, origin: Vector3(0, 0, 0)) }, batches: batches,
          into: buffer)
      }
      try check(ScreenScene.contents(buffer) == expected, "two steps differ")
    }
  }

  @Test func theNearerTriangleWins() {
    func wall(_ distance: Float) -> TriangleBatch {
      ScreenScene.batch(
        [
          SIMD3(-99, distance, -99), SIMD3(99, distance, -99), SIMD3(0, distance, 150),
        ], [0, 1, 2])
    }
    let view = view(width: 9, height: 7)
    for batches in [[wall(3), wall(2)], [wall(2), wall(3)]] {
      let buffer = ScreenScene.draw(batches, view: view, samples: 4)
      let nearest = batches[0].positions[0].y == 2 ? 0 : 1
      ScreenScene.forEachSample(buffer) { x, y, s, _ in
        #expect(buffer.triangle(x: x, y: y, sample: s).batch == nearest)
        #expect(buffer.depthValue(x: x, y: y, sample: s) == 0.5)
      }
    }
  }

  @Test func equalDepthsGoToTheLowerNumber() {
    let corners: [SIMD3<Float>] = [SIMD3(-9, 5, -9), SIMD3(9, 5, -9), SIMD3(0, 5, 9)]
    let batch = ScreenScene.batch(corners, [0, 1, 2, 0, 1, 2])
    let buffer = ScreenScene.draw(
      [batch, batch], view: view(width: 5, height: 5), samples: 1, order: [1, 0])
    #expect(buffer.triangle(x: 2, y: 2, sample: 0) == TriangleID(rawValue: 0))
  }

  @Test func depthAndCoverageAgreeWithRaysThroughTheTriangle() {
    forEachSeed(600) { random in
      let near = 1.0
      let view = view(width: 24, height: 18, near: near)
      // Often behind the eye, or far beyond the guard band.
      let corners = (0..<3).map { _ in
        let reach = random.pick([5.0, 50, 5000])
        return Vector3(
          random.double(-reach...reach), random.double(-10...40), random.double(-reach...reach))
      }
      let batch = ScreenScene.batch(
        corners.map { SIMD3(Float($0.x), Float($0.y), Float($0.z)) }, [0, 1, 2])
      let buffer = ScreenScene.draw([batch], view: view, samples: 1)
      let p = batch.positions.map { Vector3(Double($0.x), Double($0.y), Double($0.z)) }
      let normal = (p[1] - p[0]).cross(p[2] - p[0])
      guard normal.length > 1 else { return }
      for y in 0..<view.height {
        for x in 0..<view.width {
          let ray = Vector3((Double(x) + 0.5 - 12) / 18, 1, (9 - Double(y) - 0.5) / 18)
          let facing = ray.dot(normal)
          // Seen edge on nothing is exact.
          guard abs(facing) > 0.02 * normal.length * ray.length else { continue }
          let depth = p[0].dot(normal) / facing
          let hit = ray * depth
          // Barycentric coordinates, and how far the edges are away in them.
          let area = normal.dot(normal)
          let w = (0..<3).map { i -> Double in
            let from = p[(i + 1) % 3]
            let edge = p[(i + 2) % 3] - from
            return edge.cross(hit - from).dot(normal) / area
          }
          let margin = min(w[0], w[1], w[2])
          // A tenth of a pixel, in barycentric coordinates.
          let longest = max((p[0] - p[1]).length, (p[1] - p[2]).length, (p[2] - p[0]).length)
          let blur = 0.1 * abs(depth) / 18 * longest * ray.length / abs(facing)
          guard abs(margin) > blur, abs(depth - near) > 0.02 * near else { continue }
          let isSeen = depth >= near && margin > 0
          let found = buffer.triangle(x: x, y: y, sample: 0) != .none
          try check(
            found == isSeen, "(\(x), \(y)) of \(p): \(found), depth \(depth), margin \(margin)")
          guard isSeen else { continue }
          let value = Double(buffer.depthValue(x: x, y: y, sample: 0))
          try check(
            isClose(value * depth, 1, absolute: 0.03), "(\(x), \(y)) of \(p): \(1 / value)")
        }
      }
    }
  }

  @Test func aParallelProjectionHasNoPerspective() {
    let view = RasterView(
      projection: .parallel(far: 100), eye: Vector3(10, 20, 30), right: Vector3(1, 0, 0),
      up: Vector3(0, 1, 0), forward: Vector3(0, 0, -1), focalLength: 2, center: Vector2(8, 8),
      width: 16, height: 16, near: -.infinity)
    // A square two metres wide fills four pixels wherever it stands, in front or behind.
    for z in [25.0, 0, -50, 90] {
      let square = ScreenScene.batch(
        [SIMD3(-1, -1, 0), SIMD3(1, -1, 0), SIMD3(1, 1, 0), SIMD3(-1, 1, 0)], [0, 1, 2, 0, 2, 3],
        culls: true)
      let buffer = VisibilityBuffer(width: 16, height: 16, samples: 1)
      let count = Rasterizer(view: view, threads: 1).draw(
        [BatchPlacement(batch: 0, origin: Vector3(10, 20, z))], batches: [square], into: buffer)
      #expect(count == 2)
      ScreenScene.forEachSample(buffer) { x, y, s, _ in
        let isInside = (6..<10).contains(x) && (6..<10).contains(y)
        #expect((buffer.triangle(x: x, y: y, sample: s) != .none) == isInside)
        if isInside {
          #expect(
            isClose(
              Double(buffer.depthValue(x: x, y: y, sample: s)), 100 - (30 - z), absolute: 1e-4))
        }
      }
    }
  }

  @Test func placementsScaleAndMove() {
    let unit = ScreenScene.batch(
      [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0)], [0, 1, 2, 0, 2, 3])
    let buffer = VisibilityBuffer(width: 8, height: 8, samples: 1)
    Rasterizer(view: ScreenScene.view(width: 8, height: 8), threads: 1).draw(
      [BatchPlacement(batch: 0, origin: Vector3(2, 6, 0), scale: Vector3(3, -4, 1))],
      batches: [unit], into: buffer)
    let rows = TextImage.rows(width: 8, height: 8) { x, y in
      buffer.triangle(x: x, y: y, sample: 0) == .none ? 0 : 1
    }
    let blank = "        "
    let full = "  @@@   "
    #expect(rows == [blank, blank, full, full, full, full, blank, blank])
  }

  @Test func trianglesFarFromTheOriginDoNotJitter() {
    // The eye and the batch are 4,000 km out, the triangle a metre away from the eye.
    let far = Vector3(4_000_000.25, -3_999_999.5, 12)
    var near = view(width: 20, height: 20)
    let batch = ScreenScene.batch(
      [SIMD3(-0.4, 1, -0.3), SIMD3(0.4, 1, -0.3), SIMD3(0, 1, 0.37)], [0, 1, 2])
    let expected = ScreenScene.contents(ScreenScene.draw([batch], view: near, samples: 8))
    near.eye = far
    let buffer = VisibilityBuffer(width: 20, height: 20, samples: 8)
    Rasterizer(view: near, threads: 1)
      .draw([BatchPlacement(batch: 0, origin: far)], batches: [batch], into: buffer)
    #expect(ScreenScene.contents(buffer) == expected)
  }

  @Test func nothingInIsNothingOut() {
    let view = view(width: 3, height: 2)
    let empty = ScreenScene.draw([], view: view, samples: 8, threads: 4)
    #expect(ScreenScene.contents(empty).allSatisfy { $0 >> 32 == UInt64(UInt32.max) })
    let hollow = ScreenScene.draw([ScreenScene.batch([], [])], view: view, samples: 1)
    #expect(ScreenScene.contents(hollow).allSatisfy { $0 >> 32 == UInt64(UInt32.max) })
    let point = ScreenScene.batch([SIMD3(0, 5, 0)], [0, 0, 0])
    let degenerate = ScreenScene.draw([point], view: view, samples: 1)
    #expect(ScreenScene.contents(degenerate).allSatisfy { $0 >> 32 == UInt64(UInt32.max) })
  }

  @Test func numbersThatAreNotFiniteOrHugeDoNotTrap() {
    let values: [Float] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e30, -1e30,
      1e20, 0, 1, -1, 2, 5, .leastNonzeroMagnitude, 1e-20,
    ]
    forEachSeed(4000) { random in
      let count = 3 * random.int(1...4)
      let positions = (0..<count).map { _ in
        SIMD3(random.pick(values), random.pick(values), random.pick(values))
      }
      let batch = ScreenScene.batch(positions, Array(0..<count))
      let view =
        random.oneIn(2)
        ? view(width: 20, height: 20, near: random.pick([0.1, 1e-9]))
        : ScreenScene.view(width: 20, height: 20)
      let buffer = VisibilityBuffer(width: 20, height: 20, samples: 1)
      Rasterizer(view: view, threads: 1).draw(
        [
          BatchPlacement(
            batch: 0,
            origin: Vector3(
              random.pick([0, 1, 1e300, .nan]), random.pick([0, 5]), random.pick([0, 0, .infinity]))
          )
        ], batches: [batch], into: buffer)
    }
  }

  @Test func aBadVertexSpoilsOnlyItsOwnTriangles() {
    let positions: [SIMD3<Float>] = [
      SIMD3(-1, 2, -1), SIMD3(1, 2, -1), SIMD3(0, 2, 1), SIMD3(.nan, 2, 0), SIMD3(.infinity, 2, 0),
    ]
    let good = ScreenScene.batch(positions, [0, 1, 2])
    let mixed = ScreenScene.batch(positions, [0, 1, 2, 0, 1, 3, 4, 1, 2, 0, 3, 2, 3, 4, 0])
    let view = view(width: 16, height: 16)
    let expected = ScreenScene.draw([good], view: view, samples: 1)
    let found = ScreenScene.draw([mixed], view: view, samples: 1)
    // The whole picture: what has such a corner is drawn nowhere.
    #expect(ScreenScene.contents(found) == ScreenScene.contents(expected))
    #expect(expected.triangle(x: 8, y: 8, sample: 0) != .none)
  }

  @Test("work within work, from many threads at once")
  func nestedWork() async {
    let sums = await withTaskGroup(of: Int.self) { group in
      for task in 0..<40 {
        group.addTask {
          let visits = SharedBuffer<Int>(repeating: 0, count: 20 * 30)
          defer { visits.deallocate() }
          Parallel.forEach(20, threads: 1 + task % 5) { i, _ in
            Parallel.forEach(30, threads: 3) { j, _ in visits[i * 30 + j] += i * 30 + j }
          }
          return (0..<600).reduce(0) { $0 + visits[$1] }
        }
      }
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(sums == Array(repeating: 599 * 300, count: 40))
  }

  @Test func everyIndexIsVisitedOnceByAnyNumberOfThreads() {
    for threads in [0, 1, 2, 3, 16] {
      for count in [-1, 0, 1, 2, 1000] {
        let visits = SharedBuffer<Int>(repeating: 0, count: max(count, 0))
        defer { visits.deallocate() }
        let limit = max(threads, 1)
        Parallel.forEach(count, threads: threads) { i, strand in
          visits[i] += strand < limit ? 1 : 100
        }
        #expect((0..<max(count, 0)).allSatisfy { visits[$0] == 1 }, "\(threads), \(count)")
      }
    }
  }
}
