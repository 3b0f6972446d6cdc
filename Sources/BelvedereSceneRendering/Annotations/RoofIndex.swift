import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Buildings by the squares of the map that they touch, to find the roof over a place.
struct RoofIndex: Sendable {
  private let scene: Scene
  private let squares: SquareIndex
  private let supports: BuildingSupports

  init(_ scene: Scene) {
    self.scene = scene
    supports = BuildingSupports(scene.buildings)
    squares = SquareIndex(
      scene.buildings.lazy.map {
        MapRect(enclosing: ($0.footprint.rings.first ?? []).lazy.map { MapPoint($0) })
      })
  }

  /// The elevation of the highest roof around a place as it is drawn; `nil` for none.
  ///
  /// - Parameters:
  ///   - extrusion: the part of their height that buildings have.
  ///   - ground: the ground's drawn elevation.
  func roof(
    over coordinate: Coordinate, extrusion: Double, ground: (Coordinate) -> Double
  ) -> Double? {
    let point = MapPoint(coordinate)
    var best: Double?
    for i in squares.around(point) {
      let building = scene.buildings[i]
      guard Self.contains(building.footprint, point) else { continue }
      let foot = supports.foot(of: i).map { scene.buildings[$0] }
      guard let stand = BuildingStand(building, on: foot, ground: ground) else { continue }
      best = max(best ?? -.infinity, stand.base + stand.top * extrusion)
    }
    return best
  }

  private static func contains(_ polygon: GeographicPolygon, _ p: MapPoint) -> Bool {
    var isInside = false
    for ring in polygon.rings {
      // On the turn of the world on which the place is.
      let points = ring.map { corner in
        let q = MapPoint(corner)
        return MapPoint(
          x: q.x - ((q.x - p.x) / MapPoint.worldWidth).rounded() * MapPoint.worldWidth, y: q.y)
      }
      guard var a = points.last else { continue }
      for b in points {
        if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y)) {
          isInside.toggle()
        }
        a = b
      }
    }
    return isInside
  }
}
