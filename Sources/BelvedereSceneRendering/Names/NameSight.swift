import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A quick look at what lies before the eye, on a flat map around it.
struct NameSight {
  let focalLength: Double
  private let frame: LocalFrame
  private let eye: Vector3
  private let forward: Vector3
  /// The elevation at which the ground is taken to be, metres.
  private let level: Double

  init(_ view: any ViewProjection) {
    focalLength = view.viewport.focalLength
    frame = LocalFrame(origin: view.eyePosition.coordinate)
    let (pitch, heading) = (view.camera.pitch * .pi / 180, view.camera.heading * .pi / 180)
    forward = Vector3(sin(pitch) * sin(heading), sin(pitch) * cos(heading), -cos(pitch))
    level = view.groundElevation
    eye = Vector3(0, 0, view.eyePosition.height)
  }

  /// How near to the eye anything around a place may be, and whether any of it is before the eye. Metres; a tenth is
  /// taken off since the ground is not level and the Earth not flat.
  func nearest(to place: MapPoint, within radius: Double) -> (distance: Double, isAhead: Bool) {
    let p = frame.position(of: place)
    let way = Vector3(p.x, p.y, level) - eye
    let distance = (way * way).sum().squareRoot()
    let slack = radius + 0.1 * distance + 1
    return (max(0.9 * distance - radius, 1), (way * forward).sum() > -slack)
  }
}
