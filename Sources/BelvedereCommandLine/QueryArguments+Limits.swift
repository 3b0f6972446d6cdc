import Belvedere

extension QueryArguments {
  /// The limits of a request, those of a camera without any where it has none.
  func limits() throws -> CameraLimits {
    guard has("limits") else { return CameraLimits() }
    do {
      return try object("limits").ownLimits()
    } catch let error as DomainError {
      throw error.named("limits.\(error.field)")
    }
  }

  private func ownLimits() throws -> CameraLimits {
    var limits = CameraLimits()
    try refuseSlips(of: .limits)
    if has("zoomRange") {
      let range = try object("zoomRange")
      try range.refuseSlips(of: .zoomRange)
      do {
        limits.zoomRange = try CameraZoomRange(
          minimumDistance: range.optionalNumber("minimumDistance"),
          maximumDistance: range.optionalNumber("maximumDistance"))
      } catch let error as DomainError {
        throw error.named("zoomRange.\(error.field)")
      }
    }
    if has("boundary") {
      limits.boundary = try object("boundary").ownBoundary()
    }
    if let isEnabled = try optionalBool("isPitchEnabled") { limits.isPitchEnabled = isEnabled }
    if let isEnabled = try optionalBool("isRotateEnabled") { limits.isRotateEnabled = isEnabled }
    if has("pitchLimit") {
      let text = try string("pitchLimit")
      guard let name = PitchLimit.Name(rawValue: text) else {
        throw QueryFailure(
          message: "limits.pitchLimit must be \"default\" or \"none\", got \"\(text.prefix(40))\"; "
            + "other curves are the library's")
      }
      limits.pitchLimit = PitchLimit(name)
    }
    return limits
  }

  /// A boundary is a map rect, or a region as everywhere else.
  private func ownBoundary() throws -> CameraBoundary {
    guard has("center") else {
      return try CameraBoundary(
        MapRect(
          x: number("x"), y: number("y"), width: number("width"), height: number("height")))
    }
    return try CameraBoundary(
      CoordinateRegion(
        center: coordinate("center"),
        span: CoordinateSpan(
          latitudeDelta: number("latitudeDelta"), longitudeDelta: number("longitudeDelta"))))
  }
}
