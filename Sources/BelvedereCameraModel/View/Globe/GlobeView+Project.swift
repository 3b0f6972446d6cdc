import BelvedereGeoMath
import BelvedereGeodesy

extension GlobeView {
  /// The point of the screen that shows a place on the globe.
  ///
  /// `.belowHorizon` says that the Earth hides it. What hides is the ellipsoid at elevation 0; for an
  /// eye or a place below that (the Dead Sea's shore) the level surface through the lower of the two.
  /// A place less than a nanometre below the line of sight counts as seen, so that places on the
  /// surface do not flicker. An elevation outside ``elevations`` is `.outsideWorld`.
  ///
  /// Accuracy: 1e-9 points, of the distance of the result from the principal point beyond 1e5 points;
  /// held by `GlobeProjectionTests` against GLM and by `GlobeVectorTests` against 60 digits.
  /// Cost: O(1), no allocation.
  public func project(_ coordinate: Coordinate, elevation: Double) -> ProjectionResult {
    guard coordinate.isValid, Self.elevations.contains(elevation) else { return .outsideWorld }
    let place = frame.differences.place(
      latitude: coordinate.latitude, longitude: coordinate.longitude,
      rise: elevation - groundElevation)
    return project(place.position, normal: place.normal, elevation: elevation)
  }

  /// The point of the screen that shows a position in ``frame``, given in metres.
  ///
  /// Accuracy and cases: as ``project(_:elevation:)``; less than 370 km from the Earth's centre there
  /// is no elevation, and the position is hidden.
  public func project(_ position: Vector3) -> ProjectionResult {
    guard let foot = frame.differences.foot(of: position) else {
      if case .point(let screen) = screen(position) { return .belowHorizon(screen) }
      return screen(position)
    }
    return project(position, normal: foot.normal, elevation: groundElevation + foot.rise)
  }

  @inline(__always) private func project(
    _ position: Vector3, normal: Vector3, elevation: Double
  ) -> ProjectionResult {
    let result = screen(position)
    guard case .point(let screen) = result,
      isHidden(position, normal: normal, elevation: elevation)
    else { return result }
    return .belowHorizon(screen)
  }

  /// The point on the screen, whether or not the Earth hides it.
  @inline(__always) private func screen(_ q: Vector3) -> ProjectionResult {
    let depth = camera.distance + q.dot(pose.forward)
    guard depth > 0 else {
      return depth.isFinite ? .behindCamera(depth: depth) : .outsideWorld
    }
    let x = principalPoint.x + focalLength * (q.dot(pose.right) / depth)
    let y = principalPoint.y - focalLength * (q.dot(pose.up) / depth)
    guard x.isFinite, y.isFinite, depth.isFinite else { return .outsideWorld }
    return .point(ScreenPoint(x: x, y: y, depth: depth))
  }

  /// Whether the Earth stands between the eye and a place.
  ///
  /// Height above an ellipsoid is convex along a straight line, being the distance from a convex body.
  /// So at the lower of its ends the line dips below the level through that end exactly if it descends
  /// there; a test of the surface's own points against the surface, which rounding would make flicker,
  /// is not needed.
  private func isHidden(_ position: Vector3, normal: Vector3, elevation: Double) -> Bool {
    let way = position - pose.eye
    // A line that descends at this angle dips a nanometre: R ε² / 2.
    let dip = 1.8e-8 * way.length
    let arrival = way.dot(normal)
    let eyeElevation = groundElevation + eyeAltitude
    if elevation <= min(0, eyeElevation) { return arrival > dip }
    let departure = way.dot(eyeFoot.normal)
    if eyeElevation <= 0 { return departure < -dip }
    guard departure < 0, arrival > 0 else { return false }
    return surface.least(way, far: 1) < -0.0127
  }
}
