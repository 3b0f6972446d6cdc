import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Scene {
  /// The camera that frames the drawn ground, heights included; `nil` where there is
  /// none or where it is too large for that.
  ///
  /// Seen steeply all of it is in view. Near the horizon that would be a strip in the middle of the
  /// picture: there the ground fills the picture from its lower edge, and what is near may reach beyond
  /// the sides; between pitches of 70° and 82° one way of framing runs over into the other.
  func terrainCamera(
    _ box: GeographicBounds, aspectRatio: Double, fieldOfView: Double, pitch: Double,
    heading: Double, limit: PitchLimit
  ) -> MapCamera? {
    guard !ground.isEmpty, box.east - box.west < 60, abs(box.north) < 80, abs(box.south) < 80 else {
      return nil
    }
    let viewport = Viewport(
      width: 1000 * max(aspectRatio, 0.01), height: 1000, fieldOfView: fieldOfView)
    let limits = CameraLimits(pitchLimit: limit)
    let places = FramedPlaces(self, box)
    let fit = try? CameraFit(
      places.all, in: viewport, pitch: min(pitch, 80), heading: heading, limits: limits,
      ground: { drawnElevation(at: $0) })
    guard var camera = fit?.camera else { return nil }
    // A margin of a twentieth; from farther away a little less pitch may be allowed.
    camera.distance *= 1.05
    camera = limits.clamp(camera).camera
    let part = min(max((pitch - 70) / 12, 0), 1)
    guard part > 0 else { return camera }
    var low = places.camera(viewport, pitch: pitch, heading: heading)
    // From far away less pitch may be allowed, and then the ground is seen from another distance.
    let allowed = limits.clamp(low).camera.pitch
    if allowed < pitch { low = places.camera(viewport, pitch: allowed, heading: heading) }
    if places.hidesItself(from: low, viewport) { return camera }
    let smooth = part * part * (3 - 2 * part)
    camera.distance *= pow(low.distance / camera.distance, smooth)
    camera.pitch = low.pitch
    let (from, to) = (camera.centerCoordinate, low.centerCoordinate)
    camera.centerCoordinate = Coordinate(
      latitude: from.latitude + (to.latitude - from.latitude) * smooth,
      longitude: from.longitude + (to.longitude - from.longitude) * smooth)
    return limits.clamp(camera).camera
  }
}

/// Places spread over the ground that is framed.
private struct FramedPlaces {
  /// All of them, and those on known dry land; all where there are few of these.
  let all, land: [MapPosition]

  init(_ scene: Scene, _ box: GeographicBounds) {
    let steps = 96
    func places(_ low: Double, _ high: Double) -> [Double] {
      (0...steps).map { low + (high - low) * Double($0) / Double(steps) }
    }
    let latitudes = places(box.south, box.north)
    let longitudes = places(box.west, box.east)
    // Of tiles coarse ones are read.
    let model =
      scene.ground.coarsened(to: (box.north - box.south) / Double(2 * steps)) ?? scene.ground
    let known = model.elevations(
      latitudes: latitudes, longitudes: longitudes.map { wrappedLongitude($0) })
    let unknown = scene.unknownElevation
    var all: [MapPosition] = []
    var land: [MapPosition] = []
    // A model that lies askew on the map ends inside its box, perhaps on a mountain.
    var ends: Set<Int> = []
    for line in 0...steps {
      for places in [
        (0...steps).map { line * (steps + 1) + $0 }, (0...steps).map { $0 * (steps + 1) + line },
      ] {
        let inside = places.filter { !known[$0].isNaN }
        ends.formUnion([inside.first, inside.last].compactMap { $0 })
      }
    }
    for (n, height) in known.enumerated() {
      let (j, i) = n.quotientAndRemainder(dividingBy: steps + 1)
      let elevation = (height.isNaN ? unknown : Double(height)) * scene.verticalExaggeration
      let position = MapPosition(
        Coordinate(latitude: latitudes[j], longitude: longitudes[i]), elevation: elevation)
      // Few are enough for the tightest view, and for where land is.
      if i % 8 == 0 && j % 8 == 0 || ends.contains(n) { all.append(position) }
      if height > 0.5, i % 4 == 0, j % 4 == 0 { land.append(position) }
    }
    self.all = all
    self.land = land.count * 160 > (steps + 1) * (steps + 1) ? land : all
  }

  /// Whether the land's nearest edge stands before the middle of a view: the section of a mountain.
  func hidesItself(from camera: MapCamera, _ viewport: Viewport) -> Bool {
    let frame = LocalFrame(origin: camera.centerCoordinate)
    let radians = camera.heading * .pi / 180
    let forward = Vector2(sin(radians), cos(radians))
    let rise = 1 / tan(max(camera.pitch, 1) * .pi / 180)
    let nearness = land.map { -frame.position(of: $0.coordinate).dot(forward) }
    let edge = 0.9 * (nearness.max() ?? 0)
    let middle =
      land.min {
        frame.position(of: $0.coordinate).length < frame.position(of: $1.coordinate).length
      }?.elevation ?? 0
    let near = zip(land, nearness).filter { $0.1 >= edge }
    let high = near.count { $0.elevation > middle + $1 * rise }
    return high * 3 > near.count
  }

  /// The view in which the land begins at the lower edge of the picture.
  func camera(_ viewport: Viewport, pitch: Double, heading: Double) -> MapCamera {
    let latitudes = land.map(\.coordinate.latitude)
    let longitudes = land.map(\.coordinate.longitude)
    func middle(_ values: [Double]) -> Double {
      ((values.min() ?? 0) + (values.max() ?? 0)) / 2
    }
    let center = Coordinate(latitude: middle(latitudes), longitude: middle(longitudes))
    let frame = LocalFrame(origin: center)
    let radians = heading * .pi / 180
    let forward = Vector2(sin(radians), cos(radians))
    var depth = 0.0
    var breadth = 0.0
    for place in land {
      let p = frame.position(of: place.coordinate)
      depth = max(depth, abs(p.dot(forward)))
      breadth = max(breadth, abs(p.x * forward.y - p.y * forward.x))
    }
    // A wide and shallow land must not be seen in part only.
    let half = tan(viewport.fieldOfView / 2 * .pi / 180)
    let reach = max(depth, 0.7 * breadth / (half * viewport.width / viewport.height), 50)
    let p = min(pitch, 89) * .pi / 180
    // The way on the ground from under the middle of the picture to under its lower edge, for a
    // distance of 1.
    let lower = max(p - viewport.fieldOfView / 2 * .pi / 180, 0)
    let way = sin(p) - tan(lower) * cos(p)
    return MapCamera(
      lookingAtCenter: center, fromDistance: min(reach / max(way, 0.1), 1e9), pitch: pitch,
      heading: heading)
  }
}
