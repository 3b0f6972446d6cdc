import BelvedereGeoMath

/// A name along a line, before it is known whether there is room for it.
package struct LineLabel: Sendable {
  /// Tells names apart, also from one frame to the next; below 0, where those of marks are not.
  package var key: Int
  /// Names of the same one stay apart.
  package var group: Int
  /// The lower come first, behind those that have just come; of equal ones those that are shown, then the lower in order.
  package var rank, order: Double
  /// Points along its middle line, from its beginning to its end.
  package var line: [Vector2]
  /// Points around that which it takes.
  package var reach: Double

  package init(
    key: Int, group: Int, rank: Double, order: Double, line: [Vector2], reach: Double
  ) {
    (self.key, self.group, self.line, self.reach) = (key, group, line, reach)
    (self.rank, self.order) = (rank, order)
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
    func isHeld(_ key: Int) -> Bool { memory?.heldShown(key) == true }
    let order = names.indices.sorted { a, b in
      let (m, n) = (names[a], names[b])
      let (isHeldM, isHeldN) = (isHeld(m.key), isHeld(n.key))
      if isHeldM != isHeldN { return isHeldM }
      if m.rank != n.rank { return m.rank < n.rank }
      let (isNewM, isNewN) = (isNew(m.key), isNew(n.key))
      if isNewM != isNewN { return isNewN }
      return m.order == n.order ? m.key > n.key : m.order < n.order
    }
    var middles: [Int: [Vector2]] = [:]
    var placed: [Int] = []
    for n in order {
      let name = names[n]
      let shapes = name.shapes
      // What is new comes from within the picture, not at its very edge.
      let edge = memory != nil && isNew(name.key) ? max(8, 0.06 * min(size.x, size.y)) : 0
      guard shapes.allSatisfy({ isInside($0, edge) }) else { continue }
      // What has just gone stays away; what has just come is given its room first, but no more than that: two names
      // over each other cannot be read.
      guard memory?.heldShown(name.key) != false else { continue }
      let wasShown = memory.map { $0.shown.contains(name.key) }
      let slack = wasShown.map { $0 ? PlacementMemory.slack : -2 * PlacementMemory.slack } ?? 0
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

  private func isInside(_ shape: ScreenShape, _ edge: Double) -> Bool {
    let (low, high) = shape.box
    return low.x >= edge && low.y >= edge && high.x <= size.x - edge && high.y <= size.y - edge
  }
}
