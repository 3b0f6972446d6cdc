import BelvedereGeoMath
import BelvedereGeodesy

/// A camera in front of a viewport: the map between the ground and the screen, in the flat map.
///
/// The frame is metric at the camera's centre: x east, y north, z elevation. With heading h, pitch
/// p and distance d the line of sight is (sin p sin h, sin p cos h, −cos p) and the eye stands d
/// metres back along it.
public struct CameraView: ViewProjection {
  public let camera: MapCamera
  public let viewport: Viewport
  public let groundElevation: Double
  /// The metric frame at the camera's centre.
  public let frame: LocalFrame
  /// The eye and its axes in the frame.
  public let pose: CameraPose
  /// Points on the screen for each unit of slope, and the point on which the line of sight ends.
  let focalLength: Double
  let principalPoint: Vector2

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
    let forward = Vector3(sinP * sinH, sinP * cosH, -cosP)
    pose = CameraPose(
      eye: Vector3(0, 0, groundElevation) - forward * camera.distance, forward: forward,
      right: Vector3(cosH, -sinH, 0), up: Vector3(cosP * sinH, cosP * cosH, sinP))
    focalLength = viewport.focalLength
    principalPoint = viewport.principalPoint
  }

  /// The eye in the frame, metres.
  public var eye: Vector3 { pose.eye }
  /// The unit vector of the line of sight.
  public var forward: Vector3 { pose.forward }
  /// The unit vector of the screen's right.
  public var right: Vector3 { pose.right }
  /// The unit vector of the screen's top.
  public var up: Vector3 { pose.up }

  /// The coordinate below the eye.
  public var eyeCoordinate: Coordinate { frame.coordinate(at: eye.xy) }

  public var eyePosition: GeodeticPosition {
    let coordinate = eyeCoordinate
    return GeodeticPosition(
      latitude: coordinate.latitude, longitude: coordinate.longitude, height: eye.z)
  }

  /// The screen point of a position in the frame.
  ///
  /// Accuracy: 1e-9 points beside the rounding of the result, held by `CameraViewTests` against its
  /// definition and GLM, and by `BelvedereReferenceTests` against 50 digits.
  public func project(_ position: Vector3) -> ProjectionResult {
    // Relative to the centre, where the eye stands at −d·forward: no difference of great numbers.
    let q = Vector3(position.x, position.y, position.z - groundElevation)
    let depth = camera.distance + q.dot(forward)
    guard depth > 0 else {
      return depth.isFinite ? .behindCamera(depth: depth) : .outsideWorld
    }
    let x = principalPoint.x + focalLength * (q.dot(right) / depth)
    let y = principalPoint.y - focalLength * (q.dot(up) / depth)
    guard x.isFinite, y.isFinite, depth.isFinite else { return .outsideWorld }
    return .point(ScreenPoint(x: x, y: y, depth: depth))
  }

  /// The screen point of a place on the map, the short way round the world.
  ///
  /// Accuracy: as ``project(_:)``; latitudes beyond the map's edge are held at it.
  public func project(_ coordinate: Coordinate, elevation: Double) -> ProjectionResult {
    guard coordinate.isValid else { return .outsideWorld }
    let p = frame.position(of: coordinate)
    return project(Vector3(p.x, p.y, elevation))
  }

  /// The direction from the eye through a screen point, with a component of 1 along the line of
  /// sight; not a unit vector.
  public func direction(through point: Vector2) -> Vector3 {
    forward + right * ((point.x - principalPoint.x) / focalLength) + up
      * ((principalPoint.y - point.y) / focalLength)
  }

  public func position(through point: Vector2, depth: Double) -> GeodeticPosition? {
    let d = direction(through: point)
    // From the camera's centre, near which the digits are.
    let place = forward.xy * (depth - camera.distance) + (d.xy - forward.xy) * depth
    guard frame.isOnMap(place) else { return nil }
    return GeodeticPosition(frame.coordinate(at: place), height: eye.z + d.z * depth)
  }

  /// The place in the frame where the ray through a screen point meets the level plane at an
  /// elevation, or why there is none. Unlike a coordinate it has all digits: it projects back within
  /// 1e-9 points at every distance.
  public func unprojectToFrame(
    _ point: Vector2, elevation: Double = 0
  ) -> Result<(position: Vector3, depth: Double), GroundMiss> {
    let a = (point.x - principalPoint.x) / focalLength
    let b = (principalPoint.y - point.y) / focalLength
    guard a.isFinite, b.isFinite, elevation.isFinite else { return .failure(.notFinite) }
    // The eye stands this far above the plane; the ray falls this much for each metre of depth.
    let height = (groundElevation - elevation) - camera.distance * forward.z
    let fall = -(forward.z + up.z * b)
    guard height * fall > 0 else {
      return .failure(height > 0 || fall <= 0 ? .sky : .behindCamera)
    }
    let depth = height / fall
    let along = depth - camera.distance
    let position =
      forward.xy * along + right.xy * (depth * a) + up.xy * (depth * b)
    guard position.x.isFinite, position.y.isFinite else { return .failure(.sky) }
    return .success((Vector3(position.x, position.y, elevation), depth))
  }

  /// Where the ray through a screen point meets the level plane at an elevation.
  ///
  /// Accuracy: 1e-9 of the depth beside the rounding of degrees to doubles, up to 3 nm; one point
  /// below the horizon too. The result projects back within 1e-9 points and that rounding. Held by
  /// `CameraViewTests` and by `BelvedereReferenceTests` against 50 digits.
  public func unproject(
    _ point: Vector2, elevation: Double, farDepth: Double
  ) -> UnprojectionResult {
    switch unprojectToFrame(point, elevation: elevation) {
    case .failure(let miss): return miss.result
    case .success(let (position, depth)):
      guard depth <= farDepth else { return .beyondFarLimit }
      guard frame.isOnMap(position.xy) else { return .outsideWorld }
      return .ground(
        GroundPoint(
          coordinate: frame.coordinate(at: position.xy), elevation: elevation, depth: depth))
    }
  }
}

/// Why a ray meets no level plane.
public enum GroundMiss: String, Error, Sendable, Hashable {
  /// It runs level or away from the plane.
  case sky
  /// The plane lies behind the eye.
  case behindCamera
  /// The point of the screen is not finite.
  case notFinite

  var result: UnprojectionResult {
    switch self {
    case .sky: .sky
    case .behindCamera: .behindCamera
    case .notFinite: .notFinite
    }
  }
}
