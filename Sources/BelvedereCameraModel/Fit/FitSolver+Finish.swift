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
    let center = coordinate(solution)
    let elevation = ground(center)
    let frame = LocalFrame(origin: center)
    let (sinP, cosP) = (problem.sinPitch, problem.cosPitch)
    let (sinH, cosH) = (problem.sinHeading, problem.cosHeading)
    var needed = -Double.infinity
    var furthest = -Double.infinity
    for point in points.points {
      let p = frame.position(of: point.map)
      let z = point.elevation - elevation
      let along = p.x * sinH + p.y * cosH
      let depth = along * sinP - z * cosP
      let across = abs(p.x * cosH - p.y * sinH) / problem.tangent.x
      let above = abs(along * cosP + z * sinP) / problem.tangent.y
      let near = FitProblem.nearestPart * limits.minimumDistance
      needed = max(needed, max(across, above, near) - depth)
      furthest = max(furthest, depth)
    }
    let least = max(limits.minimumDistance, limits.minimumDistance - furthest)
    var fit = CameraFit(
      camera: MapCamera(
        lookingAtCenter: center, fromDistance: min(max(needed, least), limits.maximumDistance),
        pitch: pitch, heading: heading),
      groundElevation: elevation)
    measure(&fit, frame, problem)
    // Rounding may have cost more than the rim that was left free.
    var nudge = 1e-15
    while !fit.containsAll, fit.camera.distance < limits.maximumDistance, nudge < 1e-6 {
      fit.camera.distance = min(fit.camera.distance * (1 + nudge), limits.maximumDistance)
      nudge *= 4
      measure(&fit, frame, problem)
    }
    if needed < least || solution.isNear { fit.limitedBy.append(.minimumDistance) }
    if solution.isTooFar || needed > limits.maximumDistance {
      fit.limitedBy.append(.maximumDistance)
    }
    if solution.isBoxed { fit.limitedBy.append(limits.boundary == nil ? .mapEdge : .boundary) }
    return fit
  }

  /// Fills in the margins, with the arithmetic of ``CameraView/project(_:)``.
  private func measure(_ fit: inout CameraFit, _ frame: LocalFrame, _ problem: FitProblem) {
    let (sinP, cosP) = (problem.sinPitch, problem.cosPitch)
    let forward = Vector3(sinP * problem.sinHeading, sinP * problem.cosHeading, -cosP)
    let up = Vector3(cosP * problem.sinHeading, cosP * problem.cosHeading, sinP)
    let right = Vector3(problem.cosHeading, -problem.sinHeading, 0)
    let eye = Vector3(0, 0, fit.groundElevation) - forward * fit.camera.distance
    let principal = viewport.principalPoint
    var low = Vector2(.infinity, .infinity)
    var high = Vector2(-.infinity, -.infinity)
    for point in points.points {
      let p = frame.position(of: point.map)
      let v = Vector3(p.x, p.y, point.elevation) - eye
      let depth = v.dot(forward)
      guard depth > 0 else {
        fit.margins = nil
        return
      }
      let x = principal.x + focalLength * v.dot(right) / depth
      let y = principal.y - focalLength * v.dot(up) / depth
      low = Vector2(min(low.x, x), min(low.y, y))
      high = Vector2(max(high.x, x), max(high.y, y))
    }
    let padding = viewport.padding
    guard (high.x - low.x + high.y - low.y).isFinite else {
      fit.margins = nil
      return
    }
    fit.margins = EdgePadding(
      top: low.y - padding.top, left: low.x - padding.left,
      bottom: viewport.height - padding.bottom - high.y,
      right: viewport.width - padding.right - high.x)
  }
}
