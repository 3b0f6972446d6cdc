import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereTerrain

extension Scene {
  /// The camera that frames the drawn ground, heights included; `nil` where there is
  /// none or where it is too large for that.
  func terrainCamera(
    _ box: GeographicBounds, aspectRatio: Double, fieldOfView: Double, pitch: Double,
    heading: Double
  ) -> MapCamera? {
    guard !ground.isEmpty, box.east - box.west < 60, abs(box.north) < 80, abs(box.south) < 80 else {
      return nil
    }
    let viewport = Viewport(
      width: 1000 * max(aspectRatio, 0.01), height: 1000, fieldOfView: fieldOfView)
    let steps = 12
    let positions = (0...steps).flatMap { j in
      (0...steps).map { i in
        let place = Coordinate(
          latitude: box.south + (box.north - box.south) * Double(j) / Double(steps),
          longitude: box.west + (box.east - box.west) * Double(i) / Double(steps))
        return MapPosition(place, elevation: drawnElevation(at: place))
      }
    }
    let fit = try? CameraFit(
      positions, in: viewport, pitch: min(pitch, 80), heading: heading,
      limits: CameraLimits(pitchLimit: pitchLimit), ground: { drawnElevation(at: $0) })
    guard var camera = fit?.camera else { return nil }
    // A margin of a twentieth; from farther away a little less pitch may be allowed.
    camera.distance *= 1.05
    return CameraLimits(pitchLimit: pitchLimit).clamp(camera).camera
  }
}
