import BelvedereGeodesy
import BelvedereTerrain

/// What of some things lies together, without the few that lie far from all others.
///
/// Things are parted at a gap that no thing reaches into, from north to south or from west to east, where it is more
/// than four times as wide as what lies on the one side of it, other strays aside, and few things lie on the other: these
/// are left out. So are few things all around the others, if these are less than a twelfth as wide as all together.
/// In all they are an eighth of the things at most, or a single one of five or more. The widest gaps come first.
struct MainContent {
  struct Thing {
    var box: GeographicBounds
    /// How many things it is.
    var count: Int
    /// Whether it only says that some of its things are somewhere in its box.
    var isNode: Bool
  }

  private(set) var things: [Thing] = []
  /// How many things ``bounds()`` left out.
  private(set) var leftOut = 0
  private var waters: [GeographicBounds] = []
  private var anchor: Double?

  /// How far around all else waters are shown, which lead far away: a part of its width.
  private static let bank = 0.05
  /// How many times wider than what is shown a gap must be.
  private static let width = 4.0
  /// What is shown is taken to be as large at least, metres.
  static let least = 200.0
  /// Of so many things at least a single one is left out; of more an eighth of them.
  private static let (fewest, share) = (5, 8)
  /// Into how many stretches the things are sorted from edge to edge, and how many of the widest gaps are looked at.
  private static let (stretches, gaps) = (512, 8)
  /// A node that is a larger part of all holds things that lie apart, and nobody knows where.
  private static let widestNode = 0.125

  /// Adds a thing.
  mutating func add(_ path: [Coordinate]) {
    var box = BoundsBuilder()
    box.add(path)
    if let bounds = box.bounds { add(bounds, count: 1) }
  }

  /// Adds a water, which may reach far beyond all else.
  mutating func add(water box: GeographicBounds) { waters.append(box) }

  /// Counts of waters what lies in all else and some way around it.
  ///
  /// - Returns: whether any reaches beyond.
  private mutating func addWaters() -> Bool {
    defer { waters = [] }
    guard let rest = Self.hull(things) else {
      for water in waters { add(water, count: 1) }
      return false
    }
    let scale = CoordinateRegion.metersPerDegree(at: min(max(rest.center.latitude, -85), 85))
    let margin = Self.bank * Self.size(rest)
    let (down, across) = (margin / scale.latitude, min(margin / scale.longitude, 180))
    var around = rest
    (around.south, around.north) = (max(rest.south - down, -90), min(rest.north + down, 90))
    (around.west, around.east) = (rest.west - across, rest.east + across)
    guard around.east - around.west < 360 else { return false }
    var isCut = false
    for water in waters {
      let shown = water.intersections(with: around).first
      if shown != water { isCut = true }
      if let shown { add(shown, count: 1) }
    }
    return isCut
  }

  /// Adds some things somewhere in a box.
  mutating func add(_ box: GeographicBounds, count: Int) {
    let reference = anchor ?? box.west
    anchor = reference
    let turn = ((box.west - reference) / 360).rounded() * 360
    var box = box
    (box.west, box.east) = (box.west - turn, box.east - turn)
    things.append(Thing(box: box, count: count, isNode: count > 1))
  }

  /// The box around what lies together; `nil` where nothing is left out.
  mutating func bounds() -> GeographicBounds? {
    let isCut = addWaters()
    guard let all = Self.hull(things) else { return nil }
    var kept = things.filter { thing in
      !thing.isNode
        || ((thing.box.east - thing.box.west) <= Self.widestNode * (all.east - all.west)
          && (thing.box.north - thing.box.south) <= Self.widestNode * (all.north - all.south))
    }
    let count = things.reduce(0) { $0 + $1.count }
    let most = count < Self.fewest ? 0 : max(1, count / Self.share)
    let unsure = count - kept.reduce(0) { $0 + $1.count }
    guard unsure <= most else { return isCut ? all : nil }
    var left = most - unsure
    // What lies apart may be in such nodes alone.
    var isParted =
      unsure > 0
      && Self.hull(kept).map { Self.size(all) > (Self.width + 1) * Self.size($0) } ?? false
    while left > 0, let main = Self.parted(kept, atMost: left) {
      left -= main.leftOut
      kept = main.kept
      isParted = true
    }
    // Where strays lie all around, each gap between them may be narrow.
    if left > 0, let main = Self.dense(kept, atMost: left) {
      left -= main.leftOut
      kept = main.kept
      isParted = true
    }
    if isParted { leftOut = most - left }
    return isParted || isCut ? Self.hull(kept) : nil
  }

  static func hull(_ things: [Thing]) -> GeographicBounds? {
    guard var box = things.first?.box else { return nil }
    for thing in things { box = box.union(thing.box) }
    return box
  }

  /// Metres from edge to edge, the longer way.
  static func size(_ box: GeographicBounds) -> Double {
    let scale = CoordinateRegion.metersPerDegree(at: min(max(box.center.latitude, -85), 85))
    return max(
      (box.north - box.south) * scale.latitude, (box.east - box.west) * scale.longitude, least)
  }

