import BelvedereGeoMath
import BelvedereGeodesy

/// Something that is to be seen: places, of which so many must be.
public struct SightTarget: Sendable, Hashable {
  /// The places; heights are elevations above the datum.
  public var places: [GeodeticPosition]
  /// How many of them must be seen, at least 1.
  public var count: Int

  /// Makes a target.
  ///
  /// - Parameters:
  ///   - places: at least one.
  ///   - share: the part of them that must be seen, in [0, 1]; 0 for any one of them.
  public init(_ places: [GeodeticPosition], share: Double = 0) {
    self.places = places
    let part = (min(max(share, 0), 1) * Double(places.count)).rounded(.up)
    count = max(Int(clamping: part, in: 0...max(places.count, 1)), 1)
  }

  /// A place at an elevation.
  public static func point(_ coordinate: Coordinate, elevation: Double) -> SightTarget {
    SightTarget([GeodeticPosition(coordinate, height: elevation)])
  }

  /// A box over a part of the map: its corners, and the middles of its top and its sides.
  public static func box(
    _ rect: MapRect, from bottom: Double, to top: Double, share: Double = 0
  ) -> SightTarget {
    let (x, y) = ([rect.minX, rect.midX, rect.maxX], [rect.minY, rect.midY, rect.maxY])
    let z = [bottom, (bottom + top) / 2, top]
    var places: [GeodeticPosition] = []
    for k in 0..<3 {
      for j in 0..<3 {
        for i in 0..<3 {
          // Corners, and middles of faces but the lower one.
          let middles = [i, j, k].count { $0 == 1 }
          guard middles == 0 || (middles == 2 && k > 0) else { continue }
          places.append(GeodeticPosition(MapPoint(x: x[i], y: y[j]).coordinate, height: z[k]))
        }
      }
    }
    return SightTarget(places, share: share)
  }

  /// A building: the corners of its roof, and the middles of its walls, a hand's breadth off it.
  ///
  /// It may be one of the obstacles that sight is looked for between.
  public static func building(
    _ building: FlightObstacle, from bottom: Double, share: Double = 0
  ) -> SightTarget {
    let corners = building.footprint.map { MapPoint($0) }
    guard let first = corners.first, corners.count >= 3 else {
      return SightTarget([], share: share)
    }
    // The world gone on across its edge.
    let points = corners.map { Vector2(first.x + $0.shortDeltaX(from: first), $0.y) }
    let middle = points.reduce(Vector2.zero) { $0 + $1 } / Double(points.count)
    let hand = 0.2 / MapPoint.metersPerMapPoint(at: building.footprint[0].latitude)
    func place(_ point: Vector2, _ height: Double) -> GeodeticPosition {
      let way = point - middle
      let out = way.length > 0 ? point + way * (hand / way.length) : point
      return GeodeticPosition(MapPoint(x: out.x, y: out.y).coordinate, height: height)
    }
    let walls = points.indices.map { i in
      let j = (i + 1) % points.count
      return place((points[i] + points[j]) / 2, (bottom + building.top) / 2)
    }
    return SightTarget(points.map { place($0, building.top + 0.2) } + walls, share: share)
  }

  func validate() throws(DomainError) {
    guard !places.isEmpty, places.count <= 10_000 else {
      throw DomainError(field: "target", value: places.count, allowed: "1 to 10000 places")
    }
    guard count >= 1, count <= places.count else {
      throw DomainError(field: "target.count", value: count, allowed: "1 to \(places.count)")
    }
    for (i, place) in places.enumerated() {
      guard abs(place.latitude) <= MapPoint.maximumLatitude, place.longitude.isFinite,
        abs(place.height) <= 1e7
      else {
        throw DomainError(
          field: "target.places[\(i)]", value: "\(place)",
          allowed: "a place on the flat map within ±1e7 metres")
      }
    }
  }
}
