import BelvedereGeoMath
import BelvedereGeodesy

/// Points to be framed, as map points unwrapped onto one arc of longitudes.
struct FitPoints {
  /// A point on the map and its metres above the datum.
  struct Point {
    var map: MapPoint
    var elevation: Double
  }

  private(set) var points: [Point]
  /// The rectangle around the points; at most one world wide.
  let extent: MapRect

  /// Metres above or below the datum that can be computed with.
  static let elevations = -1e7...1e7

  /// Points whose arc of longitudes is the narrowest that holds them all.
  init(_ positions: some Collection<MapPosition>) throws(DomainError) {
    guard !positions.isEmpty else {
      throw DomainError(field: "coordinates", value: "none", allowed: "at least one")
    }
    var points: [Point] = []
    points.reserveCapacity(positions.count)
    var west = Double.infinity
    var east = -Double.infinity
    var north = Double.infinity
    var south = -Double.infinity
    for position in positions {
      try Self.check(position, points.count)
      var coordinate = position.coordinate
      // Beyond this the places of a longitude lie metres apart.
      if abs(coordinate.longitude) > 1e9 {
        coordinate.longitude = wrappedLongitude(coordinate.longitude)
      }
      var map = MapPoint(coordinate)
      if let first = points.first { map.x = first.map.x + map.shortDeltaX(from: first.map) }
      west = min(west, map.x)
      east = max(east, map.x)
      north = min(north, map.y)
      south = max(south, map.y)
      points.append(Point(map: map, elevation: position.elevation))
    }
    // Within half a world no other arc is narrower.
    if east - west > MapPoint.worldWidth / 2 {
      (west, east) = Self.unwrap(&points, west: west)
    }
    self.points = points
    extent = MapRect(x: west, y: north, width: east - west, height: south - north)
  }

  /// The corners of a rectangle at an elevation, or a grid of points on the ground inside.
  init(
    _ rect: MapRect, named name: String, elevation: (Coordinate) -> Double, steps: Int
  ) throws(DomainError) {
    for (value, field) in [
      (rect.x, "x"), (rect.y, "y"), (rect.width, "width"), (rect.height, "height"),
    ] {
      guard abs(value) <= 1e12 else {
        throw DomainError(
          field: "\(name).\(field)", value: value, allowed: "a finite number of map points")
      }
    }
    let world = MapPoint.worldWidth
    guard rect.width >= 0, rect.width <= world else {
      throw DomainError(
        field: "\(name).width", value: rect.width, allowed: "between 0 and the world's \(world)")
    }
    guard rect.height >= 0 else {
      throw DomainError(
        field: "\(name).height", value: rect.height, allowed: "at least 0 map points")
    }
    let (north, south) = (min(max(rect.minY, 0), world), min(max(rect.maxY, 0), world))
    guard rect.maxY >= 0, rect.minY <= world else {
      throw DomainError(
        field: "\(name).y", value: rect.y, allowed: "such that some of it lies on the map")
    }
    points = []
    for row in 0...steps {
      for column in 0...steps {
        let (u, v) = (Double(column) / Double(steps), Double(row) / Double(steps))
        let map = MapPoint(
          x: column == steps ? rect.maxX : rect.x + rect.width * u,
          y: row == steps ? south : north + (south - north) * v)
        let z = elevation(map.coordinate)
        try MapCamera.check(z, "elevation", within: Self.elevations, unit: "metres")
        points.append(Point(map: map, elevation: z))
      }
    }
    extent = MapRect(x: rect.x, y: north, width: rect.width, height: south - north)
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

  /// Moves points by whole worlds so that the widest gap lies outside.
  private static func unwrap(
    _ points: inout [Point], west: Double
  ) -> (west: Double, east: Double) {
    let world = MapPoint.worldWidth
    // All within one world, for each lies within half a world of the first.
    let sorted = points.map(\.map.x).map { $0 - west >= world ? $0 - world : $0 }.sorted()
    guard var east = sorted.last else { return (west, west) }
    var start = sorted[0]
    var gap = start + world - east
    for (a, b) in zip(sorted, sorted.dropFirst()) where b - a > gap {
      (gap, start, east) = (b - a, b, a + world)
    }
    for i in points.indices {
      if points[i].map.x - west >= world { points[i].map.x -= world }
      if points[i].map.x < start { points[i].map.x += world }
    }
    return (start, max(start, east))
  }
}
