import BelvedereCameraModel
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
/// The centre runs along the geodesic, past a pole within the flat map (``CenterTrack``). The pitch keeps
/// below what is allowed at the distance (``PitchCourse``); the heading turns evenly the shorter way, through
/// straight down as anywhere else.
struct ZoomPanCourse: Sendable, PartCourse {
  let start, end: MapCamera
  let fieldOfView: Double
  let zoomPan: ZoomPan
  let limits: CameraLimits
  let track: CenterTrack
  private let widthOfDistance: Double
  private let lens: Double
  let pitch: PitchCourse
  /// Degrees by which the heading turns, in [−180, 180) unless another way was asked for.
  let turn: Double
  /// Degrees of latitude around which the centre passes a pole; `nil` for as near as the map allows.
  let polarLatitude: Double?

  /// - Parameters:
  ///   - start, end: valid, and within the limits.
  ///   - fieldOfView: degrees, vertical.
  ///   - polarLatitude: degrees; see ``CenterTrack``.
  ///   - turn: degrees by which the heading turns; `nil` for the shorter way.
  /// - Throws: `DomainError` that names `curvature`.
  init(
    from start: MapCamera, to end: MapCamera, fieldOfView: Double, curvature: Double,
    limits: CameraLimits, polarLatitude: Double? = nil, turn: Double? = nil
  ) throws(DomainError) {
    self.start = start
    self.end = end
    self.fieldOfView = fieldOfView
    self.limits = limits
    track = try CenterTrack(
      from: start.centerCoordinate, to: end.centerCoordinate, isStraight: limits.boundary != nil,
      within: polarLatitude)
    self.polarLatitude = polarLatitude
    let factor = 2 * tan(fieldOfView / 2 * .pi / 180)
    widthOfDistance = factor
    lens = BelvedereFlightPlanning.lens(ofFieldOfView: fieldOfView)
    // No camera is farther away than its domain allows.
    let farthest = limits.zoomRange?.maximumDistance ?? 1e9
    let highest = max(farthest, start.distance, end.distance) * factor
    let zoomPan = try ZoomPan(
      from: start.distance * factor, to: end.distance * factor, along: track.length,
      curvature: curvature, maximumWidth: highest, isRounded: true)
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
    self.turn = turn ?? headingChange(from: start.heading, to: end.heading)
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

  /// The turn where it is not the shorter way.
  private var otherTurn: Double? {
    turn == headingChange(from: start.heading, to: end.heading) ? nil : turn
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
      from: end, to: start, fieldOfView: fieldOfView, curvature: zoomPan.curvature, limits: limits,
      polarLatitude: polarLatitude, turn: otherTurn.map { -$0 })
    return back ?? self
  }

  /// This course, or where it passes close to a pole, around which the flat map bends sharply, one farther away
  /// that is much quicker; and its law of least time.
  func quickest(within motion: MotionLimits) -> (course: ZoomPanCourse, law: RampLaw?) {
    func law(_ course: ZoomPanCourse) -> RampLaw? {
      CourseProfile(course.canonical).leastLaw(within: motion)
    }
    let own = law(self)
    // Of a few metres an arc is lost in its rounding.
    guard track.highestLatitude > 60, track.length > 1000, let own else { return (self, own) }
    var best = (course: self, law: own)
    // The farther from the pole the less the map bends and the longer the way is: once that counts it counts ever more.
    var last = Double.infinity
    for latitude in [80.0, 72, 66, 60, 50] where latitude < track.highestLatitude - 1 {
      guard
        let course = try? ZoomPanCourse(
          from: start, to: end, fieldOfView: fieldOfView, curvature: zoomPan.curvature,
          limits: limits, polarLatitude: latitude, turn: otherTurn),
        course.track.length < 1.5 * track.length,
        let law = law(course)
      else { continue }
      // A longer way must save more than it is longer by.
      let cost = law.duration * course.track.length
      if cost < 0.9 * best.law.duration * best.course.track.length { best = (course, law) }
      if cost > min(last, own.duration * track.length) { break }
      last = cost
    }
    return best
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
    return camera(
      at: part, ofDistance: view.width / widthOfDistance, track.coordinate(at: view.way),
      pitch.pitch(at: part).value)
  }

  private func camera(
    at part: Double, ofDistance distance: Double, _ center: Coordinate, _ pitch: Double
  ) -> MapCamera {
    let range = Self.distances(of: limits)
    let distance = min(max(distance, range.lowerBound), range.upperBound)
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

  static let looks = 16

  /// Where the pitch's third derivative jumps, and around the turn at the apex.
  var joints: [Double] {
    var joints = pitch.joints
    if let apex = zoomPan.apex {
      // The hyperbola's turn is over at twice and a half its parameter.
      let reach = 2.5 / (zoomPan.curvature * zoomPan.length)
      joints += [
        apex.lowerBound - reach, apex.lowerBound, apex.upperBound, apex.upperBound + reach,
      ]
    }
    joints.sort()
    var distinct: [Double] = []
    for joint in joints where joint > 0 && joint < 1 && joint > distinct.last ?? 0 {
      distinct.append(joint)
    }
    return distinct
  }

  func change(at part: Double) -> PartChange {
    let view = zoomPan.view(at: part)
    let way = zoomPan.derivatives(at: part)
    let center = track.place(at: view.way)
    let pitch = pitch.pitch(at: part)
    var change = PartChange(
      coordinate: center.coordinate, distance: view.width / widthOfDistance, pitch: pitch.value)
    let (v, a, j) = (way.way.first, way.way.second, way.way.third)
    let (east, south) = (center.east, center.south)
    change.first = Channels(
      east.first * v, south.first * v, way.logWidth.first, pitch.first, turn, 0, 0, 0)
    change.second = Channels(
      east.second * v * v + east.first * a, south.second * v * v + south.first * a,
      way.logWidth.second, pitch.second, 0, 0, 0, 0)
    change.third = Channels(
      east.third * v * v * v + east.second * 3 * v * a + east.first * j,
      south.third * v * v * v + south.second * 3 * v * a + south.first * j, way.logWidth.third,
      pitch.third, 0, 0, 0, 0)
    return change
  }

  func rates(at part: Double) -> MotionRates {
    let change = change(at: part)
    return MotionRates(
      first: change.first, second: change.second, third: change.third,
      metres: MapPoint.metersPerMapPoint(at: change.coordinate.latitude) / change.distance)
  }

  /// The camera and three derivatives of its channels by the part of the perceived way.
  func state(at part: Double) -> PathState {
    let part = min(max(part, 0), 1)
    let change = change(at: part)
    let camera =
      part <= 0
      ? start
      : part >= 1
        ? end : camera(at: part, ofDistance: change.distance, change.coordinate, change.pitch)
    return PathState(
      camera: camera, lens: lens, first: change.first, second: change.second, third: change.third)
  }
}

extension ZoomPanCourse: Hashable {
  static func == (a: Self, b: Self) -> Bool {
    a.start == b.start && a.end == b.end && a.zoomPan == b.zoomPan && a.limits == b.limits
      && a.fieldOfView == b.fieldOfView && a.polarLatitude == b.polarLatitude && a.turn == b.turn
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
    case start, end, fieldOfView, curvature, limits, polarLatitude, turn
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
        limits: values.decode(CameraLimits.self, forKey: .limits),
        polarLatitude: values.decodeIfPresent(Double.self, forKey: .polarLatitude),
        turn: values.decodeIfPresent(Double.self, forKey: .turn))
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
    try values.encodeIfPresent(polarLatitude, forKey: .polarLatitude)
    try values.encodeIfPresent(otherTurn, forKey: .turn)
  }
}
