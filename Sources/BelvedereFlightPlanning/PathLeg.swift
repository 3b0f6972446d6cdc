import BelvedereCameraModel
import BelvedereGeodesy

/// A stretch of a path: a curve that is followed by a clock of its own, forwards or backwards.
struct PathLeg: Sendable, Hashable, Codable {
  /// What is followed.
  enum Curve: Sendable, Hashable, Codable {
    case piece(SplinePiece)
    case course(TimedCourse)
    indirect case paced(PacedPiece)
    indirect case lingering(LingeringLeg)
  }

  var curve: Curve
  /// Seconds of the path at which the leg begins, and for which it lasts.
  var start: Double
  var duration: Double
  /// The curve's own time.
  var clock = LegClock()
  /// What is added, in this order.
  var changes: [PathChange] = []

  /// The camera at a time of the path.
  func camera(at time: Double) -> MapCamera {
    var camera = unchangedCamera(at: time)
    for change in changes { change.apply(to: &camera, after: time - start) }
    return camera
  }

  /// The camera of the curve alone.
  func unchangedCamera(at time: Double) -> MapCamera {
    let own = clock.time(after: time - start)
    return
      switch curve
    {
    case .piece(let piece): piece.camera(at: own)
    case .course(let course): course.camera(at: own)
    case .paced(let piece): piece.camera(at: own)
    case .lingering(let slow): slow.leg.camera(at: slow.pace.progress(at: own).value)
    }
  }

  /// The camera and three derivatives at a time of the path.
  func state(at time: Double) -> PathState {
    let own = clock.time(after: time - start)
    var state =
      switch curve {
      case .piece(let piece): piece.state(at: own)
      case .course(let course): course.state(at: own)
      case .paced(let piece): piece.state(at: own)
      case .lingering(let slow): slow.state(at: own)
      }
    clock.scale(&state)
    for change in changes { change.apply(to: &state, after: time - start) }
    return state
  }

  /// The intervals of the path's time in which three derivatives are continuous, and how many looks at
  /// each show their greatest values.
  var smoothParts: [(interval: ClosedRange<Double>, looks: Int)] {
    let joints: [Double] =
      switch curve {
      case .piece: []
      case .course(let course): course.joints
      case .paced(let piece): piece.law.joints
      case .lingering(let slow): slow.joints
      }
    let end = start + duration
    let lifts = changes.flatMap { change in
      change.joints.map { start + change.clock.secondsUntil($0) }
    }
    let times = (joints.map { start + clock.secondsUntil($0) } + lifts)
      .filter { $0 > start && $0 < end }.sorted()
    return zip([start] + times, times + [end]).compactMap { begin, end in
      // Two joints that are one but for their rounding have the jump between them.
      guard end - begin > 1e-10 * duration else { return nil }
      let looks: Int
      if !lifts.isEmpty {
        looks = 10
      } else if !changes.isEmpty {
        looks = 48
      } else {
        // Paces are short.
        switch curve {
        case .piece: looks = 16
        case .course: looks = 24
        case .paced: looks = 8
        case .lingering: looks = 16
        }
      }
      return (begin...end, looks)
    }
  }

  /// Times of the path at which what fades has gone, where the third derivative jumps, too.
  var fadeEnds: [Double] {
    changes.flatMap { change -> [Double] in
      guard case .fade(let fade) = change else { return [] }
      return fade.ends.map { start + fade.clock.secondsUntil($0) }
    }.filter { $0 > start && $0 < start + duration }
  }

  /// The leg run backwards, in a path that lasts so long.
  func reversed(in total: Double) -> PathLeg {
    var leg = self
    leg.start = max(total - (start + duration), 0)
    leg.clock = clock.reversed(over: duration)
    for i in changes.indices { leg.changes[i].clock = changes[i].clock.reversed(over: duration) }
    return leg
  }

  /// The leg with all times multiplied by a factor.
  func slowed(by factor: Double) -> PathLeg {
    var leg = self
    leg.start *= factor
    leg.duration *= factor
    leg.clock.rate /= factor
    for i in changes.indices { leg.changes[i].clock.rate /= factor }
    return leg
  }

  /// The part of the leg within an interval of the path's time, which becomes the path's beginning;
  /// `nil` where it has none.
  func trimmed(to interval: ClosedRange<Double>) -> PathLeg? {
    let begin = max(start, interval.lowerBound)
    let end = min(start + duration, interval.upperBound)
    guard end > begin else { return nil }
    var leg = self
    leg.clock.origin = clock.time(after: begin - start)
    for i in changes.indices {
      leg.changes[i].clock.origin = changes[i].clock.time(after: begin - start)
    }
    leg.start = begin - interval.lowerBound
    leg.duration = end - begin
    return leg
  }

  /// The leg with another difference that fades out, which began at the path's start.
  func fading(_ fade: Fade) -> PathLeg {
    var leg = self
    var fade = fade
    fade.clock.origin += fade.clock.rate * start
    leg.changes.append(.fade(fade))
    return leg
  }
}

/// A time of its own, which runs evenly; backwards where the rate is below 0.
struct LegClock: Sendable, Hashable, Codable {
  /// The time at the start of the leg.
  var origin = 0.0
  /// Its seconds for each of the path's.
  var rate = 1.0

  func time(after seconds: Double) -> Double { origin + rate * seconds }

  func secondsUntil(_ time: Double) -> Double { (time - origin) / rate }

  func reversed(over duration: Double) -> LegClock {
    LegClock(origin: origin + rate * duration, rate: -rate)
  }

  /// Derivatives by the path's time from those by this one.
  func scale(_ state: inout PathState) {
    state.first *= rate
    state.second *= rate * rate
    state.third *= rate * rate * rate
  }
}
