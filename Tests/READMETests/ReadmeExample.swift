import Belvedere

/// Draws a scene from its own camera, turned to the north, and says where a place is in the picture.
func drawPicture(ofScene folder: String, showing place: Coordinate, to file: String) throws {
  let scene = try SceneLoader().load(path: folder).scene
  var camera = scene.camera ?? scene.framingCamera(aspectRatio: 16 / 9, fieldOfView: 30)
  camera.heading = 0

  let renderer = SceneRenderer(scene: scene)
  let picture = try renderer.render(camera: camera, options: RenderOptions(width: 640, height: 360))
  try AtomicFile(path: file).write(PNG.encode(picture.image))

  let view = try CameraView(
    camera: picture.camera, viewport: Viewport(width: 640, height: 360),
    groundElevation: renderer.groundElevation(camera.centerCoordinate))
  let elevation = renderer.groundElevation(place)
  if let spot = view.project(place, elevation: elevation).point {
    print("x \(spot.x), y \(spot.y)")
  }
}
