import BelvedereGeoMath
import BelvedereGeodesy

/// A straight part of a deck or a bore.
struct ElevatedStretch: Sendable {
  /// Its ends on the map, and the elevations of the way there.
  let a, b: Vector2
  let low, high: Double
  /// A unit vector along it, its length and half of its width, map points.
  let direction: Vector2
  let length, half: Double
  /// The deck's or bore's number among all.
  let owner: Int

  /// The elevation of its way under or over a place, and how far beyond its ends that is; `nil` beside it
  /// and farther beyond.
  func elevation(at p: Vector2, slack: Double) -> (elevation: Double, beyond: Double)? {
    let d = p - a
    let along = d.dot(direction)
    let beyond = max(-along, along - length, 0)
    guard beyond <= slack, abs(d.cross(direction)) <= half else { return nil }
    return (low + (high - low) * min(max(0, along / length), 1), beyond)
  }
}

/// A deck or a bore.
struct ElevatedWay: Sendable {
  let support: RouteProfile.Support
  let stretches: [(a: MapPoint, b: MapPoint, low: Double, high: Double)]
  /// Metres.
  let halfWidth: Double

  /// Routes are not drawn as exactly as roads are built: so far beside a way they are taken to be on it.
  private static let slack = 4.0

  /// `nil` of a beam that is no deck.
  init?(deck beam: Beam, number: Int, exaggeration: Double) {
    guard beam.topColor != nil, beam.path.count >= 2 else { return nil }
    support = .deck
    halfWidth = beam.width / 2 + Self.slack
    let tops = beam.path.map { ($0.elevation * exaggeration) + beam.depth / 2 }
    // What is steeper than a ramp is no roadway.
    stretches = Self.stretches(beam.path.map(\.coordinate), tops) { rise, run in
      abs(rise) <= 0.3 * run
    }
    if stretches.isEmpty { return nil }
  }

  init?(
    _ tunnel: Tunnel, number: Int, exaggeration: Double,
    ground: (Coordinate) -> Double
  ) {
    guard tunnel.path.count >= 2, let first = tunnel.path.first, let last = tunnel.path.last
    else { return nil }
    support = .bore
    halfWidth = tunnel.width / 2 + Self.slack
    let heights: [Double]
    if let given = tunnel.elevations, given.count == tunnel.path.count {
      heights = given.map { $0 * exaggeration }
    } else {
      let (from, to) = (ground(first), ground(last))
      let points = tunnel.path.map { MapPoint($0) }
      var ways = [0.0]
      for (a, b) in zip(points, points.dropFirst()) {
        ways.append((ways.last ?? 0) + Vector2(b.shortDeltaX(from: a), b.y - a.y).length)
      }
      let length = max(ways.last ?? 0, 1e-9)
      heights = ways.map { from + (to - from) * $0 / length }
    }
    stretches = Self.stretches(tunnel.path, heights) { _, _ in true }
    if stretches.isEmpty { return nil }
  }

  private static func stretches(
    _ path: [Coordinate], _ heights: [Double], where isWay: (_ rise: Double, _ run: Double) -> Bool
  ) -> [(a: MapPoint, b: MapPoint, low: Double, high: Double)] {
    var result: [(a: MapPoint, b: MapPoint, low: Double, high: Double)] = []
    for i in path.indices.dropLast() {
      let a = MapPoint(path[i])
      var b = MapPoint(path[i + 1])
      b.x = a.x + b.shortDeltaX(from: a)
      let run =
        RouteSupports.distance(a, b) * MapPoint.metersPerMapPoint(at: path[i].latitude)
      guard run > 0.01, isWay(heights[i + 1] - heights[i], run) else { continue }
      result.append((a, b, heights[i], heights[i + 1]))
    }
    return result
  }
}

/// Finds the stretches over and under a place.
struct ElevatedWayIndex: Sendable {
  private struct Key: Hashable {
    var level, x, y: Int
  }

  private let stretches: [ElevatedStretch]
  private var numbers: [Key: [Int]] = [:]
  private var levels: [Int] = []
  /// How many stretches over one place are looked at: no interchange has more.
  private static let most = 64

  init(_ ways: [ElevatedWay]) {
    var all: [ElevatedStretch] = []
    for (owner, way) in ways.enumerated() {
      for s in way.stretches {
        let (a, b) = (Vector2(s.a.x, s.a.y), Vector2(s.b.x, s.b.y))
        let d = b - a
        all.append(
          ElevatedStretch(
            a: a, b: b, low: s.low, high: s.high, direction: d / d.length, length: d.length,
            half: way.halfWidth / MapPoint.metersPerMapPoint(at: s.a.coordinate.latitude),
            owner: owner))
      }
    }
    stretches = all
    var found: Set<Int> = []
    for (n, s) in all.enumerated() {
      let low = Vector2(min(s.a.x, s.b.x) - s.half, min(s.a.y, s.b.y) - s.half)
      let high = Vector2(max(s.a.x, s.b.x) + s.half, max(s.a.y, s.b.y) + s.half)
      // Cells as large as it is: it lies in a few of them.
      var level = 4
      while level < 30, Self.side(level) < max(high.x - low.x, high.y - low.y) { level += 1 }
      found.insert(level)
      let (first, last) = (Self.key(level, low.x, low.y), Self.key(level, high.x, high.y))
      for y in first.y...last.y {
        for x in first.x...last.x {
          numbers[Key(level: level, x: Self.wrapped(x, level), y: y), default: []].append(n)
        }
      }
    }
    levels = found.sorted()
  }

  private static func side(_ level: Int) -> Double { Double(1 << level) }

  private static func key(_ level: Int, _ x: Double, _ y: Double) -> Key {
    let limit = -(1 << 40)...(1 << 40)
    return Key(
      level: level, x: Int(flooring: x / side(level), in: limit),
      y: Int(flooring: y / side(level), in: limit))
  }

  /// A column's number in its world.
  private static func wrapped(_ x: Int, _ level: Int) -> Int {
    let count = max(1, (1 << 28) >> level)
    return ((x % count) + count) % count
  }

  /// The owners of stretches along a place's direction, and the elevations of their ways there.
  func candidates(
    at p: Vector2, direction: Vector2, slack: Double
  ) -> [(owner: Int, elevation: Double)] {
    var result: [(owner: Int, elevation: Double)] = []
    var distances: [Double] = []
    for level in levels {
      var key = Self.key(level, p.x, p.y)
      key.x = Self.wrapped(key.x, level)
      for n in (numbers[key] ?? []).prefix(Self.most) {
        let s = stretches[n]
        guard abs(s.direction.dot(direction)) >= 0.6 else { continue }
        let worlds = ((p.x - s.a.x) / MapPoint.worldWidth).rounded() * MapPoint.worldWidth
        guard let (z, beyond) = s.elevation(at: p - Vector2(worlds, 0), slack: slack) else {
          continue
        }
        if let other = result.firstIndex(where: { $0.owner == s.owner }) {
          // Of two that meet, the one that has the place; of both the higher one, which is seen.
          if (beyond, -z) < (distances[other], -result[other].elevation) {
            (result[other].elevation, distances[other]) = (z, beyond)
          }
        } else {
          result.append((s.owner, z))
          distances.append(beyond)
        }
      }
    }
    return result
  }
}
