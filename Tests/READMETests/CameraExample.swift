import Belvedere

/// Two places on the screen of the tightest pitched view of both, in the flat map and on the globe.
func showBoth(_ a: Coordinate, _ b: Coordinate) throws -> [Vector2] {
  let way = try Geodesic.wgs84.inverse(from: a, to: b)  // metres and azimuths, within 15 nm
  let viewport = Viewport(
    width: 1280, height: 720, padding: EdgePadding(top: 80, left: 40, bottom: 40, right: 40))

  let fit = try CameraFit(
    [MapPosition(a, elevation: 0), MapPosition(b, elevation: 0)], in: viewport, pitch: 50,
    heading: way.azimuth)
  let (camera, changes) = (fit.camera, CameraLimits().clamp(fit.camera).adjustments)
  for change in changes { print(change) }  // what a limit changed, from what to what, and why

  let flat = try CameraView(camera: camera, viewport: viewport)
  let globe = try GlobeView(camera: camera, viewport: viewport)
  guard case .ground(let place) = flat.unproject(Vector2(640, 360)) else { return [] }  // or sky …
  print("the middle shows \(place.coordinate), the horizon is at \(flat.horizonY ?? -.infinity)")
  return [flat.project(a).point, flat.project(b).point, globe.project(b).point]
    .compactMap { $0 }
}
