import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport

extension ScreenScene {
  static func randomView(_ random: inout SplitMix64) -> RasterView {
    let (width, height) = (random.int(1...150), random.int(1...140))
    return RasterView(
      projection: random.oneIn(3) ? .parallel(far: 1000) : .perspective,
      eye: Vector3(random.double(-9...9), random.double(-9...9), -50), right: Vector3(1, 0, 0),
      up: Vector3(0, -1, 0), forward: Vector3(0, 0, 1), focalLength: random.double(20...120),
      center: Vector2(Double(width) / 2, Double(height) / 2), width: width, height: height,
      near: random.double(0.1...60))
  }

  /// A box of any size, or one of a few that share walls, or triangles anyhow.
  static func randomBatch(_ random: inout SplitMix64) -> TriangleBatch {
    if random.oneIn(4) {
      let positions = (0..<(3 * random.int(1...20))).map { _ in
        SIMD3<Float>(
          Float(random.double(-40...40)), Float(random.double(-40...40)),
          Float(random.int(-4...9)) * 10)
      }
      return batch(positions, Array(positions.indices))
    }
    let isCoarse = random.oneIn(2)
    func number(_ range: ClosedRange<Int>) -> Float {
      isCoarse ? Float(random.int(range)) * 5 : Float(random.double(-25...25))
    }
    let low = SIMD3(number(-6...5), number(-6...5), number(-4...6))
    let size = SIMD3<Float>(5, 5, 5) * Float(random.int(1...5))
    let corners = (0..<8).map { i in
      low + size * SIMD3<Float>(Float(i & 1), Float(i >> 1 & 1), Float(i >> 2))
    }
    // Counter-clockwise from outside, y down: as a right-handed frame sees it.
    let quads = [
      [0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5],
    ]
    return batch(
      corners, quads.flatMap { [$0[0], $0[1], $0[2], $0[0], $0[2], $0[3]] },
      culls: random.oneIn(2))
  }
}
