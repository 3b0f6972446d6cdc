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

/// What a course does at parts of it, from which the measures by any law of time follow.
struct CourseProfile<Course: PartCourse> {
  /// The derivatives at a part, in comparable units (the place divided by the distance, angles in radians), as
  /// what laws of time need of them.
  private struct Look {
    var part: Double
    var first, second, third: Channels
    /// By ``MotionQuantity/index``, at a part a second; those of higher order are 0.
    var rates: SIMD8<Double>
    /// Scalar products of the three derivatives.
    private let ff, fs, ss, ft, st, tt: Double

    init(
      part: Double, first: Channels, second: Channels, third: Channels,
      flow: (center: Double, ground: Double)
    ) {
      self.part = part
      self.first = first
      self.second = second
      self.third = third
      let (e, n) = (first[Channel.east], first[Channel.south])
      rates = SIMD8(
        (e * e + n * n).squareRoot(), abs(first[Channel.zoom]),
        abs(first[Channel.pitch]) * 180 / .pi, abs(first[Channel.heading]) * 180 / .pi, 0, 0,
        flow.center, flow.ground)
      ff = (first * first).sum()
      fs = (first * second).sum()
      ss = (second * second).sum()
      ft = (first * third).sum()
      st = (second * third).sum()
      tt = (third * third).sum()
    }

    /// The squares of acceleration and jerk by a law with these derivatives.
    func squares(_ v: Double, _ a: Double, _ j: Double) -> (acceleration: Double, jerk: Double) {
      let v2 = v * v
      // Of third·v³ + second·3va + first·j.
      let (t, s) = (v2 * v, 3 * v * a)
      return (
        ss * v2 * v2 + 2 * fs * v2 * a + ff * a * a,
        tt * t * t + ss * s * s + ff * j * j + 2 * (st * t * s + ft * t * j + fs * s * j)
      )
    }
  }

  private let course: Course

  init(_ course: Course) { self.course = course }

  /// The law that covers the course in the least time; `nil` where nothing that is limited moves, and a
  /// second where nothing is limited.
  ///
  /// - Parameter isRough: whether a duration that some looks tell will do, since it is measured later.
  func leastLaw(within motion: MotionLimits, isRough: Bool = false) -> RampLaw? {
    guard MotionQuantity.allCases.contains(where: { motion[$0] != nil }) else {
      return RampLaw(duration: 1, ramp: 0.5)
    }
    let looks = looks(flowIn: motion.limitsFlow ? motion.viewport : nil, isRough: isRough)
    // Some of the looks tell about which ramps are best; all of them are asked about those alone.
    let few = looks.count < 60 ? looks : looks.indices.filter { $0 % 3 == 0 }.map { looks[$0] }
    let ramps = RampLaw.ramps
    var (guess, least, worse) = (0, Double.infinity, 0)
    for (i, ramp) in ramps.enumerated() {
      let factor = Self.factor(ramp, few, motion)
      guard factor.isFinite, factor > 0 else { break }
      if factor < least {
        (guess, least) = (i, factor)
      } else {
        // Once ramps are too short, ever shorter ones ask for ever more time.
        worse += 1
        if worse > 1 { break }
      }
    }
    guard !isRough else {
      return least < .infinity ? RampLaw(duration: max(least, 1e-6), ramp: ramps[guess]) : nil
    }
    var best: RampLaw?
    for i in max(guess - 1, 0)...min(guess + 1, ramps.count - 1) {
      let factor =
        few.count == looks.count && i != guess ? .infinity : Self.factor(ramps[i], looks, motion)
      guard factor.isFinite, factor > 0, factor < best?.duration ?? .infinity else { continue }
      best = RampLaw(duration: max(factor, 1e-6), ramp: ramps[i])
    }
    // What lies between the looks may be greater by a little.
    return best.map {
      let factor = max(closer($0, looks, motion), flowing($0, motion))
      return RampLaw(duration: $0.duration * factor * 1.003, ramp: $0.ramp)
    }
  }

