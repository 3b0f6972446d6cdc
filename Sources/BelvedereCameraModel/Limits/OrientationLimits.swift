/// Pitch is ignored: the map is seen from straight above (MapKit's `isPitchEnabled` = false).
public struct StraightDown: CameraLimit, Hashable, Codable {
  /// Makes the rule.
  public init() {}

  public func adjustment(of camera: MapCamera) -> CameraAdjustment? {
    guard camera.pitch.isFinite, camera.pitch != 0 else { return nil }
    return .pitch(from: camera.pitch, to: 0, reason: .pitchDisabled)
  }
}

/// The heading is ignored: true north is at the top (MapKit's `isRotateEnabled` = false).
public struct NorthUp: CameraLimit, Hashable, Codable {
  /// Makes the rule.
  public init() {}

  public func adjustment(of camera: MapCamera) -> CameraAdjustment? {
    guard camera.heading.isFinite, camera.heading != 0 else { return nil }
    return .heading(from: camera.heading, to: 0, reason: .rotationDisabled)
  }
}
