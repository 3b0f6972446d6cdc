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
    var places = PartPlaces(buildings)
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
  private var levels: [Int] = []
  private var rows: [Int: EdgeRows] = [:]
  /// How many buildings over one place are looked at: many there are no city's.
  private static var most: Int { 1024 }

  init(_ buildings: Buildings) {
    self.buildings = buildings
    for (n, building) in buildings.enumerated() {
      let points = building.outlineOnMap
      guard let box = MapRect(enclosing: points.map { MapPoint(x: $0.x, y: $0.y) }) else {
        continue
      }
      let level = Int(clamping: log2(max(box.width, box.height, 1)).rounded(.up), in: 0...30)
      if !levels.contains(level) { levels.append(level) }
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

  /// The part on whose top a part stands: of those around its middle that reach up to its base, the
  /// first.
  mutating func support(of n: Int) -> Int? {
    let part = buildings[n]
    let outline = part.outlineOnMap
    guard !outline.isEmpty else { return nil }
    let middle = outline.reduce(Vector2(0, 0), +) / Double(outline.count)
    var best: Int?
    // An outline across the map's edge lies on one of its sides.
    for turn in [0, -1, 1] {
      let place = middle + Vector2(Double(turn) * MapPoint.worldWidth, 0)
      for level in levels {
        guard let near = numbers[Self.key(level, place.x, place.y)] else { continue }
        best = first(in: near.prefix(Self.most), under: n, at: place, before: best)
      }
    }
    return best
  }

  /// The first of some buildings in their order on which one may stand; another one that is known where that comes before.
  private mutating func first(
    in near: ArraySlice<Int>, under n: Int, at place: Vector2, before known: Int?
  ) -> Int? {
    let part = buildings[n]
    for other in near {
      if let known, known < other { return known }
      let below = buildings[other]
      guard other != n, below.minHeight < part.minHeight, below.height >= part.minHeight - 0.5
      else { continue }
      let edges = rows[other] ?? EdgeRows([below.outlineOnMap])
      rows[other] = edges
      if edges.isInside(place) { return other }
    }
    return known
  }
}

extension Building {
  /// Map points of the outline; across the map's edge they go on beyond it.
  fileprivate var outlineOnMap: [Vector2] {
    guard let ring = footprint.rings.first, let first = ring.first else { return [] }
    let start = MapPoint(first).x
    return ring.map {
      let p = MapPoint($0)
      let turn = ((p.x - start) / MapPoint.worldWidth).rounded()
      return Vector2(p.x - turn * MapPoint.worldWidth, p.y)
    }
  }
}
