import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The edge of the Earth as an eye above it sees it: where lines of sight touch the ellipsoid at
/// elevation 0.
///
/// Those lines are a cone of second degree, (g·w)² = γ (w·A·w) with the ellipsoid's polynomial
/// x·A·x − a², γ its value and g half its gradient at the eye. Its section with the screen is a conic.
public struct GlobeHorizon: Sendable {
  /// The curve on the screen. Exact; one of a hyperbola's branches is the horizon, the other is the
  /// horizon behind the eye.
  public let conic: ScreenConic
  let view: GlobeView
  /// East, north and up at the eye.
  private let east, north, up: Vector3

  /// The horizon of a view; `nil` for an eye on or below the ellipsoid.
  init?(_ view: GlobeView) {
    let surface = view.surface
    guard view.groundElevation + view.eyeAltitude > 0, surface.excess > 0 else { return nil }
    self.view = view
    up = view.eyeFoot.normal
    (east, north) = view.frame.differences.axes(at: view.eyeFoot)
    // The cone's form in the axes of the screen, by the square of the gradient.
    let size = surface.gradient.dot(surface.gradient)
    func form(_ v: Vector3, _ w: Vector3) -> Double {
      (surface.gradient.dot(v) * surface.gradient.dot(w) - surface.excess * surface.product(v, w))
        / size
    }
    let k = view.focalLength
    let (r, u, f) = (view.pose.right, view.pose.up, view.pose.forward)
    conic = ScreenConic(
      origin: view.principalPoint, a: form(r, r), b: -2 * form(r, u), c: form(u, u),
      d: 2 * k * form(r, f), e: -2 * k * form(u, f), f: k * k * form(f, f))
  }

  /// The tangent of the dip towards an azimuth, and the horizontal direction.
  private func slope(_ azimuth: Double) -> (tangent: Double, level: Vector3) {
    let turn = SineCosine(degrees: azimuth)
    let level = east * turn.sine + north * turn.cosine
    let surface = view.surface
    let (gu, gc) = (surface.gradient.dot(up), surface.gradient.dot(level))
    let γ = surface.excess
    // Of the two roots, of opposite signs, the one below the horizontal.
    let c2 = gu * gu - γ * surface.product(up, up)
    let c1 = gu * gc - γ * surface.product(up, level)
    let c0 = gc * gc - γ * surface.product(level, level)
    let root = max(0, c1 * c1 - c2 * c0).squareRoot()
    return (c1 > 0 ? (c1 + root) / c2 : -c0 / (root - c1), level)
  }

  /// The direction from the eye to the horizon, not of unit length; in the view's frame.
  func direction(azimuth: Double) -> Vector3 {
    let (tangent, level) = slope(azimuth)
    return level - up * tangent
  }

  /// How far below the horizontal plane at the eye the horizon lies, degrees.
  ///
  /// - Parameter azimuth: Degrees clockwise from north at the eye. The ellipsoid's dip varies with it by
  ///   up to a part in 150.
  ///
  /// Accuracy: 1e-12 relative up to 1e8 m above the Earth; held by `GlobeHorizonTests`.
  public func dip(azimuth: Double) -> Double { atan(slope(azimuth).tangent) * 180 / .pi }

  /// Metres along the line of sight from the eye to where it touches the ellipsoid.
  ///
  /// - Parameter azimuth: As for ``dip(azimuth:)``.
  public func distance(azimuth: Double) -> Double {
    let ray = direction(azimuth: azimuth)
    let (_, slope) = view.surface.coefficients(ray)
    return view.surface.excess / -slope * ray.length
  }

  /// The point of the screen at which the horizon lies towards an azimuth at the eye; `nil` beside or
  /// behind the eye.
  public func point(azimuth: Double) -> Vector2? {
    let ray = direction(azimuth: azimuth)
    let depth = ray.dot(view.pose.forward)
    guard depth > 0 else { return nil }
    let point = Vector2(
      view.principalPoint.x + view.focalLength * (ray.dot(view.pose.right) / depth),
      view.principalPoint.y - view.focalLength * (ray.dot(view.pose.up) / depth))
    return point.x.isFinite && point.y.isFinite ? point : nil
  }

  /// The azimuth at the eye of a point of the screen.
  private func azimuth(_ point: Vector2) -> Double {
    let ray = view.direction(through: point)
    return arcTangent(ray.dot(east), ray.dot(north))
  }

