import BelvedereGeoMath
import BelvedereText

/// A mark that is drawn, or a cluster of them.
public struct PlacedMark: Sendable {
  /// How it is drawn; of a cluster the mark that stands for it.
  public var mark: ScreenMark
  /// The numbers of its marks in the list that was placed, the leading one first.
  public var members: [Int]
  /// Its space without texts.
  public var shape: ScreenShape
  /// Its texts and where the middle of their top edge stands; `nil` for none.
  package var text: (label: LabelText, topCenter: Vector2)?
  /// The texts' opacity beside the mark's.
  package var textOpacity = 1.0
  /// The second line's opacity beside the texts'.
  package var subtitleOpacity = 1.0
}

/// What finds room on a screen.
package struct Placement {
  /// What is shown, what lies in front last.
  package var placed: [PlacedMark] = []
  /// The numbers of the names along lines that are shown.
  package var names: [Int] = []
  /// What to give to the next frame.
  package var memory = PlacementMemory()
  /// What is drawn of marks: in a film what comes and goes is faint.
  package var drawn: [PlacedMark] = []
}

/// Finds room for marks.
///
/// The order of importance: selected ones, then by display priority, then — with a memory — those shown
/// before, then by their numbers. Each is drawn if its space, and that of a title that belongs to it, is free of
/// those before it. Then the other titles are added in the same order where no balloon and no other title is in the
/// way. Marks of a priority below ``DisplayPriority/defaultLow``, such as a map's own names, come after the titles of all others.
/// With a memory, what has just come or gone stays so.
public struct MarkPlacement {
  /// The screen's size in points.
  public let size: Vector2
  /// The fonts of its texts.
  public let fonts: FontStack
  /// Where the middle of a cluster is and how far away, from its members' numbers; the mean of their
  /// anchors where it gives none.
  public var clusterAnchor: ([Int]) -> (anchor: Vector2, depth: Double)? = { _ in nil }

  /// What marks and titles stay away from, unless they must be drawn.
  public var reserved: [ScreenShape] = []

  /// Makes a placement for a screen.
  public init(size: Vector2, fonts: FontStack) {
    self.size = size
    self.fonts = fonts
  }

  /// Places marks.
  ///
  /// Marks with numbers that are none are left out. The result does not depend on the order of the list.
  ///
  /// Cost: about a microsecond a mark, and the shaping of titles that were never seen before.
  ///
  /// - Parameter memory: what the frame before showed; `nil` for a picture of its own.
  /// - Returns: what is drawn, what lies in front last, and what to give to the next frame.
  public func place(
    _ marks: [ScreenMark], after memory: PlacementMemory? = nil
  ) -> (placed: [PlacedMark], memory: PlacementMemory) {
    let placement = place(marks, [], after: memory)
    return (placement.placed, placement.memory)
  }

