/// A difference that is there at first and is gone, with its velocity and acceleration, after a while.
///
/// Added to a path it lets the path begin with another camera, velocity and acceleration than its own.
struct Fade: Sendable, Hashable, Codable {
  var clock = LegClock()
  /// Seconds that each channel takes.
  private let durations: Channels
  private let difference: ChannelQuintic

  /// - Parameters:
  ///   - difference: in the beginning.
  ///   - tangent: its velocity and acceleration in the beginning, per second.
  ///   - durations: seconds for each channel, above 0.
  init(difference: Channels, tangent: Tangent, durations: Channels) {
    self.durations = durations
    let none = Channels()
    self.difference = ChannelQuintic(
      from: difference, tangent.velocity * durations, tangent.acceleration * durations * durations,
      to: none, none, none)
  }

  /// Times of the clock at which a channel has nothing left.
  var ends: [Double] { Set((0..<Channel.count).map { durations[$0] }).sorted() }

  /// The parts of the durations that have gone so many seconds after the leg's start, and which
  /// channels have nothing left; `nil` where none has anything.
  private func parts(after seconds: Double) -> (Channels, SIMDMask<SIMD8<Int64>>)? {
    let x = clock.time(after: seconds) / durations
    let isOver = x .>= Channels(repeating: 1)
    return all(isOver) ? nil : (x, isOver)
  }

  /// What there is so many seconds after the leg's start; `nil` where nothing is left.
  func change(after seconds: Double) -> Channels? {
    guard let (x, isOver) = parts(after: seconds) else { return nil }
    return difference.value(x).replacing(with: 0, where: isOver)
  }

  /// Bounds of what there is between two times of its clock.
  func bounds(over time: Interval) -> (low: Channels, high: Channels) {
    let one = Channels(repeating: 1)
    let begin = pointwiseMin(Channels(repeating: time.low) / durations, one)
    let end = pointwiseMin(Channels(repeating: time.high) / durations, one)
    return difference.bounds(from: begin, length: end - begin)
  }

  /// What there is, and three derivatives by the path's time; `nil` where nothing is left.
  func derivatives(
    after seconds: Double
  ) -> (change: Channels, first: Channels, second: Channels, third: Channels)? {
    guard let (x, isOver) = parts(after: seconds) else { return nil }
    let rate = Channels(repeating: clock.rate) / durations
    return (
      difference.value(x).replacing(with: 0, where: isOver),
      (difference.first(x) * rate).replacing(with: 0, where: isOver),
      (difference.second(x) * (rate * rate)).replacing(with: 0, where: isOver),
      (difference.third(x) * (rate * rate * rate)).replacing(with: 0, where: isOver)
    )
  }

  /// Adds what there is, and its derivatives by the path's time, to a state.
  func add(to state: inout PathState, after seconds: Double) {
    guard let own = derivatives(after: seconds) else { return }
    state.camera = state.camera.moved(by: own.change)
    state.lens += own.change[Channel.lens]
    state.first += own.first
    state.second += own.second
    state.third += own.third
  }
}
