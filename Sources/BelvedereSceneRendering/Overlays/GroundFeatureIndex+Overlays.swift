import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

extension GroundFeatureIndex {
  /// An overlay's rings or lines on the map; `nil` for one without any.
  static func overlay(_ overlay: Overlay) -> OverlayShape? {
    var isClosed = true
    let rings: [OverlayRing]
    switch overlay.shape {
    case .polygon(let polygon): rings = polygon.rings.map { OverlayRing($0) }
    case .multiPolygon(let polygons):
      rings = polygons.flatMap { $0.rings.map { OverlayRing($0) } }
    case .circle(let center, let radius): rings = OverlayRing.circle(center, radius)
    case .tiles(let tiles):
      rings = [OverlayRing(line: tiles.tiles.bounds.corners)]
    case .polyline(let path):
      isClosed = false
      rings = [OverlayRing(line: path)]
    case .multiPolyline(let paths):
      isClosed = false
      rings = paths.map { OverlayRing(line: $0) }
    case .geodesicPolyline(let path):
      isClosed = false
      rings = [OverlayRing(line: geodesic(path))]
    }
    let placed = besideEachOther(rings)
    let lines = PolarLines(placed, isClosed: isClosed)
    let onMap = lines?.map.map { $0.points.map(\.place) } ?? placed.map { $0.vertices.map(\.place) }
    // One that is nowhere but around a pole has no box on the map.
    let world = MapPoint.worldWidth
    let nowhere = lines.map { _ in MapRect(x: 0, y: -9 * world, width: 0, height: 0) }
    guard let bounds = bounds(onMap) ?? nowhere else { return nil }
    return OverlayShape(
      overlay: overlay, area: Area(rings: onMap, bounds: bounds), isClosed: isClosed,
      polarLines: lines)
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

  /// Rings in the worlds in which they lie nearest to the first one.
  private static func besideEachOther(_ rings: [OverlayRing]) -> [OverlayRing] {
    guard let anchor = rings.lazy.compactMap(\.vertices.first).first?.place else { return rings }
    return rings.map { ring in
      guard let first = ring.vertices.first?.place else { return ring }
      let worlds = ((anchor.x - first.x) / MapPoint.worldWidth).rounded()
      return worlds == 0 ? ring : ring.moved(by: worlds)
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
