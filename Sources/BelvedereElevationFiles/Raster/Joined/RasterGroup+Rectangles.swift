extension RasterGroup {
  /// Whether the members fill a rectangle.
  var isWhole: Bool {
    RasterParts.cover(
      members.map { (columns: $0.columns, rows: $0.rows) }, columns: columns, rows: rows)
  }

  /// The members as groups that each fill a rectangle: first rows of neighbours of one height, then such rows
  /// of one width.
  var rectangles: [RasterGroup] {
    let single = members.map { RasterGroup($0) }
    let strips = Self.merged(single, along: \.columns, across: \.rows)
    return Self.merged(strips, along: \.rows, across: \.columns).map(\.fromFirst)
  }

  /// The same on the lattice of the first member.
  private var fromFirst: RasterGroup {
    let (left, top) = (members[0].columns.lowerBound, members[0].rows.lowerBound)
    let moved = members.map { member in
      Member(
        index: member.index, model: member.model,
        columns: (member.columns.lowerBound - left)..<(member.columns.upperBound - left),
        rows: (member.rows.lowerBound - top)..<(member.rows.upperBound - top))
    }
    var group = RasterGroup(moved[0])
    for member in moved.dropFirst() { group.add(member) }
    return group
  }

  /// Groups that follow each other in one direction and are equal in the other one, as one.
  private static func merged(
    _ groups: [RasterGroup], along: KeyPath<RasterGroup, Range<Int>>,
    across: KeyPath<RasterGroup, Range<Int>>
  ) -> [RasterGroup] {
    func key(_ group: RasterGroup) -> (Int, Int, Int) {
      let (side, start) = (group[keyPath: across], group[keyPath: along].lowerBound)
      return (side.lowerBound, side.upperBound, start)
    }
    var result: [RasterGroup] = []
    for group in groups.sorted(by: { key($0) < key($1) }) {
      if let last = result.indices.last, result[last][keyPath: across] == group[keyPath: across],
        result[last][keyPath: along].upperBound >= group[keyPath: along].lowerBound
      {
        for member in group.members { result[last].add(member) }
      } else {
        result.append(group)
      }
    }
    return result
  }
}
