import BelvedereGeoMath
import BelvedereGeodesy

extension MapCamera {
  /// The camera whose eye stands over one coordinate at an altitude and looks at another.
  ///
  /// The inverse of ``CameraView/eyeCoordinate``: distance, pitch and heading follow from the eye's
  /// position in the flat map's frame at the centre. An eye right over the centre has heading 0.
  ///
  /// - Parameters:
  ///   - centerCoordinate: where the camera looks.
  ///   - eyeCoordinate: the coordinate below the eye.
  ///   - eyeAltitude: metres of the eye above the ground at the centre, greater than 0.
  /// - Throws: ``DomainError`` naming the field that is not finite or outside its domain.
  ///
  /// Accuracy: the eye of the result is the eye given within 1e-9 of the distance; held by
  /// `MapCameraTests`.
  public init(
    lookingAtCenter centerCoordinate: Coordinate, fromEyeCoordinate eyeCoordinate: Coordinate,
    eyeAltitude: Double
  ) throws(DomainError) {
    let latitudes = -MapPoint.maximumLatitude...MapPoint.maximumLatitude
    let unit = "degrees in the flat map"
    try Self.check(
      centerCoordinate.latitude, "lookingAtCenter.latitude", within: latitudes, unit: unit)
    try Self.checkFinite(centerCoordinate.longitude, "lookingAtCenter.longitude", unit: "degrees")
    try Self.check(
      eyeCoordinate.latitude, "fromEyeCoordinate.latitude", within: latitudes, unit: unit)
    try Self.checkFinite(eyeCoordinate.longitude, "fromEyeCoordinate.longitude", unit: "degrees")
    guard eyeAltitude.isFinite, eyeAltitude > 0, eyeAltitude <= 1e9 else {
      throw DomainError(
        field: "eyeAltitude", value: eyeAltitude,
        allowed: "a number of metres above 0, at most 1e9")
    }
    let eye = LocalFrame(origin: centerCoordinate).position(of: eyeCoordinate)
    self.init(
      lookingAtCenter: centerCoordinate,
      fromDistance: Vector3(eye.x, eye.y, eyeAltitude).length,
      pitch: arcTangent(eye.length, eyeAltitude),
      heading: eye == .zero ? 0 : arcTangent(-eye.x, -eye.y))
  }

  /// The camera at an altitude in metres above the ground at its centre, instead of a distance.
  ///
  /// - Throws: ``DomainError`` where the pitch leaves no such camera: at the horizon the altitude
  ///   is 0 whatever the distance; and where the camera is none that a view accepts.
  public init(
    lookingAtCenter centerCoordinate: Coordinate, fromAltitude altitude: Double, pitch: Double,
    heading: Double
  ) throws(DomainError) {
    guard altitude.isFinite, altitude > 0 else {
      throw DomainError(
        field: "altitude", value: altitude, allowed: "a number of metres above 0")
    }
    try Self.check(pitch, "pitch", within: 0...89.9, unit: "degrees when an altitude is given")
    self.init(
      lookingAtCenter: centerCoordinate, fromDistance: altitude / cosine(degrees: pitch),
      pitch: pitch, heading: heading)
    try Self.checkFinite(heading, "heading", unit: "degrees")
    try validate(for: .globe)
  }
}
