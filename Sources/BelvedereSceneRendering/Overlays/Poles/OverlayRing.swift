import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A ring or a line of an overlay on the map, which goes on beyond its edge to the poles.
struct OverlayRing {
  struct Vertex {
    var place: Vector2
    /// Whether the edge from here to the next one is where the map ends, not the area: it has no line.
    var isSeam = false
  }

  private(set) var vertices: [Vertex]

  /// Map points between the map's edge and a pole, of which the last 64 cm are one row.
  static let poleDepth = (log(2e7) / (2 * .pi) - 0.5) * MapPoint.worldWidth
  /// Latitudes that are written for the map's edge.
  private static let edge = 85.05...85.1

  /// A line.
  init(line: [Coordinate]) {
    vertices = Self.places(line, isClosed: false).map { Vertex(place: $0) }
  }

  /// A ring. One around a pole is cut where it meets ±180° and closed at the pole; what lies along the map's
  /// edge goes on to the pole.
  ///
  /// - Parameter pole: which one it holds, if it goes around both; `nil` for the nearer one.
  init(_ coordinates: [Coordinate], holding pole: Pole? = nil) {
    let ring = Self.places(coordinates, isClosed: true)
    vertices = ring.map { Vertex(place: $0) }
    guard let first = ring.first, let last = ring.last else { return }
    let back = MapPoint(x: first.x, y: first.y)
      .shortDeltaX(from: MapPoint(x: last.x, y: last.y))
    // The short way from the last point leads to the first one in another world.
    let turn = last.x + back - first.x
    let goesAround = abs(turn) > MapPoint.worldWidth / 2
    let needsMore = goesAround || ring.contains { Self.isAtEnd($0) }
    guard needsMore else { return }
    let line = ring + [first + Vector2(turn, 0)]
    vertices = Self.closedAtPoles(line, goesAround: goesAround)
    guard goesAround else { return }
    let middle = ring.reduce(0) { $0 + min(max($1.y, 0), MapPoint.worldWidth) } / Double(ring.count)
    let isNorth = pole.map { $0 == .north } ?? (middle < MapPoint.worldWidth / 2)
    close(at: isNorth ? -Self.poleDepth : MapPoint.worldWidth + Self.poleDepth, turn: turn)
  }

  private init(vertices: [Vertex]) { self.vertices = vertices }

  /// The same, so many worlds further to the east.
  func moved(by worlds: Double) -> OverlayRing {
    OverlayRing(
      vertices: vertices.map {
        Vertex(
          place: $0.place + Vector2(worlds * MapPoint.worldWidth, 0), isSeam: $0.isSeam)
      })
  }

  /// The rings of a circle on the sphere whose metres the map has, of the ellipsoid's greater axis: near by the
  /// circle of the map, and round on the globe however large. On the ellipsoid its radius differs by up to
  /// 0.7 %.
  static func circle(_ center: Coordinate, _ radius: Double) -> [OverlayRing] {
    let arc = min(radius / Ellipsoid.wgs84.semiMajorAxis, .pi)
    let middle = center.latitude * .pi / 180
    func place(_ angle: Double) -> Coordinate {
      let (east, north) = (sin(arc) * cos(angle), sin(arc) * sin(angle))
      let rise = cos(arc) * sin(middle) + north * cos(middle)
      let out = cos(arc) * cos(middle) - north * sin(middle)
      return Coordinate(
        latitude: atan2(rise, (out * out + east * east).squareRoot()) * 180 / .pi,
        longitude: center.longitude + atan2(east, out) * 180 / .pi)
    }
    /// More points where it passes a pole.
    func add(_ from: Double, _ to: Double, _ depth: Int, _ ring: inout [Coordinate]) {
      let (a, b) = (place(from), place(to))
      if depth < 24, abs(wrappedLongitude(b.longitude - a.longitude)) > 3 {
        let half = (from + to) / 2
        add(from, half, depth + 1, &ring)
        add(half, to, depth + 1, &ring)
      } else {
        ring.append(a)
      }
    }
    var ring: [Coordinate] = []
    for i in 0..<360 { add(Double(i) * .pi / 180, Double(i + 1) * .pi / 180, 0, &ring) }
    let holds = Pole.allCases.filter {
      arc > .pi / 2 - ($0 == .north ? middle : -middle)
    }
    let outline = OverlayRing(ring, holding: holds.first)
    return holds.count < 2 ? [outline] : [outline, world]
  }

  /// All of the Earth.
  private static var world: OverlayRing {
    let (width, depth) = (MapPoint.worldWidth, poleDepth)
    return OverlayRing(
      vertices: [(0, -depth), (width, -depth), (width, width + depth), (0, width + depth)].map {
        Vertex(place: Vector2($0.0, $0.1), isSeam: true)
      })
  }

  // MARK: Places

