import BelvedereGeoMath
import BelvedereGeodesy

extension GroundPicker {
  /// The same answers for the places of a box, found faster: what does not reach into it is left out, and
  /// an area no edge of which does is the whole box.
  func narrowed(to box: MapRect) -> GroundPicker {
    GroundPicker(
      features: GroundFeatureIndex(
        land: features.land.map { $0.compactMap { $0.narrowed(to: box) } },
        covers: features.covers.compactMap { cover in
          cover.area.narrowed(to: box).map {
            .init(kind: cover.kind, area: $0, isFilled: cover.isFilled)
          }
        },
        roads: features.roads.filter { road in
          // Wide roads of the far north are many map points wide.
          let reach = road.width / MapPoint.metersPerMapPoint(at: 85)
          return box.turn(over: road.bounds.insetBy(dx: -reach, dy: -reach)) != nil
        }), world: world, shore: shore)
  }
}

extension MapRect {
  /// By how many map points the box must be moved to another turn of the world to meet another one, the
  /// nearest way; `nil` where it does not meet it.
  fileprivate func turn(over other: MapRect) -> Double? {
    guard minY <= other.maxY, maxY >= other.minY else { return nil }
    return [0, 1, -1].map { $0 * MapPoint.worldWidth }
      .first { minX + $0 <= other.maxX && maxX + $0 >= other.minX }
  }
}

extension GroundFeatureIndex.Area {
  /// What of the area matters in a box; `nil` where that is nothing.
  fileprivate func narrowed(to box: MapRect) -> Self? {
    guard let turn = box.turn(over: bounds) else { return nil }
    // A box that lies on more turns of the area than one is rare; it keeps the area.
    guard box.width + bounds.width < MapPoint.worldWidth / 2 else { return self }
    let (left, right) = (box.minX + turn, box.maxX + turn)
    for ring in rings {
      guard var a = ring.last else { continue }
      for b in ring {
        if max(a.x, b.x) >= left, min(a.x, b.x) <= right, max(a.y, b.y) >= box.minY,
          min(a.y, b.y) <= box.maxY
        {
          return self
        }
        a = b
      }
    }
    guard contains(MapPoint(x: box.midX + turn, y: box.midY)) else { return nil }
    let margin = 1 + box.width + box.height
    let whole = [
      Vector2(left - margin, box.minY - margin), Vector2(right + margin, box.minY - margin),
      Vector2(right + margin, box.maxY + margin), Vector2(left - margin, box.maxY + margin),
    ]
    return GroundFeatureIndex.bounds([whole]).map { .init(rings: [whole], bounds: $0) }
  }
}
