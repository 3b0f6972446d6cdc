/// What each sample of a picture shows: the nearest triangle and its depth value.
public final class VisibilityBuffer: @unchecked Sendable {
  /// The size in pixels.
  public let width, height: Int
  /// Where samples lie.
  public let pattern: SamplePattern
  /// Depth values, `height × width × samples`; greater is nearer, 0 is infinitely far.
  package let depth: SharedBuffer<Float>
  /// Triangle numbers in the same order.
  package let ids: SharedBuffer<UInt32>

  /// An empty picture.
  public init(width: Int, height: Int, samples: Int) {
    self.width = width
    self.height = height
    pattern = SamplePattern(samples: samples)
    depth = SharedBuffer(repeating: 0, count: width * height * pattern.count)
    ids = SharedBuffer(repeating: TriangleID.none.rawValue, count: width * height * pattern.count)
  }

  deinit {
    depth.deallocate()
    ids.deallocate()
  }

  /// Bytes for each pixel.
  public static func bytesPerPixel(samples: Int) -> Int { SamplePattern(samples: samples).count * 8 }

  /// The triangle of a sample.
  public func triangle(x: Int, y: Int, sample: Int) -> TriangleID {
    TriangleID(rawValue: ids[(y * width + x) * pattern.count + sample])
  }

  /// The depth value of a sample.
  public func depthValue(x: Int, y: Int, sample: Int) -> Float {
    depth[(y * width + x) * pattern.count + sample]
  }
}
