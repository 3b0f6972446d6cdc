/// How elevations between samples follow from the samples around.
public enum ElevationInterpolation: String, Sendable, Hashable, CaseIterable {
  /// The value of the nearest sample; half-way, of the one to the south and east.
  case nearest
  /// The surface that is straight along parallels and meridians between four samples: continuous.
  case bilinear
  /// Keys' cubic convolution with a = −½ (the Catmull–Rom spline) in both directions: continuous
  /// slopes, exact for quadratic surfaces, and up to some 15 % of a step beyond the samples beside
  /// an edge. Slopes beside a void or the grid's edge are one-sided, so that the surface has
  /// continuous slopes wherever it is known.
  ///
  /// Source: Keys, "Cubic Convolution Interpolation for Digital Image Processing", 1981; as Hermite
  /// patches with differences of neighbours as slopes.
  case bicubic
}
