import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// Waypoints as people and this command write them.
enum PlanWaypoints {
  /// Waypoints from a file's bytes.
  ///
  /// - Parameter path: the file's name, `-` for standard input.
  /// - Returns: also whether they are keyframes, which have their own times.
  /// - Throws: `CommandFailure` that names the file and the member.
  static func read(
    _ bytes: [UInt8], from path: String, limits: Limits
  ) throws -> (waypoints: [CameraWaypoint], areKeyframes: Bool) {
    let name = path == "-" ? "standard input" : path
    do {
      return try waypoints(
        JSONParser.parse(
          bytes, maximumDepth: Limits.standard.maximumJSONDepth,
          maximumMemory: limits.maximumMemory / 2))
    } catch let error as JSONSyntaxError {
      throw CommandFailure(
        error.exceedsMemory ? .limit : .inputRefused, "\(name): \(error.description)")
    } catch let error as QueryFailure {
      throw CommandFailure(.inputRefused, "\(name): \(error.message)")
    } catch let error as DomainError {
      throw CommandFailure(.inputRefused, "\(name): \(error.description)")
    }
  }

  private static func waypoints(
    _ value: JSONValue
  ) throws -> (waypoints: [CameraWaypoint], areKeyframes: Bool) {
    switch value.content {
    case .array:
      let arguments = QueryArguments([JSONMember(name: "waypoints", value: value)])
      return (try plain(arguments, "waypoints"), false)
    case .object(let members):
      let arguments = QueryArguments(members)
      if arguments.has("waypoints") { return (try plain(arguments, "waypoints"), false) }
      return (try timed(arguments), true)
    default:
      throw QueryFailure(
        message:
          "expected an array of cameras or an object with waypoints or shots, got \(value.excerpt)")
    }
  }

  static func plain(
    _ arguments: QueryArguments, _ name: String
  ) throws -> [CameraWaypoint] {
    try arguments.objects(name).map { item in
      try item.refuseSlips(of: .waypoint)
      var waypoint = CameraWaypoint(try item.ownCamera().onNearTurn)
      if let view = try item.optionalNumber("fieldOfView") { waypoint.fieldOfView = view }
      if let hold = try item.optionalNumber("hold") { waypoint.hold = hold }
      if let stops = try item.optionalBool("stop") { waypoint.isStop = stops }
      if item.has("duration"), item.has("speed") {
        throw item.failure("duration and speed cannot both be given; leave one out")
      }
      if let seconds = try item.optionalNumber("duration") {
        waypoint.pace = .duration(seconds)
      } else if let speed = try item.optionalNumber("speed") {
        waypoint.pace = .speed(speed)
      }
      if item.has("turn") {
        waypoint.turn = try turn(item)
        if case .by = waypoint.turn, item.has("heading") {
          throw item.failure(
            "turn in degrees says which heading is next, and heading does, too; leave one out, or name the way: "
              + "shortest, clockwise or counterclockwise")
        }
      }
      return waypoint
    }
  }

  private static func turn(_ item: QueryArguments) throws -> CameraWaypoint.Turn {
    if let degrees = try? item.number("turn") { return .by(degrees) }
    switch try item.string("turn") {
    case "shortest": return .shortest
    case "clockwise": return .clockwise
    case "counterclockwise": return .counterclockwise
    case let other:
      throw QueryFailure(
        message:
          "\(item.place("turn")) must be shortest, clockwise, counterclockwise or a number of degrees, got "
          + "\"\(other.prefix(40))\"")
    }
  }

  /// Keyframes: what stands still between two of them is held.
  private static func timed(_ arguments: QueryArguments) throws -> [CameraWaypoint] {
    guard arguments.has("keyframes") else {
      throw QueryFailure(
        message: "waypoints are missing; expected an array of cameras, shots, or a way of GeoJSON")
    }
    var waypoints: [CameraWaypoint] = []
    var last = 0.0
    for (i, item) in try arguments.objects("keyframes").enumerated() {
      try item.refuseSlips(of: .keyframe)
      var waypoint = CameraWaypoint(try item.ownCamera().onNearTurn)
      if let view = try item.optionalNumber("fieldOfView") { waypoint.fieldOfView = view }
      let time = try item.number("time")
      guard i == 0 ? time == 0 : time > last else {
        throw QueryFailure(
          message: "keyframes[\(i)].time must begin at 0 and increase, got \(time)")
      }
      if let before = waypoints.last, before.camera == waypoint.camera {
        waypoints[waypoints.count - 1].hold += time - last
      } else {
        if i > 0 { waypoint.pace = .duration(time - last) }
        waypoints.append(waypoint)
      }
      last = time
    }
    return waypoints
  }
}

extension QueryFields {
  private static let common = [
    "centerCoordinate", "distance", "pitch", "heading", "fieldOfView", "name", "title",
  ]
  fileprivate static let waypoint = QueryFields(
    common + ["hold", "stop", "duration", "speed", "turn"])
  fileprivate static let keyframe = QueryFields(common + ["time"])
}

extension MapCamera {
  /// The same, on this turn of the world where its longitude is so far away that nothing could be calculated.
  fileprivate var onNearTurn: MapCamera {
    guard abs(centerCoordinate.longitude) > 1e6 else { return self }
    var camera = self
    camera.centerCoordinate.longitude = wrappedLongitude(centerCoordinate.longitude)
    return camera
  }
}
