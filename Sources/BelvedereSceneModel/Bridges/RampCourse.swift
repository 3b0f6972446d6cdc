import BelvedereGeoMath
import BelvedereGeodesy

/// A ramp from end to end: its places, with those where it opens for what passes below.
struct RampCourse {
  /// A place of it.
  struct Stop {
    var coordinate: Coordinate
    /// Metres east and north of the ramp's first place.
    var at: Vector2
    /// Metres above the datum of the roadway, and of the ground below its middle.
    var height, ground: Double
    /// Its number in the net of ways; `nil` of a place between two others.
    var node: Int?
    /// Metres along the ramp.
    var way: Double

    var lift: Double { height - ground }
  }

  private(set) var stops: [Stop]
  /// Metres across, with the edges beside the roadway.
  let width: Double
  let kind: Road.Kind
  /// Whether the bar from each stop to the next is a deck, because something passes below it.
  private(set) var isOpening: [Bool]
  /// Whether a stop above the ground is one of several ways, or of a bridge: it is level.
  private(set) var isJunction: [Bool] = []
  /// Of each stop: level and to the right, as far as a metre beside the ramp reaches in the mitre of a bend.
  private var rights: [Vector2] = []
  private let origin: Coordinate
  private let degree: (latitude: Double, longitude: Double)

  /// Metres above the way below from which on a ramp opens.
  static let leastOpening = 3.5
  /// Metres beside that way that are free.
  private static let clearance = 1.0
  /// Metres of a way below that are opened for to either side of the crossing, at most.
  private static let widestOpening = 25.0
  /// Metres of an embankment between two openings, or between one and the bridge, below which there is none.
  private static let leastFill = 8.0
  /// Sine of the angle between both ways from which on they cross.
  private static let leastSine = 0.2

  init(_ run: RampRun, _ ramps: BridgeRamps) {
    let first = ramps.network.places[run.nodes[0]]
    let degree = CoordinateRegion.metersPerDegree(at: first.latitude)
    (origin, self.degree) = (first, (degree.latitude, degree.longitude))
    (width, kind) = (run.width + 2 * BridgeDecks.verge(run.kind), run.kind)
    stops = []
    for node in run.nodes {
      let place = ramps.network.places[node]
      let at = Self.metres(place, from: first, self.degree)
      let way = stops.last.map { $0.way + (at - $0.at).length } ?? 0
      stops.append(
        Stop(
          coordinate: place, at: at, height: ramps.heights[node], ground: ramps.ground[node],
          node: node, way: way))
    }
    isOpening = Array(repeating: false, count: stops.count - 1)
    setRights()
    isJunction = run.nodes.map {
      $0 < ramps.network.bridgeCount || ramps.network.links[$0].count > 2 && ramps.isRaised($0)
    }
  }

  private static func metres(
    _ place: Coordinate, from origin: Coordinate, _ degree: (latitude: Double, longitude: Double)
  ) -> Vector2 {
    Vector2(
      wrappedLongitude(place.longitude - origin.longitude) * degree.longitude,
      (place.latitude - origin.latitude) * degree.latitude)
  }

  /// Metres east and north of the ramp's first place.
  func metres(_ place: Coordinate) -> Vector2 { Self.metres(place, from: origin, degree) }

  private mutating func setRights() {
    rights = stops.indices.map { k in
      func unit(_ v: Vector2) -> Vector2 { v.length > 0 ? v / v.length : .zero }
      let u = k > 0 ? unit(stops[k].at - stops[k - 1].at) : .zero
      let v = k + 1 < stops.count ? unit(stops[k + 1].at - stops[k].at) : .zero
      let sum = u + v
      let length = sum.length
      guard length > 0 else { return .zero }
      // As far from both lines, where they do not turn back.
      let stretch = u != .zero && v != .zero ? min(2 / max(length, 0.5), 2) : 1
      return Vector2(sum.y, -sum.x) * (stretch / length)
    }
  }

  /// Metres east and north of the ramp's first place, beside a stop, metres to its right.
  func metres(_ k: Int, aside: Double) -> Vector2 { stops[k].at + rights[k] * aside }

