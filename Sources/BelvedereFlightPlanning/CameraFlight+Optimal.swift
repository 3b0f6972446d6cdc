import BelvedereCameraModel
import BelvedereGeodesy

extension CameraFlight {
  /// The flight from one camera to another that seems shortest: along the geodesic, zooming out as far as
  /// panning is saved by it (``ZoomPan``), in one movement from rest to rest.
  ///
  /// Every camera of it keeps the limits. The greatest distance of a zoom range is followed where the
  /// flight would exceed it. The pitch keeps its share of what is allowed at the distance: it falls as the
  /// camera rises and comes back as it descends. Within a boundary the centre runs straight on the map,
  /// else on the geodesic of WGS 84; its latitude is held at the edge of the flat map.
  ///
  /// The flight back is the same one, mirrored in time.
  ///
  /// - Parameters:
  ///   - start, end: the ends; limits are applied to them first.
  ///   - fieldOfView: degrees, vertical, within [0.1, 179]: what is seen at a distance d is
  ///     2·d·tan(fieldOfView/2) wide.
  ///   - curvature: ρ of ``ZoomPan``, within [0.01, 100]: the greater, the higher.
  ///   - limits: what every camera keeps.
  /// - Returns: the flight; `clamped` names what the limits changed at the ends.
  /// - Throws: `DomainError` where an end is outside its domain, and of `fieldOfView` and `curvature`.
  ///
  /// Accuracy: centres within 15 nm of the geodesic and 1e-12 of the way; the ends to the last bit.
  public static func optimal(
    from start: MapCamera, to end: MapCamera, fieldOfView: Double = 30,
    curvature: Double = 2.0.squareRoot(), limits: CameraLimits = CameraLimits()
  ) throws(DomainError) -> (flight: CameraFlight, clamped: [String]) {
    try start.validate()
    try end.validate()
    guard fieldOfView >= 0.1, fieldOfView <= 179 else {
      throw DomainError(
        field: "fieldOfView", value: fieldOfView, allowed: "between 0.1 and 179 degrees")
    }
    for camera in [start, end] where camera.distance < 1e-6 {
      throw DomainError(
        field: "distance", value: camera.distance, allowed: "at least 1e-6 metres in a flight")
    }
    let (clampedStart, clampedEnd) = (limits.clamp(start), limits.clamp(end))
    let course = try ZoomPanCourse(
      from: clampedStart.camera, to: clampedEnd.camera, fieldOfView: fieldOfView,
      curvature: curvature, limits: limits)
    return (
      CameraFlight(along: course),
      clampedStart.clamped + clampedEnd.clamped.filter { !clampedStart.clamped.contains($0) }
    )
  }
}
