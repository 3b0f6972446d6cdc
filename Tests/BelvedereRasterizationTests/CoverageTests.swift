import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Foundation
import Testing

/// Which samples a triangle covers.
@Suite struct CoverageTests {
  /// A position in 1/256 pixel.
  private struct Point {
    var x, y: Int64
  }

  /// Inside by exact integers. A sample on an edge counts as moved by an infinitesimal amount to
  /// the right, and by a smaller one down: that is the top-left rule in other words.
  private func covers(_ a: Point, _ b: Point, _ c: Point, _ p: Point) -> Bool {
    let area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    if area == 0 { return false }
    let ring = area > 0 ? [a, b, c] : [a, c, b]
    for i in 0..<3 {
      let from = ring[i]
      let to = ring[(i + 1) % 3]
      let dx = to.x - from.x
      let dy = to.y - from.y
      let value = dx * (p.y - from.y) - dy * (p.x - from.x)
      let isInside = value != 0 ? value > 0 : dy != 0 ? dy < 0 : dx > 0
      if !isInside { return false }
    }
    return true
  }

  /// Published positions in sixteenths of a pixel from its centre (Direct3D 11), rows counted from below.
  private let patterns: [Int: [(Int64, Int64)]] = [
    1: [(0, 0)],
    4: [(-2, 6), (6, 2), (-6, -2), (2, -6)],
    8: [(1, 3), (-1, -3), (5, -1), (-3, 5), (-5, -5), (-7, 1), (3, -7), (7, 7)],
  ]

  private func anyPoint(_ random: inout SplitMix64, width: Int64, height: Int64) -> Point {
    let size = max(width, height) * 256
    switch random.int(0...5) {
    case 0:  // on a pixel's centre
      return Point(
        x: Int64(random.int(0...Int(width))) * 256 + 128,
        y: Int64(random.int(0...Int(height))) * 256 + 128)
    case 1:  // on a pixel's corner
      return Point(
        x: Int64(random.int(0...Int(width))) * 256, y: Int64(random.int(0...Int(height))) * 256)
    case 2:  // on one of the samples
      return Point(
        x: Int64(random.int(0...Int(width))) * 256 + 16 * Int64(random.int(0...15)),
        y: Int64(random.int(0...Int(height))) * 256 + 16 * Int64(random.int(0...15)))
    case 3:  // far outside
      return Point(
        x: Int64(random.int(-8_300_000...8_300_000)), y: Int64(random.int(-8_300_000...8_300_000)))
    default:
      return Point(
        x: Int64(random.int(Int(-size / 4)...Int(size * 5 / 4))),
        y: Int64(random.int(Int(-size / 4)...Int(size * 5 / 4))))
    }
  }

  @Test(arguments: [1, 4, 8])
  func everySampleAgreesWithExactIntegers(_ samples: Int) throws {
    let pattern = try #require(patterns[samples])
    forEachSeed(3000) { random in
      let width = random.int(1...70)
      let height = random.int(1...70)
      var corners = (0..<3).map { _ in
        anyPoint(&random, width: Int64(width), height: Int64(height))
      }
      if random.oneIn(6) { corners[2].y = corners[1].y }
      if random.oneIn(6) { corners[1].x = corners[0].x }
      // A sliver along the first edge.
      if random.oneIn(8) {
        corners[2] = Point(x: corners[1].x + Int64(random.int(-1...1)), y: corners[1].y + 1)
      }
      let buffer = ScreenScene.draw(
        [
          ScreenScene.batch(
            corners.map { SIMD3(Float($0.x) / 256, Float($0.y) / 256, 5) }, [0, 1, 2])
        ], view: ScreenScene.view(width: width, height: height), samples: samples)
      try check(buffer.samples == samples, "\(buffer.samples) samples")
      for y in 0..<height {
        for x in 0..<width {
          for (s, offset) in pattern.enumerated() {
            let p = Point(
              x: Int64(x) * 256 + 128 + offset.0 * 16, y: Int64(y) * 256 + 128 + offset.1 * 16)
            let expected = covers(corners[0], corners[1], corners[2], p)
            try check(
              (buffer.triangle(x: x, y: y, sample: s) != .none) == expected,
              "\(corners) covers sample \(s) of (\(x), \(y)): not \(expected)")
          }
        }
      }
    }
  }

