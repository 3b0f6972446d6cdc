import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// A square of the map, some 300 m wide on the equator, in whose woods trees are added between those of the scene.
struct WoodSquare: Hashable, Comparable {
  let x, y: Int

  /// Map points along its side.
  static let side = Double(1 << level)
  private static let level = 11
  /// Squares along the side of a square of solids.
  private static let part = SolidCellKey.level - level
  /// Squares around the world.
  private static let around = 1 << (28 - level)

  /// The squares that lie in a part of the map, from north to south.
  static func all(in area: MapRect) -> [WoodSquare] {
    func number(_ at: Double) -> Int { Int(flooring: at / side, in: -(1 << 40)...(1 << 40)) }
    let top = max(number(area.minY), 0)
    let bottom = min(number(area.maxY), around - 1)
    guard top <= bottom else { return [] }
    let columns = number(area.minX)...number(area.maxX)
    return (top...bottom).flatMap { y in
      columns.map { WoodSquare(x: ($0 % around + around) % around, y: y) }
    }
  }

  var window: MapRect {
    MapRect(
      x: Double(x) * Self.side, y: Double(y) * Self.side, width: Self.side, height: Self.side)
  }

  var middle: Coordinate { window.mid.coordinate }

  /// The square of solids that it is a part of.
  var cell: SolidCellKey { SolidCellKey(x: x >> Self.part, y: y >> Self.part) }

  static func < (a: WoodSquare, b: WoodSquare) -> Bool { (a.y, a.x) < (b.y, b.x) }

  /// Places some metres apart on a lattice, each moved as if by chance; the same in every picture.
  func forEachPlace(_ spacing: Double, _ body: (_ place: Vector2, _ chance: WoodChance) -> Void) {
    let width = Self.side * MapPoint.metersPerMapPoint(at: middle.latitude)
    let count = Int(clamping: (width / spacing).rounded(), in: 1...Self.most)
    let step = Self.side / Double(count)
    for row in 0..<count {
      for column in 0..<count {
        let chance = WoodChance(x: x * Self.most + column, y: y * Self.most + row)
        body(
          Vector2(
            window.minX + (Double(column) + 0.15 + 0.7 * chance.of(0)) * step,
            window.minY + (Double(row) + 0.15 + 0.7 * chance.of(1)) * step), chance)
      }
    }
  }

  /// Places along a side at most.
  private static let most = 64
}

/// What chance says of a place on a lattice.
struct WoodChance {
  let x, y: Int

  /// One of several numbers, from 0 to below 1.
  func of(_ n: UInt32) -> Double {
    let value = ValueNoise.lattice(Int64(x), Int64(y), 150 &+ n)  // checked: widens
    return min(Double(value) / 2 + 0.5, 1 - 0x1p-20)
  }
}
