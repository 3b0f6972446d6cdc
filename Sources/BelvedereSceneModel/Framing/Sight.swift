import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

/// A camera's axes, and where other places and eyes lie along them.
struct Sight {
  private let view: any ViewProjection
  private let pose: CameraPose

  /// - Returns: `nil` for a camera outside its domain.
  init?(
    _ camera: MapCamera, _ viewport: Viewport, _ projection: MapProjection,
    _ ground: (Coordinate) -> Double
  ) {
    let ground = ground(camera.centerCoordinate)
    guard
      let view = try? projection.view(
        camera: camera, viewport: viewport, groundElevation: ground)
    else { return nil }
    self.view = view
    switch view {
    case let view as CameraView: pose = view.pose
    case let view as GlobeView: pose = view.pose
    default: return nil
    }
  }

  /// Right of, above and before the eye, metres; also of what the Earth hides.
  func axes(_ places: [MapPosition]) -> [Vector3] {
    places.map { place in
      let p = position(of: place) - pose.eye
      return Vector3(p.dot(pose.right), p.dot(pose.up), p.dot(pose.forward))
    }
  }

  private func position(of place: MapPosition) -> Vector3 {
    if let globe = view as? GlobeView {
      let position = GeodeticPosition(place.coordinate, height: place.elevation)
      return (try? globe.frame.position(of: position)) ?? .zero
    }
    guard let flat = view as? CameraView else { return .zero }
    return Vector3(flat.frame.position(of: place.coordinate), place.elevation)
  }

  /// The coordinate below a position in the frame, and its elevation; `nil` off the map.
  private func place(at position: Vector3) -> MapPosition? {
    if let globe = view as? GlobeView {
      guard let found = try? globe.frame.geodetic(of: position) else { return nil }
      return MapPosition(found.coordinate, elevation: found.height)
    }
    guard let flat = view as? CameraView, flat.frame.isOnMap(position.xy) else { return nil }
    return MapPosition(flat.frame.coordinate(at: position.xy), elevation: position.z)
  }

  /// How far along the ground, in the direction of the heading, something in the axes lies.
  func along(_ axes: Vector3) -> Double {
    // The line of sight and the screen's top, both upright over the heading.
    pose.up.xy.length * axes.y + pose.forward.xy.length * axes.z
  }

  /// The ground so far to the right of the eye and along the heading, metres; `nil` off the map.
  func ground(
    across: Double, along: Double, _ ground: (Coordinate) -> Double
  ) -> MapPosition? {
    let heading = Vector2(-pose.right.y, pose.right.x)
    let p = pose.eye.xy + pose.right.xy * across + heading * along
    guard var place = place(at: Vector3(p, 0)) else { return nil }
    place.elevation = ground(place.coordinate)
    return place
  }

  /// The camera of the same orientation whose eye lies so far to the right, up and forward; `nil` where
  /// its line of sight meets no ground.
  ///
  /// - Parameter lowest: no ground lies lower, metres.
  func camera(
    moved step: Vector3, lowest: Double, _ ground: (Coordinate) -> Double
  ) -> MapCamera? {
    let eye = pose.eye + pose.right * step.x + pose.up * step.y + pose.forward * step.z
    func place(_ depth: Double) -> MapPosition? { self.place(at: eye + pose.forward * depth) }
    guard let end = end(of: eye, lowest: lowest) else { return nil }
    var center: (place: MapPosition, depth: Double)?
    var lastAbove: Double?
    for step in 0...Self.steps {
      let depth = end * Double(step) / Double(Self.steps)
      guard let found = place(depth) else { return nil }
      if found.elevation > ground(found.coordinate) {
        lastAbove = depth
      } else if let start = lastAbove {
        lastAbove = nil
        var (above, below) = (start, depth)
        for _ in 0..<50 {
          let middle = (above + below) / 2
          guard let found = place(middle) else { return nil }
          if found.elevation > ground(found.coordinate) { above = middle } else { below = middle }
        }
        guard let found = place(above) else { return nil }
        center = (found, above)
        // A wall has no elevation of its own: what comes behind it serves better.
        if found.elevation - ground(found.coordinate) < 1e-6 * above { break }
      }
    }
    guard let center, center.depth > 0 else { return nil }
    var camera = view.camera
    camera.centerCoordinate = center.place.coordinate
    camera.distance = center.depth
    return camera
  }

  /// Parts in which a line of sight is looked through for ground.
  private static let steps = 96

  /// A depth at which a line of sight is below all ground.
  private func end(of eye: Vector3, lowest: Double) -> Double? {
    var depth = max(view.camera.distance / 4, 1)
    while depth < 1e9, let place = place(at: eye + pose.forward * depth) {
      if place.elevation < lowest - 1 { return depth }
      depth *= 1.25
    }
    return nil
  }
}
