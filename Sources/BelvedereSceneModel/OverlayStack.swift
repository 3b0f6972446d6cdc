/// The overlays of a map as they lie on each other, level by level: the operations of MapKit's map view.
///
/// An overlay is known by the number that adding it gives. A stack's ``overlays`` are what a ``Scene`` takes.
public struct OverlayStack: Sendable, Hashable {
  /// An overlay's number in its stack; it stays the same while the overlay is there.
  public struct ID: Sendable, Hashable {
    fileprivate let number: Int
  }

  private struct Entry: Sendable, Hashable {
    var id: ID
    var overlay: Overlay
  }

  private var entries: [Overlay.Level: [Entry]] = [:]
  private var next = 0

  /// An empty stack.
  public init() {}

  /// All overlays from the lowest up: those above the roads, then those above the labels.
  public var overlays: [Overlay] { Overlay.Level.allCases.flatMap { overlays(in: $0) } }

  /// Whether the map is flat under them: where any of them is not a route. ``ElevationTransition`` says how
  /// the ground gets there.
  public var flattensMap: Bool { overlays.contains { !$0.isRoute } }

  /// The overlays of a level from the lowest up.
  public func overlays(in level: Overlay.Level) -> [Overlay] {
    (entries[level] ?? []).map(\.overlay)
  }

  /// The numbers of a level's overlays from the lowest up.
  public func ids(in level: Overlay.Level) -> [ID] { (entries[level] ?? []).map(\.id) }

  /// An overlay; `nil` where there is none of that number.
  public subscript(id: ID) -> Overlay? {
    place(of: id).flatMap { entries[$0.level]?[$0.index].overlay }
  }

  /// Adds an overlay on top of a level, its own unless given.
  @discardableResult
  public mutating func add(_ overlay: Overlay, level: Overlay.Level? = nil) -> ID {
    insert(overlay, at: .max, level: level)
  }

  /// Inserts an overlay at a place in a level, its own unless given.
  ///
  /// - Parameter index: from 0 for the lowest; beyond the last one, on top.
  @discardableResult
  public mutating func insert(
    _ overlay: Overlay, at index: Int, level: Overlay.Level? = nil
  ) -> ID {
    let level = level ?? overlay.level
    let id = ID(number: next)
    next += 1
    var entry = Entry(id: id, overlay: overlay)
    entry.overlay.level = level
    let count = entries[level]?.count ?? 0
    entries[level, default: []].insert(entry, at: min(max(0, index), count))
    return id
  }

  /// Inserts an overlay right above another one; on top of its level where that is not in it.
  @discardableResult
  public mutating func insert(
    _ overlay: Overlay, above sibling: ID, level: Overlay.Level? = nil
  ) -> ID {
    insert(overlay, beside: sibling, 1, level)
  }

  /// Inserts an overlay right below another one; on top of its level where that is not in it.
  @discardableResult
  public mutating func insert(
    _ overlay: Overlay, below sibling: ID, level: Overlay.Level? = nil
  ) -> ID {
    insert(overlay, beside: sibling, 0, level)
  }

  private mutating func insert(
    _ overlay: Overlay, beside sibling: ID, _ offset: Int, _ level: Overlay.Level?
  ) -> ID {
    let level = level ?? overlay.level
    guard let place = place(of: sibling), place.level == level else {
      return add(overlay, level: level)
    }
    return insert(overlay, at: place.index + offset, level: level)
  }

  /// Lets two overlays change places, and levels where these differ. Nothing happens where one of them is
  /// not there.
  public mutating func exchange(_ a: ID, with b: ID) {
    guard let first = place(of: a), let second = place(of: b),
      let one = entries[first.level]?[first.index],
      let other = entries[second.level]?[second.index]
    else { return }
    put(other, at: first)
    put(one, at: second)
  }

  /// Lets two overlays of a level change places. Nothing happens where one of them is not there.
  public mutating func exchange(
    at index: Int, withOverlayAt other: Int, level: Overlay.Level = .aboveLabels
  ) {
    let ids = ids(in: level)
    guard ids.indices.contains(index), ids.indices.contains(other) else { return }
    exchange(ids[index], with: ids[other])
  }

  /// Removes an overlay, whatever its level. Nothing happens where it is not there.
  public mutating func remove(_ id: ID) {
    guard let place = place(of: id) else { return }
    entries[place.level]?.remove(at: place.index)
  }

  private func place(of id: ID) -> (level: Overlay.Level, index: Int)? {
    for (level, list) in entries {
      if let index = list.firstIndex(where: { $0.id == id }) { return (level, index) }
    }
    return nil
  }

  private mutating func put(_ entry: Entry, at place: (level: Overlay.Level, index: Int)) {
    var entry = entry
    entry.overlay.level = place.level
    entries[place.level]?[place.index] = entry
  }
}
