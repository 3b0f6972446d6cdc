import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

/// The metric frame in which files hold eyes and directions: x east, y north, z up, at an origin.
///
/// On the globe it is the tangent frame of WGS 84 at the origin, rigid, and cameras stand in it as a globe
/// view draws them. In the flat map it is the plane of the map with the scale of the origin's latitude:
/// a camera elsewhere is larger or smaller by the ratio of the map's scales, so that a flat view of it
/// has the same picture.
public struct FlightFrame: Sendable, Hashable {
  /// The origin; its height is that above the datum, which is the ellipsoid.
  public let origin: GeodeticPosition
  /// What the map is.
  public let projection: MapProjection
  private let tangent: TangentFrame
  private let plane: LocalFrame

  /// Makes a frame.
  ///
  /// - Parameter origin: latitude within ±90°, in the flat map within its edges; height within
  ///   ±2e9 metres, as far as cameras go.
  /// - Throws: `DomainError` that names `origin.latitude` or another field.
  public init(origin: GeodeticPosition, projection: MapProjection) throws(DomainError) {
    let edge = projection == .flat ? MapPoint.maximumLatitude : 90
    for (name, value, most) in [
      ("latitude", origin.latitude, edge), ("longitude", origin.longitude, 1e6),
      ("height", origin.height, 2e9),
    ] where !(abs(value) <= most) {
      throw DomainError(field: "origin.\(name)", value: value, allowed: "within ±\(most)")
    }
    self.origin = origin
    self.projection = projection
    tangent = try TangentFrame(origin: origin)
    plane = LocalFrame(
      origin: Coordinate(
        latitude: min(max(origin.latitude, -MapPoint.maximumLatitude), MapPoint.maximumLatitude),
        longitude: origin.longitude))
  }

  /// Where a camera's eye stands in the frame, and which way it looks.
  ///
  /// - Parameter elevation: metres of the ground at the camera's centre.
  public func pose(of camera: MapCamera, elevation: Double) throws(DomainError) -> CameraPose {
    try camera.validate(for: projection)
    let local = LocalAxes(heading: camera.heading, pitch: camera.pitch)
    switch projection {
    case .flat:
      let center = plane.position(of: camera.centerCoordinate)
      let scale = scale(at: camera.centerCoordinate)
      return CameraPose(
        eye: Vector3(center.x, center.y, elevation * scale - origin.height)
          - local.forward * (camera.distance * scale),
        forward: local.forward, right: local.right, up: local.up)
    case .globe:
      let place = GeodeticPosition(camera.centerCoordinate, height: elevation)
      let center = try TangentFrame(origin: place)
      // By differences from the origin, so that a metre keeps its digits.
      let foot = try tangent.position(of: place)
      func turned(_ v: Vector3) -> Vector3 {
        let space = center.east * v.x + center.north * v.y + center.up * v.z
        return Vector3(space.dot(tangent.east), space.dot(tangent.north), space.dot(tangent.up))
      }
      let forward = turned(local.forward)
      return CameraPose(
        eye: foot - forward * camera.distance, forward: forward, right: turned(local.right),
        up: turned(local.up))
    }
  }

  /// The camera of a pose: its centre is the place on the ground on which the line of sight ends.
  ///
  /// - Parameters:
  ///   - noise: how far the pose's axes may be off, above 0: rolls and, straight down, directions that are no
  ///     clearer are none.
  ///   - elevation: metres of the ground at a place.
  /// - Returns: `nil` where the line of sight does not end on the ground, or a camera would be outside
  ///   its domain; `roll` in degrees, clockwise, what the camera has no field for.
  public func camera(
    of pose: CameraPose, noise: Double = 1e-12, elevation: (Coordinate) -> Double
  ) -> (camera: MapCamera, roll: Double)? {
    projection == .flat
      ? flatCamera(of: pose, noise: noise, elevation: elevation)
      : globeCamera(of: pose, noise: noise, elevation: elevation)
  }

  /// The geodetic position of the frame's point, and the axes at it seen from the frame.
  func geodetic(of position: Vector3) throws(DomainError) -> GeodeticPosition {
    switch projection {
    case .globe: return try tangent.geodetic(of: position)
    case .flat:
      return GeodeticPosition(
        plane.coordinate(at: position.xy), height: position.z + origin.height)
    }
  }

