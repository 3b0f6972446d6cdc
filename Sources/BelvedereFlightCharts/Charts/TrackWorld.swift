import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereWorld

/// Coasts below a track that leads far over the world.
enum TrackWorld {
  /// Narrower maps would show how coarse the coasts are.
  private static let leastMetres = 600_000.0
  private static let sea = Color(red: 222 / 255.0, green: 234 / 255.0, blue: 240 / 255.0)
  private static let land = Color(red: 243 / 255.0, green: 242 / 255.0, blue: 234 / 255.0)

  /// Draws sea and land; whether the map is wide enough for it.
  static func draw(into page: inout ChartDrawing, _ extent: MapExtent, _ box: ChartBox) -> Bool {
    guard extent.metres > leastMetres else { return false }
    page.rectangle(box, fill: sea)
    let world = MapPoint.worldWidth
    let first = (extent.corner.x / world).rounded(.down)
    for ring in WorldMap.naturalEarth.countries.flatMap(\.rings) {
      let points = ring.vertices.map { MapPoint($0) }
      for turn in [first, first + 1] {
        let shape = points.map { extent.place(Vector2($0.x + turn * world, $0.y), in: box) }
        // The outline closes the gaps between neighbours.
        page.surface(clipped(shape, to: box), fill: land, stroke: land)
      }
    }
    page.label(
      WorldMap.attribution, Vector2(box.maxX - 60, box.maxY - 10),
      ChartLabelStyle(anchor: .end, hasHalo: true))
    return true
  }

  /// The part of a polygon within a box (Sutherland and Hodgman 1974).
  private static func clipped(_ polygon: [Vector2], to box: ChartBox) -> [Vector2] {
    var points = polygon
    for (axis, edge, isLow) in [
      (0, box.x, true), (0, box.maxX, false), (1, box.y, true), (1, box.maxY, false),
    ] {
      func isInside(_ p: Vector2) -> Bool { isLow ? p[axis] >= edge : p[axis] <= edge }
      var kept: [Vector2] = []
      for (i, b) in points.enumerated() {
        let a = points[i > 0 ? i - 1 : points.count - 1]
        if isInside(a) != isInside(b) {
          kept.append(a + (b - a) * ((edge - a[axis]) / (b[axis] - a[axis])))
        }
        if isInside(b) { kept.append(b) }
      }
      points = kept
    }
    return points
  }
}
