import BelvedereGeoMath
import BelvedereGeodesy

extension GlobeView {
  /// The direction from the eye through a screen point, with a component of 1 along the line of
  /// sight; not a unit vector. In ``frame``.
  public func direction(through point: Vector2) -> Vector3 {
    pose.forward + pose.right * ((point.x - principalPoint.x) / focalLength)
      + pose.up * ((principalPoint.y - point.y) / focalLength)
  }

  /// The place where the ray through a screen point first meets the level surface at an elevation: all
  /// places of exactly that height above the ellipsoid.
  ///
  /// A surface above the eye is met from below. A ray that first dives into the Earth has no place
  /// there: `.behindCamera`, for it looks down on a surface above it. So what is found is always seen:
  /// ``project(_:elevation:)`` of it is a point.
  ///
  /// Accuracy: 1e-9 of the depth, beside the rounding of degrees to doubles, up to 3 nm each, and over
  /// the sine of the angle at which the ray meets the surface; one point below the horizon too. The
  /// result projects back within 1e-9 points and that rounding. Held by `GlobeRoundTripTests` and by
  /// `GlobeVectorTests` against 60 digits.
  /// Cost: O(1), no allocation; a closed form at elevation 0, a few steps of Newton's method else.
  public func unproject(
    _ point: Vector2, elevation: Double, farDepth: Double
  ) -> UnprojectionResult {
    guard point.x.isFinite, point.y.isFinite, elevation.isFinite else { return .notFinite }
    guard Self.elevations.contains(elevation) else { return .outsideWorld }
    let ray = direction(through: point)
    switch meeting(ray, elevation: elevation) {
    case .failure(let miss): return miss.result
    case .success(let depth):
      guard depth <= farDepth else { return .beyondFarLimit }
      guard let foot = frame.differences.foot(of: self.position(on: ray, depth)) else {
        return .sky
      }
      return .ground(
        GroundPoint(
          coordinate: frame.differences.coordinate(of: foot), elevation: elevation, depth: depth))
    }
  }

  public func position(through point: Vector2, depth: Double) -> GeodeticPosition? {
    frame.differences.foot(of: position(on: direction(through: point), depth)).map {
      GeodeticPosition(
        frame.differences.coordinate(of: $0), height: frame.origin.height + $0.rise)
    }
  }

  /// The position in ``frame`` at a depth along a ray of ``direction(through:)``.
  func position(on ray: Vector3, _ depth: Double) -> Vector3 {
    // The line of sight ends at the centre: no difference of the eye and a long way.
    pose.forward * (depth - camera.distance) + (ray - pose.forward) * depth
  }

  /// The depth at which a ray first meets the level surface at an elevation.
  func meeting(_ ray: Vector3, elevation: Double) -> Result<Double, GroundMiss> {
    let above = eyeAltitude + (groundElevation - elevation)
    if elevation == 0, above > 0 {
      return surface.entry(ray).flatMap { $0 > 0 && $0 < .infinity ? .success($0) : nil }
        ?? .failure(.sky)
    }
    let descent = -ray.dot(eyeFoot.normal)
    if above > 0 {
      guard descent > 0 else { return .failure(.sky) }
      return entry(ray, elevation)
    }
    // From below, if no ground of elevation 0, nor the eye's own level below that, stops the ray.
    guard above < 0 else { return .failure(descent > 0 ? .behindCamera : .sky) }
    if descent > 0, above + elevation <= 0 || surface.least(ray, far: .infinity) < 0 {
      return .failure(.behindCamera)
    }
    return exit(ray, elevation)
  }

  /// Height above the level surface and its slope at a depth along a ray.
  private func height(
    _ ray: Vector3, _ depth: Double, _ elevation: Double
  ) -> (height: Double, slope: Double)? {
    guard let foot = frame.differences.foot(of: position(on: ray, depth)) else { return nil }
    return (foot.rise + (groundElevation - elevation), ray.dot(foot.normal))
  }

  /// Where a ray comes nearest to the Earth: the depth, the height above the level surface there, and
  /// how fast the slope of the height grows.
  func nearest(
    _ ray: Vector3, elevation: Double
  ) -> (depth: Double, height: Double, curvature: Double) {
    let near = LevelQuadric(frame.differences, eye: pose.eye, level: elevation)
    let (curvature, _) = near.coefficients(ray)
    var depth = near.nearest(ray)
    // The height's second derivative, within the flattening: each step gains two digits.
    let bend = curvature / (near.gradient + ray * depth).length
    var found = height(ray, depth, elevation)
    for _ in 0..<4 {
      guard let now = found, abs(now.slope) > 1e-15 * ray.length else { break }
      depth -= now.slope / bend
      found = height(ray, depth, elevation)
    }
    return (depth, found?.height ?? -.infinity, bend)
  }

  /// Whether a ray from above the level surface at an elevation meets it no deeper than the far plane.
  func comesDown(_ ray: Vector3, to elevation: Double, within far: Double) -> Bool {
    guard ray.dot(eyeFoot.normal) < 0 else { return false }
    if elevation == 0 { return surface.least(ray, far: far) <= 0 }
    let low = nearest(ray, elevation: elevation)
    if low.depth <= far { return low.height <= 0 }
    return (height(ray, far, elevation)?.height ?? -1) <= 0
  }

  /// The first root of the convex height along a ray from above.
  ///
  /// From any depth before the root Newton's method approaches it from this side. A start behind the
  /// root, but before the lowest point, leads before it in one step.
  private func entry(_ ray: Vector3, _ elevation: Double) -> Result<Double, GroundMiss> {
    let near = LevelQuadric(frame.differences, eye: pose.eye, level: elevation)
    var depth = max(0, near.entry(ray) ?? near.nearest(ray))
    var lowest: Double?
    for _ in 0..<100 {
      guard let now = height(ray, depth, elevation), now.slope < 0 else {
        // On the rising side of the lowest point, or of the digits next to it.
        if let lowest { return .success(lowest) }
        let low = nearest(ray, elevation: elevation)
        guard low.height <= 0, low.depth > 0 else { return .failure(.sky) }
        lowest = low.depth
        depth = max(0, low.depth - (-2 * low.height / low.curvature).squareRoot())
        continue
      }
      let step = -now.height / now.slope
      depth += step
      if abs(step) <= 4e-16 * depth { break }
    }
    return depth > 0 && depth < .infinity ? .success(depth) : .failure(.sky)
  }

  /// The only root of the convex height along a ray from below.
  private func exit(_ ray: Vector3, _ elevation: Double) -> Result<Double, GroundMiss> {
    let near = LevelQuadric(frame.differences, eye: pose.eye, level: elevation)
    var depth = near.exit(ray)
    if !(depth > 0 && depth < .infinity) { depth = camera.distance }
    for _ in 0..<100 {
      guard let now = height(ray, depth, elevation) else { return .failure(.sky) }
      guard now.slope > 0 else {
        depth *= 2
        continue
      }
      let step = -now.height / now.slope
      depth += step
      if abs(step) <= 4e-16 * depth { break }
      if depth <= 0 { return .failure(.sky) }
    }
    return depth > 0 && depth < .infinity ? .success(depth) : .failure(.sky)
  }
}
