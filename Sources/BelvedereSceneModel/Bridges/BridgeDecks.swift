import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging

/// The decks, walls and pillars of bridges, as beams.
struct BridgeDecks {
  private let network: BridgeNetwork
  private let grades: BridgeGrades
  private let crossings: [Int: [BridgeCrossings.Crossing]]
  private(set) var beams: [Beam] = []

  /// Places of all ways, beyond which there are no walls: they are twice as many faces as the decks.
  private static let mostWalled = 60_000
  private static let concrete = Color(red: 0.66, green: 0.64, blue: 0.6)
  /// Metres between pillars, and from the ground to a deck that needs them.
  private static let span = 32.0
  private static let leastRise = 3.5

  init(_ network: BridgeNetwork, _ grades: BridgeGrades, _ crossings: BridgeCrossings) {
    self.network = network
    self.grades = grades
    var byNode: [Int: [BridgeCrossings.Crossing]] = [:]
    for crossing in crossings.all {
      for node in [crossing.a, crossing.b] { byNode[node, default: []].append(crossing) }
    }
    self.crossings = byNode
    for chain in network.chains { add(chain) }
  }

  private static func surface(_ kind: Road.Kind) -> Color {
    let rgb: (Double, Double, Double) =
      switch kind {
      case .motorway, .primary: (160, 152, 138)
      case .path: (205, 191, 159)
      case .rail: (141, 135, 130)
      default: (149, 146, 141)
      }
    return Color(red: rgb.0 / 255, green: rgb.1 / 255, blue: rgb.2 / 255)
  }

  private mutating func add(_ chain: BridgeNetwork.Chain) {
    let depth = chain.width < 5 ? 0.6 : 1.2
    func joints(aside: Double, above: Double) -> [Beam.Joint] {
      chain.nodes.enumerated().map { k, node in
        Beam.Joint(
          coordinate: aside == 0 ? network.places[node] : moved(chain, k, aside),
          elevation: grades.heights[node] + above)
      }
    }
    beams.append(
      Beam(
        path: joints(aside: 0, above: -depth / 2), width: chain.width + 1, depth: depth,
        color: Self.concrete, topColor: Self.surface(chain.kind)))
    if chain.kind != .rail, network.places.count <= Self.mostWalled {
      for side in [-1.0, 1] {
        beams.append(
          Beam(
            path: joints(aside: side * (chain.width / 2 + 0.4), above: 0.3), width: 0.25,
            depth: 0.9, color: Self.concrete, isMitred: true))
      }
    }
    addPillars(chain, depth: depth)
  }

  /// A place of a chain moved to its right, metres.
  private func moved(_ chain: BridgeNetwork.Chain, _ k: Int, _ aside: Double) -> Coordinate {
    let place = network.places[chain.nodes[k]]
    let before = network.places[chain.nodes[max(k - 1, 0)]]
    let after = network.places[chain.nodes[min(k + 1, chain.nodes.count - 1)]]
    func unit(_ a: Coordinate, _ b: Coordinate) -> (x: Double, y: Double) {
      let d = GroundMetres.offset(a, b)
      let length = (d.east * d.east + d.north * d.north).squareRoot()
      return length > 0 ? (d.east / length, d.north / length) : (0, 0)
    }
    let (u, v) = (unit(before, place), unit(place, after))
    let (x, y) = (u.x + v.x, u.y + v.y)
    let length = (x * x + y * y).squareRoot()
    guard length > 0 else { return place }
    // As far from both lines, where they do not turn back.
    let both = u != (0, 0) && v != (0, 0)
    let stretch = both ? min(2 / max(length, 0.5), 2) : 1
    let degree = CoordinateRegion.metersPerDegree(at: place.latitude)
    return Coordinate(
      latitude: place.latitude - x / length * aside * stretch / degree.latitude,
      longitude: place.longitude + y / length * aside * stretch / degree.longitude)
  }

  private mutating func addPillars(_ chain: BridgeNetwork.Chain, depth: Double) {
    var way = Self.span / 2
    for (k, node) in chain.nodes.enumerated().dropFirst() {
      way += GroundMetres.length(network.places[chain.nodes[k - 1]], network.places[node])
      guard way >= Self.span else { continue }
      let bottom = grades.heights[node] - depth
      guard bottom - grades.ground[node] > Self.leastRise, isClear(node) else { continue }
      way = 0
      let size = min(max(chain.width * 0.16, 0.6), 2.4)
      let sides = chain.width > 11 ? [-chain.width * 0.3, chain.width * 0.3] : [0]
      for side in sides {
        let place = side == 0 ? network.places[node] : moved(chain, k, side)
        beams.append(
          Beam(
            path: [
              Beam.Joint(coordinate: place, elevation: grades.ground[node] - 3),
              Beam.Joint(coordinate: place, elevation: bottom),
            ], width: size, depth: size, color: Self.concrete))
      }
    }
  }

  /// Whether nothing passes beneath a place.
  private func isClear(_ node: Int) -> Bool {
    (crossings[node] ?? []).allSatisfy {
      GroundMetres.length(network.places[node], $0.place) > $0.width / 2 + 2.5
    }
  }
}

extension Scene {
  /// Adds the decks of all roads over bridges (``Road/bridge``) to the scene's beams. The ground's elevations are asked
  /// for where they are.
  ///
  /// Roads with more than 10 km between two of their places are none of bridges, and are put on the ground.
  ///
  /// - Returns: how many places of ways were raised.
  @discardableResult
  public mutating func raiseBridges() -> Int {
    for i in roads.indices where roads[i].bridge > 0 && !Self.isBridge(roads[i].path) {
      roads[i].bridge = 0
    }
    let network = BridgeNetwork(roads, tunnels)
    guard !network.chains.isEmpty else {
      for i in roads.indices { roads[i].bridge = 0 }
      return 0
    }
    let crossings = BridgeCrossings(network, roads)
    let (ground, unknown) = (ground, unknownElevation)
    let grades = BridgeGrades(network, crossings) { place in
      ground.elevation(latitude: place.latitude, longitude: wrappedLongitude(place.longitude))
        ?? unknown
    }
    beams += BridgeDecks(network, grades, crossings).beams
    return network.places.count
  }

  /// Metres between two places of a way over a bridge; longer ones are mistakes.
  private static let longestLeg = 10_000.0

  /// Whether a way may lie on a bridge.
  private static func isBridge(_ path: [Coordinate]) -> Bool {
    path.count >= 2
      && zip(path, path.dropFirst()).allSatisfy { a, b in
        abs(a.latitude) <= 85 && GroundMetres.length(a, b) <= longestLeg
      }
  }
}