  /// Places marks, and names along lines where these leave room.
  ///
  /// Members are numbers in the list of marks.
  package func place(
    _ marks: [ScreenMark], _ names: [LineLabel], after memory: PlacementMemory?
  ) -> Placement {
    let shapes = marks.map { isSensible($0) && !$0.isHidden ? visibleShape($0) : nil }
    let order = importance(marks, marks.indices.filter { shapes[$0] != nil }, memory)
    let groups = MarkClusters(marks: marks, shapes: shapes, memory: memory, size: size)
      .groups(in: order)
    var next = PlacementMemory()
    var candidates: [(mark: ScreenMark, members: [Int], shape: ScreenShape)] = []
    candidates.reserveCapacity(groups.count)
    for group in groups {
      guard group.isCluster else {
        if let shape = shapes[group.seed] {
          candidates.append((marks[group.seed], group.members, shape))
        }
        continue
      }
      let mark = clusterMark(group, marks)
      for member in group.members { next.seeds[marks[member].key] = marks[group.seed].key }
      guard let shape = mark.shape(fonts: fonts) else { continue }
      candidates.append((mark, group.members, shape))
    }
    let sorted = importance(candidates.map(\.mark), Array(candidates.indices), memory)
    var grid = ShapeGrid(size: size)
    for shape in reserved { grid.insert(shape, owner: -1) }
    let corners = grid
    let held = held(candidates, memory)
    var placed: [PlacedMark] = []
    placed.reserveCapacity(candidates.count)
    /// Finds room for marks, and then for their titles.
    func place(_ round: ArraySlice<Int>) {
      var kept: [Int] = []
      var titles: [Int: Title] = [:]
      for n in round {
        let (mark, _, shape) = candidates[n]
        if mark.collisionMode == .none {
          kept.append(n)
          continue
        }
        let slack = slack(memory?.shown.contains(mark.key))
        let isRequired = mark.displayPriority >= DisplayPriority.required || mark.isSelected
        let isNew = memory.map { !$0.shown.contains(mark.key) } ?? false
        let title = isRequired ? nil : ownTitle(of: mark, shape)
        func isFree(_ shape: ScreenShape) -> Bool {
          let room = shape.inset(by: slack)
          return grid.isFree(room, for: n) && !(isNew && !held.isFree(room, for: n))
        }
        let hasRoom = {
          isFree(shape) && title.map { isInside($0.shape) && isFree($0.shape) } ?? true
        }
        // What has just come stays, but not before what is reserved.
        var isHeld = memory?.heldShown(mark.key)
        if isHeld == true {
          isHeld = ([shape] + [title?.shape].compactMap(\.self)).allSatisfy {
            corners.isFree($0.inset(by: slack), for: n)
          }
        }
        guard isRequired || isHeld ?? hasRoom() else { continue }
        grid.insert(shape, owner: n)
        if let title {
          grid.insert(title.shape, owner: n)
          titles[n] = title
        }
        kept.append(n)
      }
      for n in titleOrder(kept, candidates.map(\.mark), memory) {
        let (mark, members, shape) = candidates[n]
        next.shown.insert(mark.key)
        let text =
          titles[n].map { ($0.label, $0.top) }
          ?? text(of: mark, shape, n, memory, &grid, (held, corners))
        if text != nil { next.titled.insert(mark.key) }
        if text?.label.subtitle != nil { next.subtitled.insert(mark.key) }
        placed.append(PlacedMark(mark: mark, members: members, shape: shape, text: text))
      }
    }
    let foremost = sorted.prefix { n in
      let mark = candidates[n].mark
      return mark.isSelected || mark.displayPriority >= DisplayPriority.defaultLow
    }
    place(foremost)
    place(sorted.dropFirst(foremost.count))
    placed.sort { $0.mark.isBehind($1.mark) }
    let shown = LineLabels(names, size: size).placed(in: &grid, after: memory)
    for n in shown { next.shown.insert(names[n].key) }
    next.date(after: memory)
    let drawn =
      memory == nil
      ? placed : MarkFading(placement: self, marks: marks, memory: next).drawn(placed)
    return Placement(placed: placed, names: shown, memory: next, drawn: drawn)
  }

  /// Where marks and titles are that have just come, and stay: what is new waits for as long, however important.
  private func held(
    _ candidates: [(mark: ScreenMark, members: [Int], shape: ScreenShape)],
    _ memory: PlacementMemory?
  ) -> ShapeGrid {
    var grid = ShapeGrid(size: size)
    guard let memory else { return grid }
    for (n, (mark, _, shape)) in candidates.enumerated() where mark.collisionMode != .none {
      if memory.heldShown(mark.key) == true { grid.insert(shape, owner: n) }
      if case .label = mark.appearance { continue }
      guard memory.heldTitled(mark.key) == true,
        let label = LabelText(mark, fonts: fonts, hasSubtitle: false)
      else { continue }
      grid.insert(label.shape(topCenter: titleTop(mark, shape)), owner: n)
    }
    return grid
  }

  /// A title, where the middle of its top edge stands, and its space.
  private typealias Title = (label: LabelText, top: Vector2, shape: ScreenShape)

  /// The title without which a mark is not drawn.
  private func ownTitle(of mark: ScreenMark, _ shape: ScreenShape) -> Title? {
    guard mark.titleVisibility == .together, let label = LabelText(mark, fonts: fonts) else {
      return nil
    }
    let top = titleTop(mark, shape)
    return (label, top, label.shape(topCenter: top))
  }

  /// Whether all of a shape is in the picture.
  private func isInside(_ shape: ScreenShape) -> Bool {
    let (low, high) = shape.box
    return low.x >= 0 && low.y >= 0 && high.x <= size.x && high.y <= size.y
  }

  /// Where the middle of a title's top edge stands.
  func titleTop(_ mark: ScreenMark, _ shape: ScreenShape) -> Vector2 {
    Vector2(mark.anchor.x, shape.box.high.y + LabelText.gap)
  }

  /// Marks in the order in which their titles are given room: of equal ones first those that had a title.
  private func titleOrder(
    _ kept: [Int], _ marks: [ScreenMark], _ memory: PlacementMemory?
  ) -> [Int] {
    guard let titled = memory?.titled else { return kept }
    var result: [Int] = []
    result.reserveCapacity(kept.count)
    var start = 0
    while start < kept.count {
      let first = marks[kept[start]]
      var end = start
      while end < kept.count, marks[kept[end]].isSelected == first.isSelected,
        marks[kept[end]].displayPriority == first.displayPriority
      {
        end += 1
      }
      result += kept[start..<end].filter { titled.contains(marks[$0].key) }
      result += kept[start..<end].filter { !titled.contains(marks[$0].key) }
      start = end
    }
    return result
  }

