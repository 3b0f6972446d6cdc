import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel
import CBelvedereShading

/// An elevated part of a route in a frame: level across, along its places, a little above its deck.
///
/// Nothing of it is a mesh: a pixel's ray meets the plane of a leg at a place on the map, and the line is
/// evaluated there as it is on the ground. So it is as sharp, and dashes and colours run on.
struct RouteRibbon {
  /// From one place to the next.
  struct Leg {
    /// From the eye to its start, in metres along the picture's axes, and its directions: along it, and
    /// level to its right. Unit vectors.
    let start, along, across, normal: Vector3
    let length: Double
    /// The start on the map, the map points to its end, and metres a map point.
    let mapStart, mapWay: Vector2
    let metersPerMapPoint: Double
    /// Metres of ground above it, at most.
    let cover: Double
  }

  let route: ElevatedRoute
  let legs: [Leg]

  /// Metres by which it lies above its deck, so that this does not hide it.
  private static let lift = 0.5

  /// - Parameter style: the part of elevations that is drawn.
  init(_ route: ElevatedRoute, earth: DrawnEarth, eye: Vector3, focalLength: Double, style: Double)
  {
    self.route = route
    let places = route.places.map { place -> Vector3 in
      let z = place.elevation * style
      let p = earth.position(of: place.point, elevation: z) - eye
      // As much as the ground's mesh errs there.
      return earth.position(
        of: place.point, elevation: z + Self.lift + p.length / max(focalLength, 1)) - eye
    }
    legs = route.places.indices.dropLast().compactMap { i in
      let (a, b) = (route.places[i], route.places[i + 1])
      let d = places[i + 1] - places[i]
      let mapWay = Vector2(b.point.x - a.point.x, b.point.y - a.point.y)
      guard d.length > 1e-6, mapWay.length > 0 else { return nil }
      let along = d / d.length
      let across = along.cross(earth.up(at: a.point)).normalized
      guard across != .zero else { return nil }
      return Leg(
        start: places[i], along: along, across: across, normal: across.cross(along),
        length: d.length, mapStart: Vector2(a.point.x, a.point.y), mapWay: mapWay,
        metersPerMapPoint: earth.metersPerMapPoint(at: a.point),
        cover: max(a.cover, b.cover) * style)
    }
  }
}

extension RouteRibbon.Leg {
  /// Where a ray meets the plane: how far along the ray and the leg, and metres to the right of it.
  @inline(__always)
  func hit(_ ray: Vector3) -> (depth: Double, along: Double, right: Double)? {
    let down = ray.dot(normal)
    // As seen at 1/4° at least.
    guard abs(down) > 0.004 * ray.length else { return nil }
    let depth = start.dot(normal) / down
    guard depth > 0, depth < 1e9 else { return nil }
    let p = ray * depth - start
    return (depth, p.dot(along), p.dot(across))
  }

  /// The place on the map.
  @inline(__always)
  func mapPoint(along: Double, right: Double) -> Vector2 {
    let side = Vector2(-mapWay.y, mapWay.x) / mapWay.length
    return mapStart + mapWay * (along / length) + side * (right / metersPerMapPoint)
  }

  /// The corners of what lies around it.
  func corners(reach: Double) -> [Vector3] {
    let (w, before) = (across * reach, along * reach)
    let end = start + along * length
    return [start - before - w, start - before + w, end + before + w, end + before - w]
  }
}

extension DrawnEarth {
  /// A place of the map in the frame of the picture.
  func position(of point: MapPoint, elevation: Double) -> Vector3 {
    if let globe {
      let c = point.coordinate
      let place = GeodeticPosition(
        latitude: c.latitude, longitude: c.longitude, height: elevation)
      if let p = try? globe.ground.frame.position(of: place) { return p }
    }
    let p = frame.position(of: point)
    return Vector3(p.x, p.y, elevation)
  }

  /// Upwards at a place of the map.
  func up(at point: MapPoint) -> Vector3 {
    guard globe != nil else { return Vector3(0, 0, 1) }
    return (position(of: point, elevation: 1000) - position(of: point, elevation: 0)).normalized
  }

  /// Metres of the picture for a map point there.
  func metersPerMapPoint(at point: MapPoint) -> Double {
    globe == nil
      ? frame.metersPerMapPoint : MapPoint.metersPerMapPoint(at: point.coordinate.latitude)
  }
}
