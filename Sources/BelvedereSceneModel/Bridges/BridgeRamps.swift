import BelvedereGeodesy

/// How high bridges and the ways on the ground around them lie where a bridge by itself is too short to rise over what
/// it crosses.
///
/// A roadway has a least height where it crosses others. From there it goes down on all sides by the steepest grade of
/// its kind, over the bridge's ends and along all ways on the ground that begin there, until it meets the ground. So all
/// ways that meet at one place are as high there. Ground that falls as steeply itself is met by a quarter of that grade
/// more. Nowhere does a ramp reach farther than ``reach`` from its bridge: what would has less room above what it
/// crosses, as has a bridge at a tunnel, or one that comes round to what lies below itself.
///
/// Bridges that have the room that they need are as they were. The heights at a place depend on the ways and the ground
/// within ``reach`` of the bridges that hang together there, and on no others.
struct BridgeRamps {
  /// Places of the bridges, and those on the ground around them.
  private(set) var network: ApproachNetwork
  /// Metres above the datum of the roadway at each place.
  private(set) var heights: [Double]
  /// Metres above the datum of the ground there.
  private(set) var ground: [Double]

  /// Metres along ways from a bridge to the end of its ramps, at most.
  static let reach = 400.0
  /// Metres of a clearance that may be missing.
  private static let slack = 0.3
  /// Metres by which a roadway is not taken to be raised.
  static let least = 0.01

  /// The grade from which on bends are not rounded.
  private static let steep = 0.3

  /// Metres of a ramp above the ground where it ends: it lies on the painted road.
  private static let lip = 0.05

  private let elevation: (Coordinate) -> Double
  private let bridges: BridgeNetwork
  /// Heights without ramps.
  private var bases: [Double]
  /// The heights that are wanted, the crossings' nets for which they are, and metres from the bridge.
  private var wanted: [Double]
  private var nets: [Int]
  private var beyond: [Double]
  /// Places that stay as low as they are.
  private var pinned: Set<Int> = []

  init(
    _ bridges: BridgeNetwork, _ crossings: BridgeCrossings, _ grades: BridgeGrades,
    _ roads: [Road], ground elevation: @escaping (Coordinate) -> Double
  ) {
    self.elevation = elevation
    self.bridges = bridges
    (heights, bases, ground) = (grades.heights, grades.heights, grades.ground)
    wanted = Array(repeating: -.infinity, count: heights.count)
    nets = Array(repeating: -1, count: heights.count)
    beyond = Array(repeating: 0, count: heights.count)
    network = ApproachNetwork(bridges)
    let short = crossings.all.filter {
      Self.need($0, below: Self.below($0, grades.ground, grades.heights))
        > min(grades.heights[$0.a], grades.heights[$0.b]) + Self.slack && !isAtEnd($0)
    }
    guard !short.isEmpty else { return }
    let all = bridges.nets
    var netOf = Array(repeating: 0, count: heights.count)
    for (n, net) in all.enumerated() { for i in net { netOf[i] = n } }
    let first = Set(short.map { netOf[$0.a] }).sorted()
    network = ApproachNetwork(
      bridges, roads, ends: all.map { $0.filter { bridges.isOnGround[$0] } }, first: first,
      reach: Self.reach)
    for i in first.flatMap({ all[$0] }) { bases[i] = grades.evenHeights[i] }
    raise(crossings.all.filter { !isAtEnd($0) }, netOf)
    guard !network.isFull else {
      // Too many to be looked at: all as without ramps.
      network = ApproachNetwork(bridges)
      (heights, ground) = (grades.heights, grades.ground)
      return
    }
    lower()
    smooth(Set(crossings.all.flatMap { [$0.a, $0.b] }))
  }

  private static func need(_ crossing: BridgeCrossings.Crossing, below: Double) -> Double {
    below + crossing.clearance
  }

  private static func below(
    _ crossing: BridgeCrossings.Crossing, _ ground: [Double], _ heights: [Double]
  ) -> Double {
    crossing.below.map { max(heights[$0.a], heights[$0.b]) }
      ?? max(ground[crossing.a], ground[crossing.b])
  }

  /// Whether a way is crossed where the bridge ends: it begins beside that way, and is drawn a little too long.
  private func isAtEnd(_ crossing: BridgeCrossings.Crossing) -> Bool {
    [crossing.a, crossing.b].contains {
      bridges.isOnGround[$0] && GroundMetres.length(bridges.places[$0], crossing.place) < 2.5
    }
  }

  /// The height without ramps, as high above the ground everywhere.
  private func level(_ i: Int) -> Double {
    i < network.bridgeCount ? bases[i] : ground[i] + BridgeGrades.lip
  }

  /// Metres by which a roadway goes down at most from one place to the next.
  private func drop(_ i: Int, _ link: BridgeNetwork.Link) -> Double {
    max(
      link.grade * link.length,
      level(i) - level(link.node) + 0.25 * link.grade * link.length)
  }

