import BelvedereGeoMath

/// A ring or a line with the way to each of its points.
struct EdgeLine {
  struct Point {
    var place: Vector2
    /// Along the whole outline.
    var way: Double
    /// Whether the edge from here to the next one has no line.
    var isSeam = false
    /// The way on the ground from the beginning of its own ring or line, metres, and metres of a unit there;
    /// of a line that was not measured 0.
    var ground = 0.0, metersPerUnit = 0.0
  }

  private(set) var points: [Point]
  let isClosed: Bool
  /// The way at which it begins, and at which it ends.
  let start, end: Double
  /// The length of the whole ring on the ground, metres.
  let ground: Double

  /// Lines from points, without repeated ones; those without any length are left out.
  static func lines(_ rings: [[Vector2]], isClosed: Bool) -> [EdgeLine] {
    var way = 0.0
    var lines: [EdgeLine] = []
    for ring in rings {
      guard let first = ring.first else { continue }
      let start = way
      var points = [Point(place: first, way: way)]
      var last = first
      for p in ring.dropFirst() where p != last {
        way += (p - last).length
        points.append(Point(place: p, way: way))
        last = p
      }
      if isClosed, points.count > 1 {
        if last == first { points.removeLast() } else { way += (first - last).length }
      }
      guard points.count > 1 else { continue }
      lines.append(EdgeLine(kept: points, isClosed: isClosed, start: start, end: way))
    }
    return lines
  }

  /// A line of points that may be repeated; `nil` for one without any length.
  init?(points given: [Point], isClosed: Bool, start: Double, end: Double, ground: Double = 0) {
    var points: [Point] = []
    for p in given {
      if points.last?.place == p.place { points.removeLast() }
      points.append(p)
    }
    if isClosed, points.count > 1, points.last?.place == points.first?.place { points.removeLast() }
    guard points.count > 1 else { return nil }
    self.init(kept: points, isClosed: isClosed, start: start, end: end, ground: ground)
  }

  private init(
    kept points: [Point], isClosed: Bool, start: Double, end: Double, ground: Double = 0
  ) {
    (self.points, self.isClosed, self.start, self.end) = (points, isClosed, start, end)
    self.ground = ground
  }

  func moved(by way: Vector2) -> EdgeLine {
    var line = self
    for i in line.points.indices { line.points[i].place += way }
    return line
  }

  /// Whether no two of its points are the same.
  var comesNowhereTwice: Bool {
    Set(points.map { SIMD2($0.place.x, $0.place.y) }).count == points.count
  }

  /// Without points that are nearer than so much to the one before; `nil` for a ring of which nothing
  /// remains.
  func simplified(tolerance: Double) -> EdgeLine? {
    guard var last = points.first else { return nil }
    var kept = [last]
    for p in points.dropFirst() {
      // What closes an area in one world and the next stays where it is.
      let isJoint = p.isSeam != kept[kept.count - 1].isSeam
      guard isJoint || (p.place - last.place).length >= tolerance else { continue }
      kept.append(p)
      last = p
    }
    if isClosed {
      if kept.count < 3 { return nil }
    } else if let end = points.last, end.way > last.way {
      // A line keeps its ends.
      if kept.count > 1 { kept.removeLast() }
      kept.append(end)
    }
    return EdgeLine(kept: kept, isClosed: isClosed, start: start, end: end, ground: ground)
  }
}
