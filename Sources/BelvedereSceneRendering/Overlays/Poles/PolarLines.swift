import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The outline of an overlay that reaches towards a pole, on the map and in the planes around the poles, in
/// which the globe's ground beyond the map's edge has its overlays.
///
/// Ways along a line are those of the map, and beyond its edge those in the planes, which go on at the same
/// pace.
struct PolarLines {
  private(set) var map: [EdgeLine] = []
  /// By the numbers of ``Pole``.
  private(set) var charts: [[EdgeLine]] = [[], []]
  /// The ways of all lines together.
  private(set) var length = 0.0

  private static let world = MapPoint.worldWidth
  /// How far the map goes on beyond its edge, and a plane on this side of it: footprints and lines at the edge
  /// reach over it. From 82.3° to 86.9° of latitude.
  private static let margin = 0.07 * world
  /// Where lines are cut.
  private static let levels = [-margin, 0, margin, world - margin, world, world + margin]

  /// - Returns: `nil` for rings that do not come near a pole.
  init?(_ rings: [OverlayRing], isClosed: Bool) {
    let range = Self.margin...(Self.world - Self.margin)
    guard rings.contains(where: { $0.vertices.contains { !range.contains($0.place.y) } }) else {
      return nil
    }
    for ring in rings {
      let start = length
      let (points, ground) = cut(ring.vertices, isClosed: isClosed)
      func lines(
        _ range: ClosedRange<Double>, _ placed: ([EdgeLine.Point]) -> [EdgeLine.Point]
      ) -> [EdgeLine] {
        // What only follows an end of the range is nothing.
        guard points.contains(where: { $0.place.y > range.lowerBound }),
          points.contains(where: { $0.place.y < range.upperBound })
        else { return [] }
        let parts = isClosed ? [Self.held(points, range)] : Self.inside(points, range)
        return parts.compactMap {
          EdgeLine(
            points: placed($0), isClosed: isClosed, start: start, end: length, ground: ground)
        }
      }
      map += lines(-Self.margin...(Self.world + Self.margin)) { $0 }
      for pole in Pole.allCases {
        let (far, near) = (Self.world + 2 * OverlayRing.poleDepth, Self.margin)
        let reach = pole == .north ? -far...near : (Self.world - near)...(Self.world + far)
        charts[pole.rawValue] += lines(reach) {
          bent($0, isClosed: isClosed, ground: ground, around: pole)
        }
      }
    }
  }

  /// The points of a ring or line and those where it is cut, with the ways to them, and its length on the
  /// ground.
  private mutating func cut(
    _ vertices: [OverlayRing.Vertex], isClosed: Bool
  ) -> (points: [EdgeLine.Point], ground: Double) {
    var points: [EdgeLine.Point] = []
    var ground = 0.0
    for n in 0..<max(isClosed ? vertices.count : vertices.count - 1, 0) {
      let (a, b) = (vertices[n], vertices[(n + 1) % vertices.count])
      let d = b.place - a.place
      let cuts = Self.levels.compactMap { level -> (at: Double, place: Vector2)? in
        guard (a.place.y - level) * (b.place.y - level) < 0 else { return nil }
        let t = (level - a.place.y) / d.y
        return (t, Vector2(a.place.x + d.x * t, level))
      }.sorted { $0.at < $1.at }
      var from = a.place
      for place in cuts.map(\.place) + [b.place] {
        points.append(
          EdgeLine.Point(place: from, way: length, isSeam: a.isSeam, ground: ground))
        length += Self.way(from, place)
        if !a.isSeam { ground += GroundWays.length(from, place) }
        from = place
      }
    }
    if !isClosed, let last = vertices.last {
      points.append(EdgeLine.Point(place: last.place, way: length, ground: ground))
    }
    return (points, ground)
  }

  /// The length of an edge on one side of the map's edge.
  private static func way(_ a: Vector2, _ b: Vector2) -> Double {
    let middle = (a.y + b.y) / 2
    guard middle < 0 || middle > world else { return (b - a).length }
    func beyond(_ y: Double) -> Double { (middle < 0 ? -y : y - world) / PolarChart.rim }
    let (u, v) = (beyond(a.y), beyond(b.y))
    let scale = abs(u - v) > 1e-6 ? (exp(-u) - exp(-v)) / (v - u) : exp(-u)
    return (b - a).length * scale
  }

  /// A ring whose points beyond a range are held at its ends. Edges along these have no line.
  private static func held(
    _ points: [EdgeLine.Point], _ range: ClosedRange<Double>
  ) -> [EdgeLine.Point] {
    var points = points
    for n in points.indices {
      let (a, b) = (points[n].place.y, points[(n + 1) % points.count].place.y)
      let isBeyond =
        a <= range.lowerBound && b <= range.lowerBound
        || a >= range.upperBound && b >= range.upperBound
      if isBeyond { points[n].isSeam = true }
    }
    for n in points.indices {
      points[n].place.y = min(max(points[n].place.y, range.lowerBound), range.upperBound)
    }
    return points
  }

  /// The parts of a line in a range.
  private static func inside(
    _ points: [EdgeLine.Point], _ range: ClosedRange<Double>
  ) -> [[EdgeLine.Point]] {
    var parts: [[EdgeLine.Point]] = []
    var isIn = false
    for (a, b) in zip(points, points.dropFirst()) {
      let goesOn = isIn
      isIn = range.contains(a.place.y) && range.contains(b.place.y)
      guard isIn else { continue }
      if goesOn { parts[parts.count - 1].append(b) } else { parts.append([a, b]) }
    }
    return parts
  }

  /// What is straight on the map, in the plane around a pole: within 0.2 m at the map's edge.
  private func bent(
    _ points: [EdgeLine.Point], isClosed: Bool, ground: Double, around pole: Pole
  ) -> [EdgeLine.Point] {
    var bent: [EdgeLine.Point] = []
    for n in 0..<(isClosed ? points.count : points.count - 1) {
      let (a, b) = (points[n], points[(n + 1) % points.count])
      let isLast = n + 1 == points.count
      let end = isLast ? length : b.way
      let d = (b.place - a.place) / PolarChart.rim
      let bend = (abs(d.x) * d.length).squareRoot()
      let count = Int(clamping: (bend / 0.00175).rounded(.up), in: 1...8192)
      let places = (0...count).map { i in
        PolarChart.place(
          a.place + (b.place - a.place) * (Double(i) / Double(count)), around: pole)
      }
      let steps = zip(places, places.dropFirst()).map { ($1 - $0).length }
      let whole = max(steps.reduce(0, +), 1e-9)
      let (pace, onGround) = ((end - a.way) / whole, (isLast ? ground : b.ground) - a.ground)
      var (way, run) = (a.way, 0.0)
      for (place, step) in zip(places, steps) {
        bent.append(
          EdgeLine.Point(
            place: place, way: way, isSeam: a.isSeam, ground: a.ground + onGround * run / whole,
            metersPerUnit: PolarChart.metersPerUnit(place)))
        way += step * pace
        run += step
      }
    }
    if !isClosed, let last = points.last {
      bent.append(
        EdgeLine.Point(
          place: PolarChart.place(last.place, around: pole), way: last.way, ground: last.ground,
          metersPerUnit: PolarChart.metersPerUnit(
            PolarChart.place(last.place, around: pole))))
    }
    return bent
  }
}
