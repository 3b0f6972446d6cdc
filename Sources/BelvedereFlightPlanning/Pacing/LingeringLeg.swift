/// A leg that is followed at a pace of its own, by the time of the path that it is of.
struct LingeringLeg: Sendable, Hashable, Codable {
  let leg: PathLeg
  let pace: Pace

  /// The state after so many seconds of the pace.
  func state(at time: Double) -> PathState {
    let progress = pace.progress(at: time)
    var state = leg.state(at: progress.value)
    progress.apply(to: &state)
    return state
  }

  /// Seconds of the pace at which the leg's third derivative jumps.
  var joints: [Double] {
    leg.smoothParts.dropFirst().map { pace.time(at: $0.interval.lowerBound) }
  }

  /// A box around all cameras between two times of the pace.
  func box(over time: Interval) -> CameraBox {
    leg.box(from: pace.progress(at: time.low).value, to: pace.progress(at: time.high).value)
  }
}
