import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way of a centre over the flat map: the geodesic, past a pole where that leaves the map, or where it is
/// asked for, an arc (``PolarArc``), or straight on the map.
struct CenterTrack: Sendable {
  private enum Course {
    case none
    case geodesic(GeodesicLine)
    /// Map points of the start, and for each metre of the way.
    case straight(from: MapPoint, east: Double, south: Double)
    case arc(PolarArc)
  }

  /// A place and its derivatives in map points by metres of the way.
  struct Place {
    var coordinate: Coordinate
    var east = (first: 0.0, second: 0.0, third: 0.0)
    var south = (first: 0.0, second: 0.0, third: 0.0)
  }

  private let start: Coordinate
  private let course: Course
  /// Metres.
  let length: Double
  /// Degrees of latitude, at least 0, of the geodesic where it is farthest from the equator; 0 where the way keeps
  /// straight.
  let highestLatitude: Double

  /// - Parameters:
  ///   - isStraight: whether to keep straight on the map, where no way leaves a rectangle.
  ///   - latitude: degrees; an arc no farther from the equator than that, or the ends, is taken instead of a
  ///     geodesic that is. `nil` for the map's edge.
  init(
    from start: Coordinate, to end: Coordinate, isStraight: Bool, within latitude: Double? = nil
  ) throws(DomainError) {
    self.start = start
    guard start != end else {
      highestLatitude = 0
      course = .none
      length = 0
      return
    }
    let line = try Geodesic.wgs84.line(from: start, to: end)
    let highest = isStraight ? 0 : Self.highestLatitude(of: line, before: end)
    highestLatitude = highest
    if !isStraight, highest <= min(latitude ?? MapPoint.maximumLatitude, MapPoint.maximumLatitude) {
      course = .geodesic(line)
      length = line.length
      return
    }
    if !isStraight, let arc = PolarArc(from: start, to: end, within: latitude) {
      course = .arc(arc)
      length = arc.length
      return
    }
    let (p, q) = (MapPoint(start), MapPoint(end))
    length = line.length
    let metres = max(length, 1e-300)
    course = .straight(from: p, east: q.shortDeltaX(from: p) / metres, south: (q.y - p.y) / metres)
  }

  /// The greatest latitude that a geodesic reaches on either side of the equator before its end.
  private static func highestLatitude(of line: GeodesicLine, before end: Coordinate) -> Double {
    let atEnds = max(abs(line.start.latitude), abs(end.latitude))
    let f = Ellipsoid.wgs84.flattening
    let α = line.azimuth * .pi / 180
    let β = atan((1 - f) * tan(line.start.latitude * .pi / 180))
    // Clairaut: the cosine of the highest reduced latitude.
    let least = abs(sin(α)) * cos(β)
    let highest = atan2((1 - least * least).squareRoot(), least * (1 - f)) * 180 / .pi
    // Rounding must not make a whole turn of next to none.
    guard highest > atEnds, line.length > 1000 else { return atEnds }
    guard let azimuth = try? line.position(distance: line.length).azimuth else { return highest }
    // Angles on the auxiliary sphere from the node to the ends; a quarter turn is the northernmost place.
    let β2 = atan((1 - f) * tan(end.latitude * .pi / 180))
    let from = atan2(sin(β), cos(α) * cos(β))
    let to = atan2(sin(β2), cos(azimuth * .pi / 180) * cos(β2))
    func turn(_ angle: Double) -> Double {
      angle - (angle / (2 * .pi)).rounded(.down) * 2 * .pi
    }
    let whole = turn(to - from)
    return [Double.pi / 2, -.pi / 2].contains { turn($0 - from) < whole } ? highest : atEnds
  }

  /// The place so many metres on the way.
  func coordinate(at way: Double) -> Coordinate {
    switch course {
    case .none: return start
    case .geodesic(let line): return geodesic(line, at: way).coordinate
    case .straight(let p, let east, let south):
      return MapPoint(x: p.x + east * way, y: p.y + south * way).coordinate
    case .arc(let arc): return held(arc.coordinate(at: way))
    }
  }

  /// The place so many metres on the way, and its derivatives.
  func place(at way: Double) -> Place {
    switch course {
    case .none: return Place(coordinate: start)
    case .geodesic(let line):
      let spot = geodesic(line, at: way)
      return Place(spot.coordinate, azimuth: spot.azimuth)
    case .straight(_, let east, let south):
      return Place(coordinate: coordinate(at: way), east: (east, 0, 0), south: (south, 0, 0))
    case .arc(let arc):
      var place = arc.place(at: way)
      place.coordinate = held(place.coordinate)
      return place
    }
  }

