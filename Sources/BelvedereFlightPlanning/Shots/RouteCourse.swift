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
  /// Metres of the way that is smoothed.
  let length: Double

  private static let mostPlaces = 1_000_000
  private static let mostStations = 20_000
  /// Steps of the route for each look-ahead.
  private static let steps = 8

  /// The part of the distance within which a way that does not get on is a pause: receivers of GPS wander there.
  private static let pause = 0.04
  /// The part of that which must be left of a way, or that of the way itself.
  private static let leastPart = 0.1
  private static let leastWay = 0.5
  /// The part of a track's length that is left of it where it is noisy.
  private static let noisy = 0.7
  /// How often pauses are looked for: what is left of one may be one again.
  private static let mostPasses = 4

  /// Refuses what leads round one place: what is left of it, seen from so far away, would turn the view on the spot.
  ///
  /// - Parameter way: metres that are left of it.
  static func checkLeads(
    _ way: Double, alongRouteOf length: Double, seenFrom distance: Double
  ) throws(DomainError) {
    let reach = pause * distance
    guard way > leastWay * reach || way > leastPart * length else {
      let (left, due) = (tenths(way), tenths(leastWay * reach))
      throw DomainError(
        field: "route",
        value: "a way around one place, of which \(left) m are left when it is smoothed",
        allowed:
          "one of which more than \(due) m or a tenth is left; choose a smaller distance or look-ahead"
      )
    }
  }

  private static func tenths(_ metres: Double) -> Double { (metres * 10).rounded() / 10 }

  /// Metres of look-ahead for a route of which none is said: the distance, and less for a round that is small beside it,
  /// of which smoothing over so much would leave nothing.
  static func lookAhead(for route: [Coordinate], seenFrom distance: Double) -> Double {
    guard let first = route.first else { return distance }
    let start = MapPoint(first)
    var (low, high) = (Vector2.zero, Vector2.zero)
    for place in route where abs(place.latitude) < 90 && place.longitude.isFinite {
      let point = MapPoint(place)
      let away = Vector2(point.shortDeltaX(from: start), point.y - start.y)
      low = Vector2(min(low.x, away.x), min(low.y, away.y))
      high = Vector2(max(high.x, away.x), max(high.y, away.y))
    }
    let scale = MapPoint.metersPerMapPoint(at: first.latitude)
    let across = (high - low).length * scale
    let end = MapPoint(route[route.count - 1])
    // A way that leads on is short, and seen as a whole.
    guard Vector2(end.shortDeltaX(from: start), end.y - start.y).length * scale < across / 10 else {
      return distance
    }
    return min(max(across / 4, leastLookAhead * distance), distance)
  }

  /// The part of the distance over which looks are smoothed at least.
  static let leastLookAhead = 0.1

  /// - Parameter distance: metres from which the route is seen.
  /// - Throws: `DomainError` that names `route` or `lookAhead`.
  init(_ route: [Coordinate], lookAhead: Double, distance: Double) throws(DomainError) {
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
    var line = Polyline(Self.withoutOutliers(route, seenFrom: distance))
    guard line.length > 0 else {
      throw DomainError(
        field: "route", value: "one place", allowed: "at least two places that differ")
    }
    var curve = Curve(line, lookAhead)
    for _ in 0..<Self.mostPasses {
      let reach = Self.pause * distance
      let pauses = curve.pauses(within: reach)
      guard !pauses.isEmpty else { break }
      let shorter = Polyline(curve.settled(pauses, within: reach))
      guard shorter.length > 0, shorter.length < line.length else { break }
      line = shorter
      curve = Curve(line, lookAhead)
    }
    if curve.stays(within: Self.pause * distance), let first = curve.points.first,
      let last = curve.points.last
    {
      // Seen from so far away it is no more than the way between its ends.
      let straight = Polyline([first, last])
      if straight.length > 0 { curve = Curve(straight, lookAhead) }
    }
    length = line.length
    let (smooth, parts) = (curve.smooth, curve.smooth.count - 1)
    let headings = Self.headings(smooth)
    // Of a noisy track the smooth way is far shorter, and so many stations would be at one place.
    let smoothLength = Polyline(smooth).length
    let due = min(max((4 * smoothLength / lookAhead).rounded(.up), 4), 1e6)
    let most = 4 * parts / Self.steps
    let isNoisy = smoothLength < Self.noisy * line.length
    let count = isNoisy ? min(Int(clamping: due, in: 4...1_000_000), most) : most
    let places = Self.evenPlaces(smooth, count: count)
    let all = places.enumerated().map { k, at in
      // The ends are met to the last bit.
      let isEnd = k == 0 || k == places.count - 1
      let point = Self.between(smooth, at)
      return Station(
        coordinate: isEnd
          ? route[k == 0 ? 0 : route.count - 1] : MapPoint(x: point.x, y: point.y).coordinate,
        heading: wrappedHeading(Self.between(headings, at).x))
    }
    stations = isNoisy ? Self.apart(all, by: Self.pause * distance) : all
    try Self.checkLeads(
      Polyline(stations.map(\.coordinate)).length, alongRouteOf: Polyline(route).length,
      seenFrom: distance)
  }

  /// A line at even steps, as it is and smoothed.
  private struct Curve {
    let points, smooth: [Vector2]

    init(_ line: Polyline, _ lookAhead: Double) {
      let count = min(max((line.length / lookAhead).rounded(.up), 1), Double(mostStations))
      let step = line.length / (count * Double(steps))
      let parts = Int(clamping: count, in: 1...mostStations) * steps
      points = line.points(every: step, count: parts)
      smooth = smoothed(smoothed(smoothed(points)))
    }

    /// Whether all of it is no farther than a reach from its start.
    func stays(within reach: Double) -> Bool {
      let from = points[0]
      let far =
        reach
        / MapPoint.metersPerMapPoint(
          at: MapPoint(x: from.x, y: from.y).coordinate.latitude)
      return points.allSatisfy { ($0 - from).length < far }
    }

    /// Where the way stays within a reach for a look-ahead or longer: ranges of points, neither the first nor the last.
    ///
    /// At the end of a way back it does not, unless the look-ahead is far less than the reach.
    func pauses(within reach: Double) -> [Range<Int>] {
      var pauses: [Range<Int>] = []
      guard smooth.count > 2 * steps + 2 else { return pauses }
      for i in 1..<smooth.count - steps - 1 {
        let from = smooth[i]
        let far =
          reach
          / MapPoint.metersPerMapPoint(
            at: MapPoint(x: from.x, y: from.y).coordinate.latitude)
        guard (i...i + steps).allSatisfy({ (smooth[$0] - from).length < far }) else { continue }
        if let last = pauses.last, last.upperBound >= i {
          pauses[pauses.count - 1] = last.lowerBound..<i + steps + 1
        } else {
          pauses.append(i..<i + steps + 1)
        }
      }
      return pauses
    }

    /// The points, in pauses those of the smooth line alone that get on by a reach: a track that advances more slowly
    /// than its noise goes to and fro is still a track.
    func settled(_ pauses: [Range<Int>], within reach: Double) -> [Vector2] {
      var kept = [points[0]]
      var next = 1
      for pause in pauses {
        kept += points[next..<pause.lowerBound]
        for point in smooth[pause] {
          let last = kept[kept.count - 1]
          let metres = MapPoint.metersPerMapPoint(
            at: MapPoint(x: last.x, y: last.y).coordinate.latitude)
          if (point - last).length * metres >= reach { kept.append(point) }
        }
        next = pause.upperBound
      }
      return kept + points[next...]
    }
  }

  /// A route without single fixes far beside those before and after them, as receivers of GPS have some.
  ///
  /// What is longer than half the distance, or of few places, was meant.
  private static func withoutOutliers(
    _ route: [Coordinate], seenFrom distance: Double
  ) -> [Coordinate] {
    guard route.count >= 50 else { return route }
    func metres(_ a: Coordinate, _ b: Coordinate) -> Double {
      let (p, q) = (MapPoint(a), MapPoint(b))
      return Vector2(q.shortDeltaX(from: p), q.y - p.y).length
        * MapPoint.metersPerMapPoint(at: a.latitude)
    }
    var kept = [route[0]]
    for i in 1..<route.count - 1 {
      let (before, after) = (kept[kept.count - 1], route[i + 1])
      let way = metres(before, route[i])
      let isOutlier =
        way < 0.5 * distance && way > pause * distance && way > 3 * metres(before, after)
      if !isOutlier { kept.append(route[i]) }
    }
    return kept + [route[route.count - 1]]
  }

  /// Stations without those that are no farther than a reach from the one before; the ends stay.
  private static func apart(_ stations: [Station], by reach: Double) -> [Station] {
    func isNear(_ a: Station, _ b: Station) -> Bool {
      let (p, q) = (MapPoint(a.coordinate), MapPoint(b.coordinate))
      let way = Vector2(q.shortDeltaX(from: p), q.y - p.y).length
      return way * MapPoint.metersPerMapPoint(at: a.coordinate.latitude) < reach
    }
    var kept = [stations[0]]
    for station in stations.dropFirst().dropLast() where !isNear(kept[kept.count - 1], station) {
      kept.append(station)
    }
    let end = stations[stations.count - 1]
    if kept.count > 1, isNear(kept[kept.count - 1], end) { kept.removeLast() }
    return kept + [end]
  }

  /// Where on the line through points, as an index and a part, so many stretches of equal length begin and end:
  /// the smoothing shortens bends, and of even stretches the camera's way is even.
  private static func evenPlaces(_ points: [Vector2], count: Int) -> [(index: Int, part: Double)] {
    var lengths = [0.0]
    lengths.reserveCapacity(points.count)
    for (a, b) in zip(points, points.dropFirst()) {
      let metres = MapPoint.metersPerMapPoint(
        at: MapPoint(x: a.x, y: (a.y + b.y) / 2).coordinate.latitude)
      lengths.append(lengths[lengths.count - 1] + (b - a).length * metres)
    }
    var i = 0
    return (0...count).map { k in
      let at = lengths[lengths.count - 1] * Double(k) / Double(count)
      while i + 2 < lengths.count, lengths[i + 1] <= at { i += 1 }
      let length = lengths[i + 1] - lengths[i]
      return (i, length > 0 ? min((at - lengths[i]) / length, 1) : 0)
    }
  }

  /// What lies between points: the cubic of Catmull and Rom.
  private static func between(
    _ points: [Vector2], _ place: (index: Int, part: Double)
  ) -> Vector2 {
    let (i, x) = place
    let (b, c) = (points[i], points[i + 1])
    let (a, d) = (points[max(i - 1, 0)], points[min(i + 2, points.count - 1)])
    // Differences, so that great numbers lose no digits.
    let before = (c - a) / 2
    let change = c - b
    let after = (d - b) / 2
    let second: Vector2 = change * 3 - before * 2 - after
    let third: Vector2 = before + after - change * 2
    let bend: Vector2 = (second + third * x) * x
    return b + (before + bend) * x
  }

  /// Degrees from each point to the one a look-ahead on, as the first of two numbers, smoothed as the points are.
  private static func headings(_ points: [Vector2]) -> [Vector2] {
    var result: [Vector2] = []
    var last = 0.0
    for i in points.indices {
      // Near the end there is less ahead, and at it what lies behind says where the route leads.
      let j = min(i + steps, points.count - 1)
      let way = points[j] - points[j == i ? max(i - steps, 0) : i]
      let heading = atan2(way.x, -way.y) * 180 / .pi
      last += i == 0 ? heading : headingChange(from: last, to: heading)
      result.append(Vector2(last, 0))
    }
    return smoothed(smoothed(result))
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

  /// Points of the map.
  init(_ places: [Vector2]) {
    for place in places {
      guard let end = points.last else {
        (points, lengths) = ([place], [0])
        continue
      }
      let way = (place - end).length
      guard way > 0 else { continue }
      let middle = MapPoint(x: place.x, y: (place.y + end.y) / 2)
      points.append(place)
      lengths.append(
        lengths[lengths.count - 1]
          + way * MapPoint.metersPerMapPoint(at: middle.coordinate.latitude))
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
