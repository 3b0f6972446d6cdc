import BelvedereSceneModel

/// What overlays that are not routes do to the ground under them: MapKit's maps become flat while there are
/// any, and routes never do that.
public enum OverlayFlattening: Sendable, Hashable {
  /// Overlays lie on the hills.
  case none
  /// While the scene shows an overlay that is not a route, the ground is flat.
  case atOnce
  /// The same in a film, whose ground moves as the transition does: that of the frame before, as
  /// ``RenderedImage/elevationTransition`` has it, and the time of this one in seconds on the transition's
  /// clock.
  case gradual(ElevationTransition, at: Double)

  /// The part of a style that is drawn, and the transition for the next frame.
  func style(
    _ style: Double, isFlattened: Bool
  ) -> (style: Double, transition: ElevationTransition?) {
    switch self {
    case .none: return (style, nil)
    case .atOnce: return (isFlattened ? 0 : style, nil)
    case .gradual(var transition, let time):
      transition.update(isFlattened: isFlattened, at: time)
      return (style * transition.elevationStyle(at: time), transition)
    }
  }
}
