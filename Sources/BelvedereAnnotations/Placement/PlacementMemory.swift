import BelvedereGeoMath

/// What was shown in a frame, so that the next one of a film changes no more than it must.
///
/// A frame placed without it depends on that frame alone. With it, marks and titles that were shown keep
/// their place against equals and until they overlap by more than ``PlacementMemory/slack``; new ones come
/// only with as much room around them; clusters keep the mark around which they formed. What has come stays
/// for ``PlacementMemory/hold``, though it be in the way, and what has gone stays away as long, unless it
/// must be drawn or leaves the picture; so does what has joined a cluster or left one. What comes or goes fades.
/// Marks are known by their number in the scene's list.
public struct PlacementMemory: Sendable, Hashable {
  /// Points by which what was shown may overlap, and what was not must be free.
  public static let slack = 3.0
  /// Seconds for which marks, titles, fading and clusters stay as they have become.
  public static let hold = 1.0

  /// Seconds in which what has come or gone fades.
  package static let fading = 0.4

  /// Seconds from one frame to the next; at least 0.
  public var secondsPerFrame: Double
  /// The marks that were shown, clusters by the one around which they formed.
  public internal(set) var shown: Set<Int> = []
  /// Those of them that had a title.
  public internal(set) var titled: Set<Int> = []
  /// Those of them that had a second line.
  var subtitled: Set<Int> = []
  /// For every mark of a cluster the one around which that formed.
  public internal(set) var seeds: [Int: Int] = [:]

  /// The marks whose places something covered.
  package private(set) var covered: Set<Int> = []

  /// How many seconds ago marks came or went, had or lost their title, were covered or not; of those for
  /// which that is less than the time of holding.
  private var shownChanges: [Int: Double] = [:]
  private var titledChanges: [Int: Double] = [:]
  private var subtitledChanges: [Int: Double] = [:]
  private var coveredChanges: [Int: Double] = [:]
  /// The same of marks that came into a cluster, left one, or went from one to another.
  private var seedChanges: [Int: Double] = [:]
  /// For each of these the mark around which its cluster had formed before, ``alone`` for none.
  private var formerSeeds: [Int: Int] = [:]
  private static let alone = Int.min
  /// Whether nothing was placed before: what a film begins with has not just come.
  private var isBeginning = true

  /// Nothing was shown before.
  ///
  /// - Parameter secondsPerFrame: seconds from one frame to the next; at least 0.
  public init(secondsPerFrame: Double = 1.0 / 30) { self.secondsPerFrame = secondsPerFrame }

  /// Whether a mark is shown as it was because that has just changed; `nil` where it may change.
  package func heldShown(_ key: Int) -> Bool? {
    shownChanges[key] == nil ? nil : shown.contains(key)
  }

  /// How much of a mark is seen by when it came or went, 0 to 1.
  package func shownShare(_ key: Int) -> Double {
    Self.share(shownChanges[key], isThere: shown.contains(key))
  }

  /// The same of its title, beside what is seen of the mark.
  func titledShare(_ key: Int) -> Double {
    // What comes or goes with its mark does not fade twice.
    if let seconds = titledChanges[key], seconds == shownChanges[key] { return 1 }
    return Self.share(titledChanges[key], isThere: titled.contains(key))
  }

  /// The same of the second line of a title, beside what is seen of the title.
  func subtitledShare(_ key: Int) -> Double {
    if let seconds = subtitledChanges[key],
      seconds == titledChanges[key] || seconds == shownChanges[key]
    {
      return 1
    }
    return Self.share(subtitledChanges[key], isThere: subtitled.contains(key))
  }

  /// How much a mark is covered by when that changed, 0 to 1.
  package func coveredShare(_ key: Int) -> Double {
    Self.share(coveredChanges[key], isThere: covered.contains(key))
  }

  /// How many seconds ago the clusters changed that have formed around marks, or had; of those for which that is
  /// less than the time of holding.
  var gatherings: [Int: Double] {
    var result: [Int: Double] = [:]
    for (key, seconds) in seedChanges {
      for case let seed? in [seeds[key], formerSeed(key, before: seconds)] {
        result[seed] = min(result[seed] ?? .infinity, seconds)
      }
    }
    return result
  }

  /// How many seconds ago a mark came or went; `nil` for as long as things are held.
  func secondsShown(_ key: Int) -> Double? { shownChanges[key] }

  /// How much is seen of what came so many seconds ago, or went; `nil` for long ago.
  static func share(_ seconds: Double?, isThere: Bool) -> Double {
    let part = seconds.map { smoothstep(0, fading, $0) } ?? 1
    return isThere ? part : 1 - part
  }

  /// The mark around which a mark's cluster had formed before a change so many seconds ago; `nil` where it was alone.
  func formerSeed(_ key: Int, before seconds: Double) -> Int? {
    guard let former = formerSeeds[key], let changed = seedChanges[key], changed <= seconds else {
      return seeds[key]
    }
    return former == Self.alone ? nil : former
  }

  /// Whether a mark has a title as it had because that has just changed; `nil` where it may change.
  func heldTitled(_ key: Int) -> Bool? {
    titledChanges[key] == nil ? nil : titled.contains(key)
  }

  /// Whether a mark is covered as it was because that has just changed; `nil` where it may change.
  package func heldCovered(_ key: Int) -> Bool? {
    coveredChanges[key] == nil ? nil : covered.contains(key)
  }

  /// Whether a mark stays in its cluster, or alone, because that has just changed.
  func holdsSeed(_ key: Int) -> Bool { seedChanges[key] != nil }

  /// Tells which places are covered in the frame after one.
  package mutating func cover(_ marks: Set<Int>, after last: PlacementMemory?) {
    covered = marks
    guard let last else { return }
    coveredChanges = last.aged(last.coveredChanges, from: last.covered, to: marks)
  }

  /// Tells what is new since a frame.
  mutating func date(after last: PlacementMemory?) {
    isBeginning = false
    guard let last else { return }
    secondsPerFrame = last.secondsPerFrame
    shownChanges = last.aged(last.shownChanges, from: last.shown, to: shown)
    titledChanges = last.aged(last.titledChanges, from: last.titled, to: titled)
    subtitledChanges = last.aged(last.subtitledChanges, from: last.subtitled, to: subtitled)
    let keys = Set(last.seeds.keys).union(seeds.keys)
    let changed = keys.filter { last.seeds[$0] != seeds[$0] }
    seedChanges = last.aged(last.seedChanges, changed: changed)
    formerSeeds = last.formerSeeds.filter { seedChanges[$0.key] != nil }
    for key in changed { formerSeeds[key] = last.seeds[key] ?? Self.alone }
  }

  private func aged(
    _ changes: [Int: Double], from old: Set<Int>, to new: Set<Int>
  ) -> [Int: Double] {
    aged(changes, changed: old.symmetricDifference(new))
  }

  private func aged(_ changes: [Int: Double], changed: Set<Int>) -> [Int: Double] {
    var aged: [Int: Double] = [:]
    let next = max(secondsPerFrame, 0)
    for (key, age) in changes where age + next < Self.hold { aged[key] = age + next }
    for key in changed { aged[key] = isBeginning ? max(next, Self.fading) : next }
    return aged.filter { $0.value < Self.hold }
  }
}
