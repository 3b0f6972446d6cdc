import BelvedereSceneModel
import CBelvedereShading

/// A part of a route on a deck or in a bore.
struct ElevatedRoute {
  /// The line with its look, of which only this part is drawn.
  let overlay: BelvedereOverlay
  let level: Overlay.Level
  let isBore: Bool
  let places: [RouteProfile.Place]
}