  private func geodesic(
    _ line: GeodesicLine, at way: Double
  ) -> (coordinate: Coordinate, azimuth: Double) {
    // The way is finite, so that a place is always found.
    guard let spot = try? line.position(distance: way) else { return (start, 0) }
    return (held(spot.coordinate), spot.azimuth)
  }

  /// Rounding must not lead off the map.
  private func held(_ place: Coordinate) -> Coordinate {
    let edge = MapPoint.maximumLatitude
    return Coordinate(latitude: min(max(place.latitude, -edge), edge), longitude: place.longitude)
  }

  /// Map points of all places between so many and so many metres on the way.
  func bounds(over way: Interval) -> (x: Interval, y: Interval) {
    let (a, b) = (coordinate(at: way.low), coordinate(at: way.high))
    let (p, q) = (MapPoint(a), MapPoint(b))
    let delta = q.shortDeltaX(from: p)
    var x = Interval(between: p.x, and: p.x + delta)
    var y = Interval(between: p.y, and: q.y)
    // No arc of the ellipsoid bends more than the least radius of its meridian allows.
    let arc = way.width / 6_335_000
    let farthest = max(abs(a.latitude), abs(b.latitude)) * .pi / 180 + arc / 2
    let sagitta: Double
    switch course {
    case .none, .straight: return (x, y)
    case .geodesic:
      // Off the chord by at most an eighth of the second derivative times the length squared.
      let radius = 6_370_000 * cos(min(farthest, Self.edge))
      sagitta =
        MapPoint.worldWidth / (2 * .pi) * 0.15 * (way.width / radius) * (way.width / radius)
    case .arc(let arc): sagitta = arc.sagitta(over: way.width, upTo: farthest)
    }
    if sagitta < MapPoint.worldWidth / 4 {
      x = Interval(x.low - sagitta, x.high + sagitta)
      y = Interval(y.low - sagitta, y.high + sagitta)
    } else {
      // Of half the world every longitude, and every latitude.
      x = Interval(p.x - MapPoint.worldWidth, p.x + MapPoint.worldWidth)
      y = Interval(0, MapPoint.worldWidth)
    }
    return (x, y.held(to: 0...MapPoint.worldWidth))
  }

  private static let edge = MapPoint.maximumLatitude * .pi / 180
}

extension CenterTrack.Place {
  /// The derivatives along a geodesic by its length, from Clairaut's relation and the radii of curvature.
  fileprivate init(_ place: Coordinate, azimuth: Double) {
    coordinate = place
    let (φ, α) = (place.latitude * .pi / 180, azimuth * .pi / 180)
    let (sinφ, cosφ) = (sin(φ), cos(φ))
    let (sinα, cosα) = (sin(α), cos(α))
    let ellipsoid = Ellipsoid.wgs84
    let e2 = ellipsoid.flattening * (2 - ellipsoid.flattening)
    let w2 = 1 - e2 * sinφ * sinφ
    let n = ellipsoid.semiMajorAxis / w2.squareRoot()
    let m = n * (1 - e2) / w2
    let unit = MapPoint.worldWidth / (2 * .pi)
    // λ′ = sin α / r with the parallel's radius r; r·sin α stays the same and r′ = −sin φ·cos α.
    let r = n * cosφ
    let λ = sinα / r
    let λ2 = 2 * λ * sinφ * cosα / r
    let λ3 =
      2 * λ / r
      * (cosφ * cosα * cosα / m + sinφ * sinφ * (3 * cosα * cosα - sinα * sinα) / r)
    east = (unit * λ, unit * λ2, unit * λ3)
    // ψ′ = cos α / (M·cos φ), φ′ = cos α / M and α′ = sin φ·λ′.
    let g = 1 / (m * cosφ)
    let ψ = cosα * g
    let φ1 = cosα / m
    let bulge = 3 * e2 * sinφ * cosφ / w2
    let bend = sinφ / cosφ - bulge
    let growth = bend * φ1
    let α1 = sinφ * λ
    let α2 = cosφ * φ1 * λ + sinφ * λ2
    let φ2 = -sinα * α1 / m - bulge * φ1 * φ1
    let bend1 =
      1 / (cosφ * cosφ)
      - 3 * e2 * ((cosφ * cosφ - sinφ * sinφ) + 2 * e2 * sinφ * sinφ * cosφ * cosφ / w2) / w2
    let growth1 = bend1 * φ1 * φ1 + bend * φ2
    south = (
      -unit * ψ, -unit * (-sinα * α1 * g + ψ * growth),
      -unit * g
        * (cosα * (growth * growth + growth1 - α1 * α1) - sinα * (α2 + 2 * α1 * growth))
    )
  }
}
