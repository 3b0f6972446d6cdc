import BelvedereGeoMath
import BelvedereGeodesy

/// Points to be framed, unwrapped onto one arc of longitudes.
///
/// Places are differences from a base among the points, so that small sets keep all their digits
/// wherever on Earth they lie.
struct FitPoints {
  /// Map points east and north of the base, and metres above the datum.
  struct Point {
    var east, north, elevation: Double
    let coordinate: Coordinate
  }

  /// The frame around the base.
  let base: LocalFrame
  private(set) var points: [Point] = []
  /// The ends of the arc and of the latitudes, map points from the base.
  private(set) var lower = Vector2(.infinity, .infinity)
  private(set) var upper = Vector2(-.infinity, -.infinity)

  /// Metres above or below the datum that can be computed with.
  static let elevations = -1e7...1e7

  /// The middle of what the points span.
  var middle: Vector2 { (lower + upper) / 2 }

  /// Points whose arc of longitudes is the narrowest that holds them all.
  init(_ positions: some Collection<MapPosition>) throws(DomainError) {
    guard let first = positions.first else {
      throw DomainError(field: "coordinates", value: "none", allowed: "at least one")
    }
    try Self.check(first, 0)
    base = LocalFrame(origin: first.coordinate)
    let perMeter = 1 / Self.metersPerMapPoint(base)
    // An array: collections of others would be walked by calls without inlining.
    let all = Array(positions)
    for (index, position) in all.enumerated() { try Self.check(position, index) }
    points.reserveCapacity(all.count)
    let places = base.positions(of: all.map(\.coordinate))
    for (position, place) in zip(all, places) {
      append(position.coordinate, place * perMeter, position.elevation)
    }
    // Within half a world no other arc is narrower.
    if upper.x - lower.x > MapPoint.worldWidth / 2 { unwrap() }
  }

  /// The corners of a rectangle, or a grid of points inside, on ground of some elevation.
  init(
    _ rect: MapRect, steps: Int, ground: (Coordinate) -> Double
  ) throws(DomainError) {
    let world = MapPoint.worldWidth
    let (north, south) = try Self.latitudes(of: rect)
    let middle = MapPoint(x: rect.mid.x, y: (north + south) / 2)
    base = LocalFrame(origin: middle.coordinate)
    let perMeter = 1 / Self.metersPerMapPoint(base)
    for row in 0...steps {
      for column in 0...steps {
        let (u, v) = (Double(column) / Double(steps), Double(row) / Double(steps))
        let place = MapPoint(
          x: column == steps ? rect.maxX : rect.x + rect.width * u,
          y: row == steps ? south : north + (south - north) * v)
        // What others will ask for is the coordinate, so its rounding is part of the point.
        let coordinate = place.coordinate
        var p = base.position(of: coordinate) * perMeter
        p.x += ((place.x - middle.x - p.x) / world).rounded() * world
        let elevation = ground(coordinate)
        try MapCamera.check(elevation, "elevation", within: Self.elevations, unit: "metres")
        append(coordinate, p, elevation)
      }
    }
  }

  private mutating func append(
    _ coordinate: Coordinate, _ p: Vector2, _ elevation: Double
  ) {
    points.append(
      Point(east: p.x, north: p.y, elevation: elevation, coordinate: coordinate))
    lower = Vector2(min(lower.x, p.x), min(lower.y, p.y))
    upper = Vector2(max(upper.x, p.x), max(upper.y, p.y))
  }

  /// Metres for each map point in a frame, with all digits.
  static func metersPerMapPoint(_ frame: LocalFrame) -> Double {
    frame.metersPerRadian * (2 * .pi / MapPoint.worldWidth)
  }

  /// The part of a rectangle's north-south extent that lies on the map.
  private static func latitudes(
    of rect: MapRect
  ) throws(DomainError) -> (north: Double, south: Double) {
    let world = MapPoint.worldWidth
    try MapCamera.check(rect.x, "mapRect.x", within: -1e12...1e12, unit: "map points")
    try MapCamera.check(rect.y, "mapRect.y", within: -1e12...1e12, unit: "map points")
    try MapCamera.check(rect.width, "mapRect.width", within: 0...world, unit: "map points")
    try MapCamera.check(rect.height, "mapRect.height", within: 0...1e12, unit: "map points")
    guard rect.maxY >= 0, rect.minY <= world else {
      throw DomainError(
        field: "mapRect.y", value: rect.y, allowed: "such that some of it lies on the map")
    }
    return (max(rect.minY, 0), min(rect.maxY, world))
  }

  private static func check(_ position: MapPosition, _ index: Int) throws(DomainError) {
    let c = position.coordinate
    guard abs(c.latitude) <= 90 else {
      throw DomainError(
        field: "coordinates[\(index)].latitude", value: c.latitude,
        allowed: "between -90 and 90 degrees")
    }
    guard c.longitude.isFinite else {
      throw DomainError(
        field: "coordinates[\(index)].longitude", value: c.longitude, allowed: "a finite number")
    }
    guard elevations.contains(position.elevation) else {
      throw DomainError(
        field: "coordinates[\(index)].elevation", value: position.elevation,
        allowed: "between -1e7 and 1e7 metres")
    }
  }

  /// Moves points by a whole world so that the widest gap lies outside.
  private mutating func unwrap() {
    let world = MapPoint.worldWidth
    // All lie within half a world of the base, so within one world.
    let sorted = points.map(\.east).sorted()
    var gap = sorted[0] + world - upper.x
    for (a, b) in zip(sorted, sorted.dropFirst()) where b - a > gap {
      gap = b - a
      (lower.x, upper.x) = (b, a + world)
    }
    for i in points.indices where points[i].east < lower.x { points[i].east += world }
  }
}
