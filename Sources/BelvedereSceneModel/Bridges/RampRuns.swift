import BelvedereGeodesy

/// A stretch of roads of one look that is raised all along.
struct RampRun {
  var kind: Road.Kind
  /// Metres.
  var width: Double
  /// How traffic flows where vehicles drive; `nil` when unknown.
  var traffic: Road.Traffic?
  /// The numbers of its places; at its ends it may lie on the ground.
  var nodes: [Int]

  private var ends: [Int] { [nodes[0], nodes[nodes.count - 1]] }

  /// All of them, in the order of their roads; those of one look that go on in each other are one.
  static func all(_ ramps: BridgeRamps, _ roads: [Road]) -> [RampRun] {
    var runs: [RampRun] = []
    for (n, legs) in ramps.network.dividedRoads {
      var run = RampRun(
        kind: roads[n].kind, width: roads[n].width, traffic: roads[n].shownTraffic, nodes: [])
      func finish() {
        if run.nodes.count > 1 { runs.append(run) }
        run.nodes = []
      }
      for (_, nodes) in legs {
        if run.nodes.last != nodes.first { finish() }
        for (a, b) in zip(nodes, nodes.dropFirst()) {
          guard ramps.isRaised(a) || ramps.isRaised(b) else {
            finish()
            continue
          }
          if run.nodes.isEmpty { run.nodes = [a] }
          run.nodes.append(b)
        }
      }
      finish()
    }
    return joined(runs, ramps)
  }

  /// Not at the ends of bridges, on which each goes on.
  private static func joined(_ runs: [RampRun], _ ramps: BridgeRamps) -> [RampRun] {
    var byEnd: [Int: [Int]] = [:]
    for (n, run) in runs.enumerated() { for end in run.ends { byEnd[end, default: []].append(n) } }
    var isUsed = Array(repeating: false, count: runs.count)
    /// What goes on at a run's last place, turned so that it begins there.
    func next(_ run: RampRun) -> [Int]? {
      let end = run.nodes[run.nodes.count - 1]
      guard end >= ramps.network.bridgeCount, let both = byEnd[end], both.count == 2,
        let n = both.first(where: { !isUsed[$0] }),
        runs[n].kind == run.kind, runs[n].width == run.width,
        runs[n].traffic == run.traffic
      else { return nil }
      isUsed[n] = true
      return runs[n].nodes[0] == end ? runs[n].nodes : runs[n].nodes.reversed()
    }
    var result: [RampRun] = []
    for n in runs.indices where !isUsed[n] {
      var run = runs[n]
      isUsed[n] = true
      for _ in 0..<2 {
        while let more = next(run) { run.nodes += more.dropFirst() }
        run.nodes.reverse()
      }
      result.append(run)
    }
    return result
  }
}
