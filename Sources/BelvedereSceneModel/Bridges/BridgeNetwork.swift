import BelvedereGeoMath
import BelvedereGeodesy

/// The ways over bridges of a scene as a net of places some metres apart.
struct BridgeNetwork {
  /// A way from one end to another, as wide and as high above others along all of it.
  struct Chain {
    var kind: Road.Kind
    var width: Double
    var level: Int
    var isSteps: Bool
    /// How traffic flows where vehicles drive; `nil` when unknown.
    var traffic: Road.Traffic?
    /// The numbers of its places.
    var nodes: [Int]
  }

  /// What lies at the end of a link from one place to the next.
  struct Link {
    var node: Int
    /// Metres.
    var length: Double
    /// The steepest grade of a ramp there.
    var grade: Double
  }

  private(set) var chains: [Chain] = []
  private(set) var places: [Coordinate] = []
  private(set) var links: [[Link]] = []
  /// Places where ways come from the ground.
  private(set) var isOnGround: [Bool] = []
  /// Those of them where ways come out of tunnels.
  private(set) var portals: Set<Int> = []
  /// The places in which ways begin, end or bend.
  private(set) var numbers: [PlaceKey: Int] = [:]

  /// Metres between places at most.
  static let step = 15.0
  /// Places at most, some 6,000 km; of more none is raised.
  static let mostPlaces = 400_000

  /// - Parameters:
  ///   - roads: all roads of a scene.
  ///   - tunnels: its tunnels, out of which bridges lead, too.
  init(_ roads: [Road], _ tunnels: [Tunnel]) {
    var ways = roads.filter { $0.bridge > 0 && $0.path.count >= 2 }.map {
      Way(
        look: Way.Look(
          kind: $0.kind, width: $0.width, level: $0.bridge, isSteps: $0.isSteps,
          traffic: $0.shownTraffic), path: $0.path)
    }
    guard !ways.isEmpty else { return }
    ways = Way.joined(ways)
    func shared(_ place: Coordinate) -> Int {
      let key = PlaceKey(place)
      if let known = numbers[key] { return known }
      numbers[key] = places.count
      places.append(place)
      return places.count - 1
    }
    for way in ways {
      var nodes = [shared(way.path[0])]
      for (a, b) in zip(way.path, way.path.dropFirst()) {
        let steps = (GroundMetres.length(a, b) / Self.step).rounded(.up)
        let pieces = Int(clamping: steps, in: 1...4096)
        for k in 1..<max(pieces, 1) {
          let t = Double(k) / Double(pieces)
          places.append(
            Coordinate(
              latitude: a.latitude + (b.latitude - a.latitude) * t,
              longitude: a.longitude + (b.longitude - a.longitude) * t))
          nodes.append(places.count - 1)
        }
        let end = shared(b)
        if end != nodes.last { nodes.append(end) }
      }
      guard places.count <= Self.mostPlaces else {
        (chains, places, numbers) = ([], [], [:])
        return
      }
      if nodes.count >= 2 {
        chains.append(
          Chain(
            kind: way.look.kind, width: way.look.width, level: way.look.level,
            isSteps: way.look.isSteps, traffic: way.look.traffic, nodes: nodes))
      }
    }
    link()
    findEnds(roads.filter { $0.bridge == 0 }.map(\.path), tunnels.map(\.path))
  }

  private mutating func link() {
    links = Array(repeating: [], count: places.count)
    for chain in chains {
      for (a, b) in zip(chain.nodes, chain.nodes.dropFirst()) {
        let length = max(GroundMetres.length(places[a], places[b]), 0.01)
        let grade = BridgeGrades.steepest(chain.kind, isSteps: chain.isSteps)
        links[a].append(Link(node: b, length: length, grade: grade))
        links[b].append(Link(node: a, length: length, grade: grade))
      }
    }
  }

