/// Where in a pixel coverage is tested, in sixteenths of a pixel from its centre.
///
/// Rotated patterns catch nearly horizontal and vertical edges at every step; 4 and 8 are the
/// standard patterns of Direct3D 11 (Functional Specification, 19.2.4.1) with rows counted from below,
/// as OpenGL's rasterisers have them.
public struct SamplePattern: Sendable, Hashable {
  /// The offsets.
  public let offsets: [SIMD2<Int>]

  /// The pattern of 1, 4 or 8 samples; anything else gives the next smaller one.
  public init(samples: Int) {
    switch samples {
    case 8...:
      offsets = [
        SIMD2(1, 3), SIMD2(-1, -3), SIMD2(5, -1), SIMD2(-3, 5), SIMD2(-5, -5), SIMD2(-7, 1),
        SIMD2(3, -7), SIMD2(7, 7),
      ]
    case 4...: offsets = [SIMD2(-2, 6), SIMD2(6, 2), SIMD2(-6, -2), SIMD2(2, -6)]
    default: offsets = [SIMD2(0, 0)]
    }
  }

  /// How many samples.
  public var count: Int { offsets.count }
}
