/// How much work goes into a picture.
///
/// | | draft | standard | high |
/// | --- | --- | --- | --- |
/// | samples a pixel, unless asked for | 1 | 4 | 8 |
/// | texels along a shadow map's side, on the globe | 1,024 | 2,048 | 4,096 |
/// | size of shadows' texels beside pixels, on the flat map | 0.7 to 1.4 | 0.35 to 0.7 | 0.18 to 0.35 |
/// | looks around a pixel for what shades it | none | 10 | 16 |
/// | widest side of the ground's triangles, points | 8 | 4 | 2 |
/// | lengths of ground along a pixel's view, in widths | 3 | 8 | 8 |
/// | sizes of texels that are mixed | 1 | 2 | 2 |
/// | dithered | no | yes | yes |
/// | least side of what streamed layers show, pixels | 4 | 2 | 1 |
public enum RenderQuality: String, Sendable, CaseIterable {
  /// For looking around: a view's edges are jagged, and corners are not darker.
  case draft
  /// What pictures are drawn with unless something else is asked for.
  case standard
  /// For pictures that are kept: finer edges, shadows and slopes.
  case high

  /// The samples of a pixel that go with it.
  public var samples: Int {
    switch self {
    case .draft: 1
    case .standard: 4
    case .high: 8
    }
  }

  /// Pixels below which what streamed layers have is left out.
  var leastPixels: Double {
    switch self {
    case .draft: 4
    case .standard: 2
    case .high: 1
    }
  }

  /// How often the size of a pixel is halved to that of a texel of shadow.
  var shadowFineness: Double {
    switch self {
    case .draft: -0.5
    case .standard: 0.5
    case .high: 1.5
    }
  }

  /// Pixels along the side of a shadow map on the globe.
  var shadowResolution: Int {
    switch self {
    case .draft: 1024
    case .standard: 2048
    case .high: 4096
    }
  }

  /// How many places around a pixel are looked at for what hides the sky from it.
  var occlusionTaps: Int {
    switch self {
    case .draft: 0
    case .standard: 10
    case .high: 16
    }
  }

  /// How many times its width the part of the ground is long that a pixel shows at most; beyond, it is
  /// wider, and blurred.
  var longestFootprint: Double {
    switch self {
    case .draft: 3
    case .standard, .high: 8
    }
  }

  /// Whether two sizes of texels are mixed where the ground passes from one to the other.
  var mixesLevels: Bool { self != .draft }

  /// The widest side of a triangle of ground, in points.
  var widestSide: Double {
    switch self {
    case .draft: 8
    case .standard: 4
    case .high: 2
    }
  }

  /// Whether steps between neighbouring colours are broken up, which show as bands in sky, sea and haze.
  var dithers: Bool { self != .draft }
}
