import BelvedereGeoMath
import BelvedereGeodesy

extension FitSolver {
  /// The camera over the centre found, at the least distance from which all points are seen there.
  ///
  /// With centre and orientation fixed a point at c along the line of sight from the centre, a to
  /// the right and b above it is inside from the distance max(|a| / t.x, |b| / t.y) − c on. What
  /// the centre may lack in exactness thus costs tightness, never a point.
  func finish(
    _ solution: FitProblem.Solution, pitch: Double, _ problem: FitProblem
  ) -> CameraFit {
    let center = coordinate(at: solution.center)
    let elevation = ground(center)
    let near = FitProblem.nearestPart * limits.minimumDistance
    var needed = -Double.infinity
    var furthest = -Double.infinity
    let world = MapPoint.worldWidth
    let scale = FitPoints.metersPerMapPoint(LocalFrame(origin: center))
    let origin = points.base.position(of: center) / FitPoints.metersPerMapPoint(points.base)
    for point in points.points {
      // The short way round, as every view has it.
      let x = point.east - origin.x
      let east = (abs(x) < world / 2 ? x : x - (x / world).rounded() * world) * scale
      let north = (point.north - origin.y) * scale
      let along = east * problem.sinHeading + north * problem.cosHeading
      let z = point.elevation - elevation
      let across = east * problem.cosHeading - north * problem.sinHeading
      let above = along * problem.cosPitch + z * problem.sinPitch
      let depth = along * problem.sinPitch - z * problem.cosPitch
      let size = max(abs(across) / problem.tangent.x, abs(above) / problem.tangent.y, near)
      needed = max(needed, size - depth)
      furthest = max(furthest, depth)
    }
    let least = max(limits.minimumDistance, limits.minimumDistance - furthest)
    var fit = CameraFit(
      camera: MapCamera(
        lookingAtCenter: center, fromDistance: min(max(needed, least), limits.maximumDistance),
        pitch: pitch, heading: heading),
      groundElevation: elevation)
    if needed < least || solution.isNear { fit.limitedBy.append(.minimumDistance) }
    if solution.isTooFar || needed > limits.maximumDistance {
      fit.limitedBy.append(.maximumDistance)
    }
    if solution.isBoxed { fit.limitedBy.append(limits.boundary == nil ? .mapEdge : .boundary) }
    return fit
  }

  /// Fills in the margins as ``CameraView`` has them, and goes back by a little should rounding have
  /// cost more than the rim that was left free.
  func verify(_ fit: inout CameraFit) {
    fit.margins = margins(of: fit)
    var nudge = 1e-12
    while !fit.containsAll, fit.camera.distance < limits.maximumDistance, nudge < 1e-7 {
      fit.camera.distance = min(fit.camera.distance * (1 + nudge), limits.maximumDistance)
      fit.margins = margins(of: fit)
      nudge *= 4
    }
  }

  /// The margins; `nil` where a point has no place on the screen.
  private func margins(of fit: CameraFit) -> EdgePadding? {
    guard
      let view = try? CameraView(
        camera: fit.camera, viewport: viewport, groundElevation: fit.groundElevation)
    else { return nil }
    let outermost = outermost(view)
    let exact = outermost.map { view.project($0.coordinate, elevation: $0.elevation) }
    guard let (low, high) = Self.extent(exact) else { return nil }
    let padding = viewport.padding
    return EdgePadding(
      top: low.y - padding.top, left: low.x - padding.left,
      bottom: viewport.height - padding.bottom - high.y,
      right: viewport.width - padding.right - high.x)
  }

  /// The points among which those with the least and the greatest place on the screen are: all, or
  /// of many those that eight at a time find there.
  private func outermost(_ view: CameraView) -> [FitPoints.Point] {
    let all = points.points
    guard all.count >= 16 else { return all }
    let results = view.project(
      all.map { GeodeticPosition($0.coordinate, height: $0.elevation) })
    guard let (low, high) = Self.extent(results) else { return all }
    // A batch may be off by 1e-9 points, and in proportion far off the screen.
    let room = 4e-9 + 1e-12 * max(max(-low.x, -low.y), max(high.x, high.y))
    var outermost: [FitPoints.Point] = []
    for (point, result) in zip(all, results) {
      guard let p = result.point else { return all }
      if p.x <= low.x + room || p.x >= high.x - room || p.y <= low.y + room || p.y >= high.y - room
      {
        outermost.append(point)
      }
    }
    return outermost
  }

  /// The least and the greatest coordinates; `nil` where a point has no place on the screen.
  private static func extent(_ results: [ProjectionResult]) -> (low: Vector2, high: Vector2)? {
    var low = Vector2(.infinity, .infinity)
    var high = Vector2(-.infinity, -.infinity)
    for result in results {
      guard let p = result.point else { return nil }
      low = Vector2(min(low.x, p.x), min(low.y, p.y))
      high = Vector2(max(high.x, p.x), max(high.y, p.y))
    }
    return (low, high)
  }
}
