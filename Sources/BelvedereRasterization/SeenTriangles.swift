import CBelvedereRaster

/// Which triangles are seen in front of something.
public struct SeenTriangles: Sendable {
  private static let words = TriangleBatch.capacity / 32
  /// A bit for each triangle number, batch after batch.
  var bits: [UInt32]

  init(batches: Int) { bits = Array(repeating: 0, count: batches * Self.words) }

  /// Whether a triangle of a batch is seen.
  public func contains(batch: Int, triangle: Int) -> Bool {
    bits[batch * Self.words + triangle / 32] >> UInt32(triangle % 32) & 1 != 0  // checked: below 32
  }

  /// Calls `body` with each triangle that is seen of a batch.
  public func forEach(ofBatch batch: Int, _ body: (_ triangle: Int) -> Void) {
    for word in 0..<Self.words {
      var rest = bits[batch * Self.words + word]
      while rest != 0 {
        body(32 * word + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}

extension Rasterizer {
  /// Finds the triangles that are nearer than a buffer's depth value at any of its samples, each by
  /// itself: whether others hide it does not matter.
  ///
  /// A sample whose depth value is infinite has nothing in front of it, so that a buffer can ask about
  /// some samples only.
  /// - Parameter depths: of the view's size; it stays as it is.
  public func seen(
    _ placements: [BatchPlacement], batches: [TriangleBatch], inFrontOf depths: VisibilityBuffer
  ) -> SeenTriangles {
    precondition(depths.width == view.width && depths.height == view.height, "sizes differ")
    var result = SeenTriangles(batches: batches.count)
    result.bits.withUnsafeMutableBufferPointer { bits in
      guard let base = bits.baseAddress else { return }
      let seen = SharedPointer(base)
      _ = drawParts { part, left, top in
        let pass = PicturePass(
          view: part, threads: threads, scratch: scratch, kernels: vectors.kernels,
          placements: placements, batches: batches)
        var target = depths.kernelTarget(
          left: left, top: top, width: part.width, height: part.height)
        return pass.findSeen(&target, seen)
      }
    }
    return result
  }
}

extension PicturePass {
  fileprivate func findSeen(_ target: inout BelvedereTarget, _ seen: SharedPointer<UInt32>) -> Int {
    let visible = cull { i, _ in UInt32(truncatingIfNeeded: i) }
    let strands = SharedPointer(scratch.strands(2 * threads))
    let (columns, rows) = (columns, rows)
    var count = 0
    for part in parts(visible) {
      setup(part, strands.base, samples: target.samples, hasColors: false) { _ in true }
      withUnsafeMutablePointer(to: &target) { target in
        let target = SharedPointer(target)
        Parallel.forEach(columns * rows, threads: threads) { tile, _ in
          kernels.seen(
            strands.base, Int32(threads),  // checked: strands
            Int32(tile % columns), Int32(tile / columns),  // checked: a part's tiles
            target.base, seen.base)
        }
      }
      count += (0..<threads).reduce(0) { $0 + strands.base[$1].triangle_count }
    }
    return count
  }
}
