import BelvedereGeoMath
import BelvedereGeodesy

/// Places of a route, some metres apart.
struct RouteSamples {
  struct Sample {
    var point: Vector2
    var direction: Vector2
    var way: Double
  }

  private(set) var samples: [Sample] = []
  /// Map points between them, at most.
  let step: Double
  let metersPerMapPoint: Double
  let length: Double

  init(_ points: [MapPoint], length: Double) {
    self.length = length
    let latitude = points.first?.coordinate.latitude ?? 0
    metersPerMapPoint = MapPoint.metersPerMapPoint(at: latitude)
    step = max(
      RouteSupports.longestStep / metersPerMapPoint, length / Double(RouteSupports.mostPlaces))
    var way = 0.0
    for (a, b) in zip(points, points.dropFirst()) {
      let (from, to) = (Vector2(a.x, a.y), Vector2(b.x, b.y))
      let d = to - from
      guard d.length > 0 else { continue }
      let count = Int(clamping: (d.length / step).rounded(.up), in: 1...RouteSupports.mostPlaces)
      for i in 0..<count {
        let t = Double(i) / Double(count)
        samples.append(
          Sample(point: from + d * t, direction: d / d.length, way: way + d.length * t))
      }
      way += d.length
      if way >= length { samples.append(Sample(point: to, direction: d / d.length, way: way)) }
    }
  }

  /// Where the route goes at a sample, on the whole: a jog of a metre does not matter.
  func direction(at n: Int) -> Vector2 {
    let reach = 5
    let d = samples[min(n + reach, samples.count - 1)].point - samples[max(n - reach, 0)].point
    return d.length > 0 ? d / d.length : samples[n].direction
  }
}

/// Finds out on what a route lies, place by place.
struct RouteCourseFinder {
  private struct State {
    /// The number of a deck or a bore; −1 for the ground.
    var owner: Int
    var elevation: Double
    var cost: Double
    /// The state of the place before.
    var from: Int
  }

  private let samples: RouteSamples
  private let ways: [ElevatedWay]
  private var states: [[State]]
  private let ground: (Coordinate) -> Double

  init(
    _ samples: RouteSamples, index: ElevatedWayIndex, ways: [ElevatedWay],
    ground: @escaping (Coordinate) -> Double
  ) {
    self.samples = samples
    self.ways = ways
    self.ground = ground
    let slack = samples.step
    let found = samples.samples.indices.map {
      index.candidates(
        at: samples.samples[$0].point, direction: samples.direction(at: $0), slack: slack)
    }
    states = []
    states.reserveCapacity(found.count)
    for (n, candidates) in found.enumerated() {
      // Where all around is ground its elevation does not matter.
      let isNear =
        !candidates.isEmpty || (n > 0 && !found[n - 1].isEmpty)
        || (n + 1 < found.count && !found[n + 1].isEmpty)
      let z = isNear ? Self.elevation(samples.samples[n].point, ground) : 0
      states.append(
        [State(owner: -1, elevation: z, cost: 0, from: 0)]
          + candidates.map { way in
            // A deck that dips into a hill is not seen: the way goes over the hill.
            let isDeck = ways[way.owner].support == .deck
            return State(
              owner: way.owner, elevation: isDeck ? max(way.elevation, z) : way.elevation, cost: 0,
              from: 0)
          })
    }
  }

  private static func elevation(_ p: Vector2, _ ground: (Coordinate) -> Double) -> Double {
    ground(MapPoint(x: p.x, y: p.y).coordinate)
  }

  /// What it costs to change from one support to another, by the metres between them: steps of some metres
  /// are how bridges begin, more is a fall.
  private static func climb(_ metres: Double) -> Double {
    2 + abs(metres) + 20 * max(0, abs(metres) - 5)
  }

  /// `nil` where all of it lies on the ground.
  mutating func profile() -> RouteProfile? {
    guard states.contains(where: { $0.count > 1 }) else { return nil }
    // A metre of ground beside something built for the way costs half a metre of climb.
    let onGround = 0.5 * samples.step * samples.metersPerMapPoint
    for n in states.indices {
      for s in states[n].indices {
        let own = states[n][s].owner < 0 && states[n].count > 1 ? onGround : 0
        guard n > 0 else {
          states[n][s].cost = own
          continue
        }
        var best = (cost: Double.infinity, from: 0)
        for (k, before) in states[n - 1].enumerated() {
          let change =
            before.owner == states[n][s].owner
            ? 0 : Self.climb(before.elevation - states[n][s].elevation)
          if before.cost + change < best.cost { best = (before.cost + change, k) }
        }
        states[n][s].cost = best.cost + own
        states[n][s].from = best.from
      }
    }
    return RouteProfile(pieces: pieces(chosen()))
  }