  /// By how much longer a law must be for flows that are limited: looks evenly spaced in time, and closer ones at their
  /// tops, since it changes which place on the screen has the 95th in a hundred.
  private func flowing(_ law: RampLaw, _ motion: MotionLimits) -> Double {
    guard motion.limitsFlow else { return 1 }
    let looks = 600
    func measures(_ x: Double) -> MotionMeasures {
      let progress = law.progress(at: law.duration * x)
      let look = look(sample(progress.part), flowIn: motion.viewport)
      return MotionMeasures(look.rates * progress.first)
    }
    let all = (0...looks).map { measures(Double($0) / Double(looks)) }
    var peaks = MotionMeasures()
    for quantity in [MotionQuantity.centerFlow, .groundFlow] where motion[quantity] != nil {
      let top = all.reduce(0) { max($0, $1[quantity]) }
      peaks[quantity] = top
      for i in 1..<looks where all[i][quantity] >= 0.95 * top {
        guard all[i][quantity] >= all[i - 1][quantity], all[i][quantity] >= all[i + 1][quantity]
        else { continue }
        for k in -7...7 {
          let closer = measures((Double(i) + Double(k) / 8) / Double(looks))
          peaks[quantity] = max(peaks[quantity], closer[quantity])
        }
      }
    }
    return max(motion.stretch(peaks).factor, 1)
  }

  /// Seconds that a law with a ramp must last for what looks tell.
  private static func factor(_ ramp: Double, _ looks: [Look], _ motion: MotionLimits) -> Double {
    let law = RampLaw(duration: 1, ramp: ramp)
    var peaks = Peaks()
    for look in looks { peaks.include(look, by: law) }
    // The law's own acceleration is greatest in the middle of its ramps and its jerk where they end, a hair
    // inside; short ramps lie between two looks.
    for y in [0.5, 1 - 1e-6] {
      let part = law.progress(at: ramp * y).part
      for look in Self.looks(at: part, among: looks) + Self.looks(at: 1 - part, among: looks) {
        peaks.include(look, by: law)
      }
    }
    return motion.stretch(peaks.measures).factor
  }

  /// The greatest measures of looks.
  private struct Peaks {
    private var rates = SIMD8<Double>()
    private var acceleration = 0.0
    private var jerk = 0.0

    mutating func include(_ look: Look, by law: RampLaw) {
      let progress = law.progress(atPart: look.part)
      let squares = look.squares(progress.first, progress.second, progress.third)
      rates = pointwiseMax(rates, look.rates * progress.first)
      acceleration = max(acceleration, squares.acceleration)
      jerk = max(jerk, squares.jerk)
    }

    var measures: MotionMeasures {
      var values = rates
      values[MotionQuantity.acceleration.index] = acceleration.squareRoot()
      values[MotionQuantity.jerk.index] = jerk.squareRoot()
      return MotionMeasures(values)
    }
  }

  /// Looks between two others, with the third derivative of each: it may jump between them.
  private static func looks(at part: Double, among looks: [Look]) -> [Look] {
    let next = min(max(looks.partitioningIndex { $0.part > part }, 1), looks.count - 1)
    let (a, b) = (looks[next - 1], looks[next])
    let x = b.part > a.part ? min(max((part - a.part) / (b.part - a.part), 0), 1) : 0
    let first = a.first + (b.first - a.first) * x
    let second = a.second + (b.second - a.second) * x
    let rates = a.rates + (b.rates - a.rates) * x
    return [a.third, b.third].map { third in
      var look = Look(part: part, first: first, second: second, third: third, flow: (0, 0))
      look.rates = pointwiseMax(look.rates, rates)
      return look
    }
  }

