import BelvedereGeoMath
import BelvedereGeodesy

/// A place so high above the ground.
public struct ElevatedPlace: Sendable, Hashable {
  /// Where.
  public var coordinate: Coordinate
  /// Metres above the ground there, 0 or more.
  public var height: Double

  /// Makes a place.
  public init(_ coordinate: Coordinate, height: Double = 0) {
    self.coordinate = coordinate
    self.height = height
  }
}

/// Where a line of sight goes under the ground.
public struct SightBlock: Sendable, Hashable {
  /// The place.
  public var coordinate: Coordinate
  /// The ground's elevation there, metres above the datum.
  public var elevation: Double
  /// Metres from the line's start, straight, in the flat map's frame at the start.
  public var distance: Double

  /// Makes a place that blocks.
  public init(coordinate: Coordinate, elevation: Double, distance: Double) {
    self.coordinate = coordinate
    self.elevation = elevation
    self.distance = distance
  }
}

/// Whether one place can be seen from another.
public enum LineOfSight: Sendable, Hashable {
  /// No ground rises into the line.
  case visible
  /// The line goes under the ground first here.
  case blocked(SightBlock)
  /// No elevation is known at the start or at the end.
  case unknownGround

  /// The blocking place, if there is one.
  @inlinable public var block: SightBlock? {
    if case .blocked(let block) = self { block } else { nil }
  }
}

extension RayGround {
  /// Ground that rises less than this into a line, metres, does not block it: a place on the ground
  /// sees and is seen.
  public static var sightSlack: Double { 1e-6 }

  /// Whether one place can be seen from another along the line that is straight in the flat map's
  /// frame, the short way round the world.
  ///
  /// Holes and what lies beyond the grid do not block. Both directions have the same answer, beside
  /// the place that blocks.
  ///
  /// Accuracy: exact on the bilinear surface up to ``sightSlack``. Held by `LineOfSightTests` against
  /// dense samples along the line.
  /// - Throws: ``DomainError`` that names `from` or `to` where a coordinate is invalid, `height` where
  ///   one is not a finite number of at least 0.
  public func lineOfSight(
    from: ElevatedPlace, to: ElevatedPlace
  ) throws(DomainError) -> LineOfSight {
    try Self.check(from, "from")
    try Self.check(to, "to")
    let (a, b) = (position(of: from.coordinate), position(of: to.coordinate))
    guard let start = ground(at: a)?.elevation, let end = ground(at: b)?.elevation else {
      return .unknownGround
    }
    var way = b - a
    way.x -= (way.x / MapPoint.worldWidth).rounded() * MapPoint.worldWidth
    let rise = end + to.height - (start + from.height)
    guard
      let hit = sightHit(
        Vector3(a.x, a.y, start + from.height), Vector3(way.x, way.y, rise))
    else { return .visible }
    let metres = way * metersPerMapPoint(at: a)
    return .blocked(
      SightBlock(
        coordinate: coordinate(at: hit.position.xy), elevation: hit.position.z,
        distance: Vector3(metres.x, metres.y, rise).length * hit.t))
  }

  static func check(_ place: ElevatedPlace, _ name: String) throws(DomainError) {
    guard place.coordinate.isValid else {
      throw DomainError(field: name, value: place.coordinate, allowed: "a coordinate")
    }
    guard place.height >= 0, place.height < 1e12 else {
      throw DomainError(field: "height", value: place.height, allowed: "between 0 and 1e12 metres")
    }
  }

  /// Where a line from a position along a way goes under the ground by more than ``sightSlack``.
  func sightHit(_ eye: Vector3, _ way: Vector3) -> TerrainHit? {
    cast(
      SurfaceRay(
        origin: Vector3(eye.x, eye.y, eye.z + Self.sightSlack), direction: way, maximum: 1)
    ).hit
  }
}
