import BelvedereSceneModel

/// Buildings and trees that follow each other in a scene's lists, by the squares in which they stand: a scene's own, or
/// those of a piece of a streamed layer.
final class SolidRun: Sendable {
  let buildings: [Building]
  let trees: [Tree]
  /// Numbers in the lists.
  let buildingNumbers, treeNumbers: [SolidCellKey: [Int32]]
  private let supports: BuildingSupports

  /// The part at the foot of those on which a building stands; `nil` of one that stands on the ground.
  func foot(of number: Int) -> Building? { supports.foot(of: number).map { buildings[$0] } }

  init(_ buildings: [Building], _ trees: [Tree]) {
    (self.buildings, self.trees) = (buildings, trees)
    supports = BuildingSupports(buildings)
    var found: [SolidCellKey: [Int32]] = [:]
    for (n, building) in buildings.enumerated() {
      guard let first = building.footprint.rings.first?.first else { continue }
      // A scene has at most ten million objects.
      found[SolidCellKey(first), default: []].append(Int32(truncatingIfNeeded: n))
    }
    buildingNumbers = found
    found = [:]
    for (n, tree) in trees.enumerated() {
      found[SolidCellKey(tree.coordinate), default: []].append(Int32(truncatingIfNeeded: n))
    }
    treeNumbers = found
  }
}

/// A run, and where in the scene's lists it begins.
struct PlacedRun: Sendable {
  let run: SolidRun
  let firstBuilding, firstTree: Int
}
