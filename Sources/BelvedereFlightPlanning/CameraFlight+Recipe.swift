import BelvedereCameraModel
import BelvedereGeodesy

extension CameraFlight {
  /// The cameras between two others in the manner of MapKit's "go to" recipe ("Putting Map Kit in
  /// Perspective", WWDC 2013): plain nearby, a hop within a region, up and across beyond.
  ///
  /// - Parameters:
  ///   - start, end: the ends; limits are applied to them first.
  ///   - style: `nil` for the one that suits the geodesic distance between the centres.
  ///   - limits: what every keyframe keeps. The pitch limit keeps centre, heading and distance.
  /// - Returns: the style used and the flight; `clamped` names what the limits changed at the ends.
  /// - Throws: ``DomainError`` where an end is outside its domain.
  ///
  /// The hop's middle camera stands over the middle of the two map points at four times the end's
  /// altitude and looks at the destination. The long way has two overhead cameras, north up, at an
  /// altitude equal to the distance.
  public static func recipe(
    from start: MapCamera, to end: MapCamera, style: TransitionStyle? = nil,
    limits: CameraLimits = CameraLimits()
  ) throws(DomainError) -> (style: TransitionStyle, flight: CameraFlight, clamped: [String]) {
    try start.validate()
    try end.validate()
    let (clampedStart, clampedEnd) = (limits.clamp(start), limits.clamp(end))
    let (from, to) = (clampedStart.camera, clampedEnd.camera)
    let distance = try Geodesic.wgs84.inverse(
      from: from.centerCoordinate, to: to.centerCoordinate
    ).distance
    let style = style ?? TransitionStyle(forDistance: distance)
    var middle: [MapCamera] = []
    switch style {
    case .plain: break
    case .hop:
      let p = MapPoint(from.centerCoordinate)
      let q = MapPoint(to.centerCoordinate)
      let between = MapPoint(x: p.x + q.shortDeltaX(from: p) / 2, y: (p.y + q.y) / 2)
      middle = [
        try MapCamera(
          lookingAtCenter: to.centerCoordinate, fromEyeCoordinate: between.coordinate,
          eyeAltitude: 4 * max(to.altitude, to.distance * 1e-3))
      ]
    case .long:
      middle = [from, to].map {
        MapCamera(
          lookingAtCenter: $0.centerCoordinate, fromDistance: max(distance, 1), pitch: 0,
          heading: 0)
      }
    }
    return (
      style, CameraFlight(through: [from] + middle.map { limits.clamp($0).camera } + [to]),
      clampedStart.clamped + clampedEnd.clamped.filter { !clampedStart.clamped.contains($0) }
    )
  }
}

extension MapCamera {
  /// The camera that the recipe ends with: at a coordinate, from 500 m above the ground, tilted by
  /// 55° and looking north.
  public static func arriving(at coordinate: Coordinate) throws(DomainError) -> MapCamera {
    try MapCamera(lookingAtCenter: coordinate, fromAltitude: 500, pitch: 55, heading: 0)
  }
}
