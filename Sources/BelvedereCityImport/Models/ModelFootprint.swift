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

  /// Outer rings counterclockwise, each with its holes.
  ///
  /// - Parameter rings: of surfaces that face up, holes clockwise; metres within 100 km.
  /// - Returns: the hull of the corners where edges of neighbours do not fit together.
  static func polygons(_ rings: [[Vector2]]) -> [[[Vector2]]] {
    var open: [Edge: Int] = [:]
    for ring in rings {
      for i in ring.indices {
        let edge = Edge(from: Place(ring[i]), to: Place(ring[(i + 1) % ring.count]))
        guard edge.from != edge.to else { continue }
        let back = Edge(from: edge.to, to: edge.from)
        if let count = open[back], count > 0 {
          open[back] = count > 1 ? count - 1 : nil
        } else {
          open[edge, default: 0] += 1
        }
      }
    }
    guard let loops = loops(open) else { return hull(rings.joined()).map { [$0] } }
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
