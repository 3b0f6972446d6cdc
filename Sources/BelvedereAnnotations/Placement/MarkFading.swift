import BelvedereGeoMath
import BelvedereText

/// What is drawn of marks in a frame of a film: what was placed, faint where it has just come, and what
/// has just gone, fading away. A mark that becomes a cluster, is one no longer or stands for others fades
/// into what it becomes.
struct MarkFading {
  let placement: MarkPlacement
  let marks: [ScreenMark]
  /// What the frame shows.
  let memory: PlacementMemory

  /// - Returns: what lies in front last; members are numbers in the list of marks.
  func drawn(_ placed: [PlacedMark]) -> [PlacedMark] {
    var result: [PlacedMark] = []
    result.reserveCapacity(placed.count)
    let texts = Dictionary(
      placed.map { ($0.mark.key, $0.text != nil) }, uniquingKeysWith: { first, _ in first })
    let gatherings = memory.gatherings
    /// How much is seen of the cluster around a mark, or of the mark alone, while what it was fades away.
    func gatheredShare(_ key: Int) -> Double {
      guard let seconds = gatherings[key], memory.secondsShown(key) ?? .infinity > seconds else {
        return 1
      }
      return PlacementMemory.share(seconds, isThere: true)
    }
    for var item in placed {
      let key = item.mark.key
      item.mark.opacity *= memory.shownShare(key) * gatheredShare(key)
      if item.text == nil, memory.titledShare(key) > 0, !memory.titled.contains(key) {
        item.text = text(of: item.mark, item.shape)
      }
      item.textOpacity = memory.titledShare(key)
      item.subtitleOpacity = memory.subtitledShare(key)
      if item.text != nil, item.text?.label.subtitle == nil, item.subtitleOpacity > 0 {
        item.text = text(of: item.mark, item.shape, hasSubtitle: true) ?? item.text
      }
      result.append(item)
    }
    for (i, mark) in marks.enumerated() {
      let key = mark.key
      let isShown = texts[key] != nil
      let share = isShown ? 1 - gatheredShare(key) : memory.shownShare(key)
      let changed = isShown ? gatherings[key] : memory.secondsShown(key)
      guard share > 0, let changed, var former = former(i, before: changed) else { continue }
      former.mark.opacity *= share
      if texts[key] == true || !isShown && memory.titledShare(key) > 0 {
        let hasSubtitle = memory.subtitled.contains(key) || memory.subtitledShare(key) > 0
        former.text = text(of: former.mark, former.shape, hasSubtitle: hasSubtitle)
      }
      result.append(former)
    }
    return result.sorted { $0.mark.isBehind($1.mark) }
  }

  /// What a mark was before it went, or before it came into another cluster; `nil` where nothing of that is in
  /// the picture.
  ///
  /// - Parameter seconds: how long ago that was.
  private func former(_ i: Int, before seconds: Double) -> PlacedMark? {
    var mark = marks[i]
    var members = [i]
    if memory.formerSeed(mark.key, before: seconds) == mark.key {
      members += marks.indices.filter {
        $0 != i && memory.formerSeed(marks[$0].key, before: seconds) == mark.key
          && placement.isSensible(marks[$0])
      }
    }
    guard placement.isSensible(mark) else { return nil }
    if members.count > 1 { mark = placement.clusterMark(MarkGroup(members: members), marks) }
    guard let shape = mark.shape(fonts: placement.fonts) else { return nil }
    let (low, high) = shape.box
    let size = placement.size
    guard low.x < size.x, low.y < size.y, high.x > 0, high.y > 0 else { return nil }
    var former = PlacedMark(mark: mark, members: members, shape: shape)
    if case .label = mark.appearance { former.text = text(of: mark, shape) }
    return former
  }

  /// A mark's title, wherever it finds room or not.
  private func text(
    of mark: ScreenMark, _ shape: ScreenShape, hasSubtitle: Bool = false
  ) -> (label: LabelText, topCenter: Vector2)? {
    if case .label = mark.appearance {
      return LabelText(mark, fonts: placement.fonts, isAlone: true)
        .map { ($0, mark.anchor - Vector2(0, $0.size.y / 2)) }
    }
    guard mark.titleVisibility != .hidden else { return nil }
    return LabelText(mark, fonts: placement.fonts, hasSubtitle: hasSubtitle)
      .map { ($0, placement.titleTop(mark, shape)) }
  }
}

extension PlacedMark {
  /// What makes it look as it does.
  private struct Look: Hashable {
    let key: Int
    let members: [Int]
  }

  /// Between two ways to mark a picture: what both have stays, the rest fades.
  ///
  /// - Parameter share: of the second way at a place, 0 to 1.
  package static func mixed(
    _ first: [PlacedMark], _ second: [PlacedMark], share: (Vector2) -> Double
  ) -> [PlacedMark] {
    func look(_ item: PlacedMark) -> Look { Look(key: item.mark.key, members: item.members) }
    let others = Dictionary(
      second.map { (look($0), $0) }, uniquingKeysWith: { first, _ in first })
    var result = first.map { item in
      var item = item
      let other = others[look(item)]
      let share = share(item.mark.anchor)
      let texts = (
        item.text == nil ? 0 : item.textOpacity, other?.text == nil ? 0 : other?.textOpacity ?? 0
      )
      if let text = other?.text, let own = item.text {
        let lines = (
          own.label.subtitle == nil ? 0 : item.subtitleOpacity,
          text.label.subtitle == nil ? 0 : other?.subtitleOpacity ?? 0
        )
        if own.label.subtitle == nil { item.text = text }
        item.subtitleOpacity = lines.0 + (lines.1 - lines.0) * share
      } else {
        item.text = item.text ?? other?.text
        if item.text != nil, texts.0 == 0 { item.subtitleOpacity = other?.subtitleOpacity ?? 1 }
      }
      item.textOpacity = other == nil ? texts.0 : texts.0 + (texts.1 - texts.0) * share
      item.mark.opacity += ((other?.mark.opacity ?? 0) - item.mark.opacity) * share
      return item
    }
    let known = Set(first.map(look))
    for var item in second where !known.contains(look(item)) {
      item.mark.opacity *= share(item.mark.anchor)
      result.append(item)
    }
    return result.sorted { $0.mark.isBehind($1.mark) }
  }
}