  private func looks(flowIn viewport: Viewport?, isRough: Bool) -> [Look] {
    let joints = [0] + course.joints + [1]
    var samples: [Sample] = []
    samples.reserveCapacity(256)
    for (begin, end) in zip(joints, joints.dropFirst()) {
      for i in 0...Course.looks {
        // Closer together at the ends, and a hair inside.
        let x = min(max(Double(i) / Double(Course.looks), 1e-6), 1 - 1e-6)
        samples.append(sample(begin + (end - begin) * (x * x * (3 - 2 * x))))
      }
    }
    for _ in 0..<4 where !isRough {
      guard refine(&samples) else { break }
    }
    return samples.map { look($0, flowIn: viewport) }
  }

  private func look(_ sample: Sample, flowIn viewport: Viewport?) -> Look {
    var flow = (center: 0.0, ground: 0.0)
    if let viewport {
      let motion = OpticalFlow(CameraMotion(course.state(at: sample.part)), in: viewport)
      flow = (motion.center, motion.percentile(0.95))
    }
    return Look(
      part: sample.part, first: sample.first, second: sample.second, third: sample.third,
      flow: flow)
  }

  /// By how much longer a law must be for what lies between the looks: closer ones where quantities that come
  /// near their limits are greatest.
  private func closer(_ law: RampLaw, _ looks: [Look], _ motion: MotionLimits) -> Double {
    let measures = looks.map { look in
      var peaks = Peaks()
      peaks.include(look, by: law)
      return peaks.measures
    }
    var close: Set<Int> = []
    for quantity in MotionQuantity.allCases {
      // Flows cost too much to be looked at again.
      guard let limit = motion[quantity], quantity.index < MotionQuantity.centerFlow.index else {
        continue
      }
      // What is far from the limit stays below it; derivatives of higher order change faster.
      let least = (quantity.order > 1 ? 0.75 : 0.95) * limit
      let tops = looks.indices.filter {
        let size = measures[$0][quantity]
        return size >= least && size >= measures[max($0 - 1, 0)][quantity]
          && size >= measures[min($0 + 1, looks.count - 1)][quantity]
      }
      close.formUnion(
        tops.sorted { measures[$0][quantity] > measures[$1][quantity] }.prefix(4))
    }
    var factor = 1.0
    for i in close {
      let (low, high) = (looks[max(i - 1, 0)].part, looks[min(i + 1, looks.count - 1)].part)
      for x in [0.25, 0.4, 0.6, 0.75] {
        var peaks = Peaks()
        peaks.include(look(sample(low + (high - low) * x), flowIn: nil), by: law)
        factor = max(factor, motion.stretch(peaks.measures).factor)
      }
    }
    return factor
  }

  /// The derivatives at a part in comparable units.
  private struct Sample {
    var part: Double
    var first, second, third: Channels
    /// The length of the second.
    var size: Double
  }

  private func sample(_ part: Double) -> Sample {
    let rates = course.rates(at: part)
    let metres = rates.metres
    let angle = Double.pi / 180
    // The lens has no limit.
    let scale = Channels(metres, metres, 1, angle, angle, 0, 0, 0)
    let second = rates.second * scale
    return Sample(
      part: part, first: rates.first * scale, second: second, third: rates.third * scale,
      size: (second * second).sum().squareRoot())
  }

  /// Adds samples where the second derivative changes much, such as beside a pole; whether there were such
  /// places.
  private func refine(_ samples: inout [Sample]) -> Bool {
    let much = 0.06 * samples.reduce(0) { max($0, $1.size) }
    var finer: [Sample] = []
    finer.reserveCapacity(2 * samples.count)
    var room = 512 - samples.count
    for sample in samples {
      if let last = finer.last, room > 0, sample.part - last.part > 1e-5 {
        let change = sample.second - last.second
        if (change * change).sum() > much * much {
          finer.append(self.sample(last.part + (sample.part - last.part) / 2))
          room -= 1
        }
      }
      finer.append(sample)
    }
    defer { samples = finer }
    return finer.count > samples.count
  }
}
