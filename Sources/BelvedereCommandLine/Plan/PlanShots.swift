import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// Shots of a film as people write them: `{"shots": [{"shot": "orbit", …}, …]}`.
struct PlanShots {
  let viewport: Viewport
  let limits: CameraLimits
  let motion: MotionLimits
  /// How fast they are, where somebody said it.
  let pace: FlightPace?
  /// The ways that shots follow.
  let routes: PlanRoutes

  /// The path of a file's shots.
  ///
  /// - Parameter name: of the file, for messages.
  /// - Returns: the path, and the metres of the farthest camera that is asked for; `nil` where the JSON has no shots.
  /// - Throws: `CommandFailure` that names the file, the shot and the member.
  func path(_ bytes: [UInt8], from name: String, limits memory: Limits) throws -> (
    path: CameraPath, farthest: () -> Double
  )? {
    do {
      let root = try JSONParser.parse(
        bytes, maximumDepth: Limits.standard.maximumJSONDepth,
        maximumMemory: memory.maximumMemory / 2)
      guard case .object(let members) = root.content else { return nil }
      let arguments = QueryArguments(members)
      guard arguments.has("shots") else { return nil }
      try arguments.refuseOthers(than: .shotList)
      var viewport = viewport
      if let view = try arguments.optionalNumber("fieldOfView") { viewport.fieldOfView = view }
      let view = viewport.fieldOfView
      let shots = try arguments.objects("shots").map { try shot($0, fieldOfView: view) }
      let path = try CameraPath(shots: shots, viewport: viewport, limits: limits, motion: motion)
      let framing = viewport
      return (path, { farthest(shots, framing) })
    } catch let error as JSONSyntaxError {
      throw CommandFailure(
        error.exceedsMemory ? .limit : .inputRefused, "\(name): \(error.description)")
    } catch let error as QueryFailure {
      throw CommandFailure(.inputRefused, "\(name): \(error.message)")
    } catch let error as DomainError {
      throw CommandFailure(.inputRefused, "\(name): \(error.description)")
    } catch let error as ShotError {
      throw CommandFailure(.inputRefused, "\(name): \(error.description)")
    }
  }

  /// Metres of the farthest camera that shots ask for: within a shorter range they cannot be planned as they are.
  private func farthest(_ shots: [CameraShot], _ viewport: Viewport) -> Double {
    var low = shots.compactMap(\.farthest).max() ?? 1
    guard var high = limits.zoomRange?.maximumDistance, low < high else { return low }
    // Where cameras follow from others, as those of cranes do, a shorter range is an error.
    guard shots.contains(where: \.hasCamerasOfItsOwn) else { return low }
    while high > 1.001 * low {
      let middle = (low * high).squareRoot()
      var limits = limits
      limits.zoomRange = try? CameraZoomRange(
        minimumDistance: limits.zoomRange?.minimumDistance, maximumDistance: middle)
      let isPlanned =
        (try? CameraPath(shots: shots, viewport: viewport, limits: limits, motion: motion)) != nil
      if isPlanned { high = middle } else { low = middle }
    }
    return high
  }

