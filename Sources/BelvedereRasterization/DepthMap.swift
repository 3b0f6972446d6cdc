import CBelvedereRaster

/// How near the nearest surface is in the middle of each pixel, and nothing else: for shadows.
///
/// Half the memory of a ``VisibilityBuffer``, and drawn faster.
public final class DepthMap: @unchecked Sendable {
  /// The size in pixels.
  public let width, height: Int
  /// Depth values in rows; greater is nearer, 0 is infinitely far.
  package let depth: SharedBuffer<Float>
  /// Whether something was drawn.
  fileprivate(set) var hasContent = false

  /// An empty map.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
    depth = SharedBuffer(repeating: 0, count: width * height)
  }

  deinit { depth.deallocate() }

  /// Forgets what was drawn: the next drawing begins anew, in the same memory.
  public func clear() { hasContent = false }

  /// The depth value of a pixel.
  public func depthValue(x: Int, y: Int) -> Float {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "a pixel of the map")
    return depth[y * width + x]
  }
}

extension Rasterizer {
  /// Draws batches where they are placed into a depth map, to what it holds already.
  ///
  /// The values are those of a ``VisibilityBuffer`` with one sample a pixel.
  /// - Returns: how many triangles were set up for the screen.
  @discardableResult
  public func drawDepth(
    _ placements: [BatchPlacement], batches: [TriangleBatch], into map: DepthMap
  ) -> Int {
    precondition(map.width == view.width && map.height == view.height, "sizes differ")
    let pattern = SamplePattern(samples: 1)
    let count = drawParts { part, left, top in
      var target = BelvedereTarget(
        pattern, width: part.width, height: part.height, stride: map.width)
      target.depth = map.depth.base + (top * map.width + left)
      target.has_content = map.hasContent ? 1 : 0
      return draw(placements, batches, part, target)
    }
    map.hasContent = true
    return count
  }
}
