import BelvedereSceneModel
import BelvedereSceneRendering

/// When the scene's overlays are shown in a film, and how the ground follows.
public struct OverlaySpan: Sendable, Hashable {
  /// Seconds from the flight's beginning, the last one not included.
  public let times: Range<Double>
  /// Whether the ground becomes flat under overlays that are not routes, and rises again, as a continuous
  /// transition.
  public let flattens: Bool

  /// Makes a span.
  public init(times: Range<Double>, flattens: Bool) {
    self.times = times
    self.flattens = flattens
  }

  /// Options of a moment's picture: they depend on nothing but the moment.
  func apply(to options: inout RenderOptions, at time: Double) {
    options.showsOverlays = options.showsOverlays && times.contains(time)
    guard flattens else { return }
    var transition = ElevationTransition(isFlattened: times.contains(0), at: 0)
    for change in [times.lowerBound, times.upperBound] where change > 0 && change <= time {
      transition.update(isFlattened: times.contains(change), at: change)
    }
    options.flattening = .gradual(transition, at: time)
  }
}
