import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereRasterization

/// What a picture of the globe needs beside one of the flat map.
final class GlobePicture: Sendable {
  let ground: GlobeGround
  let sky: GlobeSky

  init(ground: GlobeGround, sky: GlobeSky) {
    self.ground = ground
    self.sky = sky
  }

  /// A place on drawn ground.
  @inline(__always)
  func site(_ offset: SIMD3<Float>) -> GlobeSite {
    let point = ground.point(offset)
    return GlobeSite(point: point, axes: ground.axes(at: point), offset: offset)
  }
}

/// A place on drawn ground as it is shaded.
struct GlobeSite {
  let point: GlobePoint
  let axes: LocalAxes
  /// From the eye, in the frame of the picture.
  let offset: SIMD3<Float>
}

/// Where a mesh of solids stands on the globe.
struct SolidSite {
  let axes: LocalAxes
  let light: LocalLight
}
