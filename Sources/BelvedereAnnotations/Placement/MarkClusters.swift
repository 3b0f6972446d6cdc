import BelvedereGeoMath
import BelvedereText

/// Marks that have become one.
package struct MarkGroup: Sendable {
  /// The mark around which the others gathered, then these in their order; numbers in the list of marks.
  package var members: [Int]
  package var seed: Int { members[0] }
  package var isCluster: Bool { members.count > 1 }
}

/// Gathers marks of one identifier that overlap.
///
/// Each mark in turn, by priority, joins the first earlier one that it overlaps, or else begins a group of its
/// own: what gathers depends on the marks alone and not on their order in space. Selected marks stay alone.
struct MarkClusters {
  let marks: [ScreenMark]
  let shapes: [ScreenShape?]
  let memory: PlacementMemory?
  /// The screen's, in points.
  let size: Vector2

  /// - Parameter order: numbers of marks, those that count most first.
  func groups(in order: [Int]) -> [MarkGroup] {
    var groups: [MarkGroup] = []
    var groupOfKey: [Int: Int] = [:]
    var grids: [String: ShapeGrid] = [:]
    let oldSeeds = Set(memory.map { Array($0.seeds.values) } ?? [])
    // Clusters that have just changed do not become one.
    let heldSeeds = Set(
      memory.map { memory in memory.seeds.filter { memory.holdsSeed($0.key) }.map(\.value) } ?? [])
    // The hearts of old clusters come first, so that they stay.
    let old = order.filter { oldSeeds.contains(marks[$0].key) }
    let others = oldSeeds.isEmpty ? order : order.filter { !oldSeeds.contains(marks[$0].key) }
    for i in old + others {
      let mark = marks[i]
      guard let identifier = mark.clusteringIdentifier, !mark.isSelected, let shape = shapes[i]
      else {
        groups.append(MarkGroup(members: [i]))
        continue
      }
      let slack = PlacementMemory.slack
      let isHeld = memory?.holdsSeed(mark.key) ?? false
      let former = memory?.seeds[mark.key]
      if former == nil, isHeld {
        groups.append(MarkGroup(members: [i]))
        continue
      }
      if let former, former != mark.key, let group = groupOfKey[former],
        isHeld || shapes[groups[group].seed]?.overlaps(shape.inset(by: -slack)) == true
      {
        groups[group].members.append(i)
        continue
      }
      let asked = memory == nil ? shape : shape.inset(by: slack)
      if !heldSeeds.contains(mark.key),
        let found = grids[identifier]?.first(overlapping: asked, where: { _ in true }),
        let group = groupOfKey[marks[found].key]
      {
        groups[group].members.append(i)
        continue
      }
      groupOfKey[mark.key] = groups.count
      groups.append(MarkGroup(members: [i]))
      grids[identifier, default: ShapeGrid(size: size)].insert(shape, owner: i)
    }
    return groups
  }
}
