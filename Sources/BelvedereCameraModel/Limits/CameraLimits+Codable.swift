/// Limits are coded as `{"boundary"?, "zoomRange"?, "pitchLimit"?, "isPitchEnabled"?,
/// "isRotateEnabled"?}`. What is missing is as in ``CameraLimits/init(boundary:zoomRange:pitchLimit:isPitchEnabled:isRotateEnabled:)``.
extension CameraLimits: Codable {
  private enum CodingKeys: String, CodingKey {
    case boundary, zoomRange, pitchLimit, isPitchEnabled, isRotateEnabled
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      boundary: try values.decodeIfPresent(CameraBoundary.self, forKey: .boundary),
      zoomRange: try values.decodeIfPresent(CameraZoomRange.self, forKey: .zoomRange),
      pitchLimit: try values.decodeIfPresent(PitchLimit.self, forKey: .pitchLimit) ?? .standard,
      isPitchEnabled: try values.decodeIfPresent(Bool.self, forKey: .isPitchEnabled) ?? true,
      isRotateEnabled: try values.decodeIfPresent(Bool.self, forKey: .isRotateEnabled) ?? true)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(boundary, forKey: .boundary)
    try values.encodeIfPresent(zoomRange, forKey: .zoomRange)
    try values.encode(pitchLimit, forKey: .pitchLimit)
    try values.encode(isPitchEnabled, forKey: .isPitchEnabled)
    try values.encode(isRotateEnabled, forKey: .isRotateEnabled)
  }
}
