import BelvedereGeoMath

/// A point of a surface as its light is computed: along the surface's own east, north and up, which in
/// the flat map are those of the picture's frame.
struct ShadedPoint {
  /// From the eye, metres.
  let way: SIMD3<Float>
  /// Along the line of sight, metres.
  let depth: Float
  /// In the picture's frame.
  let position: Vector3
  let light: LocalLight
  /// `nil` in the flat map.
  let axes: LocalAxes?

  /// A direction of the point's own in the picture's frame.
  @inline(__always)
  func framed(_ v: SIMD3<Float>) -> SIMD3<Float> { axes.map { $0.framed(v) } ?? v }

  /// A point so many metres above this one, in what light finds of it.
  func raised(by metres: Float) -> ShadedPoint {
    let up = framed(SIMD3(0, 0, metres))
    return ShadedPoint(
      way: way, depth: depth,
      position: position + Vector3(Double(up.x), Double(up.y), Double(up.z)), light: light,
      axes: axes)
  }
}
