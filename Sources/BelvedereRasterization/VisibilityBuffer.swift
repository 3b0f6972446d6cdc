import CBelvedereRaster

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
  /// Whether something was drawn.
  var hasContent = false
  @usableFromInline let depthBase: UnsafeMutablePointer<Float>
  @usableFromInline let idBase: UnsafeMutablePointer<UInt32>

  /// An empty picture.
  public init(width: Int, height: Int, samples: Int) {
    self.width = width
    self.height = height
    pattern = SamplePattern(samples: samples)
    self.samples = pattern.count
    depth = SharedBuffer(
      repeating: 0, count: width * height * pattern.count, isLasting: true)
    ids = SharedBuffer(
      repeating: TriangleID.none.rawValue, count: width * height * pattern.count, isLasting: true)
    depthBase = depth.base
    idBase = ids.base
  }

  deinit {
    depth.deallocate()
    ids.deallocate()
  }

  /// Lets the next drawing begin with an empty picture. Until then the old one stays.
  public func restart() { hasContent = false }

  /// The samples of a part of the picture as the kernels see them.
  func kernelTarget(left: Int, top: Int, width partWidth: Int, height partHeight: Int)
    -> BelvedereTarget
  {
    var target = BelvedereTarget(pattern, width: partWidth, height: partHeight, stride: width)
    let first = (top * width + left) * samples
    target.depth = depth.base + first
    target.ids = ids.base + first
    target.has_content = hasContent ? 1 : 0
    return target
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

extension BelvedereTarget {
  /// A part of a picture without memory.
  init(_ pattern: SamplePattern, width: Int, height: Int, stride: Int) {
    self.init()
    self.stride = stride
    self.width = Int32(width)  // checked: a part's extent
    self.height = Int32(height)  // checked: a part's extent
    samples = Int32(pattern.count)  // checked: 8
    withUnsafeMutableBytes(of: &offsets) { bytes in
      let numbers = bytes.bindMemory(to: Int32.self)
      for (i, offset) in pattern.offsets.enumerated() {
        // Sixteenths of a pixel to 1/256.
        numbers[2 * i] = Int32(offset.x * 16)  // checked: within a pixel
        numbers[2 * i + 1] = Int32(offset.y * 16)  // checked: within a pixel
      }
    }
  }
}
