/// What of other people's features was read otherwise than it stands there, or although no standard allows it.
///
/// Source: RFC 7946, 3.1.1, 3.1.6, 3.1.8, 3.2, 5 and 7.1.
package enum GeometryRepair: Int, CaseIterable, Sendable {
  case unclosed, crossing, outsideHole, flatHole, repeated, badNumbers, badID, badBox, otherMembers
  case nested, wound

  /// What is wrong, and what was made of it.
  package var words: String {
    switch self {
    case .unclosed: "a ring does not end where it begins, and is closed"
    case .crossing: "an outline cuts itself; inside is what is enclosed an odd number of times"
    case .outsideHole: "a hole lies outside of its outline, and is filled"
    case .flatHole: "a hole has no area, and is left out"
    case .repeated: "the same position stands twice in a row, and is read once"
    case .badNumbers:
      "a position has more than three members, or others than numbers, of which the first two are read"
    case .badID: "its \"id\" is neither a text nor a number, and is ignored"
    case .badBox: "its \"bbox\" is no list of four or six numbers, and is ignored"
    case .otherMembers: "has members of another type of object, which are ignored (RFC 7946, 7.1)"
    case .nested: "a collection of geometries lies in another one, and is taken apart"
    case .wound: "a ring is wound the other way than RFC 7946 has it, which is all the same here"
    }
  }

  /// Whether it was correct once, or is by itself: RFC 7946 asks that such be accepted.
  package var isHarmless: Bool { [.wound, .repeated].contains(self) }
}

/// The repairs of a feature.
package struct GeometryRepairs: Sendable, Hashable {
  private var bits: UInt16 = 0

  package init() {}

  package var isEmpty: Bool { bits == 0 }

  package mutating func insert(_ repair: GeometryRepair) { bits |= 1 << repair.rawValue }

  package func contains(_ repair: GeometryRepair) -> Bool { bits & 1 << repair.rawValue != 0 }
}

/// How many features had repairs, and the first of them.
package struct RepairTally: Sendable {
  private var counts = [Int](repeating: 0, count: GeometryRepair.allCases.count)
  private var firsts = [Int](repeating: 0, count: GeometryRepair.allCases.count)

  package init() {}

  /// Adds a feature's.
  ///
  /// - Parameter place: its number or its line, which grows.
  package mutating func add(_ repairs: GeometryRepairs, at place: Int) {
    guard !repairs.isEmpty else { return }
    for repair in GeometryRepair.allCases where repairs.contains(repair) {
      if counts[repair.rawValue] == 0 { firsts[repair.rawValue] = place }
      counts[repair.rawValue] += 1
    }
  }

  /// Adds those of later features.
  mutating func add(_ later: RepairTally) {
    for i in counts.indices where later.counts[i] > 0 {
      if counts[i] == 0 { firsts[i] = later.firsts[i] }
      counts[i] += later.counts[i]
    }
  }

  /// What there is, with the number of features and the place of the first.
  package var entries: [(repair: GeometryRepair, count: Int, first: Int)] {
    GeometryRepair.allCases.compactMap { repair in
      let n = repair.rawValue
      return counts[n] > 0 ? (repair, counts[n], firsts[n]) : nil
    }
  }

  /// The words for a repair of some features.
  package static func words(_ repair: GeometryRepair, _ count: Int) -> String {
    repair.words + (count > 1 ? " (so in \(count) features, of which this is the first)" : "")
  }
}
