import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

/// The nearest camera of an orientation that shows some places, on the flat map or on the globe.
///
/// In the camera's axes the nearest eye is known in closed form: ``NearestEye``. Where its line of sight
/// meets the ground is the camera's centre; there the map has another scale, and the globe another up.
/// So the eye is sought again until it stays.
struct ReliefFraming {
  /// Elevations as they are drawn.
  let places: [MapPosition]
  /// The same padding on opposite edges: it stays free.
  let viewport: Viewport
  let heading: Double
  let projection: MapProjection
  /// The elevation of the drawn ground, metres.
  let ground: (Coordinate) -> Double

  /// Nearer to the horizon no centre is sought, which would lie beyond all bounds.
  private static let steepestPitch = 89.0

  /// The camera with the greatest pitch up to the one wanted that the limits allow at its distance.
  func camera(pitch: Double, limits: CameraLimits) -> MapCamera? {
    func isAllowed(_ camera: MapCamera) -> Bool {
      camera.pitch <= limits.maximumPitch(atDistance: camera.distance)
    }
    let wanted = min(pitch, Self.steepestPitch)
    guard let camera = camera(exactly: wanted) else { return nil }
    if isAllowed(camera) { return camera }
    var (low, high) = (0.0, wanted)
    var kept = self.camera(exactly: 0)
    // To a thousandth of a degree.
    while high - low > 1e-3 {
      let middle = (low + high) / 2
      if let trial = self.camera(exactly: middle), isAllowed(trial) {
        (low, kept) = (middle, trial)
      } else {
        high = middle
      }
    }
    return kept
  }

  /// How far the places are sunk to the lower edge at a pitch, from 0 to 1.
  private static func sinking(_ pitch: Double) -> Double {
    let part = min(max((pitch - 50) / 10, 0), 1)
    return part * part * (3 - 2 * part)
  }

  private func camera(exactly pitch: Double) -> MapCamera? {
    // On the globe the line of sight of an eye that stands high may miss the Earth. Then it stands
    // somewhat lower.
    let sinking = Self.sinking(pitch)
    for part in [1, 0.75, 0.5, 0.25, 0] {
      if let camera = settled(pitch: pitch, sinking: sinking * part) { return camera }
    }
    return besideWalls(pitch: pitch)
  }

  /// The camera that looks to where there is ground, wherever the nearest one would look.
  ///
  /// The line of sight of the nearest one may end on a wall, and a wall's place has the elevation of its
  /// foot or of its top. Then one edge is touched, not two.
  private func besideWalls(pitch: Double) -> MapCamera? {
    guard let start = start(pitch: pitch), let sight = Sight(start, viewport, projection, ground)
    else { return nil }
    let axes = sight.axes(places)
    guard let eye = nearestEye(axes, sinking: 0) else { return nil }
    let along = axes.map { sight.along($0) }
    guard let first = along.min(), let last = along.max() else { return nil }
    let opening = opening
    /// How far a centre must be from the eye that sees all.
    func distance(_ axes: [Vector3], to center: Vector3) -> Double {
      axes.reduce(CameraFit.defaultMinimumDistance) { most, place in
        let q = place - center
        return max(most, abs(q.x) / opening.x - q.z, abs(q.y) / opening.y - q.z)
      }
    }
    var best: (forward: Double, center: Coordinate)?
    for step in -16...Self.centers {
      let way = first + (last - first) * Double(step) / Double(Self.centers)
      guard let place = sight.ground(across: eye.x, along: way, ground) else { continue }
      let center = sight.axes([place])[0]
      let forward = center.z - distance(axes, to: center)
      if forward > best?.forward ?? -.infinity { best = (forward, place.coordinate) }
    }
    guard let best else { return nil }
    var camera = start
    camera.centerCoordinate = best.center
    guard let seen = Sight(camera, viewport, projection, ground) else { return nil }
    let center = Vector3(0, 0, camera.distance)
    camera.distance = distance(seen.axes(places), to: center)
    return camera
  }

  /// Centres that are tried from the nearest to the farthest place.
  private static let centers = 128

  /// The camera around the places whose eye stays where it is; `nil` where there is none.
  ///
  /// Where the line of sight skims ridges its centre leaps from one to the next, and the eye stays within
  /// a part of the margin only.
  private func settled(pitch: Double, sinking: Double) -> MapCamera? {
    guard var camera = start(pitch: pitch) else { return nil }
    var damping = 1.0
    var last = Double.infinity
    var best: (change: Double, camera: MapCamera)?
    for _ in 0..<60 {
      guard let sight = Sight(camera, viewport, projection, ground),
        let step = nearestEye(sight.axes(places), sinking: sinking)
      else { break }
      let change = step.length / camera.distance
      if change < best?.change ?? 2e-3, keepsAll(sight) { best = (change, camera) }
      if change < 1e-6 { break }
      if change > 0.7 * last { damping = max(damping * 0.7, 0.1) }
      last = change
      guard let next = sight.camera(moved: step * damping, lowest: lowest, ground) else { break }
      camera = next
    }
    return best?.camera
  }

  private var lowest: Double { min(places.map(\.elevation).min() ?? 0, 0) }

  /// A camera that is far enough for all places to lie before it.
  private func start(pitch: Double) -> MapCamera? {
    guard let first = places.first else { return nil }
    var (low, high) = (first, first)
    for place in places {
      low.coordinate.latitude = min(low.coordinate.latitude, place.coordinate.latitude)
      high.coordinate.latitude = max(high.coordinate.latitude, place.coordinate.latitude)
      low.coordinate.longitude = min(low.coordinate.longitude, place.coordinate.longitude)
      high.coordinate.longitude = max(high.coordinate.longitude, place.coordinate.longitude)
    }
    let center = Coordinate(
      latitude: (low.coordinate.latitude + high.coordinate.latitude) / 2,
      longitude: wrappedLongitude((low.coordinate.longitude + high.coordinate.longitude) / 2))
    let frame = LocalFrame(origin: center)
    let ground = ground(center)
    let radius = places.reduce(0) {
      max($0, Vector3(frame.position(of: $1.coordinate), $1.elevation - ground).length)
    }
    return MapCamera(
      lookingAtCenter: center, fromDistance: min(max(2 * radius, 50), 1e8), pitch: pitch,
      heading: heading)
  }

  private func nearestEye(_ axes: [Vector3], sinking: Double) -> Vector3? {
    NearestEye(axes, opening: opening).eye(sinking: sinking)
  }

  /// Half of what the padding leaves free at a depth of 1.
  private var opening: Vector2 {
    let padding = viewport.padding
    let half = Vector2(viewport.width / 2 - padding.left, viewport.height / 2 - padding.top)
    return half * (1 / viewport.focalLength)
  }

  private func keepsAll(_ sight: Sight) -> Bool {
    let half = Vector2(viewport.width / 2, viewport.height / 2) * (1 / viewport.focalLength)
    return sight.axes(places).allSatisfy {
      $0.z > 0 && abs($0.x) < half.x * $0.z && abs($0.y) < half.y * $0.z
    }
  }
}
