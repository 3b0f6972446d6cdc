import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The search for how long the motion that there was fades, and how late the new flight sets out.
struct Redirection {
  private let state: PathState
  private let base: CameraPath
  private let end: MapCamera
  private let limits: CameraLimits
  private let motion: MotionLimits
  /// How the new flight alone moves every ``step``, as far as it was asked for.
  private var looks: [MotionRates] = []

  /// Seconds for which the new flight waits, and for which the motion fades, as they are tried: multiples of the
  /// step.
  private static let delays = [0, 0.3, 0.7, 1.2, 2]
  private static let fades = [1.6, 2.4, 3.6, 1.0]
  private static let step = 0.1

  init(
    state: PathState, base: CameraPath, end: MapCamera, limits: CameraLimits, motion: MotionLimits
  ) {
    self.state = state
    self.base = base
    self.end = end
    self.limits = limits
    self.motion = motion
  }

  /// The shortest path that keeps the limits of motion, or the one that exceeds them least.
  mutating func path() -> CameraPath {
    let isMoving = state.first != Channels() || state.second != Channels()
    guard isMoving else { return base }
    var best: (factor: Double, path: CameraPath)?
    // Where none is well by looks the one that seems best is measured.
    var hopeful: (factor: Double, delay: Double, fade: Double)?
    for delay in Self.delays {
      for seconds in Self.fades {
        let guess = leastFactor(
          delay: delay, fade: seconds, below: max(hopeful?.factor ?? .infinity, 1.001))
        if guess < hopeful?.factor ?? .infinity { hopeful = (guess, delay, seconds) }
        guard guess <= 1.001, guess < best?.factor ?? .infinity else { continue }
        let candidate = measured(delay: delay, fade: seconds)
        if candidate.factor <= 1 { return candidate.path }
        if candidate.factor < best?.factor ?? .infinity { best = candidate }
      }
    }
    if let best { return best.path }
    return hopeful.map { measured(delay: $0.delay, fade: $0.fade).path } ?? base
  }

  /// By what factor a path would have to be longer, as far as looks tell; from a bound on anything above it.
  private mutating func leastFactor(
    delay: Double, fade seconds: Double, below bound: Double
  ) -> Double {
    let fade = base.fade(from: state, over: Channels(repeating: seconds))
    let late = Int(clamping: (delay / Self.step).rounded(), in: 0...1000)
    let count = Int(clamping: ((delay + seconds) / Self.step).rounded(), in: 0...1000)
    prepareLooks(count - late + 1)
    let before = MotionRates(PathState(camera: state.camera, lens: state.lens))
    var samples: [MotionMeasures] = []
    samples.reserveCapacity(count + 1)
    var peaks = MotionMeasures()
    for i in 0...count {
      let time = Double(i) * Self.step
      var rates = i < late ? before : looks[i - late]
      if let own = fade.derivatives(after: time) {
        rates.first += own.first
        rates.second += own.second
        rates.third += own.third
        // The latitude changes by next to nothing.
        rates.metres *= exp(-own.change[Channel.zoom])
      }
      var measures = MotionMeasures(rates)
      if motion.limitsFlow {
        var state = unfadedState(after: time - delay)
        fade.add(to: &state, after: time)
        measures = MotionMeasures(state, flowIn: motion.viewport)
      }
      samples.append(measures)
      peaks.formMaximum(measures)
      if i % 6 == 5 {
        let factor = motion.stretch(peaks).factor
        if factor >= bound { return factor }
      }
    }
    return motion.stretch(MotionMeasures(greatestOf: samples)).factor
  }

  private mutating func prepareLooks(_ count: Int) {
    while looks.count < count {
      looks.append(MotionRates(unfadedState(after: Double(looks.count) * Self.step)))
    }
  }

  /// The new flight alone; at rest before its start and after its end.
  private func unfadedState(after time: Double) -> PathState {
    guard time >= 0 else { return PathState(camera: state.camera, lens: state.lens) }
    guard time <= base.duration else { return PathState(camera: end, lens: state.lens) }
    return base.stateWithin(at: time)
  }

