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

extension CameraPath {
  /// The flight as knots, which make it again: what files carry.
  ///
  /// There is one at every keyframe and wherever the third derivative jumps, and between them as many as it takes. A
  /// movement through waypoints has few; one along a geodesic some tens.
  ///
  /// Accuracy: the path of the knots has all cameras within 1e-9 of their distance and 1e-9° of pitch and heading, and third derivatives
  /// within a thousandth of their greatest; held by `CameraKnotTests`.
  public func knots() -> [CameraKnot] {
    guard !legs.isEmpty else {
      return [CameraKnot(time: 0, motion: motion(at: 0), isKeyframe: true)]
    }
    let jerk = peaks()[.jerk]
    var knots: [CameraKnot] = []
    for (begin, end) in zip(joints, joints.dropFirst()) {
      let (a, b) = (knot(at: begin), knot(at: end))
      knots.append(a)
      refine(from: a, to: b, jerk: jerk, depth: 0, into: &knots)
    }
    knots.append(knot(at: duration))
    return knots
  }

  /// A flight from knots.
  ///
  /// - Parameter knots: at least one, at times from 0 that increase.
  /// - Throws: ``FlightError/noWaypoints``, or ``FlightError/domain(_:)`` that names the knot and the field: times,
  ///   cameras or rates that are none, and movements that lead off the map or beyond what a camera may be.
  public init(knots: [CameraKnot]) throws(FlightError) {
    guard let first = knots.first, let last = knots.last else { throw .noWaypoints }
    for i in knots.indices {
      try asFlightError { () throws(DomainError) in
        try knots[i].validate(after: i > 0 ? knots[i - 1] : nil, at: "knots[\(i)]")
      }
    }
    var legs: [PathLeg] = []
    legs.reserveCapacity(knots.count)
    for i in knots.indices.dropLast() {
      let piece = SplinePiece(from: knots[i], to: knots[i + 1])
      try asFlightError { () throws(DomainError) in try piece.validate(at: "knots[\(i)].motion") }
      legs.append(PathLeg(curve: .piece(piece), start: knots[i].time, duration: piece.duration))
    }
    let inner = knots.dropFirst().dropLast().filter(\.isKeyframe)
    let frames = ([first] + inner + (knots.count > 1 ? [last] : [])).map {
      CameraKeyframe(time: $0.time, camera: $0.motion.camera)
    }
    self.init(
      keyframes: frames, legs: legs, duration: last.time,
      restingLens: lens(ofFieldOfView: first.motion.fieldOfView))
  }

  /// Where a knot must be, the ends included. Joints that follow one another within a tenth of a millisecond
  /// are one: over less, the rounding of degrees is a jerk.
  private var joints: [Double] {
    let ends = legs.flatMap { leg in leg.smoothParts.map(\.interval.lowerBound) + leg.fadeEnds }
    let frames = Set(keyframes.map(\.time))
    var joints: [Double] = []
    for time in (ends + frames).sorted() where time < duration {
      guard let last = joints.last else {
        joints.append(0)
        continue
      }
      if time - last > Self.next {
        joints.append(time)
      } else if frames.contains(time), time > last {
        // A keyframe stays where it is.
        if frames.contains(last) { joints.append(time) } else { joints[joints.count - 1] = time }
      }
    }
    // What comes within its rounding before the end is the end.
    while joints.count > 1, let last = joints.last,
      duration - last <= (frames.contains(last) ? Self.rounding : Self.next)
    {
      joints.removeLast()
    }
    return joints + [duration]
  }

  /// Seconds by which times of one moment differ that were calculated in different ways.
  private static let rounding = 1e-9

  /// Seconds within which joints are one.
  private static let next = 1e-4

  /// Seconds over which no further joint is looked for: less than a frame of any film; over less, the rounding of degrees would be more than a hundredth of a jerk.
  private static let shortest = 4e-3

  /// Degrees of pitch and heading that knots may differ by.
  private static let turn = 5e-10

  private func knot(at time: Double) -> CameraKnot {
    let next = keyframes.partitioningIndex { $0.time >= time }
    return CameraKnot(
      time: time, motion: motion(at: time),
      isKeyframe: next < keyframes.count && keyframes[next].time == time)
  }

