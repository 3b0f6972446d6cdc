import BelvedereGeoMath

/// A name along a line, before it is known whether there is room for it.
package struct LineLabel: Sendable {
  /// Tells names apart, also from one frame to the next; below 0, where those of marks are not.
  package var key: Int
  /// Names of the same one stay apart.
  package var group: Int
  /// The lower come first.
  package var rank: Double
  /// Points along its middle line, from its beginning to its end.
  package var line: [Vector2]
  /// Points around that which it takes.
  package var reach: Double

  package init(key: Int, group: Int, rank: Double, line: [Vector2], reach: Double) {
    (self.key, self.group, self.rank, self.line, self.reach) = (key, group, rank, line, reach)
  }

  /// The space that it takes: discs along its line.
  var shapes: [ScreenShape] {
    var shapes: [ScreenShape] = []
    for (a, b) in zip(line, line.dropFirst()) {
      let count = Int(clamping: ((b - a).length / (1.4 * reach)).rounded(.up), in: 1...64)
      for i in 0..<count {
        let t = Double(i) / Double(count)
        shapes.append(.circle(center: a + (b - a) * t, radius: reach))
      }
    }
    if let last = line.last { shapes.append(.circle(center: last, radius: reach)) }
    return shapes
  }

  var middle: Vector2 { line.isEmpty ? .zero : line[line.count / 2] }
}

/// Finds room for names along lines.
struct LineLabels {
  private let names: [LineLabel]
  private let size: Vector2
  /// Points between names of the same group.
  static let apart = 260.0

  init(_ names: [LineLabel], size: Vector2) { (self.names, self.size) = (names, size) }

  /// The numbers of those that are drawn, in the order in which they were given room. The result does not depend on
  /// the order of the list.
  func placed(in grid: inout ShapeGrid, after memory: PlacementMemory?) -> [Int] {
    func isNew(_ key: Int) -> Bool { !(memory?.shown.contains(key) ?? true) }
    let order = names.indices.sorted { a, b in
      let (m, n) = (names[a], names[b])
      if m.rank != n.rank { return m.rank < n.rank }
      let (isNewM, isNewN) = (isNew(m.key), isNew(n.key))
      return isNewM == isNewN ? m.key > n.key : isNewN
    }
    var middles: [Int: [Vector2]] = [:]
    var placed: [Int] = []
    for n in order {
      let name = names[n]
      let shapes = name.shapes
      guard shapes.allSatisfy(isInside) else { continue }
      // What has just gone stays away; what has just come goes at once where something is in its way: two names over
      // each other cannot be read.
      guard memory?.heldShown(name.key) != false else { continue }
      let wasShown = memory.map { $0.shown.contains(name.key) }
      let slack = wasShown.map { $0 ? PlacementMemory.slack : -PlacementMemory.slack } ?? 0
      let isAlone =
        middles[name.group]?.allSatisfy { ($0 - name.middle).length + 8 * slack >= Self.apart }
        ?? true
      guard isAlone, shapes.allSatisfy({ grid.isFree($0.inset(by: slack), for: Int.max) })
      else { continue }
      for shape in shapes { grid.insert(shape, owner: -1) }
      middles[name.group, default: []].append(name.middle)
      placed.append(n)
    }
    return placed
  }

  private func isInside(_ shape: ScreenShape) -> Bool {
    let (low, high) = shape.box
    return low.x >= 0 && low.y >= 0 && high.x <= size.x && high.y <= size.y
  }
}
