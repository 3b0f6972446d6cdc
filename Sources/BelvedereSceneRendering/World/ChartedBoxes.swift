import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

/// The boxes in which a scene's coastline is known: those that the scene names, else the one around its land.
struct ChartedBoxes {
  /// Map points.
  private(set) var boxes: [MapRect]

  /// How much farther than islands the sea around them is known, by their size.
  private static let offshore = 0.25

  init(_ bounds: [GeographicBounds], _ land: [GroundFeatureIndex.Area]) {
    boxes = bounds.map { MapRect($0) }
    let others = land.filter { area in
      !boxes.contains { $0.holds(area.bounds) }
    }
    var hull = MapRect.null
    for area in others { hull = hull.union(area.bounds.turned(near: hull)) }
    guard !hull.isNull else { return }
    // Capes of islands touch the box around them, and the land goes on nowhere.
    let margin = Self.isCut(others, by: hull) ? 0 : Self.offshore * max(hull.width, hull.height)
    boxes.append(hull.insetBy(dx: -margin, dy: -margin))
  }

  /// Whether an outline goes along an edge of the box, as where land was cut.
  private static func isCut(_ land: [GroundFeatureIndex.Area], by box: MapRect) -> Bool {
    let slack = 1e-6 * (box.width + box.height)
    for area in land {
      let turn = area.bounds.turned(near: box).minX - area.bounds.minX
      for ring in area.rings {
        for (i, b) in ring.enumerated() {
          let a = ring[i == 0 ? ring.count - 1 : i - 1]
          func lies(_ edge: Double, _ u: Double, _ v: Double) -> Bool {
            abs(u - edge) <= slack && abs(v - edge) <= slack
          }
          let isUpright = [box.minX, box.maxX].contains { lies($0, a.x + turn, b.x + turn) }
          let isLevel = [box.minY, box.maxY].contains { lies($0, a.y, b.y) }
          if isUpright, abs(a.y - b.y) > 0.01 * box.height { return true }
          if isLevel, abs(a.x - b.x) > 0.01 * box.width { return true }
        }
      }
    }
    return false
  }
}
