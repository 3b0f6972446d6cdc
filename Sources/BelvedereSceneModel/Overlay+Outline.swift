import BelvedereGeodesy

extension Overlay.Shape {
  /// Places around all of an overlay, from one to the next less than half a world apart: those of outer rings and lines,
  /// and of what follows geodesics some between its corners. Empty of tiles, which may cover the world.
  var outline: [Coordinate] {
    switch self {
    case .polygon(let polygon): return polygon.rings.first ?? []
    case .multiPolygon(let polygons): return Self.joined(polygons.map { $0.rings.first ?? [] })
    case .polyline(let line): return line
    case .multiPolyline(let lines): return Self.joined(lines)
    case .geodesicPolyline(let line):
      let path = try? Geodesic.wgs84.path(through: line, maximumSegment: Self.segment)
      return path.map(unwrapped) ?? line
    case .circle(let center, let radius):
      let ring = (0..<Self.sides).compactMap { n in
        try? Geodesic.wgs84.direct(
          from: center, azimuth: 360 * Double(n) / Double(Self.sides), distance: radius
        ).coordinate
      }
      return unwrapped(ring)
    case .tiles: return []
    }
  }

  /// Metres between places along a geodesic: between two of them it leaves the box around them by less than a hundredth
  /// of that.
  private static let segment = 50_000.0
  private static let sides = 64

  /// Parts of one thing, each on the turn of the world that is nearest to the first.
  private static func joined(_ parts: [[Coordinate]]) -> [Coordinate] {
    guard let first = parts.lazy.compactMap(\.first).first else { return [] }
    return parts.flatMap { part in
      let turn = part.first.map { (($0.longitude - first.longitude) / 360).rounded() * 360 } ?? 0
      return part.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude - turn) }
    }
  }
}