  /// The numbers of places that hang together.
  var nets: [[Int]] {
    var isSeen = Array(repeating: false, count: places.count)
    var nets: [[Int]] = []
    for start in places.indices where !isSeen[start] {
      var net = [start]
      isSeen[start] = true
      var next = 0
      while next < net.count {
        for link in links[net[next]] where !isSeen[link.node] {
          isSeen[link.node] = true
          net.append(link.node)
        }
        next += 1
      }
      nets.append(net)
    }
    return nets
  }

  /// Ends of chains where a road on the ground goes on. Where nothing does, a bridge is cut off.
  private mutating func findEnds(_ ways: [[Coordinate]], _ tunnels: [[Coordinate]]) {
    isOnGround = Array(repeating: false, count: places.count)
    let ends = Set(chains.flatMap { [$0.nodes[0], $0.nodes[$0.nodes.count - 1]] })
    func found(_ ways: [[Coordinate]]) -> [Int] {
      ways.flatMap { $0.compactMap { numbers[PlaceKey($0)] }.filter(ends.contains) }
    }
    portals = Set(found(tunnels))
    for node in found(ways) + portals { isOnGround[node] = true }
  }
}

/// A place to a centimetre, so that ways that meet there find each other.
struct PlaceKey: Hashable {
  private let latitude, longitude: Int64

  init(_ place: Coordinate) {
    func rounded(_ degrees: Double) -> Int64 { Int64(exactly: (degrees * 1e7).rounded()) ?? 0 }
    latitude = rounded(place.latitude)
    longitude = rounded(wrappedLongitude(place.longitude))
  }

  // As one number, which is hashed in half the time; places of the Earth have different ones.
  func hash(into hasher: inout Hasher) { hasher.combine(latitude << 32 ^ longitude) }
}

/// A way before it is part of the net.
private struct Way {
  var look: Look
  var path: [Coordinate]

  /// What is the same all along it.
  struct Look: Hashable {
    var kind: Road.Kind
    var width: Double
    var level: Int
    var isSteps: Bool
    var traffic: Road.Traffic?
  }

  /// Ways that are cut where only their tags change, or their spans, as one.
  static func joined(_ ways: [Way]) -> [Way] {
    var ends: [PlaceKey: Int] = [:]
    for way in ways {
      for place in [way.path[0], way.path[way.path.count - 1]] {
        ends[PlaceKey(place), default: 0] += 1
      }
    }
    var begins: [PlaceKey: Int] = [:]
    for (n, way) in ways.enumerated() where ends[PlaceKey(way.path[0])] == 2 {
      begins[PlaceKey(way.path[0])] = n
    }
    var isUsed = Array(repeating: false, count: ways.count)
    /// Which way goes on where one ends.
    func next(_ way: Way) -> Int? {
      guard let last = way.path.last, ends[PlaceKey(last)] == 2, let n = begins[PlaceKey(last)],
        !isUsed[n], ways[n].look == way.look
      else { return nil }
      return n
    }
    // Those first with which nothing goes on.
    let followed = Set(
      ways.indices.compactMap { n -> Int? in
        guard let last = ways[n].path.last, ends[PlaceKey(last)] == 2,
          let m = begins[PlaceKey(last)], m != n, ways[m].look == ways[n].look
        else { return nil }
        return m
      })
    var result: [Way] = []
    for n in ways.indices.filter({ !followed.contains($0) })
      + ways.indices.filter(followed.contains)
    where !isUsed[n] {
      var way = ways[n]
      isUsed[n] = true
      while let m = next(way) {
        isUsed[m] = true
        way.path += ways[m].path.dropFirst()
      }
      result.append(way)
    }
    return result
  }
}

/// Metres on the ground between places that are near to each other.
enum GroundMetres {
  static func length(_ a: Coordinate, _ b: Coordinate) -> Double {
    let d = offset(a, b)
    return (d.east * d.east + d.north * d.north).squareRoot()
  }

  static func offset(_ a: Coordinate, _ b: Coordinate) -> (east: Double, north: Double) {
    let degree = CoordinateRegion.metersPerDegree(at: a.latitude)
    return (
      wrappedLongitude(b.longitude - a.longitude) * degree.longitude,
      (b.latitude - a.latitude) * degree.latitude
    )
  }
}
