import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a course does at parts of it, from which the measures by any law of time follow.
struct CourseProfile {
  private struct Look {
    var part: Double
    /// Three derivatives by the part, the place divided by the distance, angles in radians.
    var first, second, third: Channels
    /// Flows at a part a second.
    var centerFlow = 0.0
    var groundFlow = 0.0
  }

  private let course: ZoomPanCourse
  /// How many looks there are between two joints of the course.
  private static let count = 24
  /// The ramps that are tried, as parts of the duration.
  private static let ramps = [0.5, 0.42, 0.35, 0.29, 0.24, 0.2, 0.16, 0.12, 0.08, 0.05, 0.03, 0.02]

  init(_ course: ZoomPanCourse) { self.course = course }

  /// The law that covers the course in the least time; `nil` where nothing that is limited moves, and a
  /// second where nothing is limited.
  func leastLaw(within motion: MotionLimits) -> RampLaw? {
    guard MotionQuantity.allCases.contains(where: { motion[$0] != nil }) else {
      return RampLaw(duration: 1, ramp: 0.5)
    }
    let looks = looks(flowIn: motion.limitsFlow ? motion.viewport : nil)
    var best: RampLaw?
    var worse = 0
    for ramp in Self.ramps {
      let law = RampLaw(duration: 1, ramp: ramp)
      var peaks = MotionMeasures()
      for look in looks { peaks.formMaximum(measures(of: look, by: law)) }
      // The law's own jerk is greatest where its ramps end, a hair inside.
      let end = law.progress(at: ramp * (1 - 1e-6)).part
      for part in [end, 1 - end] {
        for look in Self.looks(at: part, among: looks) {
          peaks.formMaximum(measures(of: look, by: law))
        }
      }
      let factor = motion.stretch(peaks).factor
      guard factor.isFinite, factor > 0 else { break }
      guard factor < best?.duration ?? .infinity else {
        // Once ramps are too short, ever shorter ones ask for ever more time.
        worse += 1
        if worse > 2 { break }
        continue
      }
      best = RampLaw(duration: max(factor, 1e-6), ramp: ramp)
    }
    // What lies between the looks may be greater by a little.
    return best.map { RampLaw(duration: $0.duration * 1.003, ramp: $0.ramp) }
  }

  /// Looks between two others, with the third derivative of each: it may jump between them.
  private static func looks(at part: Double, among looks: [Look]) -> [Look] {
    let next = min(max(looks.partitioningIndex { $0.part > part }, 1), looks.count - 1)
    let (a, b) = (looks[next - 1], looks[next])
    let x = b.part > a.part ? min(max((part - a.part) / (b.part - a.part), 0), 1) : 0
    var look = a
    look.part = part
    look.first += (b.first - a.first) * x
    look.second += (b.second - a.second) * x
    look.centerFlow += (b.centerFlow - a.centerFlow) * x
    look.groundFlow += (b.groundFlow - a.groundFlow) * x
    var other = look
    other.third = b.third
    return [look, other]
  }

  private func looks(flowIn viewport: Viewport?) -> [Look] {
    let joints = [0] + course.joints + [1]
    let parts = zip(joints, joints.dropFirst()).flatMap { begin, end in
      (0...Self.count).map { i in
        // Closer together at the ends, and a hair inside.
        let x = min(max(Double(i) / Double(Self.count), 1e-6), 1 - 1e-6)
        return begin + (end - begin) * (x * x * (3 - 2 * x))
      }
    }
    var states = parts.map { (part: $0, state: course.state(at: $0)) }
    for _ in 0..<4 { states = refined(states) }
    return states.indices.map { i in
      let (part, state) = states[i]
      let (before, after) = (states[max(i - 1, 0)], states[min(i + 1, states.count - 1)])
      var third = state.third
      if after.part > before.part {
        third = (after.state.second - before.state.second) / (after.part - before.part)
        third[Channel.pitch] = state.third[Channel.pitch]
      }
      let scale = Self.scale(state.camera)
      var look = Look(
        part: part, first: state.first * scale, second: state.second * scale, third: third * scale)
      if let viewport {
        let flow = OpticalFlow(CameraMotion(state), in: viewport)
        look.centerFlow = flow.center
        look.groundFlow = flow.percentile(0.95)
      }
      return look
    }
  }

  /// What makes channels comparable: the place divided by the distance, angles in radians.
  private static func scale(_ camera: MapCamera) -> Channels {
    var scale = Channels(repeating: 1)
    let metres =
      MapPoint.metersPerMapPoint(at: camera.centerCoordinate.latitude) / camera.distance
    scale[Channel.east] = metres
    scale[Channel.south] = metres
    scale[Channel.pitch] = .pi / 180
    scale[Channel.heading] = .pi / 180
    return scale
  }

  /// The states with more of them where the second derivative changes much, such as beside a pole.
  private func refined(
    _ states: [(part: Double, state: PathState)]
  ) -> [(part: Double, state: PathState)] {
    let seconds = states.map { $0.state.second * Self.scale($0.state.camera) }
    let sizes = seconds.map { ($0 * $0).sum().squareRoot() }
    let much = 0.06 * (sizes.max() ?? 0)
    var result: [(part: Double, state: PathState)] = []
    result.reserveCapacity(states.count * 2)
    for i in states.indices {
      if i > 0, result.count < 512 {
        let change = seconds[i] - seconds[i - 1]
        let gap = states[i].part - states[i - 1].part
        if gap > 1e-5, (change * change).sum().squareRoot() > much {
          let part = states[i - 1].part + gap / 2
          result.append((part, course.state(at: part)))
        }
      }
      result.append(states[i])
    }
    return result
  }

  private func measures(of look: Look, by law: RampLaw) -> MotionMeasures {
    let progress = law.progress(atPart: look.part)
    let (v, a, j) = (progress.first, progress.second, progress.third)
    let second = look.second * (v * v) + look.first * a
    let third = look.third * (v * v * v) + look.second * (3 * v * a) + look.first * j
    var measures = MotionMeasures()
    measures[.groundSpeed] = v * hypot(look.first[Channel.east], look.first[Channel.south])
    measures[.zoomRate] = v * abs(look.first[Channel.zoom])
    measures[.pitchRate] = v * abs(look.first[Channel.pitch]) * 180 / .pi
    measures[.headingRate] = v * abs(look.first[Channel.heading]) * 180 / .pi
    measures[.acceleration] = (second * second).sum().squareRoot()
    measures[.jerk] = (third * third).sum().squareRoot()
    measures[.centerFlow] = v * look.centerFlow
    measures[.groundFlow] = v * look.groundFlow
    return measures
  }
}
