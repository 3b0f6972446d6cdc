import Belvedere
import BelvedereJSON

/// What the file of a picture says about itself.
enum PictureText {
  /// Texts of a picture's file. No date: the same scene gives the same bytes.
  static func members(
    _ scene: Scene, _ rendered: RenderedImage
  ) -> [(keyword: String, text: String)] {
    let camera = rendered.camera
    let light = rendered.light
    let projection: MapProjection = rendered.view is GlobeView ? .globe : .flat
    var text: [(keyword: String, text: String)] = [
      ("Software", "Belvedere \(belvedereVersion)"),
      (
        "Description",
        "A view of \(decimals(camera.centerCoordinate.latitude, 4)), "
          + "\(decimals(camera.centerCoordinate.longitude, 4)) from "
          + "\(decimals(camera.distance, 0)) m, pitch \(decimals(camera.pitch, 1))°, heading "
          + "\(decimals(camera.heading, 1))°; the sun at azimuth \(decimals(light.sunAzimuth, 1))°, "
          + "elevation \(decimals(light.sunElevation, 1))°"
      ),
      (
        "Camera",
        JSONWriter.line([
          "camera": CameraJSON.value(camera),
          "fieldOfView": .number(rendered.view.viewport.fieldOfView),
          "projection": .string(projection.rawValue),
        ])
      ),
    ]
    if !scene.name.isEmpty { text.append(("Title", String(scene.name.prefix(1000)))) }
    if !rendered.attributions.isEmpty {
      text.append(
        ("Copyright", String(rendered.attributions.joined(separator: "\n").prefix(10_000))))
    }
    return text.map { ($0.keyword, $0.text.filter { $0 != "\0" }) }
  }
}