  /// The axes of a pose of this frame, seen from another frame on the globe.
  func axes(_ pose: CameraPose, in other: FlightFrame) -> LocalAxes {
    func turned(_ v: Vector3) -> Vector3 {
      let space = tangent.east * v.x + tangent.north * v.y + tangent.up * v.z
      return Vector3(
        space.dot(other.tangent.east), space.dot(other.tangent.north), space.dot(other.tangent.up))
    }
    return LocalAxes(
      forward: turned(pose.forward), right: turned(pose.right), up: turned(pose.up))
  }

  /// A pose in Earth-centred, Earth-fixed axes.
  func spatial(_ pose: CameraPose) -> CameraPose {
    func turned(_ v: Vector3) -> Vector3 {
      tangent.east * v.x + tangent.north * v.y + tangent.up * v.z
    }
    return CameraPose(
      eye: tangent.ecef(of: pose.eye), forward: turned(pose.forward), right: turned(pose.right),
      up: turned(pose.up))
  }

  /// A pose in this frame from one in Earth-centred, Earth-fixed axes.
  func local(_ pose: CameraPose) -> CameraPose {
    func turned(_ v: Vector3) -> Vector3 {
      Vector3(v.dot(tangent.east), v.dot(tangent.north), v.dot(tangent.up))
    }
    return CameraPose(
      eye: tangent.position(ofECEF: pose.eye), forward: turned(pose.forward),
      right: turned(pose.right), up: turned(pose.up))
  }

  private func scale(at place: Coordinate) -> Double {
    plane.metersPerMapPoint / LocalFrame(origin: place).metersPerMapPoint
  }

  /// The part of the way to a place beyond which a ridge is that place.
  private static let nearly = 0.999

  private func flatCamera(
    of pose: CameraPose, noise: Double, elevation: (Coordinate) -> Double
  ) -> (camera: MapCamera, roll: Double)? {
    guard pose.forward.z < 0 else { return nil }
    // An eye may stand beyond the map's edge.
    let below = plane.isOnMap(pose.eye.xy) ? plane.coordinate(at: pose.eye.xy) : plane.center
    var level = elevation(below) * scale(at: below)
    var result: (camera: MapCamera, roll: Double)?
    func meeting(before end: Double) -> Double? {
      GroundMeeting.distance(
        fall: -pose.forward.z, run: pose.forward.xy.length, before: end,
        gap: { t in
          let spot = pose.eye + pose.forward * t
          guard plane.isOnMap(spot.xy) else { return nil }
          let place = plane.coordinate(at: spot.xy)
          let height = spot.z + origin.height
          return (height - elevation(place) * scale(at: place), height)
        })
    }
    var first: Double?
    // The ground's height in the frame follows from where it is met, which follows from the height.
    for _ in 0..<24 {
      let t = (level - origin.height - pose.eye.z) / pose.forward.z
      guard t.isFinite, t > 0 else { break }
      let foot = pose.eye + pose.forward * t
      guard plane.isOnMap(foot.xy) else { break }
      let place = plane.coordinate(at: foot.xy)
      let scale = scale(at: place)
      result = camera(at: place, distance: t / scale, LocalAxes(pose), noise: noise)
      let next = elevation(place) * scale
      guard next.isFinite else { return nil }
      if abs(next - level) <= 1e-9 {
        // They may have settled behind a ridge.
        first = meeting(before: Self.nearly * t)
        if first == nil { return result }
        break
      }
      level = next
    }
    // On steep ground guesses do not settle.
    guard let t = first ?? meeting(before: .infinity) else { return nil }
    let place = plane.coordinate(at: (pose.eye + pose.forward * t).xy)
    return camera(at: place, distance: t / scale(at: place), LocalAxes(pose), noise: noise)
  }

