import Belvedere
import BelvedereJSON

/// The question for the camera that shows what is asked for.
extension QueryEngine {
  func fit(_ arguments: QueryArguments) throws -> Answer {
    let shapes = ["mapRect", "region", "coordinates"].filter { arguments.has($0) }
    guard shapes.count == 1 else {
      throw QueryFailure(
        message: "fit takes one of mapRect, region and coordinates, got "
          + (shapes.isEmpty ? "none" : shapes.joined(separator: " and ")))
    }
    let view = try FitView(arguments)
    let fit = try fit(shapes[0], arguments, view)
    let margins = fit.margins
    return [
      ("camera", CameraJSON.value(fit.camera)), ("clamped", .strings(Self.clamped(fit))),
      ("limitedBy", .strings(fit.limitedBy.map(\.rawValue))),
      ("contained", JSONValue(.boolean(fit.containsAll))),
      (
        "margins",
        margins.map {
          [
            "top": .number($0.top), "left": .number($0.left), "bottom": .number($0.bottom),
            "right": .number($0.right),
          ]
        } ?? nil
      ),
    ]
  }

  /// What belongs to every kind of fit.
  private struct FitView {
    let viewport: Viewport
    let pitch, heading: Double
    let minimumDistance: Double?
    let limits: CameraLimits

    init(_ arguments: QueryArguments) throws {
      viewport = try arguments.viewport()
      pitch = try arguments.optionalNumber("pitch") ?? 0
      heading = try arguments.optionalNumber("heading") ?? 0
      minimumDistance = try arguments.optionalNumber("minimumDistance")
      limits = try arguments.limits()
    }
  }

  private func fit(
    _ shape: String, _ arguments: QueryArguments, _ view: FitView
  ) throws -> CameraFit {
    if shape == "coordinates" {
      let positions = try arguments.objects(shape).map { object in
        let coordinate = try object.coordinate()
        let elevation = try object.optionalNumber("elevation")
        return MapPosition(
          coordinate, elevation: elevation ?? scene?.drawnElevation(at: coordinate) ?? 0)
      }
      return try CameraFit(
        positions, in: view.viewport, pitch: view.pitch, heading: view.heading,
        minimumDistance: view.minimumDistance, limits: view.limits,
        ground: { scene?.drawnElevation(at: $0) ?? 0 })
    }
    let object = try arguments.object(shape)
    let rect: MapRect
    if shape == "mapRect" {
      rect = MapRect(
        x: try object.number("x"), y: try object.number("y"), width: try object.number("width"),
        height: try object.number("height"))
    } else {
      let region = CoordinateRegion(
        center: try object.coordinate("center"),
        span: CoordinateSpan(
          latitudeDelta: try object.number("latitudeDelta"),
          longitudeDelta: try object.number("longitudeDelta")))
      guard let scene else {
        return try CameraFit(
          framing: region, in: view.viewport, pitch: view.pitch, heading: view.heading,
          minimumDistance: view.minimumDistance, limits: view.limits)
      }
      return try CameraFit(
        framing: region, in: view.viewport, pitch: view.pitch, heading: view.heading,
        minimumDistance: view.minimumDistance, limits: view.limits,
        ground: { scene.drawnElevation(at: $0) })
    }
    guard let scene else {
      return try CameraFit(
        framing: rect, in: view.viewport, pitch: view.pitch, heading: view.heading,
        minimumDistance: view.minimumDistance, limits: view.limits)
    }
    return try CameraFit(
      framing: rect, in: view.viewport, pitch: view.pitch, heading: view.heading,
      minimumDistance: view.minimumDistance, limits: view.limits,
      ground: { scene.drawnElevation(at: $0) })
  }

  /// The camera's fields that limits changed, by the names that `clamp` uses.
  private static func clamped(_ fit: CameraFit) -> [String] {
    var names: [String] = []
    for limit in fit.limitedBy {
      let name =
        switch limit {
        case .minimumDistance, .maximumDistance: "distance"
        case .pitch: "pitch"
        case .boundary, .mapEdge: "centerCoordinate"
        }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
