import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One camera after another from a start to an end by ``ZoomPan``, by parts of the perceived way.
///
/// The centre runs along the geodesic, within a boundary straight on the map. The pitch keeps below what is
/// allowed at the distance (``PitchCourse``); the heading turns evenly the shorter way, through straight
/// down as anywhere else.
struct ZoomPanCourse: Sendable {
  let start, end: MapCamera
  let fieldOfView: Double
  let zoomPan: ZoomPan
  let limits: CameraLimits
  private let line: GeodesicLine
  private let widthOfDistance: Double
  private let lens: Double
  let pitch: PitchCourse
  /// Degrees by which the heading turns, in [−180, 180).
  let turn: Double

  /// - Parameters:
  ///   - start, end: valid, and within the limits.
  ///   - fieldOfView: degrees, vertical.
  /// - Throws: `DomainError` that names `curvature`.
  init(
    from start: MapCamera, to end: MapCamera, fieldOfView: Double, curvature: Double,
    limits: CameraLimits
  ) throws(DomainError) {
    self.start = start
    self.end = end
    self.fieldOfView = fieldOfView
    self.limits = limits
    line = try Geodesic.wgs84.line(from: start.centerCoordinate, to: end.centerCoordinate)
    let factor = 2 * tan(fieldOfView / 2 * .pi / 180)
    widthOfDistance = factor
    lens = BelvedereFlightPlanning.lens(ofFieldOfView: fieldOfView)
    let isStill = start.centerCoordinate == end.centerCoordinate
    // No camera is farther away than its domain allows.
    let farthest = limits.zoomRange?.maximumDistance ?? 1e9
    let highest = max(farthest, start.distance, end.distance) * factor
    let zoomPan = try ZoomPan(
      from: start.distance * factor, to: end.distance * factor, along: isStill ? 0 : line.length,
      curvature: curvature, maximumWidth: highest)
    self.zoomPan = zoomPan
    let range = Self.distances(of: limits)
    pitch = PitchCourse(
      from: start.pitch, to: end.pitch, apex: zoomPan.apex, rises: end.distance > start.distance
    ) { part in
      // At the ends the distances themselves: their logarithms would be off by a bit.
      let distance =
        part <= 0
        ? start.distance
        : part >= 1
          ? end.distance
          : min(max(zoomPan.view(at: part).width / factor, range.lowerBound), range.upperBound)
      return limits.maximumPitch(atDistance: distance)
    }
    turn = headingChange(from: start.heading, to: end.heading)
  }

  /// Metres from the centre for widths that are seen.
  func distance(ofWidth width: Interval) -> Interval {
    (width / widthOfDistance).held(to: Self.distances(of: limits))
      // Where the ends are met exactly.
      .union(
        width.low <= zoomPan.startWidth && zoomPan.startWidth <= width.high
          ? Interval(start.distance) : Interval(.infinity, -.infinity)
      )
      .union(
        width.low <= zoomPan.endWidth && zoomPan.endWidth <= width.high
          ? Interval(end.distance) : Interval(.infinity, -.infinity))
  }

  private static func distances(of limits: CameraLimits) -> ClosedRange<Double> {
    let low = limits.zoomRange?.minimumDistance ?? 0
    return low...max(limits.zoomRange?.maximumDistance ?? 1e9, low)
  }

  /// This course, or the one back: the same for both, so that their plans are mirror images to the bit.
  var canonical: ZoomPanCourse {
    func key(_ camera: MapCamera) -> [Double] {
      [
        camera.centerCoordinate.latitude, camera.centerCoordinate.longitude, camera.distance,
        camera.pitch, camera.heading,
      ]
    }
    guard key(end).lexicographicallyPrecedes(key(start)) else { return self }
    let back = try? ZoomPanCourse(
      from: end, to: start, fieldOfView: fieldOfView, curvature: zoomPan.curvature, limits: limits)
    return back ?? self
  }

  /// Whether nothing moves.
  var isStill: Bool { zoomPan.length == 0 && start.pitch == end.pitch && turn == 0 }

  /// The camera at a part of the perceived way; the ends are met exactly.
  ///
  /// - Parameter part: held within [0, 1].
  func camera(at part: Double) -> MapCamera {
    guard part > 0 else { return start }
    guard part < 1 else { return end }
    let view = zoomPan.view(at: part)
    return camera(at: part, view, place(at: view.way).coordinate, pitch.pitch(at: part).value)
  }

  private func camera(
    at part: Double, _ view: (way: Double, width: Double), _ center: Coordinate, _ pitch: Double
  ) -> MapCamera {
    let range = Self.distances(of: limits)
    let distance = min(max(view.width / widthOfDistance, range.lowerBound), range.upperBound)
    return MapCamera(
      lookingAtCenter: center, fromDistance: distance,
      // What lies between the places that were compared with the limit is held at it.
      pitch: min(pitch, limits.maximumPitch(atDistance: distance)),
      heading: start.heading + turn * part)
  }

  /// The camera and its derivatives after so many seconds by a law.
  func state(at time: Double, by law: RampLaw) -> PathState {
    let progress = law.progress(at: time)
    var state = state(at: progress.part)
    let (v, a, j) = (progress.first, progress.second, progress.third)
    state.third = state.third * (v * v * v) + state.second * (3 * v * a) + state.first * j
    state.second = state.second * (v * v) + state.first * a
    state.first *= v
    return state
  }

