import BelvedereGeoMath

/// The outline of surfaces seen from above: their edges that have none beside them.
enum ModelFootprint {
  /// A hundredth of a metre.
  private static let grain = 100.0

  private struct Place: Hashable {
    var x, y: Int64

    /// - Parameter p: from the building's first corner, metres.
    init(_ p: Vector2) {
      x = Int64((p.x * ModelFootprint.grain).rounded())  // checked: buildings are small
      y = Int64((p.y * ModelFootprint.grain).rounded())  // checked: buildings are small
    }

    var vector: Vector2 { Vector2(Double(x), Double(y)) / ModelFootprint.grain }
  }

  private struct Edge: Hashable {
    var from, to: Place
  }

  /// Edges that end where other corners lie on them, as those of a wall do that a lower wing meets.
  private struct SplitEdges {
    /// In the order of x.
    private let corners: [Place]

    /// Comparisons of one edge at most; with more of them it stays whole.
    private static let mostCorners = 4096

    init(_ rings: [[Place]]) {
      corners = Set(rings.joined()).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    }

    /// An edge, or what it falls into.
    func split(_ from: Place, _ to: Place) -> [Edge] {
      guard from != to else { return [] }
      let (a, b) = (from.vector, to.vector)
      let along = (b - a) / (b - a).length
      let (low, high) = (min(from.x, to.x) - 1, max(from.x, to.x) + 1)
      var first = corners.partitioningIndex { $0.x >= low }
      var cuts: [(way: Double, place: Place)] = []
      let last = min(first + Self.mostCorners, corners.count)
      while first < last, corners[first].x <= high {
        let p = corners[first].vector - a
        let way = p.dot(along)
        if abs(p.cross(along)) < 1.5 / grain, way > 1.5 / grain,
          way < (b - a).length - 1.5 / grain
        {
          cuts.append((way, corners[first]))
        }
        first += 1
      }
      let stops = [from] + cuts.sorted { $0.way < $1.way }.map(\.place) + [to]
      return zip(stops, stops.dropFirst()).map { Edge(from: $0, to: $1) }
    }
  }

  /// Outer rings counterclockwise, each with its holes.
  ///
  /// - Parameter rings: of surfaces that face up, holes clockwise; metres within 100 km.
  /// - Returns: the outline, an outer ring and its holes; the hull of the corners where edges of neighbours
  ///   do not fit together, or where more than one outline counts. Empty without an area.
  static func outline(_ rings: [[Vector2]]) -> [[Vector2]] {
    let polygons = polygons(rings)
    guard let largest = polygons.first else { return [] }
    func area(_ polygon: [[Vector2]]) -> Double {
      polygon.reduce(0) { $0 + PolygonTriangulation.signedArea($1) }
    }
    let others = polygons.dropFirst().reduce(0) { $0 + area($1) }
    return others > partThatCounts * area(largest) ? hull(rings.joined()) : largest
  }

  /// Beside the largest outline, of its area.
  private static let partThatCounts = 0.05
  /// Outlines of one building at most; there is no such building.
  private static let mostLoops = 2000

  private static func polygons(_ rings: [[Vector2]]) -> [[[Vector2]]] {
    var open: [Edge: Int] = [:]
    let places = SplitEdges(rings.map { ring in ring.map { Place($0) } })
    for ring in rings {
      for edge in ring.indices.flatMap({ i in
        places.split(Place(ring[i]), Place(ring[(i + 1) % ring.count]))
      }) {
        let back = Edge(from: edge.to, to: edge.from)
        if let count = open[back], count > 0 {
          open[back] = count > 1 ? count - 1 : nil
        } else {
          open[edge, default: 0] += 1
        }
      }
    }
    guard let loops = loops(open), loops.count <= mostLoops else {
      return hull(rings.joined()).map { [$0] }
    }
    let areas = loops.map { PolygonTriangulation.signedArea($0) }
    var polygons: [[[Vector2]]] = []
    for (loop, area) in zip(loops, areas) where area > 0.1 { polygons.append([loop]) }
    for (loop, area) in zip(loops, areas) where area < -0.1 {
      if let n = polygons.firstIndex(where: { contains($0[0], loop[0]) }) {
        polygons[n].append(loop)
      }
    }
    polygons.sort {
      PolygonTriangulation.signedArea($0[0]) > PolygonTriangulation.signedArea($1[0])
    }
    return polygons.isEmpty ? hull(rings.joined()).map { [$0] } : polygons
  }

  /// Edges one after the other; `nil` where they do not close.
  private static func loops(_ edges: [Edge: Int]) -> [[Vector2]]? {
    var next: [Place: [Place]] = [:]
    let order = edges.keys.sorted {
      ($0.from.x, $0.from.y, $0.to.x, $0.to.y) < ($1.from.x, $1.from.y, $1.to.x, $1.to.y)
    }
    for edge in order {
      for _ in 0..<(edges[edge] ?? 0) { next[edge.from, default: []].append(edge.to) }
    }
    var loops: [[Vector2]] = []
    for start in order.map(\.from) {
      while next[start]?.isEmpty == false {
        var loop: [Place] = [start]
        var at = start
        while let to = next[at]?.popLast() {
          at = to
          if at == start { break }
          loop.append(at)
        }
        guard at == start else { return nil }
        if loop.count > 2 { loops.append(loop.map(\.vector)) }
      }
    }
    return loops
  }

  private static func contains(_ ring: [Vector2], _ p: Vector2) -> Bool {
    var isInside = false
    for i in ring.indices {
      let (a, b) = (ring[i], ring[(i + 1) % ring.count])
      if (a.y > p.y) != (b.y > p.y), p.x - a.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) {
        isInside.toggle()
      }
    }
    return isInside
  }

  /// The convex hull, counterclockwise; `nil` without an area.
  ///
  /// Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions" (1979).
  private static func hull(_ points: some Sequence<Vector2>) -> [[Vector2]] {
    let sorted = Set(points.map { Place($0) }).sorted { ($0.x, $0.y) < ($1.x, $1.y) }.map(\.vector)
    func half(_ points: some Sequence<Vector2>) -> [Vector2] {
      var chain: [Vector2] = []
      for p in points {
        while chain.count > 1,
          (chain[chain.count - 1] - chain[chain.count - 2]).cross(p - chain[chain.count - 1]) <= 0
        {
          chain.removeLast()
        }
        chain.append(p)
      }
      return chain.dropLast()
    }
    let ring = half(sorted) + half(sorted.reversed())
    return ring.count > 2 ? [ring] : []
  }
}