  /// The horizon in the viewport, as lines of points of the screen in order of azimuth.
  ///
  /// - Parameter tolerance: How far the lines may lie from the curve, in points.
  /// - Returns: Nothing where the viewport shows no horizon; one closed line, whose last point is its
  ///   first, where all of it is in view; up to four else. Ends lie on the viewport's edge within 1e-9
  ///   of its size.
  ///
  /// Held by `GlobeHorizonTests`.
  public func curves(tolerance: Double = 0.1) -> [[Vector2]] {
    let corners = view.viewport.corners
    var ends: [Double] = []
    for (i, start) in corners.enumerated() {
      let end = corners[(i + 1) % corners.count]
      for part in conic.crossings(from: start, to: end) {
        let point = start + (end - start) * part
        // Not of the branch behind the eye.
        guard view.surface.gradient.dot(view.direction(through: point)) < 0 else { continue }
        ends.append(azimuth(point))
      }
    }
    ends.sort()
    guard let first = ends.first else {
      guard let point = point(azimuth: 0), view.viewport.contains(point) else { return [] }
      return [curve(from: 0, to: 360, tolerance)]
    }
    var curves: [[Vector2]] = []
    for (i, start) in ends.enumerated() {
      let end = i + 1 < ends.count ? ends[i + 1] : first + 360
      guard end > start, let middle = point(azimuth: (start + end) / 2),
        view.viewport.contains(middle)
      else { continue }
      curves.append(curve(from: start, to: end, tolerance))
    }
    return curves
  }

  /// A part of the horizon that is all in view.
  private func curve(from start: Double, to end: Double, _ tolerance: Double) -> [Vector2] {
    guard let first = point(azimuth: start), let last = point(azimuth: end) else { return [] }
    // Some pieces at once: a symmetric curve may pass through the middle of a chord.
    let pieces = end - start > 90 ? 16 : 4
    var points = [first]
    var from = (start, first)
    for i in 1...pieces {
      let azimuth = mix(start, end, Double(i) / Double(pieces))
      guard let point = i < pieces ? point(azimuth: azimuth) : last else { continue }
      refine(from, (azimuth, point), max(tolerance, 1e-6), depth: 0, &points)
      from = (azimuth, point)
    }
    return points
  }

  private func refine(
    _ a: (azimuth: Double, point: Vector2), _ b: (azimuth: Double, point: Vector2),
    _ tolerance: Double, depth: Int, _ points: inout [Vector2]
  ) {
    let azimuth = (a.azimuth + b.azimuth) / 2
    if depth < 16, let middle = point(azimuth: azimuth) {
      let way = b.point - a.point
      let off = abs(way.normalized.cross(middle - a.point))
      // A short chord may belong to a long curve only while the azimuths are far apart.
      if off > tolerance / 2 || b.azimuth - a.azimuth > 30 {
        refine(a, (azimuth, middle), tolerance, depth: depth + 1, &points)
        refine((azimuth, middle), b, tolerance, depth: depth + 1, &points)
        return
      }
    }
    points.append(b.point)
  }

  /// The part of the viewport's area that shows the sky: the rest shows the ellipsoid.
  ///
  /// Accuracy: 1e-4; held by `GlobeHorizonTests`.
  public var skyFraction: Double {
    let outline = GroundOutline(view, elevation: 0, farDepth: .infinity)
    guard let points = outline.screenOutline(tolerance: 1e-4 * view.viewport.height) else {
      return 1
    }
    let first = points[0]
    var area = 0.0
    for (i, p) in points.enumerated() {
      area += (p - first).cross(points[(i + 1) % points.count] - first) / 2
    }
    return min(max(1 - abs(area) / (view.viewport.width * view.viewport.height), 0), 1)
  }
}

extension GlobeView {
  /// The edge of the Earth; `nil` for an eye on or below the ellipsoid.
  public var horizon: GlobeHorizon? { GlobeHorizon(self) }
}

extension Viewport {
  /// The corners counter-clockwise on the screen, from the bottom left.
  var corners: [Vector2] {
    [Vector2(0, height), Vector2(width, height), Vector2(width, 0), Vector2(0, 0)]
  }

  func contains(_ p: Vector2) -> Bool {
    p.x >= 0 && p.x <= width && p.y >= 0 && p.y <= height
  }
}
