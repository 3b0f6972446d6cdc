import BelvedereCameraModel
import BelvedereGeodesy

/// Cameras of a scene file.
enum CameraDecoder {
  static func camera(_ node: SceneNode, name: String) throws(SceneError) -> NamedCamera {
    let object = try SceneObject(node, .camera)
    let centerNode = try object.required("centerCoordinate", "where the camera looks")
    let center = try SceneObject(centerNode, .coordinate)
    let latitude = try center.required("latitude", "degrees")
      .number("a latitude in degrees", in: -MapPoint.maximumLatitude...MapPoint.maximumLatitude)
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
}
