import BelvedereGeodesy
import BelvedereImaging

/// The ramps on which ways lead up to bridges, as beams on banks of earth, walls of stone or pillars: ``EmbankmentSides``
/// says where which of them is.
struct BridgeEmbankments {
  private(set) var beams: [Beam] = []
  private let ramps: BridgeRamps
  private var surroundings: RampSurroundings
  /// Of the ground, metres above the datum.
  private let elevation: (Coordinate) -> Double

  /// Metres above the ground from which on there are walls beside the roadway.
  private static let leastWalled = 1.0
  /// Metres from where others join to where such a wall begins.
  private static let opening = 10.0
  /// Metres by which walls go on below the ground.
  private static let footing = 1.5
  /// Metres by which a ramp goes on below a deck, so that no gap is between them in a bend.
  private static let lap = 1.0
  /// Metres between the pillars of a viaduct, and beside a way on which none stands.
  private static let span = 24.0
  private static let clearance = 1.5

  /// - Parameters:
  ///   - joints: where roads are raised.
  ///   - shores: the rings of waters and of land in the sea.
  init(
    _ ramps: BridgeRamps, _ roads: [Road], joints: [Int: [RoadJoint]],
    buildings: ObjectList<Building>, shores: [[Coordinate]],
    elevation: @escaping (Coordinate) -> Double
  ) {
    (self.ramps, self.elevation) = (ramps, elevation)
    let runs = RampRun.all(ramps, roads)
    surroundings = RampSurroundings(
      roads: roads, joints: joints, buildings: buildings, shores: shores,
      around: runs.flatMap { $0.nodes.map { ramps.network.places[$0] } }, elevation: elevation)
    for run in runs { add(run) }
  }

  private mutating func add(_ run: RampRun) {
    var course = RampCourse(run, ramps)
    course.open(&surroundings, bridges: ramps.network.bridgeCount, elevation: elevation)
    let sides = EmbankmentSides(course, &surroundings, elevation: elevation)
    let depth = BridgeDecks.depth(width: run.width)
    let stops = course.stops
    var order = Array(stops.indices)
    var path = stops.map(\.coordinate)
    // A little way on into the bridge.
    if let place = lapped(run.nodes[0], from: run.nodes[1]) {
      path.insert(place, at: 0)
      order.insert(0, at: 0)
    }
    let count = run.nodes.count
    if let place = lapped(run.nodes[count - 1], from: run.nodes[count - 2]) {
      path.append(place)
      order.append(stops.count - 1)
    }
    var beam = Beam(
      path: zip(path, order).map {
        Beam.Joint(coordinate: $0, elevation: stops[$1].height - 0.02 - depth / 2)
      },
      width: course.width, depth: depth, color: BridgeDecks.concrete,
      topColor: BridgeDecks.surface(run.kind))
    (beam.road, beam.traffic) = (run.kind, run.traffic)
    beam.feet = order.map { sides.lowest[$0] - Self.footing }
    beam.embankment = Embankment(
      bars: zip(order, order.dropFirst()).map { a, b in
        let bar = min(a, b, stops.count - 2)
        return Embankment.Bar(left: sides.left[bar], right: sides.right[bar])
      },
      sections: order.map { k in
        Embankment.Section(
          leftToe: sides.toes.left[k], rightToe: sides.toes.right[k],
          leftTilt: sides.tilts.left[k], rightTilt: sides.tilts.right[k])
      })
    beams.append(beam)
    if run.kind != .rail, ramps.network.places.count <= BridgeDecks.mostWalled {
      addWalls(course, sides, width: run.width)
    }
    addPillars(course, sides, width: run.width, depth: depth)
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

  /// Whether another way joins at a stop or near to it.
  private func isJunction(_ stop: RampCourse.Stop) -> Bool {
    guard let node = stop.node else { return false }
    return ramps.network.links[node].count > 2
      || ramps.network.links[node].contains {
        $0.length < Self.opening && ramps.network.links[$0.node].count > 2
      }
  }

  /// Low walls beside the roadway, where it has no bank.
  private mutating func addWalls(_ course: RampCourse, _ sides: EmbankmentSides, width: Double) {
    let isFree = course.stops.map { $0.lift >= Self.leastWalled && !isJunction($0) }
    for (side, bars) in [(-1.0, sides.left), (1, sides.right)] {
      let isWalled = bars.indices.map { bars[$0] != .bank && isFree[$0] && isFree[$0 + 1] }
      for part in isWalled.indices.split(whereSeparator: { !isWalled[$0] }) {
        // Away from bridges it rises out of the ramp, as a crash barrier does.
        func sinks(_ k: Int) -> Bool {
          (k == part.startIndex || k == part.endIndex)
            && course.stops[k].node.map { $0 >= ramps.network.bridgeCount } ?? true
        }
        if part.count == 1, sinks(part.startIndex), sinks(part.endIndex) { continue }
        let aside = side * BridgeDecks.wallPlace(course.kind, width: width)
        beams.append(
          BridgeDecks.wall(
            (part.startIndex...part.endIndex).map { k in
              Beam.Joint(
                coordinate: course.place(k, aside: aside),
                elevation: course.stops[k].height - (sinks(k) ? BridgeDecks.wallHeight : 0))
            }, course.kind))
      }
    }
  }

  /// Pillars below the decks that are long enough to need them, besides what passes there.
  private mutating func addPillars(
    _ course: RampCourse, _ sides: EmbankmentSides, width: Double, depth: Double
  ) {
    let isPath = course.kind == .path
    for part in EmbankmentSides.parts(sides.left, { $0 == .deck }) {
      var last = course.stops[part.lowerBound].way
      let end = course.stops[part.upperBound].way
      for k in part.dropFirst() {
        let stop = course.stops[k]
        guard isPath || stop.way - last >= Self.span * 0.6, end - stop.way >= (isPath ? 0 : 4),
          stop.lift > EmbankmentSides.leastPathDeck + depth,
          !isOnWay(stop.coordinate, course, near: course.stops[k - 1].coordinate)
        else { continue }
        last = stop.way
        let size = isPath ? 0.6 : min(max(width * 0.16, 0.6), 2.4)
        for aside in width > 11 ? [-width * 0.3, width * 0.3] : [0] {
          let place = course.place(k, aside: aside)
          beams.append(
            Beam(
              path: [
                Beam.Joint(coordinate: place, elevation: stop.ground - 3),
                Beam.Joint(coordinate: place, elevation: stop.height - depth),
              ], width: size, depth: size, color: BridgeDecks.concrete))
        }
      }
    }
  }

  /// Whether a way on the ground passes at a place.
  private mutating func isOnWay(
    _ place: Coordinate, _ course: RampCourse, near other: Coordinate
  ) -> Bool {
    let at = course.metres(place)
    return surroundings.edges(near: place, other).contains { edge in
      guard edge.isWay, edge.heights == nil else { return false }
      let (p, q) = (course.metres(edge.a), course.metres(edge.b))
      return BankRoom.distance(at, p, q) < edge.halfWidth + Self.clearance
    }
  }
}
