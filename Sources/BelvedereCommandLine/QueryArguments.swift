import Belvedere
import BelvedereJSON

/// The members of a request, read by type.
struct QueryArguments {
  private let members: [JSONMember]
  /// The place of the object in the request, such as `camera.`; empty for the request.
  private let path: String

  init(_ members: [JSONMember], path: String = "") {
    self.members = members
    self.path = path
  }

  private func value(_ name: String) -> JSONValue? {
    guard let value = members.first(where: { $0.name == name })?.value else { return nil }
    if case .null = value.content { return nil }
    return value
  }

  func has(_ name: String) -> Bool { value(name) != nil }

  private func required(_ name: String, _ what: String) throws -> JSONValue {
    if let value = value(name) { return value }
    throw QueryFailure(message: "\(path)\(name) is missing; expected \(what)")
  }

  private func wrong(_ name: String, _ what: String, _ value: JSONValue) -> QueryFailure {
    QueryFailure(message: "\(path)\(name) must be \(what), got \(value.excerpt)")
  }

  func string(_ name: String) throws -> String {
    let value = try required(name, "a string")
    guard case .string(let text) = value.content else { throw wrong(name, "a string", value) }
    return text
  }

  func number(_ name: String) throws -> Double {
    let value = try required(name, "a number")
    guard case .number(let number) = value.content else { throw wrong(name, "a number", value) }
    return number
  }

  func optionalNumber(_ name: String) throws -> Double? {
    has(name) ? try number(name) : nil
  }

  func object(_ name: String) throws -> QueryArguments {
    let value = try required(name, "an object")
    guard case .object(let members) = value.content else { throw wrong(name, "an object", value) }
    return QueryArguments(members, path: "\(path)\(name).")
  }

  func coordinate(_ name: String) throws -> Coordinate {
    try object(name).coordinate()
  }

  private func coordinate() throws -> Coordinate {
    let coordinate = Coordinate(
      latitude: try number("latitude"), longitude: try number("longitude"))
    guard abs(coordinate.latitude) <= 90 else {
      throw DomainError(
        field: "\(path)latitude", value: coordinate.latitude,
        allowed: "between -90 and 90 degrees")
    }
    return coordinate
  }

  /// A coordinate named so, or its two numbers in the request itself.
  func coordinateOrOwn(_ name: String) throws -> Coordinate {
    has(name) || !has("latitude") ? try coordinate(name) : try coordinate()
  }

  func point(_ name: String) throws -> Vector2 {
    let object = try object(name)
    return Vector2(try object.number("x"), try object.number("y"))
  }

  func camera(_ name: String = "camera") throws -> MapCamera {
    let object = try object(name)
    let camera = MapCamera(
      lookingAtCenter: try object.coordinate("centerCoordinate"),
      fromDistance: try object.number("distance"),
      pitch: try object.optionalNumber("pitch") ?? 0,
      heading: try object.optionalNumber("heading") ?? 0)
    try camera.validate()
    return camera
  }

  func viewport() throws -> Viewport {
    let object = try object("viewport")
    var viewport = Viewport(
      width: try object.number("width"), height: try object.number("height"))
    if let view = try object.optionalNumber("fieldOfView") { viewport.fieldOfView = view }
    if object.has("padding") {
      let padding = try object.object("padding")
      viewport.padding = EdgePadding(
        top: try padding.optionalNumber("top") ?? 0, left: try padding.optionalNumber("left") ?? 0,
        bottom: try padding.optionalNumber("bottom") ?? 0,
        right: try padding.optionalNumber("right") ?? 0)
    }
    try viewport.validate()
    return viewport
  }

  func limits() throws -> CameraLimits {
    guard has("limits") else { return CameraLimits() }
    let object = try object("limits")
    var limits = CameraLimits()
    if object.has("zoomRange") {
      let range = try object.object("zoomRange")
      limits.minimumDistance = try range.distance("minimumDistance")
      limits.maximumDistance = try range.distance("maximumDistance")
      if let low = limits.minimumDistance, let high = limits.maximumDistance, low > high {
        throw QueryFailure(
          message: "limits.zoomRange.minimumDistance must not exceed maximumDistance")
      }
    }
    if object.has("boundary") {
      let rect = try object.object("boundary")
      let boundary = MapRect(
        x: try rect.number("x"), y: try rect.number("y"), width: try rect.number("width"),
        height: try rect.number("height"))
      guard boundary.width >= 0, boundary.height >= 0 else {
        throw QueryFailure(message: "limits.boundary needs a width and height of at least 0")
      }
      limits.boundary = boundary
    }
    if object.has("pitchLimit") {
      switch try object.string("pitchLimit") {
      case "default": limits.pitchLimit = .standard
      case "none": limits.pitchLimit = .none
      case let other:
        throw QueryFailure(
          message: "limits.pitchLimit must be \"default\" or \"none\", got \"\(other.prefix(40))\"")
      }
    }
    return limits
  }

  private func distance(_ name: String) throws -> Double? {
    guard let distance = try optionalNumber(name) else { return nil }
    guard distance > 0, distance <= 1e9 else {
      throw DomainError(
        field: "\(path)\(name)", value: distance, allowed: "a number of metres above 0, at most 1e9"
      )
    }
    return distance
  }
}
