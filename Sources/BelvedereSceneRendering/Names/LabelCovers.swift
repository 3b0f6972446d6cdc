import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// What lies over the map's labels: areas of overlays of that level. Their lines, and tiles, are not looked at.
struct LabelCovers {
  private struct Area {
    let rings: [[Vector2]]
    let bounds: MapRect
    let opacity: Double
  }

  private let areas: [Area]

  init(_ overlays: [Overlay]) {
    areas = GroundFeatureIndex.overlays(overlays).compactMap { shape in
      let overlay = shape.overlay
      guard overlay.level == .aboveLabels, shape.isClosed, let fill = overlay.fillColor else {
        return nil
      }
      let opacity = overlay.alpha * fill.alpha
      return opacity > 0
        ? Area(rings: shape.area.rings, bounds: shape.area.bounds, opacity: opacity) : nil
    }
  }

  /// The part of a label that is seen at a place.
  func seen(at place: MapPoint) -> Double {
    areas.reduce(1) { seen, area in
      let middle = MapPoint(
        x: area.bounds.x + area.bounds.width / 2, y: area.bounds.y + area.bounds.height / 2)
      let p = MapPoint(x: middle.x + place.shortDeltaX(from: middle), y: place.y)
      guard area.bounds.contains(p) else { return seen }
      return Self.isInside(area.rings, p) ? seen * (1 - area.opacity) : seen
    }
  }

  /// By the even-odd rule.
  private static func isInside(_ rings: [[Vector2]], _ p: MapPoint) -> Bool {
    var isInside = false
    for ring in rings {
      var a = ring.last ?? .zero
      for b in ring {
        if (a.y > p.y) != (b.y > p.y), p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
          isInside.toggle()
        }
        a = b
      }
    }
    return isInside
  }
}
