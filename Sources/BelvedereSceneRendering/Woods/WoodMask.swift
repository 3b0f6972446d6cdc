import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel

/// On which part of a square of the map trees may stand, texel by texel.
struct WoodMask {
  /// Texels along a side.
  private let side: Int
  private let window: MapRect
  /// Map points of a texel.
  private let texel: Double
  private let metersPerTexel: Double
  private var mask: CoverageMask
  /// How much of each texel is free for trees.
  private var free: [Float]

  /// Woods whose gaps are filled, without what lies over them.
  ///
  /// - Parameters:
  ///   - window: a square.
  ///   - side: texels along it.
  init(_ window: MapRect, side: Int, covers: [GroundFeatureIndex.CoverArea]) {
    self.side = side
    self.window = window
    texel = window.width / Double(side)
    metersPerTexel = texel * MapPoint.metersPerMapPoint(at: window.mid.coordinate.latitude)
    mask = CoverageMask(width: side, height: side)
    free = [Float](repeating: 0, count: side * side)
    var hasAny = false
    for cover in covers {
      let isBare = cover.kind != .park && cover.kind != .forest
      guard cover.isFilled || hasAny && isBare, let shift = shift(cover.area.bounds) else {
        continue
      }
      fill(cover.area.rings, shift)
      if cover.isFilled {
        blend(to: 1)
        hasAny = true
      } else {
        blend(to: 0)
      }
    }
  }

  /// Whether there is no room for a tree.
  var isEmpty: Bool { !free.contains { $0 > 0.5 } }

  /// Whether a tree may stand at a place.
  func isFree(_ place: Vector2) -> Bool {
    let range = 0...(side - 1)
    let column = Int(flooring: (place.x - window.minX) / texel, in: range)
    let row = Int(flooring: (place.y - window.minY) / texel, in: range)
    return free[row * side + column] > 0.5
  }

  /// Takes away what is no land.
  mutating func keep(on land: [GroundFeatureIndex.Area]) {
    mask.clear()
    var shares = [Float](repeating: 0, count: side * side)
    for area in land {
      guard let shift = shift(area.bounds) else { continue }
      fill(area.rings, shift)
      mask.forEachCovered(rule: .evenOdd) { x, y, coverage in
        shares[y * side + x] += coverage * (1 - shares[y * side + x])
      }
    }
    for i in free.indices { free[i] *= shares[i] }
  }

  /// Takes away roads and what lies beside them.
  ///
  /// - Parameter margin: metres beside a road.
  mutating func clear(_ roads: [GroundFeatureIndex.RoadLine], margin: Double) {
    mask.clear()
    for road in roads {
      let width = (road.width + 2 * margin) / metersPerTexel
      guard let shift = shift(road.bounds, margin: width * texel) else { continue }
      let path = road.path.map { placed($0, shift) }
      Stroker.add(path, width: width, to: &mask)
    }
    blend(to: 0, rule: .nonZero)
  }

  /// Takes away a building and what lies beside it.
  ///
  /// - Parameter margin: metres beside it.
  mutating func clear(_ building: Building, margin: Double) {
    let rings = building.footprint.rings.map(GroundFeatureIndex.points)
    let width = 2 * margin / metersPerTexel
    guard let bounds = GroundFeatureIndex.bounds(rings),
      let shift = shift(bounds, margin: width * texel)
    else { return }
    fill(rings, shift)
    blend(to: 0)
    mask.clear()
    for ring in rings {
      var path = ring.map { placed($0, shift) }
      path += path.prefix(1)
      Stroker.add(path, width: width, to: &mask)
    }
    blend(to: 0, rule: .nonZero)
  }

  /// Takes away what lies around a tree.
  ///
  /// - Parameter radius: metres.
  mutating func clear(around tree: Coordinate, radius: Double) {
    let p = MapPoint(tree)
    let size = radius / metersPerTexel
    let point = MapRect(x: p.x, y: p.y, width: 0, height: 0)
    guard let shift = shift(point, margin: size * texel) else { return }
    let middle = placed(Vector2(p.x, p.y), shift) - Vector2(0.5, 0.5)
    let range = 0...(side - 1)
    func texels(_ at: Double) -> ClosedRange<Int> {
      let low = Int(flooring: at - size, in: range)
      return low...Int(flooring: at + size + 1, in: range)
    }
    let (rows, columns) = (texels(middle.y), texels(middle.x))
    for y in rows {
      for x in columns {
        let (dx, dy) = (Double(x) - middle.x, Double(y) - middle.y)
        if dx * dx + dy * dy <= size * size { free[y * side + x] = 0 }
      }
    }
  }

  private func placed(_ p: Vector2, _ shift: Double) -> Vector2 {
    Vector2((p.x + shift - window.minX) / texel, (p.y - window.minY) / texel)
  }

  /// By how many map points something must be moved to lie in the square: whole worlds; `nil` where it does not.
  private func shift(_ bounds: MapRect, margin: Double = 0) -> Double? {
    let turned = bounds.turned(near: window)
    guard turned.minX - margin <= window.maxX, turned.maxX + margin >= window.minX,
      turned.minY - margin <= window.maxY, turned.maxY + margin >= window.minY
    else { return nil }
    return turned.minX - bounds.minX
  }

  private mutating func fill(_ rings: [[Vector2]], _ shift: Double) {
    mask.clear()
    for ring in rings { mask.add(ring: ring.map { placed($0, shift) }) }
  }

  /// Goes over to a share through the mask.
  private mutating func blend(to share: Float, rule: CoverageMask.FillRule = .evenOdd) {
    mask.forEachCovered(rule: rule) { x, y, coverage in
      free[y * side + x] += (share - free[y * side + x]) * coverage
    }
  }
}
