import BelvedereSceneModel

/// Which buildings of a scene are parts of one: those with the same identifier, and what stands on the
/// top of another part.
struct BuildingParts {
  /// For each building the one that stands for all of its parts.
  let whole: [Int]

  init(_ buildings: ObjectList<Building>, _ supports: BuildingSupports) {
    var groups = PartGroups(buildings.count)
    var first: [String: Int] = [:]
    for (n, building) in buildings.enumerated() where !building.id.isEmpty {
      if let other = first[building.id] { groups.join(n, other) } else { first[building.id] = n }
    }
    for (part, below) in supports.below { groups.join(part, below) }
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