  /// The parts within (0, 1) between which three derivatives are smooth and change gently: where that of
  /// the pitch jumps, and around the turn at the apex.
  var joints: [Double] {
    var joints = pitch.joints
    if let apex = zoomPan.apex {
      // The hyperbola's turn is over at twice and a half its parameter.
      let reach = 2.5 / (zoomPan.curvature * zoomPan.length)
      joints += [
        apex.lowerBound - reach, apex.lowerBound, apex.upperBound, apex.upperBound + reach,
      ]
    }
    return joints.filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// The camera and three derivatives of its channels by the part of the perceived way.
  func state(at part: Double) -> PathState {
    let part = min(max(part, 0), 1)
    let view = zoomPan.view(at: part)
    let way = zoomPan.derivatives(at: part)
    let center = Place(place(at: view.way))
    let pitch = pitch.pitch(at: part)
    let camera =
      part <= 0
      ? start : part >= 1 ? end : camera(at: part, view, center.coordinate, pitch.value)
    var state = PathState(camera: camera, lens: lens)
    for (channel, slope) in [
      (Channel.east, center.east), (Channel.south, center.south),
    ] {
      state.first[channel] = slope.first * way.way.first
      let rate = way.way.first
      state.second[channel] = slope.second * rate * rate + slope.first * way.way.second
      state.third[channel] =
        slope.third * rate * rate * rate + slope.second * 3 * rate * way.way.second
        + slope.first * way.way.third
    }
    state.first[Channel.zoom] = way.logWidth.first
    state.second[Channel.zoom] = way.logWidth.second
    state.third[Channel.zoom] = way.logWidth.third
    state.first[Channel.pitch] = pitch.first
    state.second[Channel.pitch] = pitch.second
    state.third[Channel.pitch] = pitch.third
    state.first[Channel.heading] = turn
    return state
  }

  /// A place, and the direction of a geodesic or the slopes of a straight line there.
  struct Spot {
    enum Way {
      case none
      case geodesic(latitude: Double, azimuth: Double)
      /// Map points for each metre of the way.
      case line(east: Double, south: Double)
    }
    var coordinate: Coordinate
    var way = Way.none
  }

  /// The place so many metres on the way.
  func place(at way: Double) -> Spot {
    guard zoomPan.way > 0 else { return Spot(coordinate: start.centerCoordinate) }
    guard limits.boundary == nil else {
      // Straight on the map no way leaves a rectangle.
      let p = MapPoint(start.centerCoordinate)
      let q = MapPoint(end.centerCoordinate)
      let (east, south) = (q.shortDeltaX(from: p) / zoomPan.way, (q.y - p.y) / zoomPan.way)
      return Spot(
        coordinate: MapPoint(x: p.x + east * way, y: p.y + south * way).coordinate,
        way: .line(east: east, south: south))
    }
    // The way is finite, so that a place is always found.
    guard case (var coordinate, let azimuth)? = try? line.position(distance: way) else {
      return Spot(coordinate: end.centerCoordinate)
    }
    let latitude = coordinate.latitude
    // The flat map has no more.
    let edge = MapPoint.maximumLatitude
    coordinate.latitude = min(max(latitude, -edge), edge)
    return Spot(coordinate: coordinate, way: .geodesic(latitude: latitude, azimuth: azimuth))
  }

  /// A place and its derivatives in map points by metres of the way.
  fileprivate struct Place {
    var coordinate: Coordinate
    var east = (first: 0.0, second: 0.0, third: 0.0)
    var south = (first: 0.0, second: 0.0, third: 0.0)
  }
}

extension ZoomPanCourse.Place {
  /// The derivatives by the length of the way; of a geodesic from Clairaut's relation and the radii of
  /// curvature.
  fileprivate init(_ spot: ZoomPanCourse.Spot) {
    coordinate = spot.coordinate
    guard case .geodesic(let latitude, let azimuth) = spot.way else {
      if case .line(let east, let south) = spot.way {
        self.east.first = east
        self.south.first = south
      }
      return
    }
    let (φ, α) = (latitude * .pi / 180, azimuth * .pi / 180)
    let (sinφ, cosφ) = (sin(φ), max(cos(φ), 1e-9))
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
    guard coordinate.latitude == latitude else { return }
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

extension ZoomPanCourse: Hashable {
  static func == (a: Self, b: Self) -> Bool {
    a.start == b.start && a.end == b.end && a.zoomPan == b.zoomPan && a.limits == b.limits
      && a.fieldOfView == b.fieldOfView
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(end)
    hasher.combine(zoomPan)
  }
}

/// A course is coded as what it was made from; it is planned again, to the same bits.
extension ZoomPanCourse: Codable {
  private enum CodingKeys: String, CodingKey {
    case start, end, fieldOfView, curvature, limits
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let fieldOfView = try values.decode(Double.self, forKey: .fieldOfView)
    do {
      try CameraPath.check(fieldOfView: fieldOfView)
      self = try ZoomPanCourse(
        from: values.decode(MapCamera.self, forKey: .start),
        to: values.decode(MapCamera.self, forKey: .end), fieldOfView: fieldOfView,
        curvature: values.decode(Double.self, forKey: .curvature),
        limits: values.decode(CameraLimits.self, forKey: .limits))
    } catch let error as DomainError {
      throw DecodingError.dataCorruptedError(
        forKey: .fieldOfView, in: values, debugDescription: error.description)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(start, forKey: .start)
    try values.encode(end, forKey: .end)
    try values.encode(fieldOfView, forKey: .fieldOfView)
    try values.encode(zoomPan.curvature, forKey: .curvature)
    try values.encode(limits, forKey: .limits)
  }
}
