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
    guard !ground.isEmpty, box.east - box.west < 60, Self.isFramed(box),
      let relief = FramedRelief(self, box)
    else { return nil }
    return camera(
      around: relief.places, margin: 1 / 30.0, aspectRatio: aspectRatio, fieldOfView: fieldOfView,
      pitch: pitch, heading: heading, limit: limit, projection: projection)
  }

  /// The camera that frames buildings, overlays and annotations, where there is nothing else; `nil` elsewhere, and
  /// where they lie too far apart. A tenth of the picture's shorter side is left around them.
  func contentCamera(
    _ box: GeographicBounds, aspectRatio: Double, fieldOfView: Double, pitch: Double,
    heading: Double, limit: PitchLimit, projection: MapProjection
  ) -> MapCamera? {
    guard box.east - box.west < 10, Self.isFramed(box),
      let content = FramedContent(self, box)
    else { return nil }
    return camera(
      around: content.places, margin: 0.1, aspectRatio: aspectRatio, fieldOfView: fieldOfView,
      pitch: pitch, heading: heading, limit: limit, projection: projection)
  }

  /// Whether a box lies on the map, whose edge is at 85.05°.
  private static func isFramed(_ box: GeographicBounds) -> Bool {
    max(abs(box.north), abs(box.south)) < 85
  }

  /// - Parameter margin: what stays free, as a part of the picture's shorter side.
  private func camera(
    around places: [MapPosition], margin: Double, aspectRatio: Double, fieldOfView: Double,
    pitch: Double, heading: Double, limit: PitchLimit, projection: MapProjection
  ) -> MapCamera? {
    let width = 1000 * min(max(aspectRatio, 0.01), 100)
    let margin = min(width, 1000) * margin
    let framing = ReliefFraming(
      places: places,
      viewport: Viewport(
        width: width, height: 1000, fieldOfView: fieldOfView,
        padding: EdgePadding(top: margin, left: margin, bottom: margin, right: margin)),
      heading: heading, projection: projection, ground: { drawnElevation(at: $0) })
    return framing.camera(pitch: pitch, limits: CameraLimits(pitchLimit: limit))
  }
}
