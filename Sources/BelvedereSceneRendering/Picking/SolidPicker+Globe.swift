import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

extension SolidPicker {
  /// The first object that a point of a picture of the globe shows; `nil` for none, and from so far in
  /// space that pictures leave out what stands on the ground. Ground in front of it is not looked at:
  /// compare depths.
  ///
  /// The triangles that are hit are those that are drawn: each corner at its own place and height above
  /// the ellipsoid, in the tangent frame of its object. Accuracy: 1 mm, beside what single precision
  /// keeps of an object's size.
  public func hit(_ point: Vector2, in view: GlobeView) -> Hit? {
    guard
      !measures.hidesSolids(
        fromSpace: view.camera.distance, focalLength: view.viewport.focalLength)
    else { return nil }
    let ray = SpaceRay(view, point)
    let extrusion = Extrusion(
      part: BuildingAppearance.extrusion(atPitch: view.camera.pitch), style: style)
    var best: Hit?
    for (start, n) in candidates(ray) {
      if let best, start > best.depth { break }
      guard let hit = hit(enclosures[n], ray, extrusion), hit.depth < best?.depth ?? .infinity
      else { continue }
      best = hit
    }
    return best
  }

  /// A ray from the eye, fixed to the Earth's centre; positions are `eye + t · direction`, and t is the
  /// depth.
  private struct SpaceRay {
    let eye, direction: Vector3

    init(_ view: GlobeView, _ point: Vector2) {
      let (frame, along) = (view.frame, view.direction(through: point))
      eye = frame.ecef(of: view.pose.eye)
      direction = frame.east * along.x + frame.north * along.y + frame.up * along.z
    }

    /// The ray in the frame of a place.
    func local(_ frame: TangentFrame) -> (eye: Vector3, direction: Vector3) {
      (
        frame.position(ofECEF: eye),
        Vector3(direction.dot(frame.east), direction.dot(frame.north), direction.dot(frame.up))
      )
    }
  }

  /// The objects whose enclosures the ray meets, by where it enters them.
  private func candidates(_ ray: SpaceRay) -> [(start: Double, index: Int)] {
    let square = ray.direction.dot(ray.direction)
    var found: [(start: Double, index: Int)] = []
    for (n, item) in enclosures.enumerated() {
      // The sphere around all that may belong to the object: cheap, and far from most rays.
      let (low, high) = heights(item)
      let reach = item.reach + max(abs(low), abs(high))
      let away = item.place - ray.eye
      let middle = away.dot(ray.direction) / square
      let gap = away - ray.direction * middle
      guard gap.dot(gap) <= reach * reach, middle * square.squareRoot() >= -reach else { continue }
      if let start = entry(ray, item) { found.append((start, n)) }
    }
    return found.sorted { ($0.start, $0.index) < ($1.start, $1.index) }
  }

  /// Where a ray enters the upright cylinder around an object.
  private func entry(_ ray: SpaceRay, _ item: Enclosure) -> Double? {
    guard
      let frame = try? TangentFrame(origin: GeodeticPosition(item.center.coordinate, height: 0))
    else { return nil }
    let (eye, direction) = ray.local(frame)
    let (low, high) = heights(item)
    // Upwards the verticals spread; outwards the ground falls away.
    let radius = item.reach * (1 + max(high, 0) / 6e6)
    let fall = item.reach * item.reach / 1.2e7
    let level = direction.xy
    let speed = level.dot(level)
    var times = (0.0, Double.infinity)
    if speed > 0 {
      let middle = -eye.xy.dot(level) / speed
      let gap = (eye.xy + level * middle).length
      guard gap <= radius else { return nil }
      let half = ((radius * radius - gap * gap) / speed).squareRoot()
      times = (max(middle - half, 0), middle + half)
    } else if eye.xy.length > radius {
      return nil
    }
    guard times.0 <= times.1 else { return nil }
    let a = eye.z + direction.z * times.0
    let b = times.1.isFinite ? eye.z + direction.z * times.1 : -.infinity
    return max(a, b) >= low - fall && min(a, b) <= high ? times.0 : nil
  }

  private func hit(_ item: Enclosure, _ ray: SpaceRay, _ extrusion: Extrusion) -> Hit? {
    var best: Hit?
    for mesh in meshes(item, LocalFrame(origin: item.center.coordinate)) {
      guard let placed = mesh.extruded(extrusion).onGlobe(), let frame = placed.anchor else {
        continue
      }
      let (eye, direction) = ray.local(frame)
      guard let depth = placed.batch.firstHit(from: eye, along: direction),
        depth < best?.depth ?? .infinity,
        let place = try? frame.geodetic(of: eye + direction * depth)
      else { continue }
      best = Hit(
        kind: item.kind, index: item.index, coordinate: place.coordinate, elevation: place.height,
        depth: depth)
    }
    return best
  }
}
