import BelvedereGeoMath
import BelvedereRasterization

/// East, north and up of a place as unit vectors in the frame of a picture.
struct LocalAxes {
  var east, north, up: SIMD3<Float>

  /// A vector of the frame along the place's own east, north and up.
  @inline(__always)
  func local(_ v: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3((v * east).sum(), (v * north).sum(), (v * up).sum())
  }

  /// A vector along the place's own east, north and up in the frame.
  @inline(__always)
  func framed(_ v: SIMD3<Float>) -> SIMD3<Float> { east * v.x + north * v.y + up * v.z }
}
