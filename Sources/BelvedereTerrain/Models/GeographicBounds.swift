import BelvedereGeodesy

/// A box of latitudes and longitudes in degrees.
public struct GeographicBounds: Sendable, Hashable {
  /// The edges in degrees; `east` is greater than `west` and may exceed 180.
  public var south, west, north, east: Double

  /// Makes a box.
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// Whether a position lies inside or on the edge; its longitude may be whole turns away.
  @inlinable public func contains(latitude: Double, longitude: Double) -> Bool {
    latitude >= south && latitude <= north && self.longitude(of: longitude) != nil
  }

  /// A longitude on that turn on which it lies between the edges; `nil` where it does on none.
  @inlinable public func longitude(of longitude: Double) -> Double? {
    if longitude >= west, longitude <= east { return longitude }
    let turned = longitude + ((west - longitude) / 360).rounded(.up) * 360
    return turned >= west && turned <= east ? turned : nil
  }

  /// The smallest box that holds both.
  public func union(_ other: GeographicBounds) -> GeographicBounds {
    GeographicBounds(
      south: min(south, other.south), west: min(west, other.west),
      north: max(north, other.north), east: max(east, other.east))
  }

  /// Whether all of the box lies in another one, on the same turn of the world.
  public func lies(in other: GeographicBounds) -> Bool {
    south >= other.south && north <= other.north && west >= other.west && east <= other.east
  }

  /// All around the world from -180 to 180 where the box is that wide, wider or within a thousandth of a degree, some 100 m,
  /// of it: else it would be a gap, or a sliver of what lies across ±180°. A box of exactly 360 keeps its edges.
  public var closedAround: GeographicBounds {
    guard east - west > 359.999, east - west != 360 else { return self }
    return GeographicBounds(south: south, west: -180, north: north, east: 180)
  }

  /// The middle.
  public var center: Coordinate {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}

extension GeographicBounds {
  /// The box of a rectangle of the map; its longitudes may exceed ±180.
  public init(_ rect: MapRect) {
    self.init(
      south: MapPoint(x: 0, y: rect.maxY).coordinate.latitude,
      west: rect.minX / MapPoint.worldWidth * 360 - 180,
      north: MapPoint(x: 0, y: rect.minY).coordinate.latitude,
      east: rect.maxX / MapPoint.worldWidth * 360 - 180)
  }

  /// The parts of another box that lie in this one, on the turns of the world of this one. A box
  /// around the world may meet another twice.
  public func intersections(with other: GeographicBounds) -> [GeographicBounds] {
    let low = max(south, other.south)
    let high = min(north, other.north)
    guard low <= high, other.west <= other.east else { return [] }
    // Boxes are at most a turn wide: three turns hold every meeting.
    let first = ((west - other.east) / 360).rounded(.up)
    guard first.isFinite else { return [] }
    return (0..<3).compactMap { turn in
      let shift = (first + Double(turn)) * 360
      let left = max(west, other.west + shift)
      let right = min(east, other.east + shift)
      return left <= right
        ? GeographicBounds(south: low, west: left, north: high, east: right) : nil
    }
  }
}
