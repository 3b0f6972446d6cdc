import BelvedereGeoMath
import BelvedereGeodesy

/// The ellipsoid as seen along rays from an eye: x² + y² + (1 + m) z² − A² on the Earth's axes, a
/// polynomial of second degree along a ray.
///
/// At level 0 it is the ellipsoid itself, computed by differences from the camera's centre; at another
/// level it is the ellipsoid with axes so much longer, which the level surface differs from by up to
/// 1e-5 of the level.
struct LevelQuadric: Sendable, Hashable {
  /// The polynomial at the eye, square metres: positive outside.
  let excess: Double
  /// Half its gradient at the eye, metres.
  let gradient: Vector3
  /// m, and the unit vector of the Earth's axis.
  private let m: Double
  private let axis: Vector3

  /// The ellipsoid at elevation 0.
  init(_ d: GeodeticDifferences, eye: Vector3) {
    m = d.e2 / (1 - d.e2)
    axis = d.axis
    let h = d.origin.height
    // At the centre, h above the ellipsoid along its normal n, where the gradient is N·n.
    let stretch = 1 + m * d.sine * d.sine
    let center = Vector3(
      0, h * m * d.sine * d.cosine, d.primeVertical + h * stretch)
    let along = eye.dot(axis)
    excess =
      h * (2 * d.primeVertical + h * stretch) + 2 * center.dot(eye)
      + (eye.dot(eye) + m * along * along)
    gradient = center + eye + axis * (m * along)
  }

  /// Nearly the level surface at an elevation.
  init(_ d: GeodeticDifferences, eye: Vector3, level: Double) {
    let a = Ellipsoid.wgs84.semiMajorAxis
    let b = a * (1 - Ellipsoid.wgs84.flattening)
    let ratio = (a + level) / (b + level)
    m = (ratio - 1) * (ratio + 1)
    axis = d.axis
    let position = d.fromCenter + eye
    let along = position.dot(axis)
    excess = position.dot(position) + m * along * along - (a + level) * (a + level)
    gradient = position + axis * (m * along)
  }

  /// v·w in the metric in which the surface is a sphere.
  func product(_ v: Vector3, _ w: Vector3) -> Double {
    v.dot(w) + m * v.dot(axis) * w.dot(axis)
  }

  /// The polynomial along a ray: curvature·t² + 2·slope·t + excess.
  func coefficients(_ ray: Vector3) -> (curvature: Double, slope: Double) {
    (product(ray, ray), gradient.dot(ray))
  }

  /// Where along a ray the polynomial is least.
  func nearest(_ ray: Vector3) -> Double {
    let (curvature, slope) = coefficients(ray)
    return -slope / curvature
  }

  /// The least value along a ray from the eye, as far as `far`.
  func least(_ ray: Vector3, far: Double) -> Double {
    let (curvature, slope) = coefficients(ray)
    let t = min(max(-slope / curvature, 0), far)
    return t > 0 ? excess + t * (2 * slope + t * curvature) : excess
  }

  /// Where a ray from outside enters the surface; `nil` where it does not.
  ///
  /// The form with the sum of two positive numbers in the denominator, which does not cancel however
  /// small the angle at which the ray grazes the surface.
  func entry(_ ray: Vector3) -> Double? {
    let (curvature, slope) = coefficients(ray)
    let discriminant = slope * slope - curvature * excess
    guard slope < 0, discriminant >= 0 else { return nil }
    return excess / (-slope + discriminant.squareRoot())
  }

  /// Where a ray from inside leaves the surface.
  func exit(_ ray: Vector3) -> Double {
    let (curvature, slope) = coefficients(ray)
    let root = max(0, slope * slope - curvature * excess).squareRoot()
    return slope > 0 ? -excess / (slope + root) : (root - slope) / curvature
  }
}
