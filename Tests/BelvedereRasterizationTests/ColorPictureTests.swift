import BelvedereGeoMath
import BelvedereImaging
import BelvedereRasterization
import BelvedereTestSupport
import Testing

/// Pictures of vertex colours against the visibility buffer and the plane of each triangle.
@Suite struct ColorPictureTests {
  private func view(_ random: inout SplitMix64, _ width: Int, _ height: Int) -> RasterView {
    RasterView(
      projection: random.oneIn(4) ? .parallel(far: 1000) : .perspective,
      eye: Vector3(random.double(-9...9), random.double(-9...9), -50),
      right: Vector3(1, 0, 0), up: Vector3(0, -1, 0), forward: Vector3(0, 0, 1),
      focalLength: random.double(5...300), center: Vector2(Double(width) / 2, Double(height) / 2),
      width: width, height: height, near: random.double(0.1...60),
      depthOffset: random.oneIn(2) ? 0 : 1 / 200)
  }

  private func soup(_ random: inout SplitMix64) -> TriangleBatch {
    let reach = random.pick([1.0, 5, 40])
    let count = random.int(1...80)
    let positions = (0..<(3 * count)).map { _ in
      SIMD3(
        Float(random.double(-reach...reach)), Float(random.double(-reach...reach)),
        Float(random.double(-30...100)))
    }
    let gray = random.oneIn(4)
    return TriangleBatch(
      positions: positions, indices: (0..<UInt16(3 * count)).map { $0 }, cullsBackFaces: false,
      colors: positions.map { _ in gray ? 0x80_8080 : UInt32(random.int(0...0xFF_FFFF)) })
  }