  /// A path, and by what factor it would have to be longer. When all has faded the flight is the new one alone,
  /// which keeps the limits.
  private func measured(delay: Double, fade seconds: Double) -> (factor: Double, path: CameraPath) {
    let path = path(delay: delay, fade: seconds)
    let peaks = path.peaks(in: motion.limitsFlow ? motion.viewport : nil, until: delay + seconds)
    return (motion.stretch(peaks).factor, path)
  }

  /// A path whose channels fade in so many seconds, or less where a limit of cameras asks for it.
  private func path(delay: Double, fade seconds: Double) -> CameraPath {
    var durations = Channels(repeating: seconds)
    let whole = unfaded(delay: delay, atLeast: seconds)
    var result = faded(whole, over: durations)
    for _ in 0..<12 {
      let broken = broken(result, until: seconds)
      guard !broken.isEmpty else { break }
      for channel in broken { durations[channel] /= 2 }
      result = faded(whole, over: durations)
    }
    return result
  }

  /// The new flight after a wait, and where the goal is near with a rest, in which the camera swings to it.
  private func unfaded(delay: Double, atLeast longest: Double) -> CameraPath {
    var legs: [PathLeg] = []
    var length = 0.0
    func rest(at camera: MapCamera, for seconds: Double) {
      let still = SplinePiece(still: camera, lens: state.lens, duration: seconds)
      legs.append(PathLeg(curve: .piece(still), start: length, duration: seconds))
      length += seconds
    }
    if delay > 0 { rest(at: state.camera, for: delay) }
    for var leg in base.legs {
      leg.start += delay
      legs.append(leg)
    }
    length += base.duration
    if longest > length { rest(at: end, for: longest - length) }
    return CameraPath(
      keyframes: [
        CameraKeyframe(time: 0, camera: state.camera), CameraKeyframe(time: length, camera: end),
      ], legs: legs, duration: length, restingLens: state.lens)
  }

  private func faded(_ whole: CameraPath, over durations: Channels) -> CameraPath {
    CameraPath(
      keyframes: whole.keyframes, legs: whole.fading(from: state, over: durations),
      duration: whole.duration, restingLens: state.lens)
  }

  /// The channels that leave their domain or the limits while the fade lasts.
  private func broken(_ path: CameraPath, until seconds: Double) -> Set<Int> {
    var result: Set<Int> = []
    for i in 0...32 {
      let time = seconds * Double(i) / 32
      guard let leg = path.leg(at: time) else { continue }
      let sum = unheld(leg, at: time)
      if sum.pitch < -1e-9 || sum.pitch > limits.maximumPitch(atDistance: sum.distance) + 1e-9 {
        result.insert(Channel.pitch)
        // A pitch that does not move is over the limit since the camera rises.
        if state.first[Channel.zoom] > 0 { result.insert(Channel.zoom) }
      }
      let range = limits.zoomRange
      if sum.distance < (range?.minimumDistance ?? 1e-6) * (1 - 1e-12)
        || sum.distance > (range?.maximumDistance ?? 1e9) * (1 + 1e-12)
      {
        result.insert(Channel.zoom)
      }
      if sum.south < 0 || sum.south > MapPoint.worldWidth
        || !(limits.boundary?.contains(leg.camera(at: time).centerCoordinate) ?? true)
      {
        result.formUnion([Channel.east, Channel.south])
      }
    }
    return result
  }

  /// Pitch, distance and map points south as the sums they are, before anything holds them.
  private func unheld(
    _ leg: PathLeg, at time: Double
  ) -> (pitch: Double, distance: Double, south: Double) {
    let camera = leg.unchangedCamera(at: time)
    var change = Channels()
    for case .fade(let fade) in leg.changes {
      change += fade.change(after: time - leg.start) ?? Channels()
    }
    return (
      camera.pitch + change[Channel.pitch], camera.distance * exp(change[Channel.zoom]),
      MapPoint(camera.centerCoordinate).y + change[Channel.south]
    )
  }
}

extension CameraPath {
  /// The state at a time within the path.
  fileprivate func stateWithin(at time: Double) -> PathState {
    leg(at: time)?.state(at: time) ?? state(atEnd: false)
  }
}
