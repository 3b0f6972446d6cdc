import Foundation

/// How much of the hills a map shows while overlays come and go.
///
/// An overlay that is not a route lies on a flat map: it flattens the ground while it is there. Routes
/// follow the ground and never do. In between the ground moves as a critically damped spring does: its
/// height and its speed never jump, also where overlays change while it moves, and it never leaves the
/// range from flat to the style that is asked for.
public struct ElevationTransition: Sendable, Hashable {
  /// The style without overlays: 0 for a flat map, 1 for the ground as it is.
  public let style: Double
  /// Seconds in which a change is done but for a hundredth.
  public let duration: Double
  /// The part of the style that is shown, its change a second, and when that was.
  private var part: Double
  private var speed = 0.0
  private var time: Double
  /// Where it goes.
  private var target: Double

  /// A map at rest.
  ///
  /// - Parameters:
  ///   - style: as `RenderOptions` has it; beyond 0...1 the nearest of these.
  ///   - duration: above 0; at once where it is not.
  ///   - time: seconds on any clock.
  public init(
    style: Double = 1, isFlattened: Bool = false, duration: Double = 0.8, at time: Double = 0
  ) {
    self.style = min(max(0, style), 1)
    self.duration = duration
    self.time = time
    target = isFlattened ? 0 : 1
    part = target
  }

  /// Tells whether the map is flattened from a time on: ``OverlayStack/flattensMap``. Times before the last
  /// one count as that.
  public mutating func update(isFlattened: Bool, at time: Double) {
    (part, speed) = state(at: time)
    self.time = max(self.time, time)
    target = isFlattened ? 0 : 1
  }

  /// The elevation style to draw with at a time, 0 to ``style``.
  public func elevationStyle(at time: Double) -> Double { style * state(at: time).part }

  /// Whether nothing moves any more at a time.
  public func isAtRest(at time: Double) -> Bool { state(at: time).part == target }

  private func state(at time: Double) -> (part: Double, speed: Double) {
    guard duration > 0 else { return (target, 0) }
    // (1 + ωt) · e^(−ωt) is a hundredth at ωt = 6.638.
    let rate = 6.638 / duration
    let elapsed = max(0, time - self.time)
    let fading = exp(-rate * elapsed)
    let away = part - target
    let push = speed + rate * away
    let left = (away + push * elapsed) * fading
    let change = (speed - rate * push * elapsed) * fading
    // A millionth of a hill is not seen.
    guard abs(left) > 1e-6 || abs(change) > 1e-6 * rate else { return (target, 0) }
    return (min(max(0, target + left), 1), change)
  }
}
