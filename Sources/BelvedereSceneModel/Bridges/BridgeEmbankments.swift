import BelvedereGeodesy
import BelvedereImaging

/// The embankments on which ways lead up to bridges, as beams with sides down to the ground; ways for walkers are decks
/// on pillars where they are high.
struct BridgeEmbankments {
  private(set) var beams: [Beam] = []
  private let ramps: BridgeRamps
  /// Of the ground, metres above the datum.
  private let elevation: (Coordinate) -> Double

  /// Metres above the ground from which on a way for walkers is a deck.
  private static let leastDeck = 2.5
  /// Metres above the ground from which on there are walls beside the roadway.
  private static let leastWalled = 1.0
  /// Metres from where others join to where a wall begins.
  private static let opening = 10.0
  /// Metres by which sides go on below the ground.
  private static let footing = 1.5
  /// Metres by which a ramp goes on below a deck, so that no gap is between them in a bend.
  private static let lap = 1.0

  init(
    _ ramps: BridgeRamps, _ roads: [Road], elevation: @escaping (Coordinate) -> Double
  ) {
    (self.ramps, self.elevation) = (ramps, elevation)
    for run in RampRun.all(ramps, roads) { add(run) }
  }

  private func lift(_ node: Int) -> Double { ramps.heights[node] - ramps.ground[node] }

  /// Metres above the datum down to which the sides go at a place.
  private func foot(_ path: [Coordinate], _ k: Int, _ run: RampRun, depth: Double) -> Double {
    let node = run.nodes[k]
    guard run.kind != .path || lift(node) < Self.leastDeck else {
      return ramps.heights[node] - depth
    }
    let sides = [-0.5, 0.5].map { elevation(path.moved(k, aside: $0 * run.width)) }
    return sides.reduce(ramps.ground[node], min) - Self.footing
  }

  private mutating func add(_ run: RampRun) {
    let depth = BridgeDecks.depth(width: run.width)
    var path = run.nodes.map { ramps.network.places[$0] }
    let plain = path
    var tops = run.nodes.map { ramps.heights[$0] - 0.02 - depth / 2 }
    var feet = run.nodes.indices.map { foot(plain, $0, run, depth: depth) }
    // A little way on into the bridge.
    if let place = lapped(run.nodes[0], from: run.nodes[1]) {
      path.insert(place, at: 0)
      tops.insert(tops[0], at: 0)
      feet.insert(feet[0], at: 0)
    }
    let count = run.nodes.count
    if let place = lapped(run.nodes[count - 1], from: run.nodes[count - 2]) {
      path.append(place)
      tops.append(tops[tops.count - 1])
      feet.append(feet[feet.count - 1])
    }
    var beam = Beam(
      path: zip(path, tops).map { Beam.Joint(coordinate: $0, elevation: $1) },
      width: run.width + 1, depth: depth, color: BridgeDecks.concrete,
      topColor: BridgeDecks.surface(run.kind))
    beam.feet = feet
    beams.append(beam)
    if run.kind != .rail, ramps.network.places.count <= BridgeDecks.mostWalled {
      addWalls(run, plain)
    }
    if run.kind == .path { addPillars(run, plain, depth: depth) }
  }

  /// A place on the bridge near to where a ramp ends; `nil` at other ends.
  private func lapped(_ end: Int, from inner: Int) -> Coordinate? {
    guard end < ramps.network.bridgeCount, ramps.network.links[end].count == 2,
      let link = ramps.network.links[end].first(where: { $0.node != inner }),
      link.node < ramps.network.bridgeCount
    else { return nil }
    let places = ramps.network.places
    return places[end].toward(places[link.node], min(Self.lap / link.length, 0.5))
  }

  private func isOpen(_ node: Int) -> Bool {
    let isJunction = ramps.network.links[node].count > 2
    return isJunction || lift(node) < Self.leastWalled
      || ramps.network.links[node].contains {
        $0.length < Self.opening && ramps.network.links[$0.node].count > 2
      }
  }

  private mutating func addWalls(_ run: RampRun, _ path: [Coordinate]) {
    let parts = run.nodes.indices.split { isOpen(run.nodes[$0]) }
    for part in parts where part.count > 1 {
      for side in [-1.0, 1] {
        beams.append(
          Beam(
            path: part.map { k in
              Beam.Joint(
                coordinate: path.moved(k, aside: side * (run.width / 2 + 0.4)),
                elevation: ramps.heights[run.nodes[k]] + 0.3)
            }, width: 0.25, depth: 0.9, color: BridgeDecks.concrete, isMitred: true))
      }
    }
  }

  private mutating func addPillars(_ run: RampRun, _ path: [Coordinate], depth: Double) {
    for (k, node) in run.nodes.enumerated() where lift(node) > Self.leastDeck + depth {
      let size = 0.6
      beams.append(
        Beam(
          path: [
            Beam.Joint(coordinate: path[k], elevation: ramps.ground[node] - 3),
            Beam.Joint(coordinate: path[k], elevation: ramps.heights[node] - depth),
          ], width: size, depth: size, color: BridgeDecks.concrete))
    }
  }
}
