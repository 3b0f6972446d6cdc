import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Buildings by the squares of the map that they touch, to find the roof over a place.
struct RoofIndex: Sendable {
  private let scene: Scene
  private var cells: [SIMD2<Int>: [Int]] = [:]
  /// Map points; some 150 m at middle latitudes.
  private static let cell = 1024.0
  /// A building over more squares is kept apart.
  private static let mostCells = 256
  private var large: [Int] = []

  init(_ scene: Scene) {
    self.scene = scene
    for (i, building) in scene.buildings.enumerated() {
      let points = (building.footprint.rings.first ?? []).map { MapPoint($0) }
      guard let box = Self.box(points) else { continue }
      let (low, high) = (Self.cell(box.low), Self.cell(box.high))
      let count = (high.x - low.x + 1) * (high.y - low.y + 1)
      guard count <= Self.mostCells else {
        large.append(i)
        continue
      }
      for y in low.y...high.y {
        for x in low.x...high.x { cells[SIMD2(x, y), default: []].append(i) }  // checked: integers
      }
    }
  }

  private static func box(_ points: [MapPoint]) -> (low: MapPoint, high: MapPoint)? {
    guard let first = points.first else { return nil }
    var (low, high) = (first, first)
    for p in points {
      low = MapPoint(x: min(low.x, p.x), y: min(low.y, p.y))
      high = MapPoint(x: max(high.x, p.x), y: max(high.y, p.y))
    }
    return (low, high)
  }

  private static func cell(_ p: MapPoint) -> SIMD2<Int> {
    let limit = -(1 << 40)...(1 << 40)
    return SIMD2(  // checked: clamped
      Int(flooring: p.x / cell, in: limit), Int(flooring: p.y / cell, in: limit))
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
    for i in (cells[Self.cell(point)] ?? []) + large {
      let building = scene.buildings[i]
      guard Self.contains(building.footprint, point) else { continue }
      let base = (building.footprint.rings.first ?? []).map(ground).min() ?? 0
      best = max(best ?? -.infinity, base + building.height * extrusion)
    }
    return best
  }

  private static func contains(_ polygon: GeographicPolygon, _ p: MapPoint) -> Bool {
    var isInside = false
    for ring in polygon.rings {
      guard var a = ring.last.map({ MapPoint($0) }) else { continue }
      for corner in ring {
        let b = MapPoint(corner)
        if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y)) {
          isInside.toggle()
        }
        a = b
      }
    }
    return isInside
  }
}
