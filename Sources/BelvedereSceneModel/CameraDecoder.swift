import BelvedereCameraModel
import BelvedereGeodesy

/// Cameras of a scene file.
enum CameraDecoder {
  /// - Parameter projection: the scene's: on the globe a centre may lie at a pole.
  static func camera(
    _ node: SceneNode, name: String, projection: MapProjection
  ) throws(SceneError) -> NamedCamera {
    let object = try SceneObject(node, .camera)
    let centerNode = try object.required("centerCoordinate", "where the camera looks")
    let center = try SceneObject(centerNode, .coordinate)
    let latitude = try latitude(try center.required("latitude", "degrees"), projection)
    let longitude = try center.required("longitude", "degrees")
      .number("a longitude in degrees", in: -540...540)
    let distance = try object.required("distance", "metres from the centre to the eye")
      .positive("a number of metres", upTo: 1e9)
    let pitch = try object["pitch"]?.number("a pitch in degrees", in: 0...90) ?? 0
    let heading = try object["heading"]?.number("a heading in degrees", in: -3600...3600) ?? 0
    let fieldOfView = try object["fieldOfView"]?
      .number("a field of view in degrees", in: 0.1...179)
    _ = try object["description"]?.string()
    return NamedCamera(
      name: name,
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude),
        fromDistance: distance, pitch: pitch, heading: heading),
      fieldOfView: fieldOfView)
  }

  private static func latitude(
    _ node: SceneNode, _ projection: MapProjection
  ) throws(SceneError) -> Double {
    let edge = MapPoint.maximumLatitude
    if projection == .globe { return try node.number("a latitude in degrees", in: -90...90) }
    if case .number(let value) = node.value.content, abs(value) > edge, abs(value) <= 90 {
      throw node.error(
        "expected a latitude in degrees between -\(edge) and \(edge), where the flat map ends, got "
          + "\(node.value.excerpt); \"projection\": \"globe\" reaches the poles")
    }
    return try node.number("a latitude in degrees", in: -edge...edge)
  }
}