  /// Consecutive points stay close: a line across ±180° runs on into the next world. To a pole and from there
  /// it goes along meridians.
  private static func places(_ coordinates: [Coordinate], isClosed: Bool) -> [Vector2] {
    func isPole(_ c: Coordinate) -> Bool { abs(c.latitude) > 90 - 1e-7 }
    let points =
      coordinates.contains(where: isPole)
      ? coordinates.indices.flatMap { n -> [Coordinate] in
        let c = coordinates[n]
        guard isPole(c) else { return [c] }
        let count = coordinates.count
        let around = [n - 1, n + 1].map { i -> Double in
          guard isClosed || coordinates.indices.contains(i) else { return c.longitude }
          let beside = coordinates[(i + count) % count]
          return isPole(beside) ? c.longitude : beside.longitude
        }
        return around.map { Coordinate(latitude: c.latitude, longitude: $0) }
      } : coordinates
    var result: [Vector2] = []
    result.reserveCapacity(points.count)
    for c in points {
      var p = MapPoint(c)
      if abs(c.latitude) > MapPoint.maximumLatitude { p.y = y(c.latitude) }
      if let last = result.last {
        p.x = last.x + p.shortDeltaX(from: MapPoint(x: last.x, y: last.y))
      }
      result.append(Vector2(p.x, p.y))
    }
    return result
  }

  /// Beyond the map's edge.
  private static func y(_ latitude: Double) -> Double {
    let ψ = -log(tan(max(90 - abs(latitude), 0) * .pi / 360))
    let beyond = min((ψ / (2 * .pi) - 0.5) * MapPoint.worldWidth, poleDepth)
    return latitude > 0 ? -beyond : MapPoint.worldWidth + beyond
  }

  // MARK: The ends of the map

  private static let bands: [ClosedRange<Double>] = {
    let (low, high) = (y(edge.lowerBound), y(edge.upperBound))
    return [high...low, (MapPoint.worldWidth - low)...(MapPoint.worldWidth - high)]
  }()

  /// At which pole's end of the map it lies: along its edge, or at the pole.
  private static func end(_ p: Vector2) -> Pole? {
    let world = MapPoint.worldWidth
    if bands[0].contains(p.y) || p.y <= 1 - poleDepth { return .north }
    if bands[1].contains(p.y) || p.y >= world + poleDepth - 1 { return .south }
    return nil
  }

  private static func isAtEnd(_ p: Vector2) -> Bool { end(p) != nil }

  /// The vertices of a ring, of which a line is the points and the first one again: what lies along the map's
  /// edge is taken to the pole, unless that is a parallel around it.
  private static func closedAtPoles(_ line: [Vector2], goesAround: Bool) -> [Vertex] {
    let world = MapPoint.worldWidth
    // 0.15 mm at the equator.
    func isOn180(_ p: Vector2) -> Bool { abs(p.x - (p.x / world).rounded() * world) < 1e-3 }
    func isAlongEnd(_ a: Vector2, _ b: Vector2) -> Bool {
      !goesAround && a.x != b.x && end(a) != nil && end(a) == end(b)
    }
    var vertices: [Vertex] = []
    let count = line.count - 1
    for n in 0..<count {
      let (a, b) = (line[n], line[n + 1])
      // Down to the end of the map and up again along ±180°.
      let isClosing =
        abs(a.x - b.x) < 1e-3 && isOn180(a) && (end(a) != nil || end(b) != nil)
      guard isAlongEnd(a, b) else {
        vertices.append(Vertex(place: a, isSeam: isClosing))
        continue
      }
      // Between two edges along the end nothing goes to the pole.
      let before = isAlongEnd(line[n > 0 ? n - 1 : count - 1], n > 0 ? a : line[count])
      let after = isAlongEnd(n + 1 < count ? b : line[0], line[n + 1 < count ? n + 2 : 1])
      let y = end(a) == .north ? -poleDepth : world + poleDepth
      vertices.append(Vertex(place: a, isSeam: before || isOn180(a)))
      vertices.append(Vertex(place: Vector2(a.x, y), isSeam: true))
      vertices.append(Vertex(place: Vector2(b.x, y), isSeam: after || isOn180(b)))
    }
    return vertices
  }

  /// Cuts a ring around a pole where it meets ±180°, and closes it at the pole.
  private mutating func close(at y: Double, turn: Double) {
    guard let first = vertices.first else { return }
    let line = vertices + [Vertex(place: first.place + Vector2(turn, 0))]
    let (cut, place) = Self.seam(line.map(\.place))
    let around =
      vertices[cut...]
      + vertices[..<cut].map { Vertex(place: $0.place + Vector2(turn, 0), isSeam: $0.isSeam) }
    let isSeam = vertices[max(cut - 1, 0)].isSeam
    vertices =
      [Vertex(place: place, isSeam: isSeam)] + around
      + [
        Vertex(place: place + Vector2(turn, 0), isSeam: true),
        Vertex(place: Vector2(place.x + turn, y), isSeam: true),
        Vertex(place: Vector2(place.x, y), isSeam: true),
      ]
  }

  /// Where a line around the world meets ±180°: the number of its point behind that, and the place.
  private static func seam(_ line: [Vector2]) -> (number: Int, place: Vector2) {
    let world = MapPoint.worldWidth
    for (n, (a, b)) in zip(line, line.dropFirst()).enumerated() where a.x != b.x {
      let x = (min(a.x, b.x) / world).rounded(.up) * world
      guard x <= max(a.x, b.x) else { continue }
      return (n + 1, Vector2(x, a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x))))
    }
    return (0, line[0])
  }
}