  /// Metres from edge to edge, the longer way, of things but some that lie outermost.
  private static func size(_ things: [Thing], without most: Int) -> Double {
    guard let all = hull(things) else { return least }
    let scale = CoordinateRegion.metersPerDegree(at: min(max(all.center.latitude, -85), 85))
    let wanted = things.reduce(0) { $0 + $1.count } - most
    return [(true, scale.latitude), (false, scale.longitude)].reduce(least) { size, way in
      let places = things.map { thing in
        let (low, high) = sides(thing.box, isUpright: way.0)
        return (at: (low + high) / 2, count: thing.count)
      }.sorted { $0.at < $1.at }
      // The shortest stretch in which so many have their middles.
      var (shortest, first, count) = (Double.infinity, 0, 0)
      for place in places {
        count += place.count
        while count - places[first].count >= wanted {
          count -= places[first].count
          first += 1
        }
        if count >= wanted { shortest = min(shortest, place.at - places[first].at) }
      }
      return shortest.isFinite ? max(size, shortest * way.1) : size
    }
  }

  /// A gap between things.
  private struct Gap {
    var isUpright: Bool
    /// The edges, degrees.
    var low, high: Double
    /// Metres.
    var width: Double
    /// Whether the few things lie on the side of the smaller numbers.
    var isBelow: Bool
    var leftOut: Int
  }

  /// What is left where the few things beyond a gap are left out; `nil` where there is none.
  private static func parted(_ things: [Thing], atMost most: Int) -> (kept: [Thing], leftOut: Int)?
  {
    guard let all = hull(things) else { return nil }
    let scale = CoordinateRegion.metersPerDegree(at: min(max(all.center.latitude, -85), 85))
    let gaps = [true, false].flatMap { isUpright in
      Self.gaps(
        things, isUpright: isUpright, metres: isUpright ? scale.latitude : scale.longitude,
        atMost: most)
    }
    for gap in gaps.sorted(by: { $0.width > $1.width }).prefix(Self.gaps) {
      let kept = things.filter { thing in
        let (low, high) = Self.sides(thing.box, isUpright: gap.isUpright)
        return gap.isBelow ? low >= gap.high : high <= gap.low
      }
      let size = Self.size(kept, without: most - gap.leftOut)
      if !kept.isEmpty, gap.width > Self.width * size { return (kept, gap.leftOut) }
    }
    return nil
  }

  private static func sides(
    _ box: GeographicBounds, isUpright: Bool
  ) -> (low: Double, high: Double) {
    isUpright ? (box.south, box.north) : (box.west, box.east)
  }

  /// The gaps along one direction beyond which few things lie.
  private static func gaps(
    _ things: [Thing], isUpright: Bool, metres: Double, atMost most: Int
  ) -> [Gap] {
    var (from, to) = (Double.infinity, -Double.infinity)
    for thing in things {
      let (low, high) = sides(thing.box, isUpright: isUpright)
      (from, to) = (min(from, low), max(to, high))
    }
    guard to > from else { return [] }
    /// What reaches into a stretch: its outermost edges, how many things begin in it, and how many more reach into it
    /// than into the one before.
    struct Stretch {
      var (low, high) = (Double.infinity, -Double.infinity)
      var count = 0
      var more = 0
    }
    var line = [Stretch](repeating: Stretch(), count: Self.stretches + 1)
    var total = 0
    for thing in things {
      let (low, high) = sides(thing.box, isUpright: isUpright)
      func stretch(_ at: Double) -> Int {
        let part = (at - from) / (to - from)
        return Int(clamping: part * Double(Self.stretches), in: 0...Self.stretches - 1)
      }
      let (first, last) = (stretch(low), stretch(high))
      line[first].low = min(line[first].low, low)
      line[last].high = max(line[last].high, high)
      line[first].count += thing.count
      line[first].more += 1
      line[last + 1].more -= 1
      total += thing.count
    }
    var gaps: [Gap] = []
    var (depth, below, edge) = (0, 0, -Double.infinity)
    var isOpen = false
    for stretch in line.dropLast() {
      depth += stretch.more
      if depth > 0, isOpen {
        let above = total - below
        let few = min(below, above)
        if few <= most {
          gaps.append(
            Gap(
              isUpright: isUpright, low: edge, high: stretch.low,
              width: (stretch.low - edge) * metres, isBelow: below < above, leftOut: few))
        }
      }
      isOpen = depth == 0
      edge = max(edge, stretch.high)
      below += stretch.count
    }
    return gaps
  }
}

extension Scene {
  /// The box around what of the content lies together, without the few things that lie far from all others, which would
  /// make all else too small to be seen; ``contentBounds`` where there are none.
  ///
  /// Left out is what lies beyond a gap that is more than four times as wide as all else, or all around what is less than
  /// a twelfth as wide as all together, as long as it is an eighth of
  /// the things at most, or one of five or more. Ways of ships are left out, too, where there is anything else. Of waters
  /// what lies among all else or not far from it counts.
  public var mainBounds: GeographicBounds? {
    var content = mainContent
    return content.bounds() ?? bounds(ofAll: false) ?? contentBounds
  }

  var mainContent: MainContent {
    var content = MainContent()
    forEachBuilt(hasFerries: false, hasCovers: false) { content.add($0) }
    for item in landCover {
      var box = BoundsBuilder()
      box.add(item.polygon.rings.first ?? [])
      guard let bounds = box.bounds else { continue }
      if item.kind == .water { content.add(water: bounds) } else { content.add(bounds, count: 1) }
    }
    for layer in streamed where layer.standsFor == nil {
      for (box, count) in layer.survey(atMost: 1 << 14) where box.east - box.west < 180 {
        if layer.kind == .landCover, count == 1 {
          content.add(water: box)
        } else {
          content.add(box, count: count)
        }
      }
    }
    forEachMark { content.add($0) }
    return content
  }
}