  /// The same place.
  func place(_ k: Int, aside: Double) -> Coordinate {
    let (place, out) = (stops[k].coordinate, rights[k] * aside)
    return Coordinate(
      latitude: place.latitude + out.y / degree.latitude,
      longitude: place.longitude + out.x / degree.longitude)
  }

  /// Turns parts of the ramp into decks where other ways pass so far below that there is room for them.
  ///
  /// - Parameters:
  ///   - bridges: the first number of a place that is no bridge's.
  ///   - elevation: of the ground.
  mutating func open(
    _ surroundings: inout RampSurroundings, bridges: Int, elevation: (Coordinate) -> Double
  ) {
    var parts: [(from: Double, to: Double)] = []
    for (a, b) in zip(stops, stops.dropFirst()) {
      // A ramp that is nowhere so high has none.
      guard max(a.lift, b.lift) >= Self.leastOpening - 1 else { continue }
      for edge in surroundings.edges(near: a.coordinate, b.coordinate) where edge.isWay {
        guard let part = opening(a, b, below: edge, elevation) else { continue }
        parts.append(part)
      }
    }
    guard !parts.isEmpty, let last = stops.last else { return }
    parts.sort { ($0.from, $0.to) < ($1.from, $1.to) }
    var merged: [(from: Double, to: Double)] = []
    func isBridge(_ stop: Stop) -> Bool { stop.node.map { $0 < bridges } ?? false }
    for var part in parts {
      if part.from < Self.leastFill { part.from = isBridge(stops[0]) ? 0 : max(part.from, 0) }
      if part.to > last.way - Self.leastFill {
        part.to = isBridge(last) ? last.way : min(part.to, last.way)
      }
      if let before = merged.last, part.from - before.to < Self.leastFill {
        merged[merged.count - 1].to = max(before.to, part.to)
      } else {
        merged.append(part)
      }
    }
    for part in merged {
      insert(at: part.from, elevation)
      insert(at: part.to, elevation)
    }
    setRights()
    isOpening = zip(stops, stops.dropFirst()).map { a, b in
      let middle = (a.way + b.way) / 2
      return merged.contains { $0.from < middle && middle < $0.to }
    }
  }

  /// From where to where along the ramp a way passes below it, with the room beside it; `nil` where it does not.
  private func opening(
    _ a: Stop, _ b: Stop, below edge: RampSurroundings.Edge, _ elevation: (Coordinate) -> Double
  ) -> (from: Double, to: Double)? {
    let (p, q) = (metres(edge.a), metres(edge.b))
    let (u, v) = (b.at - a.at, q - p)
    let (along, across) = (u.length, v.length)
    guard along > 0, across > 0 else { return nil }
    let sine = (u.x * v.y - u.y * v.x) / (along * across)
    guard abs(sine) >= Self.leastSine else { return nil }
    let w = p - a.at
    let s = (w.x * v.y - w.y * v.x) / (sine * along * across)
    let t = (w.x * u.y - w.y * u.x) / (sine * along * across)
    guard s >= 0, s <= 1, t >= 0, t <= 1 else { return nil }
    let place = edge.a.toward(edge.b, t)
    let below = edge.elevation(t) ?? elevation(place)
    guard a.height + (b.height - a.height) * s - below >= Self.leastOpening else { return nil }
    let cotangent = (1 - sine * sine).squareRoot() / abs(sine)
    let half = min(
      edge.halfWidth / abs(sine) + width / 2 * cotangent + Self.clearance, Self.widestOpening)
    let middle = a.way + along * s
    return (middle - half, middle + half)
  }

  private mutating func insert(at way: Double, _ elevation: (Coordinate) -> Double) {
    guard let k = stops.firstIndex(where: { $0.way > way - 0.3 }), k > 0,
      stops[k].way > way + 0.3
    else { return }
    let (a, b) = (stops[k - 1], stops[k])
    let t = (way - a.way) / (b.way - a.way)
    let place = a.coordinate.toward(b.coordinate, t)
    stops.insert(
      Stop(
        coordinate: place, at: a.at + (b.at - a.at) * t,
        height: a.height + (b.height - a.height) * t,
        ground: elevation(place), node: nil, way: way), at: k)
    isJunction.insert(true, at: k)
  }
}
