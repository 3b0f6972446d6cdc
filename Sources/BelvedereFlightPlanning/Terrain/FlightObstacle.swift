import BelvedereGeoMath
import BelvedereGeodesy

/// Something that stands on the ground: a prism from a footprint up to a level top.
public struct FlightObstacle: Sendable, Hashable {
  /// The corners of the footprint in order, the last one joined to the first; at least three. The short
  /// way round the world is meant between two.
  public var footprint: [Coordinate]
  /// The elevation of the top, metres above the datum.
  public var top: Double

  /// Makes an obstacle.
  public init(footprint: [Coordinate], top: Double) {
    self.footprint = footprint
    self.top = top
  }
}

/// Ground with obstacles on it, which a flight keeps above as it keeps above the ground.
///
/// Centres of cameras stay on the ground itself.
public struct ObstructedGround: FlightGround {
  /// An obstacle on the map.
  struct Prism {
    /// Map points, the world gone on across its edge.
    var corners: [Vector2]
    /// With the margin.
    var low, high: Vector2
    /// Map points of the margin.
    var reach: Double
    var top: Double
  }

  /// The ground without them.
  public let base: any FlightGround
  let prisms: PrismTree
  /// Metres around a footprint that count as it.
  public let margin: Double

  /// Makes the ground.
  ///
  /// - Parameters:
  ///   - base: the ground they stand on.
  ///   - margin: metres around each footprint that count as the obstacle, at least 0, at most 1e5.
  /// - Throws: `DomainError` that names `margin` or the obstacle's field, such as `obstacles[2].top`.
  public init(
    _ base: any FlightGround, obstacles: [FlightObstacle], margin: Double = 0
  ) throws(DomainError) {
    guard margin >= 0, margin <= 1e5 else {
      throw DomainError(field: "margin", value: margin, allowed: "metres between 0 and 1e5")
    }
    var prisms: [Prism] = []
    for (i, obstacle) in obstacles.enumerated() {
      prisms.append(try Prism(obstacle, margin: margin, name: "obstacles[\(i)]"))
    }
    self.base = base
    self.margin = margin
    self.prisms = PrismTree(prisms)
  }

  public var lookCost: Int { base.lookCost }

  public func elevation(at point: MapPoint) -> Double { base.elevation(at: point) }

  public func knownElevation(at point: MapPoint) -> Double? { base.knownElevation(at: point) }

  public func elevations(
    x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> ClosedRange<Double> { base.elevations(x: x, y: y) }

  public func top(at point: MapPoint) -> Double {
    var top = base.top(at: point)
    prisms.visit(x: point.x...point.x, y: point.y...point.y) { top = max(top, $0.top) }
    return top
  }

  public func highestTop(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Double {
    var top = base.highestTop(x: x, y: y)
    prisms.visit(x: x, y: y) { top = max(top, $0.top) }
    return top
  }

  public func lowestTop(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Double {
    var top = base.lowestTop(x: x, y: y)
    let world = MapPoint.worldWidth
    prisms.visit(x: x, y: y) { prism in
      guard prism.top > top else { return }
      let shift = ((prism.low.x - x.upperBound) / world).rounded(.up) * world
      if prism.covers(
        Vector2(x.lowerBound + shift, y.lowerBound), Vector2(x.upperBound + shift, y.upperBound))
      {
        top = prism.top
      }
    }
    return top
  }
}

extension ObstructedGround.Prism {
  init(_ obstacle: FlightObstacle, margin: Double, name: String) throws(DomainError) {
    guard obstacle.footprint.count >= 3, obstacle.footprint.count <= 100_000 else {
      throw DomainError(
        field: "\(name).footprint", value: obstacle.footprint.count,
        allowed: "3 to 100000 coordinates")
    }
    guard abs(obstacle.top) <= 1e6 else {
      throw DomainError(field: "\(name).top", value: obstacle.top, allowed: "within ±1e6 metres")
    }
    var corners: [Vector2] = []
    var last: MapPoint?
    for (k, place) in obstacle.footprint.enumerated() {
      guard abs(place.latitude) <= MapPoint.maximumLatitude, place.longitude.isFinite else {
        throw DomainError(
          field: "\(name).footprint[\(k)]", value: place, allowed: "a coordinate on the flat map")
      }
      let point = MapPoint(
        Coordinate(latitude: place.latitude, longitude: wrappedLongitude(place.longitude)))
      let x = last.map { $0.x + point.shortDeltaX(from: $0) } ?? point.x
      last = MapPoint(x: x, y: point.y)
      corners.append(Vector2(x, point.y))
    }
    self.corners = corners
    top = obstacle.top
    // The widest degree counts.
    let farthest = obstacle.footprint.reduce(0) { max($0, abs($1.latitude)) }
    reach = margin / MapPoint.metersPerMapPoint(at: farthest)
    var (low, high) = (corners[0], corners[0])
    for corner in corners {
      low = Vector2(min(low.x, corner.x), min(low.y, corner.y))
      high = Vector2(max(high.x, corner.x), max(high.y, corner.y))
    }
    self.low = low - Vector2(reach, reach)
    self.high = high + Vector2(reach, reach)
  }

  /// Whether a rectangle meets the footprint with its margin, which is held to be a square around each
  /// place.
  func meets(_ low: Vector2, _ high: Vector2) -> Bool {
    let (a, b) = (low - Vector2(reach, reach), high + Vector2(reach, reach))
    var isInside = false
    var before = corners[corners.count - 1]
    for corner in corners {
      if Self.crosses(before, corner, a, b) { return true }
      // The even-odd rule for one corner of the rectangle.
      if (before.y > a.y) != (corner.y > a.y) {
        let x = before.x + (corner.x - before.x) * ((a.y - before.y) / (corner.y - before.y))
        if a.x < x { isInside.toggle() }
      }
      before = corner
    }
    return isInside
  }

  /// Whether all of a rectangle lies in the footprint, for sure, its margin not counted.
  func covers(_ low: Vector2, _ high: Vector2) -> Bool {
    var isInside = false
    var before = corners[corners.count - 1]
    for corner in corners {
      if Self.crosses(before, corner, low, high) { return false }
      if (before.y > low.y) != (corner.y > low.y) {
        let x = before.x + (corner.x - before.x) * ((low.y - before.y) / (corner.y - before.y))
        if low.x < x { isInside.toggle() }
      }
      before = corner
    }
    return isInside
  }

  /// Whether a line meets a closed rectangle, by Liang and Barsky.
  private static func crosses(_ p: Vector2, _ q: Vector2, _ low: Vector2, _ high: Vector2) -> Bool {
    var (from, to) = (0.0, 1.0)
    for axis in 0...1 {
      let (start, way) = (p[axis], q[axis] - p[axis])
      if way == 0 {
        if start < low[axis] || start > high[axis] { return false }
        continue
      }
      let (a, b) = ((low[axis] - start) / way, (high[axis] - start) / way)
      from = max(from, min(a, b))
      to = min(to, max(a, b))
      if from > to { return false }
    }
    return true
  }
}
