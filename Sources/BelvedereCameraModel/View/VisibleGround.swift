import BelvedereGeoMath
import BelvedereGeodesy

/// The part of the ground that a viewport shows.
public struct VisibleGround: Sendable, Hashable, Codable {
  /// The outline, counter-clockwise as seen from above; in the flat map its edges are straight lines
  /// on the Mercator plane. Longitudes lie within [−180, 180).
  public let polygon: [Coordinate]
  /// The smallest rectangle around it, a millionth of a map point wider; across 180° it reaches
  /// out of the world's width.
  public let mapRect: MapRect
  /// The region of that rectangle: it contains all that is visible.
  public let region: CoordinateRegion

  /// Makes a value from its parts.
  public init(polygon: [Coordinate], mapRect: MapRect, region: CoordinateRegion) {
    self.polygon = polygon
    self.mapRect = mapRect
    self.region = region
  }
}

extension CameraView {
  /// The distance to the true horizon from the eye's height over a sphere of the Earth's radius, or
  /// 20 times the camera's distance if that is more: nothing farther would be seen on a round Earth.
  public var farDepth: Double {
    let height = max(camera.altitude, 0)
    let horizon = (height * (2 * Ellipsoid.wgs84.semiMajorAxis + height)).squareRoot()
    return max(horizon, 20 * camera.distance)
  }

  /// The row of the screen in which rays are level, in points from the top; above it there is sky.
  /// `nil` straight down, where the horizon lies at infinity.
  ///
  /// The horizon of the flat map is a straight, level line; it may lie outside of the viewport.
  public var horizonY: Double? {
    let y = principalPoint.y + focalLength * (forward.z / up.z)
    return y.isFinite ? y : nil
  }

  public func visibleGround(farDepth: Double) -> VisibleGround? {
    let height = -camera.distance * forward.z
    guard height > 0, farDepth > 0 else { return nil }
    // Beyond a diagonal of the map there is none of it.
    let farDepth = min(farDepth, camera.distance + 1e8)
    // On the screen the line of constant depth on the ground is level: so much up for each metre.
    let slope: Double
    if up.z > 0 {
      slope = -(height / farDepth + forward.z) / up.z
    } else {
      guard height <= farDepth else { return nil }
      slope = .infinity
    }
    let far = principalPoint.y - focalLength * slope
    guard far < viewport.height else { return nil }
    let isCut = far > 0
    let corners = isCut ? viewport.corners.prefix(2) : viewport.corners[...]
    var polygon: [Vector2] = []
    for point in corners {
      guard case .success(let hit) = unprojectToFrame(point, elevation: groundElevation) else {
        return nil
      }
      polygon.append(hit.position.xy)
    }
    if isCut {
      // Not by way of the screen: next to the horizon its rows are too coarse.
      for x in [viewport.width, 0] {
        let across = farDepth * ((x - principalPoint.x) / focalLength)
        polygon.append(
          forward.xy * (farDepth - camera.distance) + right.xy * across
            + up.xy * (farDepth * slope))
      }
    }
    return visibleGround(clipping: polygon)
  }

  /// The part of a convex polygon of the frame that lies on the map.
  private func visibleGround(clipping polygon: [Vector2]) -> VisibleGround? {
    let radius = frame.metersPerRadian
    let halfWorld = Double.pi * radius
    let north = (Double.pi - frame.ordinate) * radius
    let south = (-Double.pi - frame.ordinate) * radius
    var ring = polygon
    ring = clip(ring, inside: Vector2(1, 0), atMost: halfWorld)
    ring = clip(ring, inside: Vector2(-1, 0), atMost: halfWorld)
    ring = clip(ring, inside: Vector2(0, 1), atMost: north)
    ring = clip(ring, inside: Vector2(0, -1), atMost: -south)
    guard ring.count >= 3 else { return nil }
    let xs = ring.map(\.x)
    let ys = ring.map(\.y)
    guard let west = xs.min(), let east = xs.max(), let low = ys.min(), let high = ys.max() else {
      return nil
    }
    let margin = 1e-6
    let world = MapPoint.worldWidth
    let corner = frame.mapPoint(at: Vector2(west, high))
    let width = (east - west) / frame.metersPerMapPoint + 2 * margin
    let y = max(corner.y - margin, 0)
    let bottom = min(frame.mapPoint(at: Vector2(west, low)).y + margin, world)
    let left = corner.x - margin
    let rect = MapRect(
      x: width >= world ? 0 : left - (left / world).rounded(.down) * world, y: y,
      width: min(width, world), height: bottom - y)
    guard let region = CoordinateRegion(rect) else { return nil }
    // Corners cut off at the map's edge are on the map, however they are rounded.
    let edge = MapPoint.maximumLatitude
    let corners = ring.map { position in
      let c = frame.coordinate(at: position)
      return Coordinate(latitude: min(max(c.latitude, -edge), edge), longitude: c.longitude)
    }
    return VisibleGround(polygon: corners, mapRect: rect, region: region)
  }

  /// The part of a convex polygon in which p · normal ≤ limit (Sutherland & Hodgman 1974).
  private func clip(
    _ ring: [Vector2], inside normal: Vector2, atMost limit: Double
  ) -> [Vector2] {
    var result: [Vector2] = []
    for (i, b) in ring.enumerated() {
      let a = ring[(i + ring.count - 1) % ring.count]
      let (da, db) = (a.dot(normal) - limit, b.dot(normal) - limit)
      if (da < 0) != (db < 0), da != db { result.append(a + (b - a) * (da / (da - db))) }
      if db <= 0 { result.append(b) }
    }
    return result
  }
}
