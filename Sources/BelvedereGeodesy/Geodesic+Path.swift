import BelvedereGeoMath

extension Geodesic {
  /// A path has no more points than this.
  public static let maximumPathPoints = 1_000_000

  /// Points along the shortest line between two points, evenly spaced.
  ///
  /// - Parameter maximumSegment: the greatest length of a segment in metres, > 0. The path has
  ///   ⌈distance / maximumSegment⌉ segments, one where the points coincide.
  /// - Returns: the points, the ends being those given with longitudes within [−180, 180).
  /// - Throws: ``DomainError`` as ``inverse(from:to:)``, and one that names `maximumSegment` where
  ///   it is not positive or asks for more than ``maximumPathPoints``.
  public func path(
    from start: Coordinate, to end: Coordinate, maximumSegment: Double
  ) throws(DomainError) -> [Coordinate] {
    guard maximumSegment > 0 else {
      throw DomainError(field: "maximumSegment", value: maximumSegment, allowed: "positive")
    }
    let line = try line(from: start, to: end)
    let wanted = (line.length / maximumSegment).rounded(.up)
    guard wanted < Double(Self.maximumPathPoints) else {
      throw DomainError(
        field: "maximumSegment", value: maximumSegment,
        allowed: "long enough for at most \(Self.maximumPathPoints) points")
    }
    let segments = Int(clamping: wanted, in: 1...Self.maximumPathPoints)
    var points: [Coordinate] = []
    points.reserveCapacity(segments + 1)
    points.append(line.start)
    for i in 1..<max(segments, 1) {
      let distance = line.length * Double(i) / Double(segments)
      points.append(line.position(unchecked: distance).coordinate)
    }
    points.append(
      Coordinate(latitude: end.latitude, longitude: wrappedLongitude(end.longitude)))
    return points
  }

  /// Points along the shortest lines through some points, in the manner of MapKit's geodesic
  /// polyline: a leg has ⌈length / 1 km⌉ segments.
  ///
  /// - Parameters:
  ///   - coordinates: the points; with fewer than two they are the path.
  ///   - maximumSegment: the greatest length of a segment in metres, > 0.
  /// - Throws: ``DomainError`` as ``path(from:to:maximumSegment:)``, also where all legs together
  ///   have more than ``maximumPathPoints``.
  public func path(
    through coordinates: [Coordinate], maximumSegment: Double = 1000
  ) throws(DomainError) -> [Coordinate] {
    var points: [Coordinate] = []
    if coordinates.count == 1, let only = coordinates.first {
      try only.checked(as: "coordinates")
      points = [
        Coordinate(latitude: only.latitude, longitude: wrappedLongitude(only.longitude))
      ]
    }
    for (start, end) in zip(coordinates, coordinates.dropFirst()) {
      let leg = try path(from: start, to: end, maximumSegment: maximumSegment)
      points += points.isEmpty ? leg[...] : leg.dropFirst()
      guard points.count <= Self.maximumPathPoints else {
        throw DomainError(
          field: "maximumSegment", value: maximumSegment,
          allowed: "long enough for at most \(Self.maximumPathPoints) points")
      }
    }
    return points
  }

  /// The point at a fraction of the shortest line between two points.
  ///
  /// - Parameter fraction: 0 at `from`, 1 at `to`; other finite values lie beyond.
  /// - Throws: ``DomainError`` as ``inverse(from:to:)``, or one that names `fraction`.
  public func waypoint(
    from start: Coordinate, to end: Coordinate, fraction: Double
  ) throws(DomainError) -> Coordinate {
    try line(from: start, to: end).position(fraction: fraction).coordinate
  }
}