  /// The colour of a triangle in the middle of a pixel, from where the pixel's ray meets its plane.
  private func color(
    _ batch: TriangleBatch, _ triangle: Int, _ view: RasterView, x: Int, y: Int
  ) -> [Double]? {
    let corners = (0..<3).map { i -> Vector3 in
      let p = batch.positions[Int(batch.indices[3 * triangle + i])]
      return Vector3(Double(p.x), Double(p.y), Double(p.z)) - view.eye
    }
    let (sx, sy) = (
      (Double(x) + 0.5 - view.center.x) / view.focalLength,
      (Double(y) + 0.5 - view.center.y) / view.focalLength
    )
    let screen = view.right * sx - view.up * sy
    var (from, along) = (Vector3.zero, view.forward + screen)
    if case .parallel = view.projection { (from, along) = (screen, view.forward) }
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0])
    let t = (corners[0] - from).dot(normal) / along.dot(normal)
    guard t.isFinite else { return nil }
    let hit = from + along * t
    let area = normal.dot(normal)
    let weights = (0..<3).map { i in
      (corners[(i + 2) % 3] - corners[(i + 1) % 3]).cross(hit - corners[(i + 1) % 3]).dot(normal)
        / area
    }
    return [0, 8, 16].map { shift in
      let value = (0..<3).reduce(0.0) { sum, i in
        let c = batch.colors[Int(batch.indices[3 * triangle + i])]
        return sum + weights[i] * Double(c >> UInt32(shift) & 255)
      }
      return min(max(value, 0), 255)
    }
  }

  @Test func colorsAreThoseOfTheTrianglesInPerspective() {
    forEachSeed(80) { random in
      let (width, height) = (random.int(1...150), random.int(1...90))
      let view = view(&random, width, height)
      let batch = soup(&random)
      let samples = random.pick([1, 4, 8])
      let placements = [BatchPlacement(batch: 0, origin: .zero)]
      let buffer = VisibilityBuffer(width: width, height: height, samples: samples)
      let rasterizer = Rasterizer(view: view, threads: 2)
      rasterizer.draw(placements, batches: [batch], into: buffer)
      var image = Image(width: width, height: height)
      rasterizer.drawColors(
        placements, batches: [batch], samples: samples, background: 0x30_2010, into: &image)
      var far = 0
      for y in 0..<height {
        for x in 0..<width {
          var sum = [0.0, 0, 0]
          var isSteep = false
          for s in 0..<samples {
            let id = buffer.triangle(x: x, y: y, sample: s)
            let own: [Double]? =
              id == .none ? [16, 32, 48] : color(batch, id.triangle, view, x: x, y: y)
            guard let own else {
              isSteep = true
              break
            }
            for i in 0..<3 { sum[i] += own[i] / Double(samples) }
          }
          if isSteep { continue }
          let found = image[x, y]
          let error = max(
            abs(Double(found.red) - sum[0]), abs(Double(found.green) - sum[1]),
            abs(Double(found.blue) - sum[2]))
          // Vertices are snapped to 1/256 pixel: a sliver's colours follow from that.
          if error > 2.5 { far += 1 }
          try check(found.alpha == 255, "a transparent pixel")
        }
      }
      try check(
        far * 50 <= width * height + 200, "\(far) of \(width * height) pixels have other colours")
    }
  }

  @Test func aSmoothSquareIsExactToALevel() {
    // A floor from near to far: colours by its own coordinates.
    let positions: [SIMD3<Float>] = [
      SIMD3(-50, 2, 2), SIMD3(50, 2, 2), SIMD3(50, 2, 200), SIMD3(-50, 2, 200),
    ]
    let batch = TriangleBatch(
      positions: positions, indices: [0, 1, 2, 0, 2, 3], cullsBackFaces: false,
      colors: [0x00_0000, 0x00_00FF, 0xFF_00FF, 0xFF_0000])
    var view = RasterView(
      projection: .perspective, eye: .zero, right: Vector3(1, 0, 0), up: Vector3(0, -1, 0),
      forward: Vector3(0, 0, 1), focalLength: 200, center: Vector2(150, 100), width: 300,
      height: 200, near: 0.1)
    for (samples, offset) in [(1, 0), (4, 0), (1, 1 / 250.0), (4, 1 / 201.0)] {
      view.depthOffset = offset
      var image = Image(width: 300, height: 200)
      Rasterizer(view: view, threads: 1).drawColors(
        [BatchPlacement(batch: 0, origin: .zero)], batches: [batch], samples: samples,
        background: 0, into: &image)
      for y in 110..<200 {
        for x in 0..<300 {
          let depth = 2 * 200 / (Double(y) + 0.5 - 100)
          let side = (Double(x) + 0.5 - 150) / 200 * depth
          guard depth > 2.1, depth < 199, abs(side) < 49.9 else { continue }
          let expected = (red: (side + 50) / 100 * 255, blue: (depth - 2) / 198 * 255)
          let found = image[x, y]
          #expect(abs(Double(found.red) - expected.red) < 1.5, "\(x), \(y)")
          #expect(abs(Double(found.blue) - expected.blue) < 1.5, "\(x), \(y)")
        }
      }
    }
  }

  @Test func cornersAtInfinityDrawNothing() {
    for bad in [Float.infinity, -.infinity, .nan] {
      for axis in 0..<3 {
        var positions: [SIMD3<Float>] = [SIMD3(-1, 2, 1), SIMD3(1, 2, 1), SIMD3(0, 2, 5)]
        positions[2][axis] = bad
        let batch = TriangleBatch(
          positions: positions, indices: [0, 1, 2], cullsBackFaces: false,
          colors: [0xFF, 0xFF, 0xFF])
        let view = RasterView(
          projection: .perspective, eye: .zero, right: Vector3(1, 0, 0), up: Vector3(0, -1, 0),
          forward: Vector3(0, 0, 1), focalLength: 10, center: Vector2(8, 8), width: 16,
          height: 16, near: 0.1)
        var image = Image(width: 16, height: 16)
        Rasterizer(view: view, threads: 1).drawColors(
          [BatchPlacement(batch: 0, origin: .zero)], batches: [batch], samples: 4,
          background: 0x2A, into: &image)
        #expect(
          stride(from: 0, to: image.bytes.count, by: 4).allSatisfy { image.bytes[$0] == 0x2A },
          "\(bad) along \(axis)")
      }
    }
  }

  @Test func allPathsAndThreadsGiveTheSameBytes() {
    forEachSeed(60) { random in
      let (width, height) = (random.int(1...200), random.int(1...150))
      let view = view(&random, width, height)
      let batches = (0..<random.int(1...6)).map { _ in soup(&random) }
      let placements = batches.indices.map {
        BatchPlacement(batch: $0, origin: Vector3(random.double(-3...3), 0, random.double(0...9)))
      }
      let samples = random.pick([1, 4, 8])
      var first: Image?
      for path in VectorPath.available {
        for threads in [1, 2, 7] {
          var image = Image(width: width, height: height)
          Rasterizer(view: view, threads: threads, vectors: path).drawColors(
            placements, batches: batches, samples: samples, background: 0x123456, into: &image)
          try check(
            image == first ?? image, "\(path) with \(threads) threads draws another picture")
          first = image
        }
      }
    }
  }
}
