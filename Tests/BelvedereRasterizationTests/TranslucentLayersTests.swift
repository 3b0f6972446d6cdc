import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Testing

/// Layers of translucent objects beside all objects drawn alone and sorted.
@Suite struct TranslucentLayersTests {
  private struct Layer: Equatable {
    var triangle: TriangleID
    var depth: Float
  }

  @Test func layersAreTheNearestSurfacesOfAllObjects() {
    forEachSeed(24) { random in
      let view = ScreenScene.randomView(&random)
      let samples = random.pick([1, 4, 8])
      let batches = (0..<random.int(1...24)).map { _ in ScreenScene.randomBatch(&random) }
      func place(_ i: Int) -> BatchPlacement { BatchPlacement(batch: i, origin: .zero) }
      // Some are opaque, the others belong to objects of one or several batches.
      var opaque: [BatchPlacement] = []
      var objects: [TranslucentObject] = []
      for i in batches.indices {
        if random.oneIn(6) {
          opaque.append(place(i))
        } else if let last = objects.indices.last, random.oneIn(3) {
          objects[last].placements.append(place(i))
        } else {
          objects.append(
            TranslucentObject(placements: [place(i)], opacity: Float(random.double(0...1))))
        }
      }
      func drawn(_ placements: [BatchPlacement]) -> VisibilityBuffer {
        let buffer = VisibilityBuffer(width: view.width, height: view.height, samples: samples)
        Rasterizer(view: view, threads: 1).draw(placements, batches: batches, into: buffer)
        return buffer
      }
      let wall = drawn(opaque)
      let alone = objects.map { drawn($0.placements) }
      let kept = random.int(1...5)
      let expected = layers(of: alone, before: wall)
      let lost = expected.reduce(0) { $0 + max(0, $1.count - kept) }
      for path in VectorPath.available {
        let layers = TranslucentLayers(
          width: view.width, height: view.height, samples: samples, layers: kept)
        let scratch = RasterizerScratch()
        for threads in [1, 2, 7] {
          let listed = objects.shuffled(using: &random)
          Rasterizer(view: view, threads: threads, scratch: scratch, vectors: path)
            .drawTranslucent(listed, batches: batches, before: wall, into: layers)
          var isSame = true
          ScreenScene.forEachSample(wall) { x, y, s, i in
            for k in 0..<kept {
              let found = Layer(
                triangle: layers.triangle(x: x, y: y, sample: s, layer: k),
                depth: layers.depthValue(x: x, y: y, sample: s, layer: k))
              let wanted = k < expected[i].count ? expected[i][k] : Layer(triangle: .none, depth: 0)
              if found != wanted { isSame = false }
            }
          }
          try check(isSame, "\(path), \(threads) threads: other layers")
          try check(layers.lost == lost, "\(layers.lost) surfaces lost instead of \(lost)")
        }
      }
    }
  }

  /// All layers at each sample, near ones first.
  private func layers(of objects: [VisibilityBuffer], before wall: VisibilityBuffer) -> [[Layer]] {
    func isBefore(_ a: Layer, _ b: Layer) -> Bool {
      a.depth != b.depth ? a.depth > b.depth : a.triangle.rawValue < b.triangle.rawValue
    }
    var all: [[Layer]] = []
    ScreenScene.forEachSample(wall) { x, y, s, _ in
      func layer(_ buffer: VisibilityBuffer) -> Layer {
        Layer(
          triangle: buffer.triangle(x: x, y: y, sample: s),
          depth: buffer.depthValue(x: x, y: y, sample: s))
      }
      let behind = layer(wall)
      all.append(
        objects.map(layer).filter { $0.triangle != .none && isBefore($0, behind) }
          .sorted(by: isBefore))
    }
    return all
  }

  @Test func weightsAreThoseOfPanesOfGlass() {
    // Panes of 4 × 4 pixels at 3, 2 and 1, listed in any order.
    let batches = [3, 1, 2].map { z in
      ScreenScene.batch(
        [SIMD3(0, 0, z), SIMD3(4, 0, z), SIMD3(4, 4, z), SIMD3(0, 4, z)], [0, 1, 2, 0, 2, 3])
    }
    let view = ScreenScene.view(width: 8, height: 4)
    let objects = [0, 1, 2].map {
      TranslucentObject(
        placements: [BatchPlacement(batch: $0, origin: .zero)], opacity: [0.5, 0.25, 0.5][$0])
    }
    let layers = TranslucentLayers(width: 8, height: 4, samples: 1, layers: 4)
    Rasterizer(view: view, threads: 1).drawTranslucent(
      objects, batches: batches, before: VisibilityBuffer(width: 8, height: 4, samples: 1),
      into: layers)
    #expect(layers.weights(x: 1, y: 1, sample: 0) == [0.25, 0.375, 0.1875, 0.1875])
    #expect(layers.weights(x: 6, y: 1, sample: 0) == [1])
    let seen = (0..<3).map { layers.triangle(x: 1, y: 1, sample: 0, layer: $0).batch }
    #expect(seen == [1, 2, 0])
    #expect(layers.lost == 0)
  }
}
