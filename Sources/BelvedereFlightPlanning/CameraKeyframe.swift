import BelvedereCameraModel

/// A camera at a moment of a flight.
public struct CameraKeyframe: Sendable, Hashable, Codable {
  /// Seconds from the start of the flight.
  public var time: Double
  /// The camera.
  public var camera: MapCamera

  /// Makes a keyframe.
  public init(time: Double, camera: MapCamera) {
    self.time = time
    self.camera = camera
  }
}
