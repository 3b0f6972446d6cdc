import BelvedereGeoMath
import BelvedereGeodesy

/// Joins the roads of a scene to the streets that their names belong to.
///
/// Maps cut a street wherever something about it changes; a name wants it whole.
package struct NamedWays: Sendable {
  /// The streets, in the order of their first roads.
  package let streets: [NamedWay]
  /// By their names, for the next roads.
  private let groups: [String: Group]

  /// The roads of one name, and what they are.
  private struct Group {
    var roads: [Road] = []
    var streets: [NamedWay] = []
  }

  /// One end of a road.
  private struct End: Hashable {
    var road: Int
    var isStart: Bool
  }

  /// A place where ends meet: coordinates to 1e-7 degrees, as OpenStreetMap has them.
  private struct Node: Hashable {
    var latitude, longitude: Int

    init(_ c: Coordinate) {
      func rounded(_ degrees: Double) -> Int {
        Int(clamping: (degrees * 1e7).rounded(), in: -1_800_000_000...1_800_000_000)
      }
      latitude = rounded(c.latitude)
      longitude = rounded(wrappedLongitude(c.longitude))
    }
  }

  /// Where more ends of one name meet, none leads on.
  private static let mostEnds = 8
  /// A street turns by no more where its parts meet; the cosine of 60 degrees.
  private static let leastCosine = 0.5

  /// Joins roads; rails and runways are left out, and roads on bridges that are not raised. Those that are lie on their
  /// decks (``NamedWay/deckElevation(at:)``), and are one street with the roads before and after them.
  ///
  /// - Parameters:
  ///   - earlier: made by the same names; what has not changed since is taken from it.
  ///   - isEarlier: whether this may be the earlier one of others: then it keeps the roads.
  ///   - name: what a road is called; those for which it is empty are left out.
  package init(
    _ roads: [Road], after earlier: NamedWays? = nil, isEarlier: Bool = false,
    by name: (Road) -> String
  ) {
    var numbers: [String: Int] = [:]
    var named: [(name: String, group: Group)] = []
    for road in roads where Self.isNamed(road) {
      let name = name(road)
      guard !name.isEmpty else { continue }
      if let n = numbers[name] {
        named[n].group.roads.append(road)
      } else {
        numbers[name] = named.count
        named.append((name, Group(roads: [road])))
      }
    }
    var groups: [String: Group] = [:]
    streets = named.flatMap { name, group in
      var group = group
      if let known = earlier?.groups[name], known.roads == group.roads {
        group.streets = known.streets
      } else {
        group.streets = Self.joined(group.roads, named: name)
      }
      if isEarlier { groups[name] = group }
      return group.streets
    }
    self.groups = groups
  }

  private static func isNamed(_ road: Road) -> Bool {
    (road.bridge == 0 || !road.joints.isEmpty) && road.kind != .rail && road.kind != .runway
      && road.path.count > 1 && road.path.allSatisfy(\.isValid)
  }

  private static func joints(_ road: Road) -> [RoadJoint] {
    road.joints.isEmpty
      ? road.path.map { RoadJoint(coordinate: $0, elevation: nil) } : road.joints
  }

  /// The streets of roads of one name.
  private static func joined(_ roads: [Road], named name: String) -> [NamedWay] {
    let next = links(roads)
    var streets: [NamedWay] = []
    var isUsed: Set<Int> = []
    func street(from first: End) -> NamedWay? {
      var places: [NamedWay.Place] = []
      var metres: [Road.Kind: Double] = [:]
      var end: End? = first
      while let start = end, isUsed.insert(start.road).inserted {
        let road = roads[start.road]
        let joints = start.isStart ? joints(road) : joints(road).reversed()
        var length = 0.0
        var before: Double?
        for joint in joints {
          let point = MapPoint(joint.coordinate)
          let deck = before.flatMap { from in joint.elevation.map { (from, $0) } }
          before = joint.elevation
          guard let last = places.last?.point else {
            places.append((point, nil))
            continue
          }
          let x = last.x + point.shortDeltaX(from: last)
          length += (Vector2(x, point.y) - Vector2(last.x, last.y)).length
          places.append((MapPoint(x: x, y: point.y), deck))
        }
        metres[road.kind, default: 0] += length
        end = next[End(road: start.road, isStart: !start.isStart)]
      }
      let kinds = Road.Kind.allCases
      let kind = kinds.max { metres[$0, default: 0] < metres[$1, default: 0] } ?? .street
      return NamedWay(name: name, kind: kind, places: places)
    }
    // From ends that lead nowhere; then what is a ring.
    for road in roads.indices {
      for isStart in [true, false] where !isUsed.contains(road) {
        let end = End(road: road, isStart: isStart)
        if next[end] == nil, let way = street(from: end) { streets.append(way) }
      }
    }
    for road in roads.indices where !isUsed.contains(road) {
      if let way = street(from: End(road: road, isStart: true)) { streets.append(way) }
    }
    return streets
  }

  /// For ends the ends of other roads where they go on: the straightest ones first.
  private static func links(_ roads: [Road]) -> [End: End] {
    var nodes: [Node: [End]] = [:]
    var order: [Node] = []
    for road in roads.indices {
      let path = roads[road].path
      for (place, isStart) in [(path[0], true), (path[path.count - 1], false)] {
        let node = Node(place)
        if nodes[node] == nil { order.append(node) }
        nodes[node, default: []].append(End(road: road, isStart: isStart))
      }
    }
    var next: [End: End] = [:]
    for node in order {
      guard let ends = nodes[node], (2...mostEnds).contains(ends.count) else { continue }
      let ways = ends.map { direction($0, roads) }
      var pairs: [(straightness: Double, a: Int, b: Int)] = []
      for a in ends.indices {
        for b in (a + 1)..<ends.count where ends[a].road != ends[b].road {
          let straightness = -(ways[a] * ways[b]).sum()
          if straightness >= leastCosine { pairs.append((straightness, a, b)) }
        }
      }
      pairs.sort { ($1.straightness, $0.a, $0.b) < ($0.straightness, $1.a, $1.b) }
      for (_, a, b) in pairs where next[ends[a]] == nil && next[ends[b]] == nil {
        next[ends[a]] = ends[b]
        next[ends[b]] = ends[a]
      }
    }
    return next
  }

  /// Where a road leads from an end, a unit vector on the map.
  private static func direction(_ end: End, _ roads: [Road]) -> Vector2 {
    let path = roads[end.road].path
    let from = MapPoint(end.isStart ? path[0] : path[path.count - 1])
    for coordinate in end.isStart ? Array(path.dropFirst()) : path.dropLast().reversed() {
      let to = MapPoint(coordinate)
      let way = Vector2(to.shortDeltaX(from: from), to.y - from.y)
      if way.length > 1e-6 { return way / way.length }
    }
    return .zero
  }
}
