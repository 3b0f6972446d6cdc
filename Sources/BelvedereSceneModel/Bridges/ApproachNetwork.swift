import BelvedereGeoMath
import BelvedereGeodesy

/// The net of bridges with the ways on the ground around their ends, which are divided into places as they are needed.
struct ApproachNetwork {
  /// A straight part of a road on the ground, by the numbers of the road and of its place there.
  struct Leg: Hashable {
    var road, place: Int
  }

  /// The bridges' places first, under their own numbers.
  private(set) var places: [Coordinate]
  private(set) var links: [[BridgeNetwork.Link]]
  /// How many places are the bridges'.
  let bridgeCount: Int
  /// The places along each leg that is divided, from its beginning to its end.
  private(set) var legs: [Leg: [Int]] = [:]
  /// Whether there are more places than may be.
  private(set) var isFull = false

  private let roads: [Road]
  private var numbers: [PlaceKey: Int]
  /// Whether all legs from a place are divided; a place within a leg has no others.
  private var isWhole: [Bool]
  /// Places of roads by where they are: the last one, and before each of them another one.
  private var lastStops: [PlaceKey: Int] = [:]
  private var stops: [(leg: Leg, before: Int)] = []

  /// Places along ways on the ground at most, some 6,000 km.
  private static let mostPlaces = 400_000
  /// Places of roads that are looked through at most.
  private static let mostStops = 3_000_000
  /// Roads that are looked at where they meet.
  private static let mostMet = 16
  /// Degrees of a cell in which roads are looked for.
  private static let cell = 0.005

  private struct Cell: Hashable {
    var x, y: Int

    func hash(into hasher: inout Hasher) { hasher.combine(x &<< 32 ^ y) }
  }

  /// - Parameters:
  ///   - ends: those places of bridges from which ways lead on, net by net.
  ///   - first: the nets that need ways; those that are near to them are looked at, too.
  ///   - reach: metres along ways.
  init(
    _ network: BridgeNetwork, _ roads: [Road] = [], ends: [[Int]] = [], first: [Int] = [],
    reach: Double = 0
  ) {
    (places, links, numbers) = (network.places, network.links, network.numbers)
    bridgeCount = places.count
    isWhole = Array(repeating: false, count: places.count)
    self.roads = roads
    var netsByCell: [Cell: [Int]] = [:]
    for (n, ends) in ends.enumerated() {
      for end in ends { netsByCell[Self.cell(network.places[end]), default: []].append(n) }
    }
    var cells: Set<Cell> = []
    var (open, isFound) = (first, Set(first))
    while let net = open.popLast() {
      for end in ends[net] {
        for cell in Self.cells(around: network.places[end], reach)
        where cells.insert(cell).inserted {
          open += (netsByCell[cell] ?? []).filter { isFound.insert($0).inserted }
        }
      }
    }
    for (n, road) in roads.enumerated() where Self.isWay(road) {
      for (k, place) in road.path.enumerated() where cells.contains(Self.cell(place)) {
        guard stops.count < Self.mostStops else {
          isFull = true
          return
        }
        let key = PlaceKey(place)
        stops.append((Leg(road: n, place: k), lastStops[key] ?? -1))
        lastStops[key] = stops.count - 1
      }
    }
  }

  /// Whether a road may lead up to a bridge.
  private static func isWay(_ road: Road) -> Bool {
    road.bridge == 0 && road.isDrawn && road.kind != .ferry && road.kind != .runway
      && road.joints.isEmpty && road.path.count >= 2
  }

  private static func cell(_ place: Coordinate) -> Cell {
    func number(_ v: Double) -> Int { Int(flooring: v / cell, in: -100_000...100_000) }
    return Cell(x: number(wrappedLongitude(place.longitude)), y: number(place.latitude))
  }

  private static func cells(around place: Coordinate, _ metres: Double) -> [Cell] {
    let degree = CoordinateRegion.metersPerDegree(at: place.latitude)
    func steps(_ perDegree: Double) -> Int {
      Int(clamping: (metres / max(perDegree, 1) / cell).rounded(.up), in: 1...64)
    }
    var cells: [Cell] = []
    for y in -steps(degree.latitude)...steps(degree.latitude) {
      for x in -steps(degree.longitude)...steps(degree.longitude) {
        let (up, right) = (Double(y) * cell, Double(x) * cell)
        cells.append(
          Self.cell(
            Coordinate(latitude: place.latitude + up, longitude: place.longitude + right)))
      }
    }
    return cells
  }

  /// Whether all ways from a place are known.
  func isExpanded(_ node: Int) -> Bool { isWhole[node] }