  /// By how much a shape is made smaller before it is tested: what was shown may overlap a little, what was
  /// not must have room around it.
  private func slack(_ wasShown: Bool?) -> Double {
    wasShown.map { $0 ? PlacementMemory.slack : -PlacementMemory.slack } ?? 0
  }

  func isSensible(_ mark: ScreenMark) -> Bool {
    mark.anchor.x.isFinite && mark.anchor.y.isFinite && !mark.depth.isNaN && mark.opacity > 0
      && !mark.displayPriority.isNaN && !mark.zPriority.isNaN
  }

  /// The shape of a mark that shows in the picture.
  private func visibleShape(_ mark: ScreenMark) -> ScreenShape? {
    guard let shape = mark.shape(fonts: fonts) else { return nil }
    let (low, high) = shape.box
    // Half a name says nothing.
    if case .label = mark.appearance, !mark.isSelected { return isInside(shape) ? shape : nil }
    let isSeen = low.x < size.x && low.y < size.y && high.x > 0 && high.y > 0
    return isSeen ? shape : nil
  }

  private func importance(
    _ marks: [ScreenMark], _ indices: [Int], _ memory: PlacementMemory?
  ) -> [Int] {
    let ranks = indices.map { i in
      let mark = marks[i]
      return Rank(
        group: mark.isSelected ? -.infinity : -mark.displayPriority,
        isNew: !(memory?.shown.contains(mark.key) ?? true), key: mark.key, index: i)
    }
    return ranks.sorted().map(\.index)
  }

  /// What decides who comes first.
  private struct Rank: Comparable {
    var group: Double
    var isNew: Bool
    var key, index: Int

    static func < (a: Rank, b: Rank) -> Bool {
      if a.group != b.group { return a.group < b.group }
      if a.isNew != b.isNew { return b.isNew }
      return a.key < b.key
    }
  }

  /// The mark that stands for a cluster: the leading one's, with their number in its balloon.
  func clusterMark(_ group: MarkGroup, _ marks: [ScreenMark]) -> ScreenMark {
    var mark = marks[group.seed]
    let count = group.members.count
    let sum = group.members.reduce(Vector2.zero) { $0 + marks[$1].anchor }
    (mark.anchor, mark.depth) =
      clusterAnchor(group.members) ?? (sum / Double(count), mark.depth)
    mark.opacity = group.members.map { marks[$0].opacity }.max() ?? 1
    mark.displayPriority =
      group.members.map { marks[$0].displayPriority }.max() ?? mark.displayPriority
    mark.zPriority = group.members.map { marks[$0].zPriority }.max() ?? mark.zPriority
    var style = MarkerStyle()
    if case .marker(let own) = mark.appearance { style = own }
    style.glyph = count < 1000 ? "\(count)" : count < 100_000 ? "\(count / 1000)k" : "…"
    mark.appearance = .marker(style)
    if !mark.title.isEmpty {
      mark.subtitle = "+\(count - 1) more"
      if mark.subtitleVisibility == .adaptive { mark.subtitleVisibility = mark.titleVisibility }
    }
    return mark
  }

  /// The texts for which there is room.
  private func text(
    of mark: ScreenMark, _ shape: ScreenShape, _ owner: Int, _ memory: PlacementMemory?,
    _ grid: inout ShapeGrid, _ others: (held: ShapeGrid, corners: ShapeGrid)
  ) -> (label: LabelText, topCenter: Vector2)? {
    if case .label = mark.appearance {
      let full = LabelText(mark, fonts: fonts, isAlone: true)
      return full.map { ($0, mark.anchor - Vector2(0, $0.size.y / 2)) }
    }
    guard mark.titleVisibility != .hidden, !mark.title.isEmpty else { return nil }
    let top = titleTop(mark, shape)
    let slack = slack(memory?.titled.contains(mark.key))
    let held = memory?.heldTitled(mark.key)
    let wantsSubtitle =
      mark.subtitleVisibility == .visible
      || (mark.subtitleVisibility == .adaptive && (mark.isSelected || !mark.subtitle.isEmpty))
    for hasSubtitle in wantsSubtitle && !mark.subtitle.isEmpty ? [true, false] : [false] {
      guard let label = LabelText(mark, fonts: fonts, hasSubtitle: hasSubtitle) else { return nil }
      let box = label.shape(topCenter: top)
      let isForced =
        mark.titleVisibility == .visible
        && (!hasSubtitle || mark.subtitleVisibility == .visible) || mark.isSelected
      let isKept =
        held == true && !hasSubtitle && others.corners.isFree(box.inset(by: slack), for: owner)
      guard
        isForced || isKept
          || (held != false && isInside(box) && grid.isFree(box.inset(by: slack), for: owner)
            && (slack >= 0 || others.held.isFree(box.inset(by: slack), for: owner)))
      else { continue }
      if mark.collisionMode != .none { grid.insert(box, owner: owner) }
      return (label, top)
    }
    return nil
  }
}
