import BelvedereGeodesy

/// The places of roads that are raised, with those between them.
struct RoadJoints {
  /// By the numbers of the roads.
  private(set) var byRoad: [Int: [RoadJoint]] = [:]

  private struct Ends: Hashable {
    var a, b: Int
  }

  init(_ bridges: BridgeNetwork, _ ramps: BridgeRamps, _ roads: [Road]) {
    func joint(_ i: Int) -> RoadJoint {
      RoadJoint(coordinate: ramps.network.places[i], elevation: ramps.heights[i])
    }
    // The places between each two that roads have themselves.
    let corners = Set(bridges.numbers.values)
    var between: [Ends: [Int]] = [:]
    for chain in bridges.chains {
      var part = [chain.nodes[0]]
      for node in chain.nodes.dropFirst() {
        part.append(node)
        guard corners.contains(node) else { continue }
        between[Ends(a: part[0], b: node)] = part
        between[Ends(a: node, b: part[0])] = part.reversed()
        part = [node]
      }
    }
    for (n, road) in roads.enumerated() where road.bridge > 0 {
      let numbers = road.path.compactMap { bridges.numbers[PlaceKey($0)] }
      guard let first = numbers.first else { continue }
      var joints = [joint(first)]
      for (a, b) in zip(numbers, numbers.dropFirst()) {
        joints += (between[Ends(a: a, b: b)] ?? []).dropFirst().map(joint)
      }
      byRoad[n] = joints.count > 1 ? joints : nil
    }
    for (n, legs) in ramps.network.dividedRoads {
      let raised = legs.contains { $0.nodes.contains(where: ramps.isRaised) }
      guard raised else { continue }
      var known: [Int: [Int]] = [:]
      for (place, nodes) in legs { known[place] = nodes }
      var joints: [RoadJoint] = []
      func add(_ coordinate: Coordinate, _ elevation: Double?) {
        if let last = joints.last, last.coordinate == coordinate {
          joints[joints.count - 1] = RoadJoint(
            coordinate: coordinate, elevation: last.elevation ?? elevation)
        } else {
          joints.append(RoadJoint(coordinate: coordinate, elevation: elevation))
        }
      }
      for (k, place) in roads[n].path.enumerated() {
        add(place, nil)
        let nodes = known[k] ?? []
        for (j, node) in nodes.enumerated() {
          let isRaised = nodes[max(j - 1, 0)...min(j + 1, nodes.count - 1)]
            .contains(where: ramps.isRaised)
          let isEnd = j == 0 || j == nodes.count - 1
          // Roads' own places, which may be some millimetres beside those of others.
          let coordinate =
            isEnd ? roads[n].path[j == 0 ? k : k + 1] : ramps.network.places[node]
          add(coordinate, isRaised ? ramps.heights[node] : nil)
        }
      }
      byRoad[n] = joints
    }
  }
}
