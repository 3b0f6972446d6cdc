/// The answer of ``CameraLimits/clamp(_:)``: the camera that keeps the limits, and what it took.
public struct CameraClamp: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The camera that keeps the limits.
  public let camera: MapCamera
  /// What was changed, in the order centre, distance, pitch, heading; each field at most once.
  public let adjustments: [CameraAdjustment]

  /// The names of the fields that were changed, as ``CameraAdjustment/Field`` has them.
  public var clamped: [String] { adjustments.map(\.field.rawValue) }

  /// Whether the camera kept the limits already.
  public var isUnchanged: Bool { adjustments.isEmpty }

  /// What was changed about a field; `nil` for nothing.
  public func adjustment(of field: CameraAdjustment.Field) -> CameraAdjustment? {
    adjustments.first { $0.field == field }
  }

  public var description: String {
    adjustments.isEmpty
      ? "unchanged" : adjustments.map(\.description).joined(separator: ", ")
  }
}
