import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Tells land from water at a place of a scene's ground, by its coastline and what covers it.
///
/// Later covers lie over earlier ones and roads over all; on the sea nothing but piers and roads is land.
/// A scene without a coastline has no sea: a low elevation alone does not make one. Beyond what the scene
/// knows it is what the map of the world says, where that is shown.
///
/// Cost: microseconds, growing with the vertices of the areas around the place.
public struct GroundPicker: Sendable {
  /// What the ground is.
  public enum Kind: String, Sendable, Hashable {
    case terrain, water
  }

  let features: GroundFeatureIndex
  /// What lies beyond the scene; `nil` for nothing.
  let world: WorldPainter?
  /// What the scene says beyond the box of its coastline.
  let shore: SceneShore

  /// Prepares a scene.
  public init(scene: Scene) {
    features = GroundFeatureIndex(scene)
    shore = SceneShore(scene, land: features.land)
    world = WorldPainter(scene, shore)
  }

  init(features: GroundFeatureIndex, world: WorldPainter?, shore: SceneShore) {
    self.features = features
    self.world = world
    self.shore = shore
  }

  /// What the ground is at a place; its longitude may be whole turns away.
  public func kind(at coordinate: Coordinate) -> Kind {
    guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return .terrain }
    return kind(at: MapPoint(coordinate))
  }

  /// The road at a place, the uppermost of several: its number in the scene's list. `nil` for none.
  ///
  /// A road has the width of its own; its ends are round.
  public func road(at coordinate: Coordinate) -> Int? {
    guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return nil }
    return road(at: MapPoint(coordinate))
  }

  func road(at point: MapPoint) -> Int? {
    guard !features.roads.isEmpty else { return nil }
    let scale = MapPoint.metersPerMapPoint(at: point.coordinate.latitude)
    return features.roads.last { $0.kind != .ferry && $0.covers(point, metersPerMapPoint: scale) }?
      .index
  }

  private func unchartedLand(at point: MapPoint) -> Float? {
    let place = MapRect(x: point.x, y: point.y, width: 0, height: 0)
    return shore.unchartedLand(
      Vector2(point.x, point.y), shore.beside, shore.risen(in: place, texel: 0))
  }

  func kind(at point: MapPoint) -> Kind {
    // Beyond what the scene knows the world says; what is mapped lies on either, and on land where a coast is known.
    let known = world?.isLand(at: point)
    let staysOnLand = known == nil || features.land != nil
    let isSea =
      known.map { !$0 } ?? unchartedLand(at: point).map { $0 <= 0.5 }
      ?? features.land.map { land in !land.contains { $0.contains(point) } } ?? false
    var isWater = isSea
    for cover in features.covers where cover.area.contains(point) {
      if cover.kind == .water {
        isWater = true
      } else if cover.kind == .pier || !isSea || !staysOnLand {
        isWater = false
      }
    }
    return isWater && road(at: point) == nil ? .water : .terrain
  }
}

extension MapRect {
  /// The places of a point on the turns of the world on which it lies in the box, or as near to it.
  func turns(of point: MapPoint, margin: Double = 0) -> [Vector2] {
    guard point.y >= minY - margin, point.y <= maxY + margin else { return [] }
    return (-1...1).compactMap { turn in
      let x = point.x + Double(turn) * MapPoint.worldWidth
      return x >= minX - margin && x <= maxX + margin ? Vector2(x, point.y) : nil
    }
  }
}

extension GroundFeatureIndex.Area {
  /// Whether a place lies inside, by the even-odd rule.
  func contains(_ point: MapPoint) -> Bool {
    bounds.turns(of: point).contains { p in
      var isInside = false
      for ring in rings {
        guard var a = ring.last else { continue }
        for b in ring {
          if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y)) {
            isInside.toggle()
          }
          a = b
        }
      }
      return isInside
    }
  }
}

extension GroundFeatureIndex.RoadLine {
  /// Whether a place lies on the road.
  fileprivate func covers(_ point: MapPoint, metersPerMapPoint scale: Double) -> Bool {
    let reach = width / 2 / scale
    return bounds.turns(of: point, margin: reach).contains { p in
      zip(path, path.dropFirst()).contains { a, b in
        let way = b - a
        let length = way.length
        let along = length > 0 ? min(max((p - a).dot(way) / (length * length), 0), 1) : 0
        return (a + way * along - p).length <= reach
      }
    }
  }
}