  /// Finds the heights that crossings want, the lower levels first; twice, as ramps lead below other bridges.
  private mutating func raise(_ crossings: [BridgeCrossings.Crossing], _ netOf: [Int]) {
    let levels = Set(crossings.map(\.level)).sorted()
    for _ in 0..<2 {
      for level in levels {
        var queue = HeightQueue()
        for crossing in crossings where crossing.level == level {
          let net = netOf[crossing.a]
          var below = Self.below(crossing, ground, bases)
          if let lower = crossing.below { below = max(below, wanted[lower.a], wanted[lower.b]) }
          for i in crossing.leg.flatMap({ network.legs[$0] }) ?? []
          where nets[i] != net && wanted[i] > bases[i] {
            // Where the ramp is, not at its other end.
            let away = GroundMetres.length(network.places[i], crossing.place)
            if away <= BridgeNetwork.step { below = max(below, wanted[i]) }
          }
          let need = Self.need(crossing, below: below)
          for node in [crossing.a, crossing.b]
          where need > bases[node] + Self.slack && need > wanted[node] {
            (wanted[node], nets[node]) = (need, net)
            queue.push(need, node)
          }
        }
        spread(&queue)
        guard !network.isFull else { return }
      }
    }
    for crossing in crossings {
      // What comes round below its own bridge.
      for i in crossing.leg.flatMap({ network.legs[$0] }) ?? []
      where nets[i] == netOf[crossing.a] && i >= bridges.places.count {
        let away = GroundMetres.length(network.places[i], crossing.place)
        if away <= BridgeNetwork.step { pinned.insert(i) }
      }
    }
  }

  /// Goes down from the highest places to those around them.
  private mutating func spread(_ queue: inout HeightQueue) {
    while let (height, i) = queue.pop() {
      guard height == wanted[i], height > bases[i] + Self.least else { continue }
      let isBridge = i < network.bridgeCount
      guard beyond[i] <= Self.reach, !(isBridge && bridges.portals.contains(i)) else {
        pinned.insert(i)
        continue
      }
      if !isBridge || bridges.isOnGround[i] {
        network.expand(i)
        guard !network.isFull else { return }
        addPlaces()
      }
      for link in network.links[i] {
        let next = height - drop(i, link)
        guard next > wanted[link.node] else { continue }
        wanted[link.node] = next
        nets[link.node] = nets[i]
        beyond[link.node] = link.node < network.bridgeCount ? 0 : beyond[i] + link.length
        queue.push(next, link.node)
      }
    }
  }

  private mutating func addPlaces() {
    for place in network.places[heights.count...] {
      let level = elevation(place)
      ground.append(level)
      bases.append(level + Self.lip)
      heights.append(level + Self.lip)
      wanted.append(-.infinity)
      nets.append(-1)
      beyond.append(.infinity)
    }
  }

  /// Takes the heights that are wanted as far as no place is steeper above those that stay where they are.
  private mutating func lower() {
    var limits = Array(repeating: Double.infinity, count: heights.count)
    var queue = HeightQueue()
    for i in pinned.sorted() {
      limits[i] = bases[i]
      queue.push(-bases[i], i)
    }
    while let (negative, i) = queue.pop() {
      guard -negative == limits[i], limits[i] < wanted[i] else { continue }
      for link in network.links[i] {
        let back = BridgeNetwork.Link(node: i, length: link.length, grade: link.grade)
        let next = limits[i] + drop(link.node, back)
        guard next < limits[link.node] else { continue }
        limits[link.node] = next
        queue.push(-next, link.node)
      }
    }
    for i in heights.indices { heights[i] = max(bases[i], min(wanted[i], limits[i])) }
  }

  /// Rounds the bends of grades where ways are raised and beside that.
  private mutating func smooth(_ held: Set<Int>) {
    func isRaised(_ i: Int) -> Bool { heights[i] > bases[i] + Self.least }
    let places = heights.indices.filter { i in
      let isFree = i < network.bridgeCount && !bridges.isOnGround[i]
      return network.links[i].count == 2 && (isFree || network.isExpanded(i))
        && !held.contains(i) && !pinned.contains(i)
        // Junctions stay level, and steps even.
        && network.links[i].allSatisfy { $0.grade > 0 && $0.grade < Self.steep }
        && (isRaised(i) || network.links[i].contains { isRaised($0.node) })
    }
    for _ in 0..<6 {
      let before = heights
      for i in places {
        let (a, b) = (network.links[i][0], network.links[i][1])
        let middle =
          (before[a.node] * b.length + before[b.node] * a.length) / (a.length + b.length)
        heights[i] = max((before[i] + middle) / 2, bases[i])
      }
    }
  }

  /// Whether a place lies on a ramp.
  func isRaised(_ i: Int) -> Bool {
    let lip = i < network.bridgeCount ? BridgeGrades.lip : Self.lip
    return heights[i] > ground[i] + lip + Self.least
  }
}