  /// - Parameter fieldOfView: of all shots, but where waypoints say another one.
  private func shot(_ item: QueryArguments, fieldOfView: Double) throws -> CameraShot {
    let kind = try item.string("shot")
    guard let fields = QueryFields.shots[kind] else {
      let names = QueryFields.shots.keys.sorted()
      let hint = closestMatch(to: kind, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
      throw QueryFailure(
        message: "\(item.place("shot")) must be one of \(names.joined(separator: ", ")), got "
          + "\"\(kind.prefix(40))\"\(hint)")
    }
    try item.refuseOthers(than: fields)
    for name in ["camera", "to"] where item.has(name) {
      let camera = try item.object(name)
      guard let own = try camera.optionalNumber("fieldOfView"), abs(own - fieldOfView) > 1e-9 else {
        continue
      }
      throw camera.failure(
        "fieldOfView \(own) is not that of the shots, \(fieldOfView); write it beside \"shots\", or in the waypoints of a "
          + "shot")
    }
    let start = item.has("camera") ? try item.camera() : nil
    let duration = try item.optionalNumber("duration")
    return CameraShot(
      try action(kind, item), from: start,
      duration: duration.map { pace?.scaled($0) ?? $0 })
  }

  private func action(_ kind: String, _ item: QueryArguments) throws -> CameraShot.Action {
    switch kind {
    case "hold": return .hold(seconds: try item.number("seconds"))
    case "transition":
      return .transition(to: try item.camera("to"), try style(item))
    case "waypoints":
      return .waypoints(
        try PlanWaypoints.plain(item, "waypoints").map { pace?.scaled($0) ?? $0 })
    case "orbit":
      return .orbit(
        degrees: try item.number("degrees"), distance: try item.optionalNumber("distance"),
        pitch: try item.optionalNumber("pitch"))
    case "dollyZoom": return .dollyZoom(distance: try item.number("distance"))
    case "crane": return .crane(altitude: try item.number("altitude"))
    case "follow":
      return .follow(
        try routes.route(item), distance: try item.number("distance"),
        pitch: try item.optionalNumber("pitch") ?? PlanRoutes.pitch,
        lookAhead: try item.optionalNumber("lookAhead"))
    default:
      return .showBoth(
        goal: try item.camera("to"), pitch: try item.optionalNumber("pitch") ?? 0,
        hold: try item.optionalNumber("hold") ?? 1)
    }
  }

  private func style(_ item: QueryArguments) throws -> CameraShot.Style {
    let name = item.has("style") ? try item.string("style") : PlanStyle.optimal.rawValue
    guard let style = PlanStyle(rawValue: name) else {
      throw QueryFailure(
        message: "\(item.place("style")) must be one of "
          + "\(PlanStyle.allCases.map(\.rawValue).joined(separator: ", ")), got "
          + "\"\(name.prefix(40))\"")
    }
    guard style == .optimal else { return .recipe(TransitionStyle(rawValue: style.rawValue)) }
    return .optimal(curvature: try item.optionalNumber("curvature") ?? 2.0.squareRoot())
  }
}

extension CameraShot {
  /// Metres of the farthest camera that is given; `nil` where none is.
  fileprivate var farthest: Double? {
    let asked: [Double] =
      switch action {
      case .hold, .crane: []
      case .transition(let goal, _), .showBoth(let goal, _, _): [goal.distance]
      case .waypoints(let waypoints): waypoints.map(\.camera.distance)
      case .orbit(_, let distance, _): [distance].compactMap(\.self)
      case .dollyZoom(let distance), .follow(_, let distance, _, _): [distance]
      }
    return (asked + [start?.distance].compactMap(\.self)).max()
  }

  /// Whether there are cameras that follow from others.
  fileprivate var hasCamerasOfItsOwn: Bool {
    switch action {
    case .crane, .showBoth: true
    default: false
    }
  }
}

extension QueryFields {
  fileprivate static let shotList = QueryFields(["shots", "fieldOfView", "title"])

  /// What the shots of each kind may have.
  fileprivate static let shots: [String: QueryFields] = [
    "hold": shot(["seconds"]),
    "transition": shot(["to", "style", "curvature"]),
    "waypoints": shot(["waypoints"]),
    "orbit": shot(["degrees", "distance", "pitch"]),
    "dollyZoom": shot(["distance"]),
    "crane": shot(["altitude"]),
    "follow": shot(["route", "routeName", "distance", "pitch", "lookAhead"]),
    "showBoth": shot(["to", "pitch", "hold"]),
  ]

  private static func shot(_ names: [String]) -> QueryFields {
    QueryFields(["shot", "camera", "duration"] + names)
  }
}
