import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging

/// The decks, walls and pillars of bridges, as beams.
struct BridgeDecks {
  private let network: BridgeNetwork
  private let ramps: BridgeRamps
  private let crossings: [Int: [BridgeCrossings.Crossing]]
  private(set) var beams: [Beam] = []

  /// Places of all ways, of bridges or with those of their ramps, beyond which there are no walls: they are twice as many faces as the decks.
  static let mostWalled = 60_000
  static let concrete = Color(red: 0.66, green: 0.64, blue: 0.6)
  /// Metres between pillars, and from the ground to a deck that needs them.
  private static let span = 32.0
  private static let leastRise = 3.5
  /// Metres from where others join to where low walls begin.
  private static let opening = 10.0
  /// Metres from the ground to the lower side of a deck that ends there, from which on it has a pier.
  private static let leastPier = 0.2
  /// Metres by which a pier goes on below the ground.
  private static let footing = 3.0

  init(_ network: BridgeNetwork, _ ramps: BridgeRamps, _ crossings: BridgeCrossings) {
    self.network = network
    self.ramps = ramps
    var byNode: [Int: [BridgeCrossings.Crossing]] = [:]
    for crossing in crossings.all {
      for node in [crossing.a, crossing.b] { byNode[node, default: []].append(crossing) }
    }
    self.crossings = byNode
    for chain in network.chains { add(chain) }
  }

  /// Metres on either side from the roadway's edge to the deck's, for what stands beside it: less for walkers' bridges.
  static func verge(_ kind: Road.Kind) -> Double { kind == .path ? 0.25 : 0.5 }

  /// Metres of a low wall above the roadway.
  static let wallHeight = 0.75

  /// A low wall beside a roadway.
  ///
  /// - Parameter joints: of its foot's middle: metres above the roadway are added.
  static func wall(_ joints: [Beam.Joint], _ kind: Road.Kind) -> Beam {
    Beam(
      path: joints.map {
        Beam.Joint(coordinate: $0.coordinate, elevation: $0.elevation + wallHeight - 0.45)
      },
      width: kind == .path ? 0.15 : 0.25, depth: 0.9, color: concrete, isMitred: true)
  }

  /// Metres from the middle of a roadway to that of the low wall beside it.
  static func wallPlace(_ kind: Road.Kind, width: Double) -> Double {
    width / 2 + verge(kind) - 0.1
  }

  static func surface(_ kind: Road.Kind) -> Color {
    let rgb: (Double, Double, Double) =
      switch kind {
      case .motorway, .primary: (160, 152, 138)
      case .path: (205, 191, 159)
      case .rail: (141, 135, 130)
      default: (149, 146, 141)
      }
    return Color(red: rgb.0 / 255, green: rgb.1 / 255, blue: rgb.2 / 255)
  }

  /// Metres from a roadway down to the lower side of its deck.
  static func depth(width: Double) -> Double { width < 5 ? 0.6 : 1.2 }

  private mutating func add(_ chain: BridgeNetwork.Chain) {
    let depth = Self.depth(width: chain.width)
    let path = chain.nodes.map { network.places[$0] }
    func joints(aside: Double, above: Double) -> [Beam.Joint] {
      chain.nodes.enumerated().map { k, node in
        Beam.Joint(
          coordinate: path.moved(k, aside: aside),
          elevation: ramps.heights[node] + above)
      }
    }
    var deck = Beam(
      path: joints(aside: 0, above: -depth / 2), width: chain.width + 2 * Self.verge(chain.kind),
      depth: depth,
      color: Self.concrete, topColor: Self.surface(chain.kind))
    (deck.road, deck.traffic) = (chain.kind, chain.traffic)
    beams.append(deck)
    if chain.kind != .rail, network.places.count <= Self.mostWalled {
      let isMouth = chain.nodes.map(isMouth)
      let isOpen = zip(isMouth, isMouth.dropFirst()).map { $0 || $1 }
      for side in [-1.0, 1] {
        let aside = side * Self.wallPlace(chain.kind, width: chain.width)
        let feet = joints(aside: aside, above: 0)
        for part in isOpen.indices.split(whereSeparator: { isOpen[$0] }) {
          beams.append(Self.wall(Array(feet[part.startIndex...part.endIndex]), chain.kind))
        }
      }
    }
    addPillars(chain, path, depth: depth)
    let last = chain.nodes.count - 1
    addPier(chain, path, end: 0, inner: 1, depth: depth)
    addPier(chain, path, end: last, inner: last - 1, depth: depth)
  }

