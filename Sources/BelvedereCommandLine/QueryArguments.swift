import Belvedere
import BelvedereJSON

/// The members of a request, read by type.
struct QueryArguments {
  private let members: [JSONMember]
  /// The place of the object in the request, such as `camera.`; empty for the request.
  private let path: String

  /// An error at this place.
  func failure(_ message: String) -> QueryFailure { QueryFailure(message: path + message) }

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

  /// Where a member stands, for messages.
  func place(_ name: String) -> String { path + name }

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

  /// The text of a member that may be something else; `nil` where it is, or is not there.
  func stringOrNil(_ name: String) -> String? {
    guard case .string(let text) = value(name)?.content else { return nil }
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

  /// - Parameter other: what else may stand there, for the message.
  func optionalBool(_ name: String, or other: String? = nil) throws -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .bool(let flag) = value.content else {
      throw wrong(name, other.map { "true, false or \($0)" } ?? "true or false", value)
    }
    return flag
  }

  func object(_ name: String) throws -> QueryArguments {
    let value = try required(name, "an object")
    guard case .object(let members) = value.content else { throw wrong(name, "an object", value) }
    return QueryArguments(members, path: "\(path)\(name).")
  }

  /// Refuses a member whose name is one letter off one of those that are understood: a slip would silently
  /// give the answer to another question. Other members are left alone.
  func refuseSlips(of names: QueryFields) throws {
    for member in members where !names.contains(member.name) {
      guard let meant = names.closest(to: member.name), !has(meant) else { continue }
      throw QueryFailure(
        message: "\(path)\(member.name.prefix(40)) is unknown; did you mean \"\(meant)\"?")
    }
  }

  /// Refuses every member that is not understood.
  func refuseOthers(than names: QueryFields) throws {
    try refuseSlips(of: names)
    guard let other = members.first(where: { !names.contains($0.name) }) else { return }
    throw QueryFailure(message: "\(path)\(other.name.prefix(40)) is unknown")
  }

  /// Runs what reads this object; errors of domains then name the field with the object's place.
  ///
  /// - Parameter keys: As the request spells them, by the library's names, where the two differ.
  private func located<Result>(
    _ keys: [String: String] = [:], _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as DomainError {
      guard path.isEmpty || !error.field.hasPrefix(path) else { throw error }
      throw error.named(path + (keys[error.field] ?? error.field))
    }
  }

  /// A member as it is; `nil` where there is none.
  func raw(_ name: String) -> JSONValue? { value(name) }

  /// Whether a member is an array.
  func isArray(_ name: String) -> Bool {
    if case .array = value(name)?.content { true } else { false }
  }

  func objects(_ name: String) throws -> [QueryArguments] {
    let value = try required(name, "an array")
    guard case .array(let items) = value.content else { throw wrong(name, "an array", value) }
    return try items.enumerated().map { index, item in
      guard case .object(let members) = item.content else {
        throw wrong("\(name)[\(index)]", "an object", item)
      }
      return QueryArguments(members, path: "\(path)\(name)[\(index)].")
    }
  }

  func coordinate(_ name: String) throws -> Coordinate {
    try object(name).coordinate()
  }

  /// The coordinate that this object is.
  func coordinate() throws -> Coordinate {
    if !path.isEmpty { try refuseSlips(of: .place) }
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

  func point(_ name: String) throws -> Vector2 { try object(name).vector() }

  /// The point that this object is.
  func vector() throws -> Vector2 { Vector2(try number("x"), try number("y")) }

  func mapRect(_ name: String) throws -> MapRect {
    let rect = try object(name)
    return MapRect(
      x: try rect.number("x"), y: try rect.number("y"), width: try rect.number("width"),
      height: try rect.number("height"))
  }

  func region(_ name: String) throws -> CoordinateRegion {
    let region = try object(name)
    return CoordinateRegion(
      center: try region.coordinate("center"),
      span: CoordinateSpan(
        latitudeDelta: try region.number("latitudeDelta"),
        longitudeDelta: try region.number("longitudeDelta")))
  }

  /// The shape of the Earth: flat unless the request says otherwise.
  func projection() throws -> MapProjection {
    guard has("projection") else { return .flat }
    let name = try string("projection")
    guard let projection = MapProjection(rawValue: name) else {
      throw QueryFailure(
        message: "projection must be \"flat\" or \"globe\", got \"\(name.prefix(40))\"")
    }
    return projection
  }

  func camera(
    _ name: String = "camera", for projection: MapProjection = .flat
  ) throws -> MapCamera {
    try object(name).ownCamera(for: projection)
  }

  /// The camera that this object is.
  func ownCamera(for projection: MapProjection = .flat) throws -> MapCamera {
    try refuseSlips(of: .camera)
    return try located(Self.cameraKeys) {
      let camera = MapCamera(
        lookingAtCenter: try coordinate("centerCoordinate"),
        fromDistance: try number("distance"), pitch: try optionalNumber("pitch") ?? 0,
        heading: try optionalNumber("heading") ?? 0)
      try camera.validate(for: projection)
      return camera
    }
  }

  private static let cameraKeys = [
    "latitude": "centerCoordinate.latitude", "longitude": "centerCoordinate.longitude",
  ]

  /// The camera's own field of view, as scenes write it; `nil` without any, or of a camera's name.
  func cameraFieldOfView() throws -> Double? {
    guard case .object? = value("camera")?.content else { return nil }
    return try object("camera").optionalNumber("fieldOfView")
  }

  func viewport() throws -> Viewport {
    let object = try object("viewport")
    try object.refuseSlips(of: .viewport)
    var viewport = try object.located { try object.ownViewport() }
    if !object.has("fieldOfView"), let view = try cameraFieldOfView() {
      viewport.fieldOfView = view
      try self.object("camera").located { try viewport.validate() }
    }
    return viewport
  }

  private func ownViewport() throws -> Viewport {
    var viewport = Viewport(
      width: try number("width"), height: try number("height"))
    if let view = try optionalNumber("fieldOfView") { viewport.fieldOfView = view }
    if has("padding") {
      let padding = try object("padding")
      try padding.refuseSlips(of: .padding)
      viewport.padding = EdgePadding(
        top: try padding.optionalNumber("top") ?? 0, left: try padding.optionalNumber("left") ?? 0,
        bottom: try padding.optionalNumber("bottom") ?? 0,
        right: try padding.optionalNumber("right") ?? 0)
    }
    try viewport.validate()
    return viewport
  }
}

extension DomainError {
  /// The same error of a field by another name.
  func named(_ field: String) -> DomainError {
    DomainError(field: field, value: value, allowed: allowed)
  }
}

/// Runs what computes with a request's members; errors of domains then name the keys as the request
/// spells them.
///
/// - Parameter keys: Those, by the library's names.
func namingKeys<Result>(
  _ keys: [String: String], _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch let error as DomainError {
    throw keys[error.field].map { error.named($0) } ?? error
  }
}
