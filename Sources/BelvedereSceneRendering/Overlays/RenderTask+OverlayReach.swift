import BelvedereSceneModel

extension RenderTask {
  /// Where overlays of a level show.
  func overlayReach(_ level: Overlay.Level) -> OverlayReach {
    OverlayReach(
      overlays, level: level,
      pointsPerMeter: earth.globe == nil ? 1 / earth.frame.metersPerMapPoint : nil,
      metersPerPixel: camera.distance / view.focalLength)
  }
}
