import BelvedereGeodesy

/// What is wrong with the rings of a polygon as a file has them.
enum RingFlaws {
  /// Adds what is found.
  ///
  /// - Parameter rings: as they are written, the outer one first.
  static func find(in rings: [[Coordinate]], _ repairs: inout GeometryRepairs) {
    guard let first = rings.first else { return }
    let outer = unwrapped(first)
    let isAround = WholeTurns.isAround(first)
    for (n, written) in rings.enumerated() where written.count > 1 {
      if written.first != written.last { repairs.insert(.unclosed) }
      if zip(written, written.dropFirst()).contains(where: { $0 == $1 }) {
        repairs.insert(.repeated)
      }
      // Around the world neither area nor crossings are those of a plane.
      guard !isAround, !WholeTurns.isAround(written) else { continue }
      let ring = n == 0 ? outer : turned(unwrapped(written), into: outer)
      let area = doubleArea(ring)
      if area != 0, (area > 0) != (n == 0) { repairs.insert(.wound) }
      if crosses(ring) { repairs.insert(.crossing) }
      if n > 0, area != 0, lies(ring, outsideOf: outer) { repairs.insert(.outsideHole) }
    }
  }

  /// Twice the area in square degrees, positive counterclockwise.
  private static func doubleArea(_ ring: [Coordinate]) -> Double {
    let origin = ring[0]
    var sum = 0.0
    for i in 1..<max(ring.count - 1, 1) {
      sum += side(origin, ring[i], ring[i + 1])
    }
    return sum
  }

  /// Positive where a place lies to the left of an edge.
  private static func side(_ a: Coordinate, _ b: Coordinate, _ p: Coordinate) -> Double {
    (b.longitude - a.longitude) * (p.latitude - a.latitude)
      - (b.latitude - a.latitude) * (p.longitude - a.longitude)
  }

  /// Whether a hole lies wholly outside: by its corners, of which those on the outline say nothing.
  private static func lies(_ hole: [Coordinate], outsideOf outer: [Coordinate]) -> Bool {
    let box = outer.reduce(
      into: (west: Double.infinity, east: -Double.infinity, south: 90.0, north: -90.0)
    ) {
      $0.west = min($0.west, $1.longitude)
      $0.east = max($0.east, $1.longitude)
      $0.south = min($0.south, $1.latitude)
      $0.north = max($0.north, $1.latitude)
    }
    // Not all corners of all holes: an area may have tens of thousands of each.
    if hole.allSatisfy({ $0.longitude <= box.west || $0.longitude >= box.east })
      || hole.allSatisfy({ $0.latitude <= box.south || $0.latitude >= box.north })
    {
      return true
    }
    guard hole.count * outer.count <= mostPairs else { return false }
    return hole.allSatisfy { !isInside($0, outer) && !isOn($0, outer) }
  }

  private static func isInside(_ p: Coordinate, _ ring: [Coordinate]) -> Bool {
    var isInside = false
    var a = ring[ring.count - 1]
    for b in ring {
      if (a.latitude > p.latitude) != (b.latitude > p.latitude) {
        let isLeft = side(a, b, p) > 0
        if isLeft == (b.latitude > a.latitude) { isInside.toggle() }
      }
      a = b
    }
    return isInside
  }

  private static func isOn(_ p: Coordinate, _ ring: [Coordinate]) -> Bool {
    zip(ring.suffix(1) + ring, ring).contains { a, b in
      side(a, b, p) == 0 && min(a.longitude, b.longitude) <= p.longitude
        && p.longitude <= max(a.longitude, b.longitude)
        && min(a.latitude, b.latitude) <= p.latitude && p.latitude <= max(a.latitude, b.latitude)
    }
  }

  /// Pairs of edges that are compared for a ring: for larger rings those that are near each other from west to east.
  private static let mostPairs = 1 << 20

  /// Whether two edges cut each other, not only touch; of rings of which many edges lie above each other it is not found
  /// out.
  private static func crosses(_ ring: [Coordinate]) -> Bool {
    let count = ring.count
    guard count > 3 else { return false }
    func edge(_ i: Int) -> (a: Coordinate, b: Coordinate) {
      (ring[i], ring[i + 1 < count ? i + 1 : 0])
    }
    func cuts(_ first: (a: Coordinate, b: Coordinate), _ other: (a: Coordinate, b: Coordinate))
      -> Bool
    {
      let ((a, b), (c, d)) = (first, other)
      guard max(c.latitude, d.latitude) > min(a.latitude, b.latitude),
        min(c.latitude, d.latitude) < max(a.latitude, b.latitude)
      else { return false }
      return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }
    if count <= 32 {
      return (0..<count).contains { n in
        let first = edge(n)
        return (n + 1..<count).contains { cuts(first, edge($0)) }
      }
    }
    func west(_ i: Int) -> Double { min(edge(i).a.longitude, edge(i).b.longitude) }
    let order = (0..<count).sorted { (west($0), $0) < (west($1), $1) }
    var budget = mostPairs
    for n in order.indices {
      let first = edge(order[n])
      let east = max(first.a.longitude, first.b.longitude)
      for i in order[(n + 1)...] {
        if west(i) > east { break }
        budget -= 1
        guard budget > 0 else { return false }
        if cuts(first, edge(i)) { return true }
      }
    }
    return false
  }
}
