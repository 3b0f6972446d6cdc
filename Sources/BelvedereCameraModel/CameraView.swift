import BelvedereGeoMath
import BelvedereGeodesy

/// A camera in front of a viewport: the map between the ground and the screen, in the flat map.
///
/// The frame is metric at the camera's centre: x east, y north, z elevation. With heading h, pitch
/// p and distance d the line of sight is (sin p sin h, sin p cos h, −cos p) and the eye stands d
/// metres back along it.
public struct CameraView: Sendable {
  /// The camera as given.
  public let camera: MapCamera
  /// The viewport as given.
  public let viewport: Viewport
  /// The ground's elevation under the camera's centre, metres above the datum.
  public let groundElevation: Double
  /// The metric frame at the camera's centre.
  public let frame: LocalFrame
  /// The eye in the frame, metres.
  public let eye: Vector3
  /// Unit vectors of the line of sight, of the screen's right, and of the screen's top.
  public let forward, right, up: Vector3

  /// Makes a view; throws ``DomainError`` where the camera or the viewport is outside its domain.
  public init(
    camera: MapCamera, viewport: Viewport, groundElevation: Double = 0
  ) throws(DomainError) {
    try camera.validate()
    try viewport.validate()
    try MapCamera.checkFinite(groundElevation, "elevation", unit: "metres")
    self.camera = camera
    self.viewport = viewport
    self.groundElevation = groundElevation
    frame = LocalFrame(origin: camera.centerCoordinate)
    let (sinP, cosP) = (sine(degrees: camera.pitch), cosine(degrees: camera.pitch))
    let (sinH, cosH) = (sine(degrees: camera.heading), cosine(degrees: camera.heading))
    forward = Vector3(sinP * sinH, sinP * cosH, -cosP)
    up = Vector3(cosP * sinH, cosP * cosH, sinP)
    right = Vector3(cosH, -sinH, 0)
    eye = Vector3(0, 0, groundElevation) - forward * camera.distance
  }

  /// The coordinate below the eye.
  public var eyeCoordinate: Coordinate { frame.coordinate(at: eye.xy) }

  /// The screen point of a position in the frame; `nil` for one beside or behind the eye.
  ///
  /// Accuracy: 1e-9 of the viewport's size, for positions within 1e7 m; held by
  /// `CameraViewTests` against GLM's project.
  public func project(_ position: Vector3) -> (point: Vector2, depth: Double)? {
    let v = position - eye
    let depth = v.dot(forward)
    guard depth > 0 else { return nil }
    let k = viewport.focalLength
    let c = viewport.principalPoint
    let point = Vector2(c.x + k * v.dot(right) / depth, c.y - k * v.dot(up) / depth)
    return point.x.isFinite && point.y.isFinite ? (point, depth) : nil
  }

  /// The screen point of a place on the map, and its depth along the line of sight in metres.
  public func project(
    _ coordinate: Coordinate, elevation: Double = 0
  ) -> (point: Vector2, depth: Double)? {
    let p = frame.position(of: coordinate)
    return project(Vector3(p.x, p.y, elevation))
  }

  /// The direction from the eye through a screen point, with a component of 1 along the line of
  /// sight; not a unit vector.
  public func direction(through point: Vector2) -> Vector3 {
    let k = viewport.focalLength
    let c = viewport.principalPoint
    return forward + right * ((point.x - c.x) / k) + up * ((c.y - point.y) / k)
  }

  /// Where the ray through a screen point meets the horizontal plane at an elevation; `nil` for
  /// the sky, beyond the map's northern and southern edge, and beyond half a world to either side, where
  /// ``project(_:elevation:)`` takes the other way round.
  ///
  /// Accuracy: the result projects back within 1e-6 points; held by `CameraViewTests`.
  public func unproject(_ point: Vector2, elevation: Double = 0) -> Coordinate? {
    let ray = direction(through: point)
    let t = (elevation - eye.z) / ray.z
    guard t.isFinite, t > 0 else { return nil }
    let mapPoint = frame.mapPoint(at: (eye + ray * t).xy)
    guard mapPoint.y >= 0, mapPoint.y <= MapPoint.worldWidth,
      abs(mapPoint.x - frame.origin.x) <= MapPoint.worldWidth / 2
    else { return nil }
    return mapPoint.coordinate
  }

  /// The matrix from the frame to the view: x right, y up, z backwards.
  public var viewFromWorld: Matrix4 { .lookAt(eye: eye, target: eye + forward, up: up) }

  /// The matrix from the view to clip space with reversed, infinite depth (no padding).
  public func clipFromView(near: Double) -> Matrix4 {
    .reversedInfinitePerspective(
      verticalFieldOfView: .degrees(viewport.fieldOfView),
      aspectRatio: viewport.width / viewport.height, near: near)
  }
}
