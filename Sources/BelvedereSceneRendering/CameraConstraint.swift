import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

/// Keeps a camera within its limits and above the ground.
struct CameraConstraint {
  let limits: CameraLimits
  let ground: DrawnGround
  let projection: MapProjection

  /// Metres that the eye stays above the ground: 2, and less for a camera so near to what it looks at.
  private static func clearance(_ camera: MapCamera) -> Double { min(2, camera.distance / 4) }

  /// The camera that is drawn, and what was changed in words.
  func apply(to requested: MapCamera) -> (camera: MapCamera, warnings: [String]) {
    var normal = requested
    normal.centerCoordinate.longitude = wrappedLongitude(normal.centerCoordinate.longitude)
    let answer = limits.clamp(normal)
    var camera = answer.camera
    var warnings = answer.adjustments.map { adjustment in
      switch adjustment.reason {
      case .pitchLimit:
        "pitch \(rounded(requested.pitch))° is more than the \(rounded(answer.camera.pitch))° that "
          + "the limit allows at this distance; drawn with that"
      default: "\(adjustment.field.rawValue) was changed to keep the camera's limits"
      }
    }
    // The less pitch, the higher the eye; the search ends at straight down.
    if !clears(camera, pitch: camera.pitch) {
      let asked = camera.pitch
      while camera.pitch > 0, !clears(camera, pitch: camera.pitch) {
        camera.pitch = max(0, camera.pitch - 0.25)
      }
      warnings.append(
        "at pitch \(rounded(asked))° the eye would be below the ground; drawn with "
          + "\(rounded(camera.pitch))°")
    }
    return (camera, warnings)
  }

  private func clears(_ camera: MapCamera, pitch: Double) -> Bool {
    var trial = camera
    trial.pitch = pitch
    guard
      let view = try? projection.view(
        camera: trial, viewport: Viewport(width: 16, height: 9),
        groundElevation: ground.elevation(camera.centerCoordinate))
    else { return false }
    let eye = view.eyePosition
    return eye.height >= ground.elevation(eye.coordinate) + Self.clearance(camera)
  }

  private func rounded(_ v: Double) -> Double { (v * 10).rounded() / 10 }
}
