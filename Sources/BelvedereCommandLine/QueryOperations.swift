import Belvedere
import BelvedereJSON

extension QueryEngine {
  typealias Answer = [(String, JSONValue)]

  func mapPoint(_ arguments: QueryArguments) throws -> Answer {
    let point = MapPoint(try arguments.coordinateOrOwn("coordinate"))
    return [("mapPoint", ["x": .number(point.x), "y": .number(point.y)])]
  }

  func coordinate(_ arguments: QueryArguments) throws -> Answer {
    let point = try arguments.point("mapPoint")
    return [("coordinate", CameraJSON.value(MapPoint(x: point.x, y: point.y).coordinate))]
  }

  func metersPerMapPoint(_ arguments: QueryArguments) throws -> Answer {
    let latitude = try arguments.number("latitude")
    guard abs(latitude) <= 90 else {
      throw DomainError(field: "latitude", value: latitude, allowed: "between -90 and 90 degrees")
    }
    return [("metersPerMapPoint", .number(MapPoint.metersPerMapPoint(at: latitude)))]
  }

  func lookAt(_ arguments: QueryArguments) throws -> Answer {
    let camera = try MapCamera(
      lookingAtCenter: arguments.coordinate("lookingAtCenter"),
      fromEyeCoordinate: arguments.coordinate("fromEyeCoordinate"),
      eyeAltitude: arguments.number("eyeAltitude"))
    return [("camera", CameraJSON.value(camera))]
  }

  func eye(_ arguments: QueryArguments) throws -> Answer {
    let view = try view(arguments, viewport: Viewport(width: 1, height: 1))
    return [
      ("coordinate", CameraJSON.value(view.eyeCoordinate)),
      ("altitude", .number(view.camera.altitude)), ("elevation", .number(view.eye.z)),
    ]
  }

  func clamp(_ arguments: QueryArguments) throws -> Answer {
    let answer = try arguments.limits().clamp(arguments.camera())
    return [("camera", CameraJSON.value(answer.camera)), ("clamped", .strings(answer.clamped))]
  }

  func project(_ arguments: QueryArguments) throws -> Answer {
    let view = try view(arguments, viewport: arguments.viewport())
    let coordinate = try arguments.coordinate("coordinate")
    let elevation =
      try arguments.optionalNumber("elevation") ?? scene?.drawnElevation(at: coordinate) ?? 0
    let result = view.project(coordinate, elevation: elevation)
    return [
      ("point", result.point.map { ["x": .number($0.x), "y": .number($0.y)] } ?? nil),
      ("depth", result.depth.map { .number($0) } ?? nil),
    ]
  }

  func unproject(_ arguments: QueryArguments) throws -> Answer {
    let view = try view(arguments, viewport: arguments.viewport())
    let point = try arguments.point("point")
    if !arguments.has("elevation"), let scene {
      guard let hit = scene.groundPoint(through: point, in: view) else {
        return [("coordinate", nil), ("reason", "sky")]
      }
      return [
        ("coordinate", CameraJSON.value(hit.coordinate)), ("elevation", .number(hit.elevation)),
      ]
    }
    let elevation = try arguments.optionalNumber("elevation") ?? 0
    let result = view.unproject(point, elevation: elevation)
    guard let coordinate = result.coordinate else {
      return [("coordinate", nil), ("reason", result.reason.map { .string($0) } ?? nil)]
    }
    return [("coordinate", CameraJSON.value(coordinate)), ("reason", nil)]
  }

  func elevation(_ arguments: QueryArguments) throws -> Answer {
    guard let scene else {
      throw QueryFailure(message: "elevation needs ground; start with --scene or --dem")
    }
    let coordinate = try arguments.coordinateOrOwn("coordinate")
    let elevation = scene.ground.elevation(
      latitude: coordinate.latitude, longitude: wrappedLongitude(coordinate.longitude))
    return [("elevation", elevation.map { .number($0) } ?? nil)]
  }

  /// The camera's view, over the scene's ground where there is one.
  func view(_ arguments: QueryArguments, viewport: Viewport) throws -> CameraView {
    let camera = try arguments.camera()
    return try CameraView(
      camera: camera, viewport: viewport,
      groundElevation: scene?.drawnElevation(at: camera.centerCoordinate) ?? 0)
  }
}
