import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereTerrain

extension Scene {
  /// The camera that frames the drawn relief; `nil` where there is none or where it is too large for that.
  ///
  /// All of it is in view, as large as possible, but for a margin of a thirtieth of the picture's
  /// shorter side: two opposite edges are touched. Between the other two it stands in the middle; upright
  /// it sinks between pitches of 50° and 60° until its near edge is at the picture's lower edge.
  func terrainCamera(
    _ box: GeographicBounds, aspectRatio: Double, fieldOfView: Double, pitch: Double,
    heading: Double, limit: PitchLimit, projection: MapProjection
  ) -> MapCamera? {
    guard !ground.isEmpty, box.east - box.west < 60, abs(box.north) < 80, abs(box.south) < 80,
      let relief = FramedRelief(self, box)
    else { return nil }
    let width = 1000 * min(max(aspectRatio, 0.01), 100)
    let margin = min(width, 1000) / 30
    let framing = ReliefFraming(
      places: relief.places,
      viewport: Viewport(
        width: width, height: 1000, fieldOfView: fieldOfView,
        padding: EdgePadding(top: margin, left: margin, bottom: margin, right: margin)),
      heading: heading, projection: projection, ground: { drawnElevation(at: $0) })
    return framing.camera(pitch: pitch, limits: CameraLimits(pitchLimit: limit))
  }
}
