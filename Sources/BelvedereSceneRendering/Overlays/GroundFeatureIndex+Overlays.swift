import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension GroundFeatureIndex {
  /// An overlay's rings or lines on the map; `nil` for one without any.
  static func overlay(_ overlay: Overlay) -> OverlayShape? {
    var isClosed = true
    let rings: [[Vector2]]
    switch overlay.shape {
    case .polygon(let polygon): rings = polygon.rings.map(ring)
    case .multiPolygon(let polygons): rings = polygons.flatMap { $0.rings.map(ring) }
    case .circle(let center, let radius): rings = [ring(circle(center, radius))]
    case .tiles(let tiles): rings = [ring(tiles.tiles.bounds.corners)]
    case .polyline(let path):
      isClosed = false
      rings = [points(path)]
    case .multiPolyline(let paths):
      isClosed = false
      rings = paths.map(points)
    case .geodesicPolyline(let path):
      isClosed = false
      rings = [points(geodesic(path))]
    }
    let placed = besideEachOther(rings)
    return bounds(placed).map {
      OverlayShape(overlay: overlay, area: Area(rings: placed, bounds: $0), isClosed: isClosed)
    }
  }

  /// The points of geodesics through others, a kilometre apart or, over many legs, farther.
  static func geodesic(_ path: [Coordinate]) -> [Coordinate] {
    for segment in [1e3, 1e4, 1e5] {
      if let points = try? Geodesic.wgs84.path(through: path, maximumSegment: segment) {
        return points
      }
    }
    return path
  }

  /// A ring on the map. One around a pole is cut where it meets ±180° and closed along the map's edge.
  private static func ring(_ coordinates: [Coordinate]) -> [Vector2] {
    let ring = points(coordinates)
    guard let first = ring.first, let last = ring.last else { return [] }
    let back = MapPoint(x: first.x, y: first.y)
      .shortDeltaX(from: MapPoint(x: last.x, y: last.y))
    // The short way from the last point leads to the first one in another world.
    let turn = last.x + back - first.x
    guard abs(turn) > MapPoint.worldWidth / 2 else { return ring }
    let middle = ring.reduce(0) { $0 + $1.y } / Double(ring.count)
    let edge = middle < MapPoint.worldWidth / 2 ? 0 : MapPoint.worldWidth
    let (cut, place) = seam(ring + [first + Vector2(turn, 0)])
    let around = ring[cut...] + ring[..<cut].map { $0 + Vector2(turn, 0) }
    return [place] + around
      + [
        place + Vector2(turn, 0), Vector2(place.x + turn, edge), Vector2(place.x, edge),
      ]
  }

  /// Where a line around the world meets ±180°: the number of its point behind that, and the place.
  private static func seam(_ line: [Vector2]) -> (number: Int, place: Vector2) {
    let world = MapPoint.worldWidth
    for (n, (a, b)) in zip(line, line.dropFirst()).enumerated() where a.x != b.x {
      let x = (min(a.x, b.x) / world).rounded(.up) * world
      guard x <= max(a.x, b.x) else { continue }
      return (n + 1, Vector2(x, a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x))))
    }
    return (0, line[0])
  }

  /// Rings in the worlds in which they lie nearest to the first one.
  private static func besideEachOther(_ rings: [[Vector2]]) -> [[Vector2]] {
    guard let anchor = rings.lazy.compactMap(\.first).first else { return rings }
    return rings.map { ring in
      guard let first = ring.first else { return ring }
      let worlds = ((anchor.x - first.x) / MapPoint.worldWidth).rounded()
      guard worlds != 0 else { return ring }
      return ring.map { $0 + Vector2(worlds * MapPoint.worldWidth, 0) }
    }
  }

  /// A circle on the sphere whose metres the map has, of the ellipsoid's greater axis: near by the circle of the map,
  /// and round on the globe however large. On the ellipsoid its radius differs by up to 0.7 %.
  private static func circle(_ center: Coordinate, _ radius: Double) -> [Coordinate] {
    let arc = min(radius / Ellipsoid.wgs84.semiMajorAxis, .pi)
    let middle = center.latitude * .pi / 180
    return (0..<360).map { i in
      let angle = Double(i) * .pi / 180
      let (east, north) = (sin(arc) * cos(angle), sin(arc) * sin(angle))
      let rise = cos(arc) * sin(middle) + north * cos(middle)
      let out = cos(arc) * cos(middle) - north * sin(middle)
      return Coordinate(
        latitude: atan2(rise, (out * out + east * east).squareRoot()) * 180 / .pi,
        longitude: center.longitude + atan2(east, out) * 180 / .pi)
    }
  }
}

extension GeographicBounds {
  /// The corners in turn, with more along the northern and southern side, which may be longer than half the
  /// world.
  fileprivate var corners: [Coordinate] {
    let parts = (0...4).map { west + (east - west) * Double($0) / 4 }
    let (low, high) = (max(south, -MapPoint.maximumLatitude), min(north, MapPoint.maximumLatitude))
    return parts.map { Coordinate(latitude: low, longitude: $0) }
      + parts.reversed().map { Coordinate(latitude: high, longitude: $0) }
  }
}
