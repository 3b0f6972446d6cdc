import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport

/// Triangles given in pixels, for tests in which vertices must land exactly.
enum ScreenScene {
  /// A view in which x and y are pixels, z is the distance, and the depth value 1000 − z.
  static func view(width: Int, height: Int, near: Double = -.infinity) -> RasterView {
    RasterView(
      projection: .parallel(far: 1000), eye: Vector3(0, 0, 0), right: Vector3(1, 0, 0),
      up: Vector3(0, -1, 0), forward: Vector3(0, 0, 1), focalLength: 1, center: Vector2(0, 0),
      width: width, height: height, near: near)
  }

  static func batch(
    _ positions: [SIMD3<Float>], _ indices: [Int], culls: Bool = false
  ) -> TriangleBatch {
    TriangleBatch(
      positions: positions, indices: indices.map { UInt16($0) }, cullsBackFaces: culls)
  }

  static func draw(
    _ batches: [TriangleBatch], view: RasterView, samples: Int, threads: Int = 1,
    order: [Int]? = nil
  ) -> VisibilityBuffer {
    let buffer = VisibilityBuffer(width: view.width, height: view.height, samples: samples)
    let placements = (order ?? Array(batches.indices)).map {
      BatchPlacement(batch: $0, origin: Vector3(0, 0, 0))
    }
    Rasterizer(view: view, threads: threads).draw(placements, batches: batches, into: buffer)
    return buffer
  }

  /// How many triangles cover each sample, each drawn alone.
  static func coverCounts(
    _ positions: [SIMD3<Float>], _ indices: [Int], view: RasterView, samples: Int
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: view.width * view.height * samples)
    for t in stride(from: 0, to: indices.count, by: 3) {
      let corners = indices[t..<(t + 3)].map { positions[$0] }
      let buffer = draw([batch(corners, [0, 1, 2])], view: view, samples: samples)
      forEachSample(buffer) { x, y, s, i in
        if buffer.triangle(x: x, y: y, sample: s) != .none { counts[i] += 1 }
      }
    }
    return counts
  }

  static func forEachSample(
    _ buffer: VisibilityBuffer, _ body: (_ x: Int, _ y: Int, _ sample: Int, _ index: Int) -> Void
  ) {
    var i = 0
    for y in 0..<buffer.height {
      for x in 0..<buffer.width {
        for s in 0..<buffer.samples {
          body(x, y, s, i)
          i += 1
        }
      }
    }
  }

  /// Everything in a buffer, to compare two.
  static func contents(_ buffer: VisibilityBuffer) -> [UInt64] {
    var result: [UInt64] = []
    forEachSample(buffer) { x, y, s, _ in
      result.append(
        UInt64(buffer.triangle(x: x, y: y, sample: s).rawValue) << 32
          | UInt64(buffer.depthValue(x: x, y: y, sample: s).bitPattern))
    }
    return result
  }
}
