import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Testing

@Suite struct PlacementAxesTests {
  /// A batch that is turned as it is placed is the batch of turned vertices.
  @Test func axesTurnABatch() {
    forEachSeed(30) { random in
      let axis = Vector3(
        random.double(-1...1), random.double(-1...1), random.double(0.1...1)
      ).normalized
      let turn = Quaternion(axis: axis, angle: .degrees(random.double(0...360)))
      let axes = (
        x: turn.rotate(Vector3(1, 0, 0)), y: turn.rotate(Vector3(0, 1, 0)),
        z: turn.rotate(Vector3(0, 0, 1))
      )
      let scale = Vector3(1.5, 1.5, 1)
      let origin = Vector3(random.double(-5...5), random.double(40...60), random.double(-5...5))
      let vertices = (0..<30).map { _ in
        Vector3(random.double(-9...9), random.double(-9...9), random.double(-9...9))
      }
      let turned = vertices.map { v -> SIMD3<Float> in
        let s = v * scale
        let p = axes.x * s.x + axes.y * s.y + axes.z * s.z
        return SIMD3(Float(p.x), Float(p.y), Float(p.z))
      }
      let view = RasterView(
        projection: .perspective, eye: .zero, right: Vector3(1, 0, 0), up: Vector3(0, 0, 1),
        forward: Vector3(0, 1, 0), focalLength: 90, center: Vector2(45, 45), width: 90, height: 90,
        near: 0.1)
      let indices = (0..<30).map { UInt16($0) }
      func draw(_ positions: [SIMD3<Float>], _ placement: BatchPlacement) -> [Bool] {
        let buffer = VisibilityBuffer(width: 90, height: 90, samples: 1)
        Rasterizer(view: view, threads: 1).draw(
          [placement],
          batches: [TriangleBatch(positions: positions, indices: indices, cullsBackFaces: false)],
          into: buffer)
        return (0..<8100).map {
          buffer.triangle(x: $0 % 90, y: $0 / 90, sample: 0) != .none
        }
      }
      let expected = draw(turned, BatchPlacement(batch: 0, origin: origin))
      let found = draw(
        vertices.map { SIMD3(Float($0.x), Float($0.y), Float($0.z)) },
        BatchPlacement(batch: 0, origin: origin, scale: scale, axes: axes))
      try check(expected.contains(true), "nothing is drawn")
      // Vertices of single precision may fall to the other side of a sample.
      let differing = zip(expected, found).count { $0 != $1 }
      try check(differing <= 6, "\(differing) pixels differ")
    }
  }
}
