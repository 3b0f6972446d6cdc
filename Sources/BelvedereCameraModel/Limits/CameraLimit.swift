/// One rule about cameras; rules compose into ``CameraLimits``.
///
/// A rule holds two promises: it changes the one field that it is about and no other, and a camera
/// that it has changed keeps it, so that applying it twice is applying it once. Only
/// ``CameraBoundary`` is about the centre.
public protocol CameraLimit: Sendable {
  /// What this rule changes about a camera; `nil` for a camera that keeps it.
  ///
  /// A number that is NaN or infinite is left alone: ``MapCamera/validate()`` names it.
  func adjustment(of camera: MapCamera) -> CameraAdjustment?
}
