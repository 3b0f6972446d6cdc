import BelvedereGeoMath
import BelvedereGeodesy

extension RayGround {
  /// Whether one place can be seen from another along the line that is straight in space, over the
  /// curved Earth; elevations are taken as heights above the ellipsoid. Air does not bend the line.
  ///
  /// As ``lineOfSight(from:to:)`` for the flat map. The Earth's curve blocks too, but only where the
  /// surface has ground: beyond the grid nothing does.
  ///
  /// Accuracy: ground that rises less than a few ``chordError`` into the line may not block it.
  /// - Throws: ``DomainError`` as ``lineOfSight(from:to:)``.
  public func lineOfSightInSpace(
    from: ElevatedPlace, to: ElevatedPlace
  ) throws(DomainError) -> LineOfSight {
    try Self.check(from, "from")
    try Self.check(to, "to")
    guard let start = elevation(at: from.coordinate), let end = elevation(at: to.coordinate) else {
      return .unknownGround
    }
    let frame = try TangentFrame(
      origin: GeodeticPosition(from.coordinate, height: start + from.height))
    let way = try frame.position(
      of: GeodeticPosition(to.coordinate, height: end + to.height))
    // Places on the ground see and are seen.
    let slack = 3 * Self.chordError
    let ray = SpaceRay(
      frame: frame, origin: Vector3(0, 0, slack), direction: way, maximum: 1)
    guard way.length > 0, case .hit(let hit, let coordinate) = cast(ray) else { return .visible }
    return .blocked(
      SightBlock(
        coordinate: coordinate, elevation: hit.position.z, distance: way.length * hit.t))
  }
}
