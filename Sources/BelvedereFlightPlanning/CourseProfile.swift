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
    return best.map {
      RampLaw(duration: $0.duration * closer($0, looks, motion) * 1.003, ramp: $0.ramp)
    }
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
    var states = parts.map { sample($0) }
    for _ in 0..<4 { refine(&states) }
    return states.map { Self.look(at: $0.part, $0.state, flowIn: viewport) }
  }

  private static func look(
    at part: Double, _ state: PathState, flowIn viewport: Viewport?
  ) -> Look {
    let scale = scale(state.camera)
    var look = Look(
      part: part, first: state.first * scale, second: state.second * scale,
      third: state.third * scale)
    if let viewport {
      let flow = OpticalFlow(CameraMotion(state), in: viewport)
      look.centerFlow = flow.center
      look.groundFlow = flow.percentile(0.95)
    }
    return look
  }

  /// By how much longer a law must be for what lies between the looks: closer ones where the acceleration and
  /// the jerk are greatest.
  private func closer(_ law: RampLaw, _ looks: [Look], _ motion: MotionLimits) -> Double {
    var factor = 1.0
    for quantity in [MotionQuantity.acceleration, .jerk] {
      guard let limit = motion[quantity] else { continue }
      let sizes = looks.map { measures(of: $0, by: law)[quantity] }
      // What is far from the limit stays below it.
      let least = 0.75 * limit
      let tops = sizes.indices.filter {
        sizes[$0] >= least && sizes[$0] >= sizes[max($0 - 1, 0)]
          && sizes[$0] >= sizes[min($0 + 1, sizes.count - 1)]
      }
      for i in tops.sorted(by: { sizes[$0] > sizes[$1] }).prefix(4) {
        let (low, high) = (
          looks[max(i - 1, 0)].part, looks[min(i + 1, looks.count - 1)].part
        )
        for x in [0.25, 0.4, 0.6, 0.75] {
          let part = low + (high - low) * x
          let look = Self.look(at: part, course.state(at: part), flowIn: nil)
          factor = max(factor, motion.stretch(measures(of: look, by: law)).factor)
        }
      }
    }
    return factor
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

  /// A state, and its second derivative in comparable units.
  private struct Sample {
    var part: Double
    var state: PathState
    var second: Channels
    var size: Double
  }

  private func sample(_ part: Double) -> Sample {
    let state = course.state(at: part)
    let second = state.second * Self.scale(state.camera)
    return Sample(
      part: part, state: state, second: second, size: (second * second).sum().squareRoot())
  }

  /// Adds states where the second derivative changes much, such as beside a pole.
  private func refine(_ samples: inout [Sample]) {
    let much = 0.06 * samples.reduce(0) { max($0, $1.size) }
    var added: [Sample] = []
    for i in 1..<samples.count where samples.count + added.count < 512 {
      let change = samples[i].second - samples[i - 1].second
      let gap = samples[i].part - samples[i - 1].part
      if gap > 1e-5, (change * change).sum() > much * much {
        added.append(sample(samples[i - 1].part + gap / 2))
      }
    }
    guard !added.isEmpty else { return }
    samples += added
    samples.sort { $0.part < $1.part }
  }

  private func measures(of look: Look, by law: RampLaw) -> MotionMeasures {
    let progress = law.progress(atPart: look.part)
    let (v, a, j) = (progress.first, progress.second, progress.third)
    let second = look.second * (v * v) + look.first * a
    let third = look.third * (v * v * v) + look.second * (3 * v * a) + look.first * j
    let (e, n) = (look.first[Channel.east], look.first[Channel.south])
    var measures = MotionMeasures()
    measures[.groundSpeed] = v * (e * e + n * n).squareRoot()
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
