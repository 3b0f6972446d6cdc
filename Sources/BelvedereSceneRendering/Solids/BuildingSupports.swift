import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which parts of buildings stand on the top of another part.
struct BuildingSupports: Sendable {
  /// For each part that stands on another one the number of that.
  let below: [Int: Int]

  init<Buildings: RandomAccessCollection>(_ buildings: Buildings)
  where Buildings.Element == Building, Buildings.Index == Int {
    guard buildings.contains(where: { $0.minHeight > 0 }) else {
      below = [:]
      return
    }
    let places = PartPlaces(buildings)
    var below: [Int: Int] = [:]
    for (n, building) in zip(buildings.indices, buildings) where building.minHeight > 0 {
      below[n] = places.support(of: n)
    }
    self.below = below
  }

  /// The part at the foot of those on which a part stands; `nil` of one that stands on none.
  func foot(of part: Int) -> Int? {
    var foot: Int?
    // Each begins lower than the one above it.
    while let next = below[foot ?? part] { foot = next }
    return foot
  }
}

/// Buildings by place, in squares about as large as they are.
private struct PartPlaces<Buildings: RandomAccessCollection>
where Buildings.Element == Building, Buildings.Index == Int {
  private struct Key: Hashable {
    var level, x, y: Int
  }

  private let buildings: Buildings
  private var numbers: [Key: [Int]] = [:]
  private var levels: Set<Int> = []
  /// How many buildings over one place are looked at: many there are no city's.
  private static var most: Int { 64 }

  init(_ buildings: Buildings) {
    self.buildings = buildings
    for (n, building) in buildings.enumerated() {
      let points = Self.outline(building)
      guard let box = MapRect(enclosing: points.map { MapPoint(x: $0.x, y: $0.y) }) else {
        continue
      }
      let level = Int(clamping: log2(max(box.width, box.height, 1)).rounded(.up), in: 0...30)
      levels.insert(level)
      let low = Self.key(level, box.minX, box.minY)
      let high = Self.key(level, box.maxX, box.maxY)
      for y in low.y...high.y {
        for x in low.x...high.x { numbers[Key(level: level, x: x, y: y), default: []].append(n) }
      }
    }
  }

  private static func key(_ level: Int, _ x: Double, _ y: Double) -> Key {
    let side = exp2(Double(level))
    let limit = -(1 << 40)...(1 << 40)
    return Key(
      level: level, x: Int(flooring: x / side, in: limit), y: Int(flooring: y / side, in: limit))
  }

  private static func outline(_ building: Building) -> [Vector2] {
    (building.footprint.rings.first ?? []).map {
      let p = MapPoint($0)
      return Vector2(p.x, p.y)
    }
  }

  /// The part on whose top a part stands: of those around its middle that reach up to its base, the
  /// first.
  func support(of n: Int) -> Int? {
    let part = buildings[n]
    let outline = Self.outline(part)
    guard !outline.isEmpty else { return nil }
    let middle = outline.reduce(Vector2(0, 0), +) / Double(outline.count)
    var best: Int?
    for level in levels {
      for other in (numbers[Self.key(level, middle.x, middle.y)] ?? []).prefix(Self.most) {
        let below = buildings[other]
        guard other != n, below.minHeight < part.minHeight, below.height >= part.minHeight - 0.5,
          other < best ?? .max
        else { continue }
        let rows = EdgeRows([Self.outline(below)])
        if rows.isInside(middle) { best = other }
      }
    }
    return best
  }
}
