import Belvedere
import BelvedereJSON

/// The question for the tightest camera that shows what is asked for.
extension QueryEngine {
  func fit(_ arguments: QueryArguments) throws -> Answer {
    let keys = ["padding": "viewport.padding", "fieldOfView": "viewport.fieldOfView"]
    let fit = try namingKeys(keys) { try FitRequest(arguments, scene: scene).fit() }
    return [
      ("camera", CameraJSON.value(fit.camera)), ("clamped", .strings(Self.clamped(fit))),
      ("limitedBy", .strings(fit.limitedBy.map(\.rawValue))),
      ("contained", JSONValue(.bool(fit.containsAll))),
      (
        "margins",
        fit.margins.map {
          [
            "top": .number($0.top), "left": .number($0.left), "bottom": .number($0.bottom),
            "right": .number($0.right),
          ]
        } ?? nil
      ),
    ]
  }

  /// The camera's fields that limits changed, by the names that `clamp` uses.
  private static func clamped(_ fit: CameraFit) -> [String] {
    let fields = Set(
      fit.limitedBy.map { limit -> CameraAdjustment.Field in
        switch limit {
        case .minimumDistance, .maximumDistance: .distance
        case .pitch: .pitch
        case .heading: .heading
        case .boundary, .mapEdge: .centerCoordinate
        }
      })
    return CameraAdjustment.Field.allCases.filter { fields.contains($0) }.map(\.rawValue)
  }
}

/// A request for a fit, read.
private struct FitRequest {
  private let arguments: QueryArguments
  private let scene: Scene?
  private let viewport: Viewport
  private let pitch, heading: Double
  private let minimumDistance: Double?
  private let limits: CameraLimits

  init(_ arguments: QueryArguments, scene: Scene?) throws {
    guard try arguments.projection() == .flat else {
      throw QueryFailure(message: "fit is for the flat map; leave the projection out")
    }
    self.arguments = arguments
    self.scene = scene
    viewport = try arguments.viewport()
    pitch = try arguments.optionalNumber("pitch") ?? 0
    heading = try arguments.optionalNumber("heading") ?? 0
    minimumDistance = try arguments.optionalNumber("minimumDistance")
    // As projecting does, fitting takes the orientation as it is unless limits are given.
    limits = try arguments.has("limits") ? arguments.limits() : .none
  }

  func fit() throws -> CameraFit {
    let shapes = ["mapRect", "region", "coordinates"].filter { arguments.has($0) }
    switch shapes {
    case ["mapRect"]:
      return try fit(arguments.mapRect("mapRect"))
    case ["region"]:
      return try fit(arguments.region("region"))
    case ["coordinates"]:
      return try fit(arguments.objects("coordinates").map { try position($0) })
    default:
      throw QueryFailure(
        message: "fit takes one of mapRect, region and coordinates, got "
          + (shapes.isEmpty ? "none" : shapes.joined(separator: " and ")))
    }
  }

  /// A coordinate with the elevation given, or else on the ground.
  private func position(_ object: QueryArguments) throws -> MapPosition {
    let coordinate = try object.coordinate()
    return MapPosition(
      coordinate, elevation: try object.optionalNumber("elevation") ?? ground(coordinate))
  }

  private func ground(_ coordinate: Coordinate) -> Double {
    scene?.drawnElevation(at: coordinate) ?? 0
  }

  private func fit(_ positions: [MapPosition]) throws -> CameraFit {
    try CameraFit(
      positions, in: viewport, pitch: pitch, heading: heading, minimumDistance: minimumDistance,
      limits: limits, ground: { ground($0) })
  }

  private func fit(_ rect: MapRect) throws -> CameraFit {
    if scene == nil {
      return try CameraFit(
        framing: rect, in: viewport, pitch: pitch, heading: heading,
        minimumDistance: minimumDistance, limits: limits)
    }
    return try CameraFit(
      framing: rect, in: viewport, pitch: pitch, heading: heading,
      minimumDistance: minimumDistance, limits: limits, ground: { ground($0) })
  }

  private func fit(_ region: CoordinateRegion) throws -> CameraFit {
    if scene == nil {
      return try CameraFit(
        framing: region, in: viewport, pitch: pitch, heading: heading,
        minimumDistance: minimumDistance, limits: limits)
    }
    return try CameraFit(
      framing: region, in: viewport, pitch: pitch, heading: heading,
      minimumDistance: minimumDistance, limits: limits, ground: { ground($0) })
  }
}
