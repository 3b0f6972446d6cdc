import Belvedere

extension QueryArguments {
  /// The limits of a request, those of a camera without any where it has none.
  func limits() throws -> CameraLimits {
    guard has("limits") else { return CameraLimits() }
    do {
      return try object("limits").ownLimits()
    } catch let error as DomainError {
      throw DomainError(
        field: "limits.\(error.field)", value: error.value, allowed: error.allowed)
    }
  }

  private func ownLimits() throws -> CameraLimits {
    var limits = CameraLimits()
    if has("zoomRange") {
      let range = try object("zoomRange")
      do {
        limits.zoomRange = try CameraZoomRange(
          minimumDistance: range.optionalNumber("minimumDistance"),
          maximumDistance: range.optionalNumber("maximumDistance"))
      } catch let error as DomainError {
        throw DomainError(
          field: "zoomRange.\(error.field)", value: error.value, allowed: error.allowed)
      }
    }
    if has("boundary") {
      let rect = try object("boundary")
      limits.boundary = try CameraBoundary(
        MapRect(
          x: rect.number("x"), y: rect.number("y"), width: rect.number("width"),
          height: rect.number("height")))
    }
    if has("pitchLimit") {
      let text = try string("pitchLimit")
      guard let name = PitchLimit.Name(rawValue: text) else {
        throw QueryFailure(
          message: "limits.pitchLimit must be \"default\" or \"none\", got \"\(text.prefix(40))\"")
      }
      limits.pitchLimit = PitchLimit(name)
    }
    return limits
  }
}