  private func globeCamera(
    of pose: CameraPose, noise: Double, elevation: (Coordinate) -> Double
  ) -> (camera: MapCamera, roll: Double)? {
    guard let below = try? tangent.geodetic(of: pose.eye) else { return nil }
    func result(at place: GeodeticPosition, _ t: Double) -> (camera: MapCamera, roll: Double)? {
      guard let center = try? TangentFrame(origin: place) else { return nil }
      func turned(_ v: Vector3) -> Vector3 {
        let space = tangent.east * v.x + tangent.north * v.y + tangent.up * v.z
        return Vector3(space.dot(center.east), space.dot(center.north), space.dot(center.up))
      }
      return camera(
        at: place.coordinate, distance: t,
        LocalAxes(
          forward: turned(pose.forward), right: turned(pose.right), up: turned(pose.up)),
        noise: noise)
    }
    func meeting(before end: Double) -> Double? {
      guard let up = try? TangentFrame(origin: below).up else { return nil }
      let forward =
        tangent.east * pose.forward.x + tangent.north * pose.forward.y
        + tangent.up * pose.forward.z
      let fall = -up.dot(forward)
      return GroundMeeting.distance(
        fall: fall, run: max(1 - fall * fall, 0).squareRoot(), before: end
      ) { t in
        guard let spot = try? tangent.geodetic(of: pose.eye + pose.forward * t) else { return nil }
        return (spot.height - elevation(spot.coordinate), spot.height)
      }
    }
    var first: Double?
    var level = elevation(below.coordinate)
    for _ in 0..<24 {
      guard let (t, place) = meet(level, from: pose.eye, along: pose.forward) else { break }
      let next = elevation(place.coordinate)
      guard next.isFinite, abs(next) <= 1e5 else { return nil }
      if abs(next - level) <= 1e-9 {
        // They may have settled behind a ridge.
        first = meeting(before: Self.nearly * t)
        if first == nil { return result(at: place, t) }
        break
      }
      level = next
    }
    // On steep ground guesses do not settle.
    guard let t = first ?? meeting(before: .infinity),
      let spot = try? tangent.geodetic(of: pose.eye + pose.forward * t)
    else {
      return nil
    }
    return result(at: spot, t)
  }

  /// Where a ray first comes down to a height above the ellipsoid.
  private func meet(
    _ height: Double, from eye: Vector3, along forward: Vector3
  ) -> (distance: Double, place: GeodeticPosition)? {
    let ellipsoid = Ellipsoid.wgs84
    // First an ellipsoid with longer axes, which is within millimetres of the surface of that height.
    let (a, b) = (
      ellipsoid.semiMajorAxis + height,
      ellipsoid.semiMajorAxis * (1 - ellipsoid.flattening) + height
    )
    let o = tangent.ecef(of: eye)
    let d = tangent.east * forward.x + tangent.north * forward.y + tangent.up * forward.z
    let (p, q) = (Vector3(o.x / a, o.y / a, o.z / b), Vector3(d.x / a, d.y / a, d.z / b))
    let (qq, pq, pp) = (q.dot(q), p.dot(q), p.dot(p))
    let root = pq * pq - qq * (pp - 1)
    guard root >= 0, pq < 0 else { return nil }
    var t = (pp - 1) / (-pq + root.squareRoot())
    guard t.isFinite else { return nil }
    // Then the height itself, whose slope along the ray is that of the line of sight.
    var place: GeodeticPosition?
    for _ in 0..<4 {
      guard let found = try? tangent.geodetic(of: eye + forward * t),
        let slope = try? TangentFrame(origin: found).up.dot(d), slope < -1e-6
      else { return nil }
      place = found
      let step = (found.height - height) / slope
      t -= step
      if abs(step) < 1e-9 { break }
    }
    guard t > 0, let place else { return nil }
    return (t, GeodeticPosition(place.coordinate, height: height))
  }

  private func camera(
    at place: Coordinate, distance: Double, _ axes: LocalAxes, noise: Double
  ) -> (camera: MapCamera, roll: Double)? {
    let (heading, pitch, roll) = axes.angles(noise: noise)
    let camera = MapCamera(
      lookingAtCenter: Coordinate(
        latitude: place.latitude, longitude: wrappedLongitude(place.longitude)),
      fromDistance: distance, pitch: min(max(pitch, 0), 90), heading: heading)
    guard (try? camera.validate(for: projection)) != nil else { return nil }
    return (camera, roll)
  }
}