  @Test func aSmallTriangleHasItsPictureOnPaper() {
    let buffer = ScreenScene.draw(
      [
        ScreenScene.batch([SIMD3(0.5, 0.5, 1), SIMD3(5.5, 0.5, 1), SIMD3(0.5, 5.5, 1)], [0, 1, 2])
      ],
      view: ScreenScene.view(width: 7, height: 7), samples: 1)
    let picture = TextImage.rows(width: 7, height: 7) { x, y in
      buffer.triangle(x: x, y: y, sample: 0) == .none ? 0 : 1
    }
    // Its top and left edges run through centres and count; the slanted one does not.
    #expect(
      picture == ["@@@@@  ", "@@@@   ", "@@@    ", "@@     ", "@      ", "       ", "       "])
  }

  @Test func otherNumbersOfSamplesGiveTheNextSmallerPattern() {
    #expect(SamplePattern(samples: 0).count == 1)
    #expect(SamplePattern(samples: -3).count == 1)
    #expect(SamplePattern(samples: 2).count == 1)
    #expect(SamplePattern(samples: 5).count == 4)
    #expect(SamplePattern(samples: 64).count == 8)
    #expect(VisibilityBuffer(width: 1, height: 1, samples: 7).samples == 4)
  }

  /// Rows of vertices from left to right, with slivers, degenerate cells and repeated vertices.
  private func strips(
    _ random: inout SplitMix64, width: Int, height: Int, margin: Double
  ) -> (positions: [SIMD3<Float>], indices: [Int]) {
    func line(_ count: Int, _ size: Int) -> [Float] {
      var values = (0..<count).map { _ in random.double(0...Double(size)) }
      for i in values.indices {
        switch random.int(0...4) {
        case 0: values[i] = values[i].rounded(.down) + 0.5
        case 1: values[i] = values[max(i - 1, 0)]
        case 2: values[i] = values[max(i - 1, 0)] + 1.0 / 256
        default: break
        }
      }
      values += [
        -margin * random.double(0.99...1.01), Double(size) + margin * random.double(0.99...1.01),
      ]
      return values.map { Float(($0 * 256).rounded() / 256) }.sorted()
    }
    let columns = random.int(1...7)
    let isTransposed = random.oneIn(2)
    let ys = line(random.int(1...7), isTransposed ? width : height)
    let rows = ys.map { y in
      line(columns, isTransposed ? height : width).map { x in
        isTransposed ? SIMD3<Float>(y, x, 5) : SIMD3<Float>(x, y, 5)
      }
    }
    let n = columns + 2
    var indices: [Int] = []
    for j in 0..<(rows.count - 1) {
      for i in 0..<(n - 1) {
        let (a, b, c, d) = (j * n + i, j * n + i + 1, (j + 1) * n + i, (j + 1) * n + i + 1)
        indices += random.oneIn(2) ? [a, b, c, b, d, c] : [a, b, d, a, d, c]
      }
    }
    return (rows.flatMap { $0 }, indices)
  }

  @Test(arguments: [1, 4, 8])
  func trianglesThatTileTheScreenCoverEachSampleOnce(_ samples: Int) {
    forEachSeed(120) { random in
      let width = random.int(3...24)
      let height = random.int(3...24)
      let mesh = strips(
        &random, width: width, height: height,
        margin: random.pick([0, 1, 100, 32_000, 32_730, 80_000]))
      let counts = ScreenScene.coverCounts(
        mesh.positions, mesh.indices, view: ScreenScene.view(width: width, height: height),
        samples: samples)
      let wrong = counts.firstIndex { $0 != 1 }
      try check(
        wrong == nil,
        "sample \(wrong ?? 0) of \(width) × \(height) is covered \(counts[wrong ?? 0]) times")
    }
  }

  @Test func anEdgeThatOnlyOneNeighbourCutsAtTheGuardBandHasNoGap() {
    forEachSeed(2000) { random in
      func snapped(_ range: ClosedRange<Double>) -> Float {
        Float((random.double(range) * 256).rounded() / 256)
      }
      // The shared edge reaches nearly, but not quite, to where triangles must be cut.
      let positions: [SIMD3<Float>] = [
        SIMD3(snapped(-32_768...(-32_680)), snapped(-40...60), 5),
        SIMD3(8, -1000, 5),
        SIMD3(snapped(32_000...32_768), snapped(-40...60), 5),
        SIMD3(-60_000, 60_000, 5),
      ]
      let counts = ScreenScene.coverCounts(
        positions, [0, 1, 2, 0, 2, 3], view: ScreenScene.view(width: 16, height: 16), samples: 4)
      try check(counts.allSatisfy { $0 == 1 }, "\(positions): \(counts)")
    }
  }

  /// A level plane in perspective: below the horizon no sample is missed or met twice.
  private func planeCounts(
    _ random: inout SplitMix64, reach: Double, cells: Int, samples: Int
  ) -> (counts: [Int], horizonRow: Double, width: Int, height: Int) {
    let width = random.int(8...40)
    let height = random.int(8...30)
    let pitch = random.double(60...89) * .pi / 180
    let heading = random.double(0...6.3)
    let forward = Vector3(sin(pitch) * sin(heading), sin(pitch) * cos(heading), -cos(pitch))
    let up = Vector3(cos(pitch) * sin(heading), cos(pitch) * cos(heading), sin(pitch))
    let right = Vector3(cos(heading), -sin(heading), 0)
    let focal = Double(height) / 2 / tan(0.4)
    let view = RasterView(
      projection: .perspective, eye: Vector3(random.double(-3...3), random.double(-3...3), 3),
      right: right, up: up, forward: forward, focalLength: focal,
      center: Vector2(Double(width) / 2, Double(height) / 2), width: width, height: height,
      near: 0.5)
    var positions: [SIMD3<Float>] = []
    let step = 2 * reach / Double(cells)
    for j in 0...cells {
      for i in 0...cells {
        let isEdge = i == 0 || j == 0 || i == cells || j == cells
        let jitter = isEdge ? 0 : 0.24 * step
        positions.append(
          SIMD3(
            Float(-reach + Double(i) * step + random.double(-jitter...jitter)),
            Float(-reach + Double(j) * step + random.double(-jitter...jitter)), 0))
      }
    }
    var indices: [Int] = []
    let n = cells + 1
    for j in 0..<cells {
      for i in 0..<cells {
        let (a, b, c, d) = (j * n + i, j * n + i + 1, (j + 1) * n + i, (j + 1) * n + i + 1)
        indices += random.oneIn(2) ? [a, b, d, a, d, c] : [a, b, c, b, d, c]
      }
    }
    let counts = ScreenScene.coverCounts(positions, indices, view: view, samples: samples)
    // The far edge of the plane, seen a little below the horizon.
    let horizon = Double(height) / 2 - focal * tan(.pi / 2 - pitch)
    return (counts, horizon + focal * 3.5 / reach * 2 + 2, width, height)
  }

  @Test(arguments: [20.0, 300, 3e4, 2e6])
  func aPlaneThroughTheNearPlaneAndTheGuardBandIsCoveredOnce(_ reach: Double) {
    forEachSeed(60) { random in
      let samples = random.pick([1, 4, 8])
      let (counts, row, width, height) = planeCounts(
        &random, reach: reach, cells: random.int(1...7), samples: samples)
      for y in 0..<height {
        for i in (y * width * samples)..<((y + 1) * width * samples) {
          try check(counts[i] <= 1, "sample \(i) in row \(y) is covered \(counts[i]) times")
          if Double(y) > row {
            try check(counts[i] == 1, "a hole at sample \(i) in row \(y) of \(height)")
          }
        }
      }
    }
  }

  @Test func picturesOfThirtyThousandPixelsAreCoveredToTheirEnds() {
    let batch = ScreenScene.batch(
      [SIMD3(-9, -9, 1), SIMD3(90_000, -9, 1), SIMD3(-9, 90_000, 1)], [0, 1, 2])
    for (width, height) in [(30_000, 3), (3, 30_000)] {
      let buffer = ScreenScene.draw(
        [batch], view: ScreenScene.view(width: width, height: height), samples: 1)
      #expect(buffer.triangle(x: width - 1, y: height - 1, sample: 0) != .none)
      #expect(buffer.triangle(x: 0, y: 0, sample: 0) != .none)
    }
  }

  @Test func backFacesAreSkippedOnlyOnRequest() {
    let corners: [SIMD3<Float>] = [SIMD3(0, 0, 1), SIMD3(4, 0, 1), SIMD3(0, 4, 1)]
    func isSeen(_ indices: [Int], culls: Bool) -> Bool {
      let buffer = ScreenScene.draw(
        [ScreenScene.batch(corners, indices, culls: culls)],
        view: ScreenScene.view(width: 4, height: 4), samples: 1)
      return buffer.triangle(x: 0, y: 0, sample: 0) != .none
    }
    #expect(isSeen([0, 1, 2], culls: false))
    #expect(isSeen([0, 2, 1], culls: false))
    // Counter-clockwise as seen: up the left side last.
    #expect(!isSeen([0, 1, 2], culls: true))
    #expect(isSeen([0, 2, 1], culls: true))
  }
}
