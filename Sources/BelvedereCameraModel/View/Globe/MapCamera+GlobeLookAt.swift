import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension MapCamera {
  /// The camera whose eye stands over one coordinate at an altitude and looks at another, in the flat
  /// map or on the globe.
  ///
  /// On the globe the eye is the point at the eye's coordinate and the height `groundElevation` +
  /// `eyeAltitude` above the ellipsoid; distance, pitch and heading follow from where it stands in the
  /// frame at the centre, `groundElevation` above the ellipsoid. It is the inverse of
  /// ``GlobeView/eyePosition`` and ``GlobeView/eyeAltitude``. An eye right over the centre has pitch 0
  /// and heading 0.
  ///
  /// - Parameters:
  ///   - centerCoordinate: Where the camera looks.
  ///   - eyeCoordinate: The coordinate below the eye.
  ///   - eyeAltitude: Metres of the eye above the height of the ground at the centre, greater than 0.
  ///   - groundElevation: Metres of the ground at the centre above the ellipsoid; without meaning in
  ///     the flat map.
  /// - Throws: ``DomainError`` naming the field that is not finite or outside its domain: on the globe
  ///   also `eye altitude` where the eye lies below the plane that touches the Earth at the centre, so
  ///   that the pitch would exceed 90°.
  ///
  /// Accuracy: the eye of the result is the eye given within 1e-14 of the distance; held by
  /// `GlobeEyeTests`.
  public init(
    lookingAtCenter centerCoordinate: Coordinate, fromEyeCoordinate eyeCoordinate: Coordinate,
    eyeAltitude: Double, groundElevation: Double = 0, projection: MapProjection
  ) throws(DomainError) {
    guard projection == .globe else {
      try self.init(
        lookingAtCenter: centerCoordinate, fromEyeCoordinate: eyeCoordinate,
        eyeAltitude: eyeAltitude)
      return
    }
    for (coordinate, name) in [(centerCoordinate, "center"), (eyeCoordinate, "eye")] {
      try Self.check(coordinate.latitude, "\(name) latitude", within: -90...90, unit: "degrees")
      try Self.checkFinite(coordinate.longitude, "\(name) longitude", unit: "degrees")
    }
    guard eyeAltitude.isFinite, eyeAltitude > 0, eyeAltitude <= 1e9 else {
      throw DomainError(
        field: "eye altitude", value: eyeAltitude,
        allowed: "a number of metres above 0, at most 1e9")
    }
    try Self.check(groundElevation, "elevation", within: GlobeView.elevations, unit: "metres")
    let frame = try TangentFrame(
      origin: GeodeticPosition(centerCoordinate, height: groundElevation))
    let eye = frame.differences.place(
      latitude: eyeCoordinate.latitude, longitude: eyeCoordinate.longitude, rise: eyeAltitude
    ).position
    guard eye.z >= 0 else {
      throw DomainError(
        field: "eye altitude", value: eyeAltitude,
        allowed: "high enough to be above the center's horizon")
    }
    let across = hypot(eye.x, eye.y)
    self.init(
      lookingAtCenter: centerCoordinate, fromDistance: hypot(across, eye.z),
      pitch: arcTangent(across, eye.z), heading: across == 0 ? 0 : arcTangent(-eye.x, -eye.y))
  }
}
