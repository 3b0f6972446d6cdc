import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Testing

/// Depth maps beside the depth values of pictures.
@Suite struct DepthMapTests {
  @Test func aDepthMapHasTheDepthsOfAPicture() {
    forEachSeed(60) { random in
      let (width, height) = (random.int(1...200), random.int(1...150))
      let view = ScreenScene.view(width: width, height: height)
      let batches = (0..<random.int(1...12)).map { _ -> TriangleBatch in
        let positions = (0..<(3 * random.int(1...30))).map { _ in
          SIMD3<Float>(
            Float(random.double(-50...250)), Float(random.double(-50...200)),
            Float(random.double(1...990)))
        }
        return ScreenScene.batch(positions, Array(positions.indices), culls: random.oneIn(2))
      }
      let placements = batches.indices.map { BatchPlacement(batch: $0, origin: .zero) }
      let half = random.int(0...(batches.count - 1))
      for path in VectorPath.available {
        let map = DepthMap(width: width, height: height)
        let rasterizer = Rasterizer(
          view: view, threads: random.pick([1, 2, 7]), vectors: path)
        // In one step, in two, and once more after the map was cleared.
        for cut in [0, half] {
          map.clear()
          rasterizer.drawDepth(Array(placements[..<cut]), batches: batches, into: map)
          rasterizer.drawDepth(Array(placements[cut...]), batches: batches, into: map)
          let picture = ScreenScene.draw(batches, view: view, samples: 1)
          for y in 0..<height {
            for x in 0..<width {
              let (found, expected) = (
                map.depthValue(x: x, y: y), picture.depthValue(x: x, y: y, sample: 0)
              )
              try check(found == expected, "\(path): \(x), \(y): \(found) is not \(expected)")
            }
          }
        }
      }
    }
  }
}
