import BelvedereGeoMath
import BelvedereGeodesy

/// A camera in front of a viewport: the map between the ground and the screen, on the WGS 84
/// ellipsoid.
///
/// The frame is rigid and touches the ellipsoid at the camera's centre C, which stands
/// `groundElevation` above it: x east, y north, z up along the ellipsoid's normal, the origin at C.
/// With heading h, pitch p and distance d the line of sight is (sin p sin h, sin p cos h, −cos p) and
/// the eye stands d metres back along it, as in the flat map. The map's datum is taken to be the
/// ellipsoid: elevations are heights above it.
///
/// Positions are computed by their differences from the centre, never by differences of Earth-centred
/// vectors, so a camera 20 m above the ground is as exact as one 20 000 km away.
public struct GlobeView: ViewProjection {
  public let camera: MapCamera
  public let viewport: Viewport
  public let groundElevation: Double
  /// East, north and up at the camera's centre.
  public let frame: TangentFrame
  /// The eye and its axes in ``frame``. Precise: the eye lies a camera's distance from the origin.
  public let pose: CameraPose
  public let eyePosition: GeodeticPosition
  /// Metres of the eye above the height of the centre's ground, along the normal at the eye: what
  /// `lookingAtCenter:fromEyeCoordinate:eyeAltitude:` calls the eye's altitude. It exceeds
  /// ``MapCamera/altitude`` by the Earth's curve.
  public let eyeAltitude: Double
  /// The place on the ellipsoid below the eye.
  let eyeFoot: GeodeticDifferences.Foot
  /// Rays from the eye and the ellipsoid at elevation 0.
  let surface: LevelQuadric
  /// Points on the screen for each unit of slope, and the point on which the line of sight ends.
  let focalLength: Double
  let principalPoint: Vector2

  /// The elevations that places, ground and level surfaces may have, metres. Below them heights above
  /// the ellipsoid are not unique.
  public static let elevations: ClosedRange<Double> = -6_000_000...1_000_000_000

  /// Makes a view; throws ``DomainError`` where the camera, the viewport or the elevation is outside
  /// its domain. The centre's latitude may be anything within ±90°; at a pole, north is the direction
  /// of the meridian opposite to its longitude at the north pole, and of its longitude at the south
  /// pole.
  public init(
    camera: MapCamera, viewport: Viewport, groundElevation: Double = 0
  ) throws(DomainError) {
    try camera.validate(for: .globe)
    try viewport.validate()
    try MapCamera.check(groundElevation, "elevation", within: Self.elevations, unit: "metres")
    self.camera = camera
    self.viewport = viewport
    self.groundElevation = groundElevation
    frame = try TangentFrame(
      origin: GeodeticPosition(camera.centerCoordinate, height: groundElevation))
    pose = CameraPose(camera)
    guard let foot = frame.differences.foot(of: pose.eye) else {
      throw DomainError(
        field: "distance", value: camera.distance, allowed: "such that the eye is a place")
    }
    eyeFoot = foot
    eyeAltitude = foot.rise
    eyePosition = GeodeticPosition(
      frame.differences.coordinate(of: foot), height: groundElevation + foot.rise)
    surface = LevelQuadric(frame.differences, eye: pose.eye)
    focalLength = viewport.focalLength
    principalPoint = viewport.principalPoint
  }

  /// The eye in Earth-centred, Earth-fixed coordinates (ECEF) and its axes along those of ECEF.
  ///
  /// Rounded to a nanometre, as all such positions; ``pose`` is not.
  public var ecefPose: CameraPose {
    func turned(_ v: Vector3) -> Vector3 {
      frame.east * v.x + frame.north * v.y + frame.up * v.z
    }
    return CameraPose(
      eye: frame.ecef(of: pose.eye), forward: turned(pose.forward), right: turned(pose.right),
      up: turned(pose.up))
  }

  /// How deep the ground can be seen at all: no point of the ellipsoid that is not hidden lies deeper,
  /// metres.
  public var farDepth: Double {
    let level = min(groundElevation, 0)
    let least = LevelQuadric(frame.differences, eye: pose.eye, level: level).excess
    // The level surface is not quite the ellipsoid with longer axes.
    return max(least, 0).squareRoot() * (1 + 1e-4) + 1e-6 * camera.distance
  }
}

extension CameraPose {
  /// A camera's pose in the frame at its centre.
  init(_ camera: MapCamera) {
    let (sinP, cosP) = (sine(degrees: camera.pitch), cosine(degrees: camera.pitch))
    let (sinH, cosH) = (sine(degrees: camera.heading), cosine(degrees: camera.heading))
    let forward = Vector3(sinP * sinH, sinP * cosH, -cosP)
    self.init(
      eye: -(forward * camera.distance), forward: forward, right: Vector3(cosH, -sinH, 0),
      up: Vector3(cosP * sinH, cosP * cosH, sinP))
  }
}

extension MapProjection {
  /// The view of a camera through a viewport on the Earth of this shape.
  ///
  /// - Parameter groundElevation: Metres of the ground under the camera's centre above the datum.
  /// - Throws: ``DomainError`` where one of them is outside its domain.
  public func view(
    camera: MapCamera, viewport: Viewport, groundElevation: Double = 0
  ) throws(DomainError) -> any ViewProjection {
    switch self {
    case .flat:
      try CameraView(camera: camera, viewport: viewport, groundElevation: groundElevation)
    case .globe:
      try GlobeView(camera: camera, viewport: viewport, groundElevation: groundElevation)
    }
  }
}