  /// Divides all legs that begin or end at a place.
  mutating func expand(_ node: Int) {
    guard !isWhole[node], !isFull else { return }
    isWhole[node] = true
    var stop = lastStops[PlaceKey(places[node])] ?? -1
    while stop >= 0, !isFull {
      let (leg, before) = stops[stop]
      divide(leg)
      divide(Leg(road: leg.road, place: leg.place - 1))
      stop = before
    }
  }

  private mutating func divide(_ leg: Leg) {
    let path = roads[leg.road].path
    guard leg.place >= 0, leg.place + 1 < path.count, legs[leg] == nil else { return }
    let (a, b) = (path[leg.place], path[leg.place + 1])
    guard a.isValid, b.isValid, max(abs(a.latitude), abs(b.latitude)) <= 85,
      PlaceKey(a) != PlaceKey(b)
    else { return }
    let length = GroundMetres.length(a, b)
    guard length <= Scene.longestLeg else { return }
    // Level as far as the other roads' edges, where there is room for that.
    var level = (flat(leg, at: a), flat(leg, at: b))
    if level.0 + level.1 + 2 > length { level = (0, 0) }
    let rest = length - level.0 - level.1
    let pieces = Int(clamping: (rest / Self.step(roads[leg.road])).rounded(.up), in: 1...4096)
    guard places.count + pieces + 2 <= bridgeCount + Self.mostPlaces else {
      isFull = true
      return
    }
    var ways = (0...pieces).map { level.0 + rest * Double($0) / Double(pieces) }
    if level.0 > 0 { ways.insert(0, at: 0) }
    if level.1 > 0 { ways.append(length) }
    var nodes = [shared(a)]
    for way in ways.dropFirst().dropLast() {
      nodes.append(places.count)
      add(a.toward(b, way / length), isWhole: true)
    }
    nodes.append(shared(b))
    let road = roads[leg.road]
    let grade = BridgeGrades.steepest(road.kind, isSteps: road.isSteps)
    for k in nodes.indices.dropLast() {
      let isLevel =
        k == 0 && level.0 > 0 || k == nodes.count - 2 && level.1 > 0
      let link = BridgeNetwork.Link(
        node: nodes[k + 1], length: max(ways[k + 1] - ways[k], 0.01), grade: isLevel ? 0 : grade)
      links[nodes[k]].append(link)
      links[nodes[k + 1]].append(
        BridgeNetwork.Link(node: nodes[k], length: link.length, grade: link.grade))
    }
    legs[leg] = nodes
  }

  /// Metres between places at most: the steeper ramps are, the shorter they are.
  private static func step(_ road: Road) -> Double {
    road.kind == .path ? (road.isSteps ? 3 : 8) : BridgeNetwork.step
  }

  /// Metres from a place to the edges of the roads that a leg meets there; 0 where one road only goes on.
  private func flat(_ leg: Leg, at place: Coordinate) -> Double {
    var width = 0.0
    let key = PlaceKey(place)
    var count = numbers[key].map { $0 < bridgeCount ? 1 : 0 } ?? 0
    var stop = lastStops[key] ?? -1
    for _ in 0..<Self.mostMet where stop >= 0 {
      let (other, before) = stops[stop]
      let road = roads[other.road]
      count += other.place > 0 && other.place + 1 < road.path.count ? 2 : 1
      // What walkers cross needs no room.
      if other.road != leg.road, road.kind != .path { width = max(width, road.width) }
      stop = before
    }
    return count > 2 && width > 0 ? min(width / 2 + 0.5, 15) : 0
  }

  private mutating func add(_ place: Coordinate, isWhole: Bool) {
    places.append(place)
    links.append([])
    self.isWhole.append(isWhole)
  }

  private mutating func shared(_ place: Coordinate) -> Int {
    let key = PlaceKey(place)
    if let known = numbers[key] { return known }
    numbers[key] = places.count
    add(place, isWhole: false)
    return places.count - 1
  }

  /// The roads of which legs are divided, in their order.
  var dividedRoads: [(road: Int, legs: [(place: Int, nodes: [Int])])] {
    var byRoad: [Int: [(place: Int, nodes: [Int])]] = [:]
    for (leg, nodes) in legs { byRoad[leg.road, default: []].append((leg.place, nodes)) }
    return byRoad.sorted { $0.key < $1.key }.map {
      ($0.key, $0.value.sorted { $0.place < $1.place })
    }
  }
}

extension Coordinate {
  /// A place at a part of the way to another one near by.
  func toward(_ other: Coordinate, _ part: Double) -> Coordinate {
    Coordinate(
      latitude: latitude + (other.latitude - latitude) * part,
      longitude: longitude + wrappedLongitude(other.longitude - longitude) * part)
  }
}