  /// Appends the knots that are needed between two, without them.
  private func refine(
    from a: CameraKnot, to b: CameraKnot, jerk: Double, depth: Int, into knots: inout [CameraKnot]
  ) {
    let length = b.time - a.time
    guard depth < 16, length > 2 * Self.shortest, !isMet(from: a, to: b, jerk) else { return }
    let middle = knot(at: a.time + length / 2)
    refine(from: a, to: middle, jerk: jerk, depth: depth + 1, into: &knots)
    knots.append(middle)
    refine(from: middle, to: b, jerk: jerk, depth: depth + 1, into: &knots)
  }

  /// Whether the polynomials between two knots are the path's.
  private func isMet(from a: CameraKnot, to b: CameraKnot, _ jerk: Double) -> Bool {
    let piece = SplinePiece(from: a, to: b)
    // Off the middle, too, where an odd difference is none; near the ends that of the third derivative is greatest.
    return [0.02, 0.27, 0.5, 0.73, 0.98].allSatisfy { part in
      let time = a.time + piece.duration * part
      guard let due = leg(at: time)?.state(at: time) else { return true }
      let state = piece.state(at: piece.duration * part)
      let scale = ChannelScale(at: due.camera)
      var change = due.camera.change(to: state.camera)
      change[Channel.lens] = state.lens - due.lens
      let turn = max(abs(change[Channel.pitch]), abs(change[Channel.heading]))
      return scale.length(change) < 1e-9 && turn < Self.turn
        && scale.length(state.third - due.third) <= 1e-3 * jerk
    }
  }
}

extension CameraKnot {
  /// Rates per second or per second squared beyond which nothing can be calculated.
  private static let mostRate = 1e12

  fileprivate func validate(after last: CameraKnot?, at place: String) throws(DomainError) {
    guard time >= 0, time <= 1e9, last.map({ $0.time < time }) ?? (time == 0) else {
      throw DomainError(
        field: "\(place).time", value: time,
        allowed: "seconds from 0 to 1e9 that begin at 0 and increase")
    }
    do throws(DomainError) {
      try motion.camera.validate()
      try CameraPath.check(fieldOfView: motion.fieldOfView)
    } catch {
      throw DomainError(
        field: "\(place).\(error.field)", value: error.value, allowed: error.allowed)
    }
    for (name, rates) in [("velocity", motion.velocity), ("acceleration", motion.acceleration)] {
      for (field, value) in rates.fields where !(abs(value) <= Self.mostRate) {
        throw DomainError(
          field: "\(place).\(name).\(field)", value: value, allowed: "between ±\(Self.mostRate)")
      }
    }
  }
}

extension CameraRates {
  /// Every rate with its name.
  public var fields: [(name: String, value: Double)] {
    [
      ("east", east), ("north", north), ("logDistance", logDistance), ("pitch", pitch),
      ("heading", heading), ("fieldOfView", fieldOfView),
    ]
  }
}

extension SplinePiece {
  /// Throws where a movement between two knots leaves what a camera may be: by looks where it is held in between, by
  /// bounds where nothing could be calculated.
  fileprivate func validate(at place: String) throws(DomainError) {
    let slack = 1e-3
    let start = MapPoint(origin.centerCoordinate).y
    let held: [(String, Int, Double, ClosedRange<Double>)] = [
      ("latitude, in map points", Channel.south, start, -slack...MapPoint.worldWidth + slack),
      ("pitch", Channel.pitch, origin.pitch, -slack...90 + slack),
      ("distance, its logarithm", Channel.zoom, log(origin.distance), -700...log(1e9) + slack),
    ]
    let bounded: [(String, Int, Double, ClosedRange<Double>)] = [
      ("distance, its logarithm", Channel.zoom, log(origin.distance), -700...700),
      ("fieldOfView, the logarithm of its half's tangent", Channel.lens, lens, -20...20),
      (
        "longitude, in map points", Channel.east, 0,
        -1e3 * MapPoint.worldWidth...1e3 * MapPoint.worldWidth
      ),
      ("heading", Channel.heading, 0, -1e9...1e9),
    ]
    let (low, high) = bounds
    let looks = (1...15).map { change(at: duration * Double($0) / 16) }
    for (list, changes) in [(held, looks), (bounded, [low, high])] {
      for (field, channel, value, range) in list {
        for change in changes where !range.contains(value + change[channel]) {
          throw DomainError(
            field: "\(place).\(field)", value: value + change[channel],
            allowed: "between \(range.lowerBound) and \(range.upperBound) until the next knot")
        }
      }
    }
  }
}
