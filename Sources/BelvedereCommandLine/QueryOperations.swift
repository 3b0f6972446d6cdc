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
    let center = try arguments.coordinate("lookingAtCenter")
    let camera = try namingKeys(Self.lookAtKeys) {
      try MapCamera(
        lookingAtCenter: center, fromEyeCoordinate: arguments.coordinate("fromEyeCoordinate"),
        eyeAltitude: arguments.number("eyeAltitude"),
        groundElevation: scene?.drawnElevation(at: center) ?? 0, projection: arguments.projection())
    }
    return [("camera", CameraJSON.value(camera))]
  }

  /// The keys of `lookAt`, by the names that the globe's camera has for them.
  private static let lookAtKeys = [
    "center latitude": "lookingAtCenter.latitude", "center longitude": "lookingAtCenter.longitude",
    "eye latitude": "fromEyeCoordinate.latitude", "eye longitude": "fromEyeCoordinate.longitude",
    "eye altitude": "eyeAltitude",
  ]

  func eye(_ arguments: QueryArguments) throws -> Answer {
    let view = try view(arguments, viewport: Viewport(width: 1, height: 1))
    let eye = view.eyePosition
    let altitude = (view as? GlobeView)?.eyeAltitude ?? view.camera.altitude
    return [
      ("coordinate", CameraJSON.value(eye.coordinate)), ("altitude", .number(altitude)),
      ("elevation", .number(eye.height)),
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
    let answer: Answer = [
      ("point", result.point.map { ["x": .number($0.x), "y": .number($0.y)] } ?? nil),
      ("depth", result.depth.map { .number($0) } ?? nil),
    ]
    return view is GlobeView ? answer + [("reason", Self.reason(result))] : answer
  }

  func unproject(_ arguments: QueryArguments) throws -> Answer {
    let view = try view(arguments, viewport: arguments.viewport())
    let point = try arguments.point("point")
    if !arguments.has("elevation"), let scene {
      return try unprojectOntoGround(point, view, of: scene)
    }
    let elevation = try arguments.optionalNumber("elevation") ?? 0
    let result = view.unproject(point, elevation: elevation)
    guard let coordinate = result.coordinate else {
      return [("coordinate", nil), ("reason", result.reason.map { .string($0) } ?? nil)]
    }
    return [("coordinate", CameraJSON.value(coordinate)), ("reason", nil)]
  }

  /// The camera's view, over the scene's ground where there is one.
  func view(_ arguments: QueryArguments, viewport: Viewport) throws -> any ViewProjection {
    let projection = try arguments.projection()
    let camera = try arguments.camera(for: projection)
    return try namingKeys(["distance": "camera.distance"]) {
      try projection.view(
        camera: camera, viewport: viewport,
        groundElevation: scene?.drawnElevation(at: camera.centerCoordinate) ?? 0)
    }
  }

  /// Why a place has no point on the screen; null where it has one.
  private static func reason(_ result: ProjectionResult) -> JSONValue {
    switch result {
    case .point: nil
    case .behindCamera: "behindCamera"
    case .belowHorizon: "belowHorizon"
    case .outsideWorld: "outsideWorld"
    }
  }
}
