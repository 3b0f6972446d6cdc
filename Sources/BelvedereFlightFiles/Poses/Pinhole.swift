import BelvedereCameraModel
import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lens without distortion, in pixels.
struct Pinhole {
  let focal: Double
  let center: Vector2

  init(_ viewport: Viewport, fieldOfView: Double) {
    var viewport = viewport
    viewport.fieldOfView = fieldOfView
    focal = viewport.focalLength
    center = viewport.principalPoint
  }

  /// Degrees, vertical, within [0.1, 179].
  static func fieldOfView(focal: Double, height: Double) -> Double {
    min(max(degrees(2 * atan(height / 2 / focal)), 0.1), 179)
  }
}
