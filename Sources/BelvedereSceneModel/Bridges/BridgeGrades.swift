import BelvedereGeoMath
import BelvedereGeodesy

/// How high the ways of bridges lie: even grades from where they leave the ground to where they come back to it, raised
/// where they cross others.
///
/// Between its ends a net of ways takes the heights that a net of elastic bands would, which along a single way is a
/// straight grade and is continuous where ways part (the discrete Dirichlet problem). Over what they cross they are
/// raised as high as the steepest grade from their ends allows, at most by what is needed. A net without any end on the
/// ground, cut out of a larger one, follows the ground loosely and is raised as a whole.
struct BridgeGrades {
  /// Metres above the datum of the roadway at each place.
  private(set) var heights: [Double]
  /// The same with even grades between the ends, before anything is raised over others.
  private(set) var evenHeights: [Double] = []
  /// Metres above the datum of the ground there.
  let ground: [Double]

  /// The steepest grade by which ways rise over others.
  static let steepest = 0.07
  /// The steepest grade of a ramp: trains climb less, and walkers more, most on steps.
  static func steepest(_ kind: Road.Kind, isSteps: Bool) -> Double {
    switch kind {
    case .rail: 0.025
    case .path: isSteps ? 0.55 : 0.2
    default: steepest
    }
  }

  /// Metres of a roadway above the ground at its ends.
  static let lip = 0.12

  init(
    _ network: BridgeNetwork, _ crossings: BridgeCrossings, ground: (Coordinate) -> Double
  ) {
    self.ground = network.places.map(ground)
    heights = self.ground.map { $0 + Self.lip }
    solve(network)
    evenHeights = zip(heights, self.ground).map { max($0, $1 + Self.lip) }
    let held = rise(network, crossings)
    for i in heights.indices where !network.isOnGround[i] {
      heights[i] = max(heights[i], self.ground[i] + Self.lip)
    }
    smooth(network, besides: held)
  }

  /// Even grades, net by net.
  private mutating func solve(_ network: BridgeNetwork) {
    let reached = Self.reached(network)
    for net in network.nets { solve(network, net, hasEnds: reached[net[0]].isFinite) }
  }

  /// The heights of one net, by conjugate gradients (Hestenes and Stiefel 1952).
  private mutating func solve(_ network: BridgeNetwork, _ net: [Int], hasEnds: Bool) {
    // What draws places of nets without ends to the ground, so that it is felt over some 150 m.
    let spring = hasEnds ? 0 : BridgeNetwork.step / (150 * 150)
    var number: [Int: Int] = [:]
    for (k, i) in net.enumerated() { number[i] = k }
    let links = net.map { i in
      network.links[i].map { (number[$0.node] ?? 0, 1 / $0.length) }
    }
    let isFree = net.map { !network.isOnGround[$0] }
    let goals = net.map { ground[$0] + Self.lip }
    // Deviations from each place's balance; of steps without what is constant.
    func residual(_ v: [Double], _ k: Int, goal: Double) -> Double {
      links[k].reduce(spring * (goal - v[k])) { $0 + (v[$1.0] - v[k]) * $1.1 }
    }
    var v = net.map { heights[$0] }
    var r = v.indices.map { isFree[$0] ? residual(v, $0, goal: goals[$0]) : 0 }
    var p = r
    var square = r.reduce(0) { $0 + $1 * $1 }
    let least = max(square * 1e-16, 1e-14)
    // As many steps as there are places are enough, but for rounding.
    let steps = min(2 * net.count + 20, 400_000_000 / max(net.count, 1))
    for _ in 0..<steps where square > least {
      let q = p.indices.map { isFree[$0] ? -residual(p, $0, goal: 0) : 0 }
      let curvature = zip(p, q).reduce(0) { $0 + $1.0 * $1.1 }
      guard curvature > 0 else { break }
      let step = square / curvature
      for k in v.indices where isFree[k] {
        v[k] += step * p[k]
        r[k] -= step * q[k]
      }
      let next = r.reduce(0) { $0 + $1 * $1 }
      let turn = next / square
      for k in p.indices { p[k] = r[k] + turn * p[k] }
      square = next
    }
    for (k, i) in net.enumerated() { heights[i] = v[k] }
  }

  /// Metres along the ways from each place to the nearest end on the ground; infinity for none.
  private static func reached(_ network: BridgeNetwork) -> [Double] {
    var distances = network.places.indices.map { network.isOnGround[$0] ? 0.0 : .infinity }
    var open = network.places.indices.filter { network.isOnGround[$0] }
    while !open.isEmpty {
      var next: [Int] = []
      for i in open {
        for link in network.links[i] where distances[i] + link.length < distances[link.node] {
          distances[link.node] = distances[i] + link.length
          next.append(link.node)
        }
      }
      open = next
    }
    return distances
  }

  /// Raises ways over what they cross, the lower levels first.
  ///
  /// - Returns: the places that are no higher than need be.
  private mutating func rise(_ network: BridgeNetwork, _ crossings: BridgeCrossings) -> Set<Int> {
    var held: Set<Int> = []
    let reached = Self.reached(network)
    var lifts = Array(repeating: 0.0, count: heights.count)
    let levels = Set(crossings.all.map(\.level)).sorted()
    for level in levels {
      var open: [Int] = []
      for crossing in crossings.all where crossing.level == level {
        let below =
          crossing.below.map { max(heights[$0.a] + lifts[$0.a], heights[$0.b] + lifts[$0.b]) }
          ?? max(ground[crossing.a], ground[crossing.b])
        for node in [crossing.a, crossing.b] {
          let missing = below + crossing.clearance - heights[node]
          // Half as steep where it begins and at the top.
          let allowed = reached[node].isFinite ? 0.7 * Self.steepest * reached[node] : missing
          let lift = min(missing, allowed)
          if lift > lifts[node] {
            lifts[node] = lift
            held.insert(node)
            open.append(node)
          }
        }
      }
      // From there it goes down on all sides.
      while !open.isEmpty {
        var next: [Int] = []
        for i in open {
          for link in network.links[i] {
            let lift = lifts[i] - 0.7 * Self.steepest * link.length
            if lift > lifts[link.node], !network.isOnGround[link.node] {
              lifts[link.node] = lift
              next.append(link.node)
            }
          }
        }
        open = next
      }
    }
    // Nets without ends as a whole.
    for net in network.nets where !reached[net[0]].isFinite {
      let most = net.reduce(0) { max($0, lifts[$1]) }
      for i in net { lifts[i] = most }
    }
    for i in heights.indices { heights[i] += lifts[i] }
    return held
  }

  /// Rounds the bends of grades, and stays above the ground.
  private mutating func smooth(_ network: BridgeNetwork, besides held: Set<Int>) {
    for _ in 0..<6 {
      let before = heights
      for i in heights.indices
      where !network.isOnGround[i] && network.links[i].count == 2 && !held.contains(i) {
        let (a, b) = (network.links[i][0], network.links[i][1])
        let middle =
          (before[a.node] * b.length + before[b.node] * a.length) / (a.length + b.length)
        heights[i] = max((before[i] + middle) / 2, ground[i] + Self.lip)
      }
    }
  }
}