  /// The state of each place on the cheapest course.
  private func chosen() -> [Int] {
    guard let last = states.last else { return [] }
    var at = last.indices.min { last[$0].cost < last[$1].cost } ?? 0
    var result = [Int](repeating: 0, count: states.count)
    for n in states.indices.reversed() {
      result[n] = at
      at = states[n][at].from
    }
    return result
  }

  private func support(_ n: Int, _ chosen: [Int]) -> RouteProfile.Support {
    let owner = states[n][chosen[n]].owner
    return owner < 0 ? .ground : ways[owner].support
  }

  private func pieces(_ chosen: [Int]) -> [RouteProfile.Piece] {
    var result: [RouteProfile.Piece] = []
    var first = 0
    var start = 0.0
    while first < chosen.count {
      let kind = support(first, chosen)
      var end = first
      while end + 1 < chosen.count, support(end + 1, chosen) == kind { end += 1 }
      let way = end + 1 < chosen.count ? boundary(end, chosen) : samples.length
      result.append(
        RouteProfile.Piece(
          support: kind, ways: min(start, way)...max(start, way),
          places: kind == .ground ? [] : places(first...end, chosen)))
      start = way
      first = end + 1
    }
    return result
  }

  /// Where a piece ends and the next one begins: that on the ground reaches as far as the ramp from it.
  private func boundary(_ end: Int, _ chosen: [Int]) -> Double {
    if support(end, chosen) == .ground { return ramp(at: end + 1, towards: -1, chosen) }
    if support(end + 1, chosen) == .ground { return ramp(at: end, towards: 1, chosen) }
    return (samples.samples[end].way + samples.samples[end + 1].way) / 2
  }

  /// How far from the first or last place on a deck the way is again on the ground.
  private func ramp(at n: Int, towards side: Int, _ chosen: [Int]) -> Double {
    let z = states[n][chosen[n]].elevation
    let sample = samples.samples[n]
    let rise = abs(z - Self.elevation(sample.point, ground))
    let meters = min(max(4 * rise, RouteSupports.longestStep), 40)
    let way = sample.way + Double(side) * meters / samples.metersPerMapPoint
    return min(max(0, way), samples.length)
  }

  private func places(_ range: ClosedRange<Int>, _ chosen: [Int]) -> [RouteProfile.Place] {
    var result: [RouteProfile.Place] = []
    let isDeck = support(range.lowerBound, chosen) == .deck
    func add(_ p: Vector2, _ way: Double, _ z: Double) {
      let ground = Self.elevation(p, ground)
      // Not beneath the ground beside a bridge.
      result.append(
        RouteProfile.Place(
          point: MapPoint(x: p.x, y: p.y), way: way, elevation: isDeck ? max(z, ground) : z,
          cover: isDeck ? 0 : max(0, ground - z)))
    }
    /// The ramp between a place on the ground and the first or last one on the deck.
    func addRamp(at n: Int, towards side: Int) {
      let end = ramp(at: n, towards: side, chosen)
      let top = states[n][chosen[n]].elevation
      let at = samples.samples[n].way
      let foot = sample(at: end)
      let low = Self.elevation(foot, ground)
      let steps = 8
      for i in 0..<steps {
        let t = Double(side < 0 ? i : i + 1) / Double(steps)
        let way = side < 0 ? end + (at - end) * t : at + (end - at) * t
        let z = side < 0 ? low + (top - low) * t : top + (low - top) * t
        add(sample(at: way), way, z)
      }
    }
    let (first, last) = (range.lowerBound, range.upperBound)
    if first > 0, support(first - 1, chosen) == .ground { addRamp(at: first, towards: -1) }
    for n in range {
      let sample = samples.samples[n]
      add(sample.point, sample.way, states[n][chosen[n]].elevation)
    }
    if last + 1 < chosen.count {
      if support(last + 1, chosen) == .ground {
        addRamp(at: last, towards: 1)
      } else {
        // As far as the next piece begins.
        let next = samples.samples[last + 1]
        add(next.point, next.way, states[last + 1][chosen[last + 1]].elevation)
      }
    }
    return result
  }

  /// The place so far along the route.
  private func sample(at way: Double) -> Vector2 {
    let all = samples.samples
    var (low, high) = (0, all.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if all[middle].way <= way { low = middle } else { high = middle - 1 }
    }
    let a = all[low]
    guard low + 1 < all.count, all[low + 1].way > a.way else { return a.point }
    let t = min((way - a.way) / (all[low + 1].way - a.way), 1)
    return a.point + (all[low + 1].point - a.point) * t
  }
}
