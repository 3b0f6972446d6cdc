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

/// Which buildings of a scene are parts of one: those with the same identifier, and what stands on the
/// top of another part.
struct BuildingParts {
  /// For each building the one that stands for all of its parts.
  let whole: [Int]

  init(_ buildings: ObjectList<Building>) {
    var groups = PartGroups(buildings.count)
    var first: [String: Int] = [:]
    for (n, building) in buildings.enumerated() where !building.id.isEmpty {
      if let other = first[building.id] { groups.join(n, other) } else { first[building.id] = n }
    }
    if buildings.contains(where: { $0.minHeight > 0 }) {
      let places = PartPlaces(buildings)
      for (n, building) in buildings.enumerated() where building.minHeight > 0 {
        if let below = places.support(of: n) { groups.join(n, below) }
      }
    }
    whole = buildings.indices.map { groups.first(of: $0) }
  }
}

/// Numbers in groups, each named after its lowest one.
private struct PartGroups {
  /// A lower number of the same group, or itself.
  private var parent: [Int]

  init(_ count: Int) { parent = Array(0..<count) }

  mutating func first(of number: Int) -> Int {
    var at = number
    while parent[at] != at {
      parent[at] = parent[parent[at]]
      at = parent[at]
    }
    return at
  }

  mutating func join(_ a: Int, _ b: Int) {
    let (first, second) = (first(of: a), first(of: b))
    parent[max(first, second)] = min(first, second)
  }
}

/// Buildings by place, in squares about as large as they are.
private struct PartPlaces {
  private struct Key: Hashable {
    var level, x, y: Int
  }

  private let buildings: ObjectList<Building>
  private var numbers: [Key: [Int]] = [:]
  private var levels: Set<Int> = []
  /// How many buildings over one place are looked at: many there are no city's.
  private static let most = 64

  init(_ buildings: ObjectList<Building>) {
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
