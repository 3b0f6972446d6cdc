import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A route smoothed over a look-ahead, as places at even steps with the direction to what lies ahead.
struct RouteCourse {
  struct Station {
    var coordinate: Coordinate
    /// Degrees clockwise from north.
    var heading: Double
  }

  let stations: [Station]

  private static let mostPlaces = 1_000_000
  private static let mostStations = 20_000
  /// Steps of the route for each look-ahead.
  private static let steps = 8

  /// - Throws: `DomainError` that names `route` or `lookAhead`.
  init(_ route: [Coordinate], lookAhead: Double) throws(DomainError) {
    guard lookAhead > 0, lookAhead <= 1e8 else {
      throw DomainError(
        field: "lookAhead", value: lookAhead, allowed: "metres above 0, at most 1e8")
    }
    guard route.count >= 2, route.count <= Self.mostPlaces else {
      throw DomainError(
        field: "route", value: route.count, allowed: "2 to \(Self.mostPlaces) coordinates")
    }
    for (i, place) in route.enumerated() {
      guard abs(place.latitude) <= MapPoint.maximumLatitude else {
        throw DomainError(
          field: "route[\(i)].latitude", value: place.latitude,
          allowed: "within ±\(MapPoint.maximumLatitude) degrees")
      }
      guard place.longitude.isFinite else {
        throw DomainError(
          field: "route[\(i)].longitude", value: place.longitude, allowed: "a finite number")
      }
    }
    let line = Polyline(route)
    guard line.length > 0 else {
      throw DomainError(
        field: "route", value: "one place", allowed: "at least two places that differ")
    }
    let count = min(max((line.length / lookAhead).rounded(.up), 1), Double(Self.mostStations))
    let step = line.length / (count * Double(Self.steps))
    let parts = Int(clamping: count, in: 1...Self.mostStations) * Self.steps
    let points = line.points(every: step, count: parts)
    let smooth = Self.smoothed(Self.smoothed(points))
    stations = stride(from: 0, to: smooth.count, by: Self.steps).map { i in
      // Near the end there is less ahead, and at it what lies behind says where the route leads.
      let j = min(i + Self.steps, smooth.count - 1)
      let way = smooth[j] - smooth[j == i ? max(i - Self.steps, 0) : i]
      // The ends are met to the last bit.
      let isEnd = i == 0 || i == smooth.count - 1
      let place = MapPoint(x: smooth[i].x, y: smooth[i].y).coordinate
      return Station(
        coordinate: isEnd ? route[i == 0 ? 0 : route.count - 1] : place,
        heading: wrappedHeading(atan2(way.x, -way.y) * 180 / .pi))
    }
  }

  /// Each point as the mean of those half a look-ahead around it, fewer towards the ends, which stay.
  private static func smoothed(_ points: [Vector2]) -> [Vector2] {
    var sums = [Vector2.zero]
    sums.reserveCapacity(points.count + 1)
    // Relative to the first, so that sums of great numbers lose no digits.
    for point in points { sums.append(sums[sums.count - 1] + (point - points[0])) }
    return points.indices.map { i in
      let reach = min(i, points.count - 1 - i, steps / 2)
      let sum = sums[i + reach + 1] - sums[i - reach]
      return points[0] + sum / Double(2 * reach + 1)
    }
  }
}

/// A route on the map, across ±180° without a jump, measured in metres.
private struct Polyline {
  private var points: [Vector2] = []
  /// Metres from the start.
  private var lengths: [Double] = []

  init(_ route: [Coordinate]) {
    var last: MapPoint?
    for place in route {
      let point = MapPoint(place)
      guard let before = last, let end = points.last else {
        points = [Vector2(point.x, point.y)]
        lengths = [0]
        last = point
        continue
      }
      let way = Vector2(point.shortDeltaX(from: before), point.y - before.y)
      guard way != .zero else { continue }
      let latitude = (place.latitude + before.coordinate.latitude) / 2
      points.append(end + way)
      lengths.append(
        lengths[lengths.count - 1] + way.length * MapPoint.metersPerMapPoint(at: latitude))
      last = point
    }
  }

  var length: Double { lengths.last ?? 0 }

  /// So many points and one, evenly spaced, from the start to the end.
  func points(every step: Double, count: Int) -> [Vector2] {
    var i = 0
    return (0...count).map { k in
      guard k < count else { return points[points.count - 1] }
      let at = step * Double(k)
      while i + 2 < lengths.count, lengths[i + 1] <= at { i += 1 }
      let part = min((at - lengths[i]) / (lengths[i + 1] - lengths[i]), 1)
      return points[i] + (points[i + 1] - points[i]) * part
    }
  }
}
