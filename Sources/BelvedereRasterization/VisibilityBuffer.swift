/// What each sample of a picture shows: the nearest triangle and its depth value.
public final class VisibilityBuffer: @unchecked Sendable {
  /// The size in pixels.
  public let width, height: Int
  /// Where samples lie.
  public let pattern: SamplePattern
  /// Samples a pixel.
  public let samples: Int
  /// Depth values, `height × width × samples`; greater is nearer, 0 is infinitely far.
  package let depth: SharedBuffer<Float>
  /// Triangle numbers in the same order.
  package let ids: SharedBuffer<UInt32>
  @usableFromInline let depthBase: UnsafeMutablePointer<Float>
  @usableFromInline let idBase: UnsafeMutablePointer<UInt32>

  /// An empty picture.
  public init(width: Int, height: Int, samples: Int) {
    self.width = width
    self.height = height
    pattern = SamplePattern(samples: samples)
    self.samples = pattern.count
    depth = SharedBuffer(repeating: 0, count: width * height * pattern.count)
    ids = SharedBuffer(repeating: TriangleID.none.rawValue, count: width * height * pattern.count)
    depthBase = depth.base
    idBase = ids.base
  }

  deinit {
    depth.deallocate()
    ids.deallocate()
  }

  /// Bytes for each pixel.
  public static func bytesPerPixel(samples: Int) -> Int {
    SamplePattern(samples: samples).count * 8
  }

  /// The triangle of a sample.
  @inlinable public func triangle(x: Int, y: Int, sample: Int) -> TriangleID {
    TriangleID(rawValue: idBase[(y * width + x) * samples + sample])
  }

  /// The depth value of a sample.
  @inlinable public func depthValue(x: Int, y: Int, sample: Int) -> Float {
    depthBase[(y * width + x) * samples + sample]
  }
}