  /// Whether another way of a bridge joins at a place or near to it.
  private func isMouth(_ node: Int) -> Bool {
    network.links[node].count > 2
      || network.links[node].contains {
        $0.length < Self.opening && network.links[$0.node].count > 2
      }
  }

  /// A pier where a deck ends above the ground because data do: without it it would hang in the air.
  private mutating func addPier(
    _ chain: BridgeNetwork.Chain, _ path: [Coordinate], end: Int, inner: Int, depth: Double
  ) {
    let node = chain.nodes[end]
    let bottom = ramps.heights[node] - depth
    let rise = bottom - ramps.ground[node]
    guard !network.isOnGround[node], network.links[node].count == 1, rise > Self.leastPier,
      isClear(node)
    else { return }
    let thickness = chain.kind == .path ? 0.6 : 1.6
    let way = GroundMetres.length(path[end], path[inner])
    let place = path[end].toward(path[inner], min(thickness / 2 / max(way, 0.01), 0.5))
    // High ones are slimmer than the deck.
    let half = (chain.width / 2 + Self.verge(chain.kind)) * (rise > 12 ? 0.7 : 0.96)
    let foot = ramps.ground[node] - Self.footing
    let pair = end < inner ? [place, path[inner]] : [path[inner], place]
    let at = end < inner ? 0 : 1
    beams.append(
      Beam(
        path: [-half, half].map {
          Beam.Joint(
            coordinate: pair.moved(at, aside: $0), elevation: (bottom + foot) / 2)
        }, width: thickness, depth: bottom - foot, color: Self.concrete))
  }

  private mutating func addPillars(
    _ chain: BridgeNetwork.Chain, _ path: [Coordinate], depth: Double
  ) {
    var way = Self.span / 2
    for (k, node) in chain.nodes.enumerated().dropFirst() {
      way += GroundMetres.length(network.places[chain.nodes[k - 1]], network.places[node])
      guard way >= Self.span else { continue }
      let bottom = ramps.heights[node] - depth
      guard bottom - ramps.ground[node] > Self.leastRise, isClear(node) else { continue }
      way = 0
      let size = min(max(chain.width * 0.16, 0.6), 2.4)
      let sides = chain.width > 11 ? [-chain.width * 0.3, chain.width * 0.3] : [0]
      for side in sides {
        let place = path.moved(k, aside: side)
        beams.append(
          Beam(
            path: [
              Beam.Joint(coordinate: place, elevation: ramps.ground[node] - 3),
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

extension [Coordinate] {
  /// A place of a way moved to its right, metres.
  func moved(_ k: Int, aside: Double) -> Coordinate {
    let place = self[k]
    guard aside != 0 else { return place }
    func unit(_ a: Coordinate, _ b: Coordinate) -> (x: Double, y: Double) {
      let d = GroundMetres.offset(a, b)
      let length = (d.east * d.east + d.north * d.north).squareRoot()
      return length > 0 ? (d.east / length, d.north / length) : (0, 0)
    }
    let u = unit(self[Swift.max(k - 1, 0)], place)
    let v = unit(place, self[Swift.min(k + 1, count - 1)])
    let (x, y) = (u.x + v.x, u.y + v.y)
    let length = (x * x + y * y).squareRoot()
    guard length > 0 else { return place }
    // As far from both lines, where they do not turn back.
    let both = u != (0, 0) && v != (0, 0)
    let stretch = both ? Swift.min(2 / Swift.max(length, 0.5), 2) : 1
    let degree = CoordinateRegion.metersPerDegree(at: place.latitude)
    return Coordinate(
      latitude: place.latitude - x / length * aside * stretch / degree.latitude,
      longitude: place.longitude + y / length * aside * stretch / degree.longitude)
  }
}
